import { auth, calendar, type calendar_v3 } from '@googleapis/calendar';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { GoogleCalendarProvider } from '../../adapters/google/calendar/google-calendar-provider.js';
import type { EventPage, RemoteEvent } from '../../domain/calendar/answers.js';
import type { EventTimes, EventToPublish } from '../../domain/calendar/event.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { anEventToPublish, idOf } from '../builders/event-to-publish.js';
import { anId } from '../builders/ids.js';
import {
  calendarProviderContract,
  type ProviderWorld,
} from '../contracts/calendar/calendar-provider.contract.js';
import { errorAnswer } from '../support/fake-google/answers.js';
import type { CalendarHand } from '../support/fake-google/calendar-hand.js';
import type { Account } from '../support/fake-google/calendars.js';
import { FakeGoogle } from '../support/fake-google/fake-google.js';
import { SettableClock } from '../support/settable-clock.js';
import { anEvent, refusalOf } from './fake/client.js';

describe('the Google Calendar provider and the Google library', () => {
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

    describe('with the fake Google', () => {
      calendarProviderContract(start);
    });

    describe('with the fake Google and short pages', () => {
      calendarProviderContract(async () => {
        const world = await start();
        google.behaviour.longestPage = 7;
        return world;
      });
    });
  });

  describe('the Google library without our adapter', () => {
    /** Shows the default behaviour of Google's library, which is why the adapter changes it. */
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
      google.faults.add(
        { url: '/calendar/v3/' },
        { kind: 'answer', answer: errorAnswer(name) },
        { times: 9 },
      );

    test('sends a failing GET four times without waiting for Retry-After, and a POST once', async () => {
      const answer = errorAnswer('backendError', { 'retry-after': '600' });
      google.faults.add({ url: '/calendar/v3/' }, { kind: 'answer', answer }, { times: 9 });
      expect(await refusalOf(clientWith().events.list({ calendarId }))).toBe('503 global/backendError');
      expect(google.journal.operations()).toEqual(Array(4).fill('events.list'));
      google.journal.clear();
      await refusalOf(clientWith().events.insert({ calendarId, requestBody: anEvent() }));
      expect(google.journal.operations()).toEqual(['events.insert']);
    });

    test('refreshes the token after a 401 and repeats the request', async () => {
      const { events } = clientWith();
      google.dropAccessTokens(zoe);
      await events.list({ calendarId });
      expect(google.journal.operations()).toEqual(['events.list', 'oauth.token', 'events.list']);
    });

    test('refreshes the token even after a 403 if forceRefreshOnFailure is set, although a 403 has nothing to do with tokens', async () => {
      failAlways('rateLimitExceeded');
      const { events } = clientWith({ forceRefreshOnFailure: true, expiry: Date.now() + 3_600_000 });
      await refusalOf(events.list({ calendarId }, { retry: false }));
      expect(google.journal.operations()).toEqual(['events.list', 'oauth.token', 'events.list']);
    });

    test('refreshes the token five minutes before it expires', async () => {
      await clientWith({ expiry: Date.now() + 290_000 }).events.list({ calendarId });
      expect(google.journal.operations()).toEqual(['oauth.token', 'events.list']);
    });
  });
});

