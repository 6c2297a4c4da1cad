import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { GoogleCalendarProvider } from '../../adapters/google/calendar/google-calendar-provider.js';
import type { EventToPublish } from '../../domain/calendar/event.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { anEventToPublish, idOf } from '../builders/event-to-publish.js';
import { anId } from '../builders/ids.js';
import { errorAnswer, pageOf, type Answer, type ErrorName } from '../support/fake-google/answers.js';
import type { CalendarHand } from '../support/fake-google/calendar-hand.js';
import type { Account } from '../support/fake-google/calendars.js';
import { FakeGoogle } from '../support/fake-google/fake-google.js';
import type { Fault } from '../support/fake-google/faults.js';
import { SettableClock } from '../support/settable-clock.js';

let google: FakeGoogle;
let zoe: Account;
let home: CalendarHand;
let token: string;
let provider: GoogleCalendarProvider;
let event: EventToPublish;

beforeEach(async () => {
  google = await FakeGoogle.start({ clock: new SettableClock('2026-11-21T12:00:00Z') });
  zoe = google.addAccount({ email: 'zoe@gmail.example' });
  home = google.addCalendar({ owner: zoe });
  token = google.grant(zoe).accessToken;
  provider = new GoogleCalendarProvider(google.settings);
  event = anEventToPublish(anId<HouseholdId>());
});
afterEach(() => google.close());

const everything = () => ({
  ...{
    householdId: event.owner.householdId,
    updatedSince: null,
    includeDeleted: true,
    endsAfter: null,
    page: null,
  },
});

/** One call of each method of the provider. Each call makes one request. */
const METHODS = {
  insert: () => provider.insertEvent(token, home.id, idOf(event), event),
  update: () => provider.updateEvent(token, home.id, idOf(event), event, { ifEtag: null, sequence: 0 }),
  delete: () => provider.deleteEvent(token, home.id, idOf(event), null),
  get: () => provider.getEvent(token, home.id, idOf(event)),
  list: () => provider.listEvents(token, home.id, everything()),
  calendars: () => provider.listCalendars(token),
  calendar: () => provider.getCalendar(token, home.id),
} as const;
const methods = Object.keys(METHODS) as (keyof typeof METHODS)[];

const answered = (answer: Answer): Fault => ({ kind: 'answer', answer });
/** Uses a short timeout if no answer will come. It is long enough for a busy machine to send its request. */
const failWith = (fault: Fault) => {
  if (fault.kind.startsWith('hang'))
    provider = new GoogleCalendarProvider({ ...google.settings, timeoutMs: 1_500 });
  google.faults.add({ url: '/calendar/v3/' }, fault);
};

/** Calls all methods at once, so that those without an answer wait for the timeout together. */
const callAll = (fault: Fault) =>
  Promise.all(
    methods.map((method) => {
      failWith(fault);
      return METHODS[method]();
    }),
  );

/** An error in the newer format, which other Google APIs use always and the Calendar API uses sometimes. */
const newer = (reason: string): Answer => ({
  status: 403,
  body: {
    error: {
      ...{ code: 403, message: 'Not today', status: 'PERMISSION_DENIED' },
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
    },
  },
});

describe('an error of the Google Calendar API', () => {
  test.each<readonly [ErrorName, object]>([
    ['authError', { kind: 'unauthorized' }],
    ['rateLimitExceeded', { kind: 'rateLimited', retryAfterMs: null }],
    ['userRateLimitExceeded', { kind: 'rateLimited', retryAfterMs: null }],
    ['tooManyRequests', { kind: 'rateLimited', retryAfterMs: null }],
    ['quotaExceeded', { kind: 'quotaExceeded', retryAfterMs: null }],
    ['dailyLimitExceeded', { kind: 'quotaExceeded', retryAfterMs: null }],
    ['requiredAccessLevel', { kind: 'noWriteAccess' }],
    ['forbidden', { kind: 'forbidden' }],
    ['insufficientPermissions', { kind: 'scopeMissing' }],
    ['accessNotConfigured', { kind: 'misconfigured', detail: '403 accessNotConfigured' }],
    ['forbiddenForNonOrganizer', { kind: 'eventForbidden', detail: '403 forbiddenForNonOrganizer' }],
    ['invalidStart', { kind: 'invalidRequest', detail: '400 invalid' }],
    ['timeRangeEmpty', { kind: 'invalidRequest', detail: '400 timeRangeEmpty' }],
    ['conflict', { kind: 'transient', detail: '409 conflict' }],
    ['backendError', { kind: 'transient', detail: '503 backendError' }],
  ])('with the reason %s has the same meaning for every method', async (name, meaning) => {
    for (const method of methods) {
      failWith(answered(errorAnswer(name)));
      expect({ method, result: await METHODS[method]() }).toEqual({ method, result: meaning });
    }
    expect(google.journal.entries).toHaveLength(methods.length);
  });

  test.each([
    ['SERVICE_DISABLED', 'misconfigured'],
    ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'scopeMissing'],
    ['RATE_LIMIT_EXCEEDED', 'rateLimited'],
  ])("in Google's newer error format with the reason %s is understood", async (reason, kind) => {
    failWith(answered(newer(reason)));
    expect(await METHODS.insert()).toMatchObject({ kind });
  });

  test('is treated as transient if its reason makes no sense for the called method', async () => {
    for (const [method, name] of [
      ['insert', 'conditionNotMet'],
      ['insert', 'deleted'],
      ['update', 'duplicate'],
      ['get', 'updatedMinTooLongAgo'],
      ['calendars', 'notFound'],
      ['list', 'deleted'],
    ] as const) {
      failWith(answered(errorAnswer(name)));
      const { kind } = await METHODS[method]();
      expect({ method, name, kind }).toEqual({ method, name, kind: 'transient' });
    }
  });

  test.each([400, 403, 404, 409, 410, 429, 500, 502, 503])(
    'in the form of a gateway’s HTML page with status %i never counts as missing rights',
    async (status) => {
      for (const method of methods) {
        failWith(answered(pageOf(status, 'Blocked by the proxy')));
        const { kind } = await METHODS[method]();
        expect({ method, kind }).toEqual({ method, kind: status === 429 ? 'rateLimited' : 'transient' });
      }
    },
  );
});

