import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ApiError, isOffline, readError, toApiError } from '../../../web/src/api/errors.ts';
import type { Act, Entry } from '../../../web/src/data/outbox-rules.ts';
import { needsDecision } from '../../../web/src/data/outbox-rules.ts';
import {
  concernsAll,
  cutBatch,
  judgeFailure,
  toRefusal,
  toError,
} from '../../../web/src/data/sending-rules.ts';

const entry = (id: string, act: Act): Entry => ({
  id,
  userId: 'ana',
  householdId: 'home',
  order: 1,
  at: '2026-11-22T18:00:00.000Z',
  act,
  state: 'waiting',
});
const tick = (id: string) => entry(id, { type: 'occurrence.complete', occurrenceId: id });
const note = (id: string, notes: string) =>
  entry(id, { type: 'occurrence.set', occurrenceId: id, set: { notes }, base: { notes: null } });
const line = (id: string) => entry(id, { type: 'shopping.text', text: 'milk' });
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);

const refused = (status: number, code = 'SOME_CODE') => new ApiError(code, 'for developers', { status });

describe('cutBatch', () => {
  test('takes at most 100 entries', () => {
    const waiting = Array.from({ length: 120 }, (_, index) => tick(String(index)));
    expect(cutBatch(waiting)).toHaveLength(100);
  });

  test('takes fewer entries if they are long, counted in bytes of UTF-8', () => {
    const waiting = ['a', 'b', 'c', 'd'].map((id) => note(id, 'é'.repeat(12_000)));
    expect(ids(cutBatch(waiting))).toEqual(['a', 'b']);
  });

  test('puts an entry that is too long in a batch of its own', () => {
    expect(ids(cutBatch([note('long', 'x'.repeat(200_000)), tick('next')]))).toEqual(['long']);
  });

  test('sends a typed line of the shopping list alone, after the entries before it', () => {
    expect(ids(cutBatch([tick('1'), line('2'), tick('3')]))).toEqual(['1']);
    expect(ids(cutBatch([line('2'), tick('3')]))).toEqual(['2']);
  });

  test('takes no entries if no entry waits', () => {
    expect(cutBatch([])).toEqual([]);
  });
});

describe('judgeFailure', () => {
  test.each([
    ['no network', new ApiError('OFFLINE', ''), 'retry'],
    ['a sign-in page of a hotel', refused(200, 'UNEXPECTED_ANSWER'), 'retry'],
    ['an ended session', refused(401), 'retry'],
    ['a slow upload', refused(408), 'retry'],
    ['an early repetition', refused(425), 'retry'],
    ['a rate limit', refused(429), 'retry'],
    ['a request that is under way', refused(409, 'IDEMPOTENCY_IN_PROGRESS'), 'retry'],
    ['a defect of the service', refused(500), 'retry'],
    ['a proxy without the service', refused(502), 'retry'],
    ['a busy service', refused(503), 'retry'],
    ['a body that is too large', refused(413), 'halve'],
    ['a malformed request', refused(400), 'oneByOne'],
    ['a missing right', refused(403), 'setAside'],
    ['a household that is gone', refused(404), 'setAside'],
    ['another conflict', refused(409), 'setAside'],
    ['a reused key', refused(422), 'setAside'],
    ['an error of the client itself', new TypeError('defect'), 'retry'],
  ])('decides what to do with a batch of several entries after %s', (_, error, verdict) => {
    expect(judgeFailure(error, 2)).toBe(verdict);
  });

  test.each([400, 413])('sets a batch of a single entry aside as refused after the status %i', (status) => {
    expect(judgeFailure(refused(status), 1)).toBe('setAside');
  });
});

describe('concernsAll', () => {
  test.each([
    [new ApiError('OFFLINE', ''), true],
    [refused(401), true],
    [refused(429), true],
    [refused(503), false],
    [refused(409, 'IDEMPOTENCY_IN_PROGRESS'), false],
  ])(
    'says whether requests for other households will fail too, for five kinds of failures',
    (error, expected) => {
      expect(concernsAll(error)).toBe(expected);
    },
  );
});

describe('toRefusal', () => {
  test('keeps even a refused tick, with its reason, until the user has decided about it', () => {
    const error = new ApiError('INVALID_STATE', '', { status: 409, details: { reason: 'WRONG_STATUS' } });
    const refusal = toRefusal(tick('1'), error);
    expect(needsDecision(refusal)).toBe(true);
    expect(toError(refusal)).toMatchObject({
      code: 'INVALID_STATE',
      status: 409,
      details: { reason: 'WRONG_STATUS' },
    });
  });
});

describe('toApiError', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  const head = (status: number, headers: Record<string, string> = {}) => ({
    status,
    header: (name: string) => headers[name] ?? null,
  });

  test('takes code, details and waiting time from an error answer of the service', () => {
    const body = { error: { code: 'RATE_LIMITED', message: 'slow down', details: { retryInMs: 5 } } };
    expect(toApiError(head(429, { 'Retry-After': '7' }), body)).toMatchObject({
      ...{ code: 'RATE_LIMITED', status: 429, retryAfter: 7000, details: { retryInMs: 5 } },
    });
  });

  test.each([
    ['an HTML page', '<html>413 Request Entity Too Large</html>'],
    ['nothing', null],
    ['JSON in another form', { message: 'no upstream' }],
    ['JSON with an error that has no code', { error: 'bad gateway' }],
  ])('names the status of an answer that is not from the service: %s', (_, body) => {
    expect(toApiError(head(413), body)).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 413 });
  });

  test('understands a Retry-After header that is a date', () => {
    jest.useFakeTimers({ now: Date.parse('2026-11-22T18:00:00Z') });
    const error = toApiError(head(503, { 'Retry-After': 'Sun, 22 Nov 2026 18:01:00 GMT' }), null);
    expect(error.retryAfter).toBe(60_000);
  });

  test('treats a proxy that cannot reach the service like a missing network', async () => {
    expect(isOffline(await readError(new Response('<h1>Bad gateway</h1>', { status: 502 })))).toBe(true);
    expect(isOffline(await readError(new Response('<h1>Too large</h1>', { status: 413 })))).toBe(false);
  });
});