describe('events and calendars at Google', () => {
  let clock: SettableClock;
  let google: FakeGoogle;
  let zoe: Account;
  let home: CalendarHand;
  let token: string;
  let provider: GoogleCalendarProvider;
  let event: EventToPublish;
  let eventId: string;

  beforeEach(async () => {
    clock = new SettableClock('2026-11-21T12:00:00Z');
    google = await FakeGoogle.start({ clock });
    zoe = google.addAccount();
    home = google.addCalendar({ owner: zoe, timeZone: 'America/New_York' });
    token = google.grant(zoe).accessToken;
    provider = new GoogleCalendarProvider(google.settings);
    event = anEventToPublish(anId<HouseholdId>());
    eventId = idOf(event);
  });
  afterEach(() => google.close());

  const insert = (fields: Partial<EventToPublish> = {}) =>
    provider.insertEvent(token, home.id, eventId, { ...event, ...fields });
  const bodyOfLast = () =>
    JSON.parse(google.journal.entries.at(-1)?.call.body ?? '') as Record<string, unknown>;
  const got = async (): Promise<RemoteEvent> => {
    const outcome = await provider.getEvent(token, home.id, eventId);
    if (outcome.kind !== 'event') throw new Error(outcome.kind);
    return outcome.event;
  };
  const point = (instant: string) => ({ instant: Date.parse(instant), timeZone: null });

  describe('an event that is sent or requested', () => {
    test('has all fields, does not mark the time as busy, has no reminders and names its occurrence', async () => {
      await insert();
      expect(bodyOfLast()).toEqual({
        id: eventId,
        summary: 'Bins — Anna',
        description: 'Kitchen &amp; cellar\nhttps://web.example.org/o/1',
        status: 'confirmed',
        transparency: 'transparent',
        reminders: { useDefault: false, overrides: [] },
        extendedProperties: {
          private: {
            gnOccurrenceId: event.owner.occurrenceId,
            gnTaskId: event.owner.taskId,
            gnHouseholdId: event.owner.householdId,
            gnApp: 'household-planner',
          },
        },
        start: { dateTime: '2026-11-24T19:00:00+01:00', timeZone: 'Europe/Paris' },
        end: { dateTime: '2026-11-24T19:30:00+01:00', timeZone: 'Europe/Paris' },
      });
    });

    test('with whole days ends on the day after the last', async () => {
      await insert({
        times: { kind: 'days', from: civilDate('2026-12-30'), until: civilDate('2027-01-01') },
      });
      expect(bodyOfLast()).toMatchObject({ start: { date: '2026-12-30' }, end: { date: '2027-01-01' } });
    });

    test.each([
      ['Asia/Kolkata', '2026-11-24T23:30:00+05:30'],
      ['America/St_Johns', '2026-11-24T14:30:00-03:30'],
      ['UTC', '2026-11-24T18:00:00+00:00'],
      ['Australia/Lord_Howe', '2026-11-25T05:00:00+11:00'],
    ])('with a time in %s has the start %s', async (timeZone, dateTime) => {
      await insert({ timeZone: timeZone as EventToPublish['timeZone'] });
      expect(bodyOfLast()).toMatchObject({ start: { dateTime, timeZone } });
    });

    test('is sent by a PUT with the known etag and sequence when it is updated', async () => {
      await insert();
      const { etag, sequence } = await got();
      const next = { ...event, title: 'Other' };
      await provider.updateEvent(token, home.id, eventId, next, { ifEtag: etag, sequence });
      const { call } = google.journal.entries.at(-1) ?? {};
      expect(call?.method).toBe('PUT');
      expect(call?.headers['if-match']).toEqual(etag);
      expect(bodyOfLast()).toMatchObject({ status: 'confirmed', sequence: 0, summary: 'Other' });
    });

    test('loses guests, a colour, a place and a recurrence rule that people added when it is updated', async () => {
      await insert();
      home.addGuests(eventId, ['max@else.example']);
      home.edit(eventId, { colorId: '3', location: 'Here' });
      home.makeRecurring(eventId);
      const { etag, sequence } = await got();
      await provider.updateEvent(token, home.id, eventId, event, { ifEtag: etag, sequence });
      const { content } = home.event(eventId);
      expect(Object.keys(content).toSorted()).toEqual(
        ['summary', 'description', 'transparency', 'reminders', 'extendedProperties'].toSorted(),
      );
    });

    test('from a calendar whose id has special characters is requested with the escaped id in the path', async () => {
      const calendarId = 'en.french#holiday@group.v.calendar.google.com';
      await provider.getEvent(token, calendarId, eventId);
      expect(google.journal.entries.at(-1)?.call.calendarId).toBe(calendarId);
    });
  });

  describe('an event that is read', () => {
    beforeEach(async () => {
      await insert();
    });

    test('has its times as instants, no matter the time zone of the calendar', async () => {
      home.move(eventId, { start: point('2026-11-25T02:15:00Z'), end: point('2026-11-25T03:00:00Z') });
      expect((await got()).times).toEqual({
        ...{
          kind: 'instants',
          start: Date.parse('2026-11-25T02:15:00Z'),
          end: Date.parse('2026-11-25T03:00:00Z'),
        },
      });
    });

    test('covers one day if it is a whole day with the same start and end', async () => {
      home.move(eventId, { start: { date: '2026-11-25' }, end: { date: '2026-11-25' } });
      expect((await got()).times).toEqual({ kind: 'days', from: '2026-11-25', until: '2026-11-26' });
    });

    test('has no times if it is longer than a year', async () => {
      const start = { date: '2026-11-25' };
      home.move(eventId, { start, end: { date: '2027-11-26' } });
      expect((await got()).times).not.toBeNull();
      home.move(eventId, { start, end: { date: '2027-11-27' } });
      expect((await got()).times).toBeNull();
      home.move(eventId, { start: point('2026-11-25T00:00:00Z'), end: point('2027-11-27T00:00:00Z') });
      expect((await got()).times).toBeNull();
    });

    test('has no times if it ends before it starts or mixes days and instants', async () => {
      home.move(eventId, { start: point('2026-11-25T02:15:00Z'), end: point('2026-11-25T02:00:00Z') });
      expect((await got()).times).toBeNull();
      home.move(eventId, { start: point('2026-11-25T02:15:00Z'), end: { date: '2026-11-26' } });
      expect((await got()).times).toBeNull();
    });

    test('has its times as instants even if the time zone is unknown', async () => {
      const start = { instant: Date.parse('2026-11-25T02:15:00Z'), timeZone: 'Mars/Olympus_Mons' };
      home.move(eventId, { start, end: start });
      expect((await got()).times).toEqual({ kind: 'instants', start: start.instant, end: start.instant });
    });

    test('has an empty title if Google sends none', async () => {
      home.retitle(eventId, '');
      expect((await got()).title).toBe('');
    });

    test('has no title, description or times if it was deleted, even if Google still returns the properties that name its occurrence', async () => {
      home.delete(eventId);
      const nothing = { cancelled: true, title: '', description: '', times: null };
      expect(await got()).toMatchObject({ ...nothing, owner: { occurrenceId: event.owner.occurrenceId } });
      google.behaviour.tombstonesLoseProperties = true;
      expect(await got()).toMatchObject({ ...nothing, owner: null });
    });

    test.each([
      { gnApp: 'household-planner', gnHouseholdId: 'x' },
      { gnApp: 'another', gnHouseholdId: 'x', gnOccurrenceId: 'y' },
      { gnHouseholdId: 'x', gnOccurrenceId: 'y' },
      {},
    ])('has no owning occurrence if its private properties are %j', async (properties) => {
      home.edit(eventId, { extendedProperties: { private: properties } });
      expect((await got()).owner).toBeNull();
    });

    test('has the owning occurrence that its private properties name, without validation', async () => {
      const properties = { gnApp: 'household-planner', gnHouseholdId: 'x', gnOccurrenceId: 'y' };
      home.edit(eventId, { extendedProperties: { private: properties } });
      expect((await got()).owner).toEqual({ householdId: 'x', occurrenceId: 'y' });
    });
  });

  describe('a list of events', () => {
    const page = async (token_: string | null = null): Promise<EventPage> => {
      const { householdId } = event.owner;
      const query = { householdId, updatedSince: null, includeDeleted: false, endsAfter: null, page: token_ };
      const outcome = await provider.listEvents(token, home.id, query);
      if (outcome.kind !== 'page') throw new Error(outcome.kind);
      return outcome;
    };

    test('can have an empty page before its last page', async () => {
      home = google.addCalendar({ owner: zoe, history: 200 });
      google.behaviour.longestPage = 100;
      await insert();
      const first = await page();
      expect(first.events).toEqual([]);
      expect(first.nextPage).toEqual(expect.any(String));
      const second = await page(first.nextPage);
      expect(second.events).toEqual([]);
      expect(second.nextPage).toEqual(expect.any(String));
      const third = await page(second.nextPage);
      expect(third.events.map((one) => one.eventId)).toEqual([eventId]);
      expect(third.nextPage).toBeNull();
    });

    test('contains the time of the provider’s clock', async () => {
      google.clock.skewMs = 600_000;
      expect((await page()).date).toBe(Date.parse('2026-11-21T12:10:00Z'));
    });

    test('contains a copy that a person made of an event, with an id of its own and the same occurrence', async () => {
      await insert();
      const copy = home.duplicate(eventId);
      const { events } = await page();
      expect(events.map((one) => [one.eventId, one.owner?.occurrenceId])).toEqual([
        [eventId, event.owner.occurrenceId],
        [copy.id, event.owner.occurrenceId],
      ]);
    });

    test('names no owning occurrence for events that another program has marked', async () => {
      const properties = { private: { gnHouseholdId: event.owner.householdId, gnApp: 'another' } };
      home.add({
        ...{ summary: 'Theirs', start: { date: '2026-11-25' }, end: { date: '2026-11-26' } },
        content: { extendedProperties: properties },
      });
      expect((await page()).events).toEqual([expect.objectContaining({ title: 'Theirs', owner: null })]);
    });
  });

  describe('calendars', () => {
    test('are read with every role of Google, from all pages', async () => {
      const roles = ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner'] as const;
      for (const role of roles) google.addCalendar({ summary: role, shared: [[zoe, role]] });
      for (let count = 0; count < 250; count++) google.addCalendar({ shared: [[zoe, 'reader']] });
      const outcome = await provider.listCalendars(token);
      if (outcome.kind !== 'calendars') throw new Error(outcome.kind);
      const { calendars, date } = outcome;
      expect(calendars.length).toBe(257);
      expect(date).toEqual(clock.now());
      expect(calendars[0]).toEqual({
        ...{ id: zoe.email, name: zoe.email, accessRole: 'owner', primary: true, color: '#9fe1e7' },
      });
      expect(calendars.slice(2, 7).map(({ name, accessRole }) => [name, accessRole])).toEqual(
        roles.map((role) => [role, role]),
      );
      expect(google.journal.calls('calendarList.list')).toHaveLength(2);
    });

    test('have the lowest role and no colour if Google sends an unknown role and colour', async () => {
      const entry = {
        kind: 'calendar#calendarListEntry',
        etag: '"1"',
        id: home.id,
        accessRole: 'none of these',
      };
      const body = { ...entry, backgroundColor: 'red', summary: 'Home', summaryOverride: 'Ours' };
      google.faults.add({ operation: 'calendarList.get' }, { kind: 'answer', answer: { status: 200, body } });
      expect(await provider.getCalendar(token, home.id)).toMatchObject({
        calendar: { id: home.id, name: 'Ours', accessRole: 'none', primary: false, color: null },
      });
    });
  });
});
