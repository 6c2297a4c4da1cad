import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { calendar_v3 } from '@googleapis/calendar';
import { errorAnswer, pageOf } from '../../support/fake-google/answers.js';
import type { CalendarHand } from '../../support/fake-google/calendar-hand.js';
import type { Account } from '../../support/fake-google/calendars.js';
import { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { SettableClock } from '../../support/settable-clock.js';
import { anEvent, clientOf, refusalOf } from './client.js';

let google: FakeGoogle;
let zoe: Account;
let home: CalendarHand;
let events: calendar_v3.Resource$Events;

beforeEach(async () => {
  google = await FakeGoogle.start({ clock: new SettableClock('2026-11-21T12:00:00Z') });
  zoe = google.addAccount();
  home = google.addCalendar({ owner: zoe });
  events = clientOf(google, google.grant(zoe).accessToken).events;
});
afterEach(() => google.close());

const insert = () => events.insert({ calendarId: home.id, requestBody: anEvent() });
const list = () => events.list({ calendarId: home.id });
const fates = async (call: () => Promise<unknown>, times: number) => {
  const all: string[] = [];
  for (let count = 0; count < times; count++) all.push(await refusalOf(call()));
  return all;
};

describe('a fault', () => {
  test('strikes the request that it is planned for, so many times, and no other', async () => {
    const backendError = { kind: 'answer', answer: errorAnswer('backendError') } as const;
    google.faults.add({ operation: 'events.list', account: zoe.email }, backendError, { nth: 2, times: 2 });
    google.faults.add({ method: 'POST', url: '/another-calendar/' }, backendError);
    expect(await fates(list, 4)).toEqual([
      'none',
      '503 global/backendError',
      '503 global/backendError',
      'none',
    ]);
    expect(await refusalOf(insert())).toBe('none');
    expect(google.faults.pending).toBe(true);
    google.faults.clear();
    expect(google.faults.pending).toBe(false);
  });

  test('may be left to chance', async () => {
    google.faults.decideBy(({ call }) => (call.method === 'POST' ? { kind: 'reset before effect' } : null));
    await expect(insert()).rejects.toMatchObject({ status: undefined });
    expect(await refusalOf(list())).toBe('none');
  });

  test.each([
    ['reset before effect', 0],
    ['reset after effect', 1],
    ['truncated body', 1],
  ] as const)('%s breaks the line with %i events made', async (kind, made) => {
    google.faults.add({ operation: 'events.insert' }, { kind });
    await expect(insert()).rejects.toMatchObject({ status: undefined });
    expect(home.liveEvents()).toHaveLength(made);
    expect(google.journal.effectiveWrites()).toHaveLength(made);
  });

  test('of half a body or a page looks good to the client, which hands on a string', async () => {
    google.faults.add({ operation: 'events.insert' }, { kind: 'short body' });
    expect((await insert()).data).toEqual(expect.stringMatching(/^\{"kind"/));
    google.faults.add({ operation: 'events.list' }, { kind: 'answer', answer: pageOf(200, 'Hotel') });
    expect((await list()).data).toEqual(expect.stringContaining('<html'));
  });

  test('of the content type alone may be survived', async () => {
    google.faults.add({ operation: 'events.list' }, { kind: 'wrong type' });
    expect(await refusalOf(list())).toBe('none');
  });

  test('of a late answer says something else than what was done', async () => {
    const answer = errorAnswer('backendError');
    google.faults.add({ operation: 'events.insert' }, { kind: 'answer after effect', answer });
    expect(await refusalOf(insert())).toBe('503 global/backendError');
    expect(home.liveEvents()).toHaveLength(1);
  });

  test.each([
    ['hang', 0],
    ['hang after effect', 1],
  ] as const)('%s keeps the client waiting, with %i events made', async (kind, made) => {
    google.faults.add({ operation: 'events.insert' }, { kind });
    const call = events.insert({ calendarId: home.id, requestBody: anEvent() }, { timeout: 100 });
    await expect(call).rejects.toMatchObject({ code: 'TimeoutError' });
    expect(home.liveEvents()).toHaveLength(made);
  });

  test('carries the headers that it is given', async () => {
    const answer = errorAnswer('tooManyRequests', { 'retry-after': '7' });
    google.faults.add({ operation: 'events.list' }, { kind: 'answer', answer });
    const error = await list().then(
      () => null,
      (reason: unknown) => reason as { response: { headers: Headers } },
    );
    expect(error?.response.headers.get('retry-after')).toBe('7');
  });
});

describe('a barrier', () => {
  test('holds a request before or after its effect', async () => {
    for (const [when, made] of [
      ['before effect', 0],
      ['after effect', 1],
    ] as const) {
      const barrier = google.barriers.hold({ operation: 'events.insert' }, when);
      const insertion = insert();
      await barrier.reached;
      expect(home.liveEvents()).toHaveLength(made);
      barrier.release();
      await insertion;
      home.forget(anEvent().id ?? '');
    }
  });
});

describe('the journal', () => {
  test('has every request, what it did, and how many were at work at once', async () => {
    await insert();
    await refusalOf(insert());
    const barrier = google.barriers.hold({ operation: 'events.list' });
    const first = list();
    await barrier.reached;
    await list();
    barrier.release();
    await first;
    expect(google.journal.operations()).toEqual([
      ...['events.insert', 'events.insert', 'events.list', 'events.list'],
    ]);
    expect(google.journal.writes(home.id).map(({ status, effect }) => [status, effect])).toEqual([
      [200, 'created'],
      [409, 'none'],
    ]);
    expect(google.journal.effectiveWrites()).toHaveLength(1);
    expect(google.journal.maxConcurrency(home.id)).toBe(2);
    expect(google.journal.entries[0]).toMatchObject({ account: zoe.email, operation: 'events.insert' });
  });
});

describe('the clock', () => {
  test('may be wrong, and dates every answer', async () => {
    google.clock.skewMs = -600_000;
    const { headers } = await list();
    expect((headers as unknown as { date: string }).date).toBe('Sat, 21 Nov 2026 11:50:00 GMT');
  });
});

describe('a peer that is not honest', () => {
  test.each(['/calendar/v3/colors', '/v1/households', '/calendar/v3/calendars/x/events/y/move'])(
    'asks for %s, gets 501, and the test fails',
    async (path) => {
      expect((await fetch(google.url + path)).status).toBe(501);
      const another = await FakeGoogle.start();
      await fetch(another.url + path);
      await expect(another.close()).rejects.toThrow('is not known here');
      expect(google.takeProblems()).toHaveLength(1);
    },
  );

  test('sends fields that the API does not have', async () => {
    const requestBody = { ...anEvent(), title: 'Bins' } as calendar_v3.Schema$Event;
    await events.insert({ calendarId: home.id, requestBody });
    expect(google.takeProblems()).toEqual([expect.stringContaining('additional properties')]);
  });
});