describe('the Retry-After header', () => {
  test('is optional when the quota is used up', async () => {
    google.quotas.limits.perUser = 0;
    expect(await METHODS.get()).toEqual({ kind: 'rateLimited', retryAfterMs: null });
    google.quotas.retryAfter = 30;
    expect(await METHODS.get()).toEqual({ kind: 'rateLimited', retryAfterMs: 30_000 });
  });

  test.each([
    ['7', 7000],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['999999999', 86_400_000],
  ])('with the value "%s" means %s milliseconds', async (value, retryAfterMs) => {
    for (const name of ['rateLimitExceeded', 'quotaExceeded'] as const) {
      const date = new Date(google.clock.now()).toUTCString();
      failWith(answered(errorAnswer(name, { 'retry-after': value, date })));
      expect(await METHODS.insert()).toMatchObject({ retryAfterMs });
    }
  });
});

describe('an unusable answer of the Google Calendar API', () => {
  test.each<readonly [string, Fault]>([
    ['an HTML page with status 200', answered(pageOf(200, 'Welcome to the hotel'))],
    ['only half of the body', { kind: 'short body' }],
    ['an object of another kind', answered({ status: 200, body: { kind: 'calendar#colors' } })],
    ['a list', answered({ status: 200, body: '[]', headers: { 'content-type': 'application/json' } })],
    ['null', answered({ status: 200, body: 'null', headers: { 'content-type': 'application/json' } })],
    ['a connection that breaks', { kind: 'truncated body' }],
    ['a connection reset', { kind: 'reset before effect' }],
    ['a connection reset after the effect', { kind: 'reset after effect' }],
  ])('is transient and not repeated: %s', async (name, fault) => {
    await METHODS.insert();
    const isEmptyAnyway = ['only half of the body', 'a connection that breaks'].includes(name);
    for (const method of methods) {
      // An answer without a body cannot be cut, and half of an error body counts as an error of a gateway.
      if (isEmptyAnyway && ['delete', 'insert', 'update'].includes(method)) continue;
      google.journal.clear();
      failWith(fault);
      const { kind } = await METHODS[method]();
      const requests = google.journal.entries.length;
      expect({ method, kind, requests }).toEqual({ method, kind: 'transient', requests: 1 });
      if (method === 'delete') await METHODS.insert();
    }
  });

  test('is transient and not repeated if no answer arrives at all', async () => {
    for (const answer of await callAll({ kind: 'hang' })) expect(answer).toMatchObject({ kind: 'transient' });
    expect(google.journal.entries).toHaveLength(methods.length);
  });

  test.each(['short body', 'truncated body', 'reset after effect', 'hang after effect'] as const)(
    'is transient although the write took effect if the answer is lost (%s)',
    async (kind) => {
      failWith({ kind });
      expect(await METHODS.insert()).toMatchObject({ kind: 'transient' });
      expect(home.liveEvents()).toHaveLength(1);
      expect(await METHODS.insert()).toEqual({ kind: 'duplicate' });
    },
  );

  test('is transient if it contains an event with another id than requested', async () => {
    await METHODS.insert();
    const found = await fetch(`${google.url}/calendar/v3/calendars/${home.id}/events/${idOf(event)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = { ...((await found.json()) as object), id: 'gnother' };
    failWith(answered({ status: 200, body }));
    expect(await METHODS.get()).toMatchObject({ kind: 'transient' });
  });

  test('makes the whole list of calendars fail if it is the second page', async () => {
    for (let count = 0; count < 250; count++) google.addCalendar({ shared: [[zoe, 'reader']] });
    google.faults.add({ operation: 'calendarList.list' }, answered(errorAnswer('backendError')), { nth: 2 });
    expect(await METHODS.calendars()).toMatchObject({ kind: 'transient' });
    expect(await METHODS.calendars()).toMatchObject({ kind: 'calendars' });
  });
});

test('a 403 does not make the provider refresh the token', async () => {
  failWith(answered(errorAnswer('rateLimitExceeded')));
  await METHODS.get();
  expect(google.journal.operations()).toEqual(['events.get']);
});

test('no result of the provider quotes a token, an address or a title', async () => {
  const secrets = [token, 'zoe@gmail.example', event.title, event.description, home.id];
  const said: unknown[] = [];
  const echo = `no ${secrets.join(' ')}`;
  const errors = [{ domain: 'global', reason: echo, message: echo }];
  const faults: Fault[] = [
    answered({ status: 400, body: { error: { errors, code: 400, message: echo } } }),
    answered({ status: 403, body: { error: { errors, code: 403, message: echo } } }),
    answered({ status: 500, body: { error: echo } }),
    answered({ status: 200, body: { message: echo } }),
    { kind: 'reset before effect' },
    { kind: 'hang' },
  ];
  for (const fault of faults) said.push(...(await callAll(fault)));
  expect(said).toHaveLength(faults.length * methods.length);
  for (const secret of secrets) expect(JSON.stringify(said)).not.toContain(secret);
});
