import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { auth, calendar, type calendar_v3 } from '@googleapis/calendar';
import { GoogleCalendarProvider } from '../../adapters/google/calendar/google-calendar-provider.js';
import type { EventTimes } from '../../domain/calendar/event.js';
import {
  calendarProviderContract,
  type ProviderWorld,
} from '../contracts/calendar/calendar-provider.contract.js';
import { FakeGoogle } from '../support/fake-google/fake-google.js';
import { SettableClock } from '../support/settable-clock.js';
import { errorAnswer } from '../support/fake-google/answers.js';
import type { Account } from '../support/fake-google/calendars.js';
import { anEvent, refusalOf } from './fake/client.js';

describe('the provider', () => {
  let google: FakeGoogle;

  async function start(): Promise<ProviderWorld> {
    const clock = new SettableClock('2026-11-21T12:00:00Z');
    google = await FakeGoogle.start({ clock });
    const zoe = google.addAccount();
    const home = google.addCalendar({ history: 60, shared: [[zoe, 'writer']] });
    return {
      provider: new GoogleCalendarProvider(google.settings),
      ...{ calendarId: home.id, token: google.grant(zoe).accessToken },
      now: () => clock.now(),
      advance: (milliseconds) => clock.advance(milliseconds),
      retitle: (id, title) => void home.retitle(id, title),
      move: (id, times) => void home.move(id, momentsOf(times)),
      remove: (id) => void home.delete(id),
      emptyBin: () => home.emptyBin(),
    };
  }

  const momentsOf = (times: EventTimes) =>
    times.kind === 'days'
      ? { start: { date: times.from }, end: { date: times.until } }
      : {
          start: { instant: times.start, timeZone: null },
          end: { instant: times.end, timeZone: null },
        };

  afterEach(() => google.close());

  describe('Google, over the fake', () => {
    calendarProviderContract(start);
  });

  describe('Google, over the fake with short pages', () => {
    calendarProviderContract(async () => {
      const world = await start();
      google.behaviour.longestPage = 7;
      return world;
    });
  });
});

describe('the library', () => {
  /** What Google's library does unless it is told otherwise: why the adapter tells it otherwise. */
  let google: FakeGoogle;
  let zoe: Account;
  let calendarId: string;

  beforeEach(async () => {
    google = await FakeGoogle.start();
    zoe = google.addAccount();
    calendarId = google.addCalendar({ owner: zoe }).id;
  });
  afterEach(() => google.close());

  function clientWith(
    options: { forceRefreshOnFailure?: boolean; expiry?: number } = {},
  ): calendar_v3.Calendar {
    const { clientId, clientSecret, tokenUrl } = google.settings;
    const { forceRefreshOnFailure = false, expiry } = options;
    const client = new auth.OAuth2({
      ...{ clientId, clientSecret, forceRefreshOnFailure, endpoints: { oauth2TokenUrl: tokenUrl } },
      transporterOptions: { fetchImplementation: globalThis.fetch },
    });
    const { accessToken, refreshToken } = google.grant(zoe);
    client.setCredentials({
      ...{ access_token: accessToken, refresh_token: refreshToken },
      ...(expiry !== undefined && { expiry_date: expiry }),
    });
    return calendar({
      version: 'v3',
      auth: client,
      rootUrl: google.url,
      fetchImplementation: globalThis.fetch,
    });
  }

  const failAlways = (name: 'backendError' | 'rateLimitExceeded') =>
    google.faults.add({ url: '/calendar/v3/' }, { kind: 'answer', answer: errorAnswer(name) }, { times: 9 });

  test('it asks four times for what is read, without regard to Retry-After, and once for what is posted', async () => {
    const answer = errorAnswer('backendError', { 'retry-after': '600' });
    google.faults.add({ url: '/calendar/v3/' }, { kind: 'answer', answer }, { times: 9 });
    expect(await refusalOf(clientWith().events.list({ calendarId }))).toBe('503 global/backendError');
    expect(google.journal.operations()).toEqual(Array(4).fill('events.list'));
    google.journal.clear();
    await refusalOf(clientWith().events.insert({ calendarId, requestBody: anEvent() }));
    expect(google.journal.operations()).toEqual(['events.insert']);
  });

  test('it refreshes by itself after a 401, and asks again', async () => {
    const { events } = clientWith();
    google.dropAccessTokens(zoe);
    await events.list({ calendarId });
    expect(google.journal.operations()).toEqual(['events.list', 'oauth.token', 'events.list']);
  });

  test('it may refresh after a 403 too, which is no matter of tokens', async () => {
    failAlways('rateLimitExceeded');
    const { events } = clientWith({ forceRefreshOnFailure: true, expiry: Date.now() + 3_600_000 });
    await refusalOf(events.list({ calendarId }, { retry: false }));
    expect(google.journal.operations()).toEqual(['events.list', 'oauth.token', 'events.list']);
  });

  test('it refreshes five minutes early', async () => {
    await clientWith({ expiry: Date.now() + 290_000 }).events.list({ calendarId });
    expect(google.journal.operations()).toEqual(['oauth.token', 'events.list']);
  });
});
