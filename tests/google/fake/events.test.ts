import type { calendar_v3 } from '@googleapis/calendar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { errorAnswer, pageOf } from '../../support/fake-google/answers.js';
import type { CalendarHand } from '../../support/fake-google/calendar-hand.js';
import type { Account } from '../../support/fake-google/calendars.js';
import { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { SettableClock } from '../../support/settable-clock.js';
import { anEvent, at, clientOf, refusalOf } from './client.js';
import { until, within } from '../../support/until.js';

describe('events of the fake Google Calendar', () => {
  describe('events', () => {
    const clock = new SettableClock('2026-11-21T12:00:00Z');
    const eventId = anEvent().id ?? '';
    const day = (date: string) => ({ date });

    let google: FakeGoogle;
    let zoe: Account;
    let home: CalendarHand;
    let events: calendar_v3.Resource$Events;
    let calendarId: string;

    beforeAll(async () => {
      google = await FakeGoogle.start({ clock });
    });
    afterAll(() => google.close());
    beforeEach(() => {
      zoe = google.addAccount();
      home = google.addCalendar({ owner: zoe, history: 20 });
      calendarId = home.id;
      events = clientOf(google, google.grant(zoe).accessToken).events;
    });

    const insert = (fields: calendar_v3.Schema$Event = {}) =>
      events.insert({ calendarId, requestBody: anEvent(fields) });
    const get = () => events.get({ calendarId, eventId });
    const put = (fields: calendar_v3.Schema$Event = {}, etag?: string) => {
      const requestBody = anEvent({ status: 'confirmed', ...fields });
      return events.update(
        { calendarId, eventId, requestBody },
        etag === undefined ? {} : { headers: { 'If-Match': etag } },
      );
    };
    const remove = (etag?: string) =>
      events.delete({ calendarId, eventId }, etag === undefined ? {} : { headers: { 'If-Match': etag } });

    describe('an event id', () => {
      test('cannot be used again after an insert, even if the event is deleted', async () => {
        await insert();
        expect(await refusalOf(insert())).toBe('409 global/duplicate');
        await remove();
        expect(await refusalOf(insert())).toBe('409 global/duplicate');
      });

      test('is accepted for only one of two parallel inserts', async () => {
        const answers = await Promise.all([refusalOf(insert()), refusalOf(insert())]);
        expect(answers.toSorted()).toEqual(['409 global/duplicate', 'none']);
      });

      test.each(['GN0123', 'gnxyz', 'gn01'])('is rejected as invalid if it is %s', async (id) => {
        expect(await refusalOf(insert({ id }))).toBe('400 global/invalid');
      });

      test('answers 404 to get, update, patch and delete if it was never used', async () => {
        const patch = () => events.patch({ calendarId, eventId, requestBody: {} });
        for (const call of [get, put, patch, remove])
          expect(await refusalOf(call())).toBe('404 global/notFound');
      });
    });

    describe('a deleted event', () => {
      beforeEach(async () => {
        await insert();
        await remove();
      });

      test('is returned with status cancelled, and deleting it again answers 410', async () => {
        expect((await get()).data).toMatchObject({ id: eventId, status: 'cancelled', summary: 'Bins' });
        expect(await refusalOf(remove())).toBe('410 global/deleted');
      });

      test('answers 403 to a patch that does not restore it', async () => {
        const patch = events.patch({ calendarId, eventId, requestBody: { summary: 'Other' } });
        expect(await refusalOf(patch)).toBe('403 global/forbidden');
      });

      test('is restored by an update with status confirmed', async () => {
        expect((await put()).data.status).toBe('confirmed');
        expect(home.liveEvents()).toHaveLength(1);
      });

      test('cannot be restored after the bin was emptied, and loses its real title and start', async () => {
        home.emptyBin();
        expect(await refusalOf(put())).toBe('403 global/forbidden');
        const { data } = await get();
        expect(data.status).toBe('cancelled');
        expect(data.summary).toBe('');
        expect(data.eventType).toBeUndefined();
        expect(data.start).not.toEqual(at(12));
      });

      test('answers 412 to an update with an outdated etag after the bin was emptied, or 403 if forbidsBeforeMatching is set', async () => {
        home.emptyBin();
        expect(await refusalOf(put({}, '"1"'))).toBe('412 global/conditionNotMet');
        google.behaviour.forbidsBeforeMatching = true;
        expect(await refusalOf(put({}, '"1"'))).toBe('403 global/forbidden');
        google.behaviour.forbidsBeforeMatching = false;
      });

      test('answers 404 once its tombstone is forgotten', async () => {
        home.forget(eventId);
        expect(await refusalOf(get())).toBe('404 global/notFound');
      });
    });

    describe('an etag', () => {
      test('is twice the time of the update in microseconds, and increases even if the clock stands still', async () => {
        const first = (await insert()).data;
        const second = (await put({ summary: 'Other' })).data;
        const micros = BigInt((first.updated ?? '').replace(/^.*\.(\d+)Z$/, '$1').padEnd(6, '0'));
        const seconds = BigInt(Date.parse((first.updated ?? '').replace(/\.\d+/, ''))) * 1000n;
        expect(first.etag).toBe(`"${2n * (seconds + micros)}"`);
        expect(Number(second.etag?.slice(1, -1))).toBeGreaterThan(Number(first.etag?.slice(1, -1)));
      });

      test('rejects updates and deletions if it is outdated, and accepts them for an asterisk', async () => {
        const { etag } = (await insert()).data;
        home.retitle(eventId, 'Moved by hand');
        expect(await refusalOf(put({}, etag ?? ''))).toBe('412 global/conditionNotMet');
        expect(await refusalOf(remove(etag ?? ''))).toBe('412 global/conditionNotMet');
        expect(await refusalOf(put({}, '*'))).toBe('none');
        expect(await refusalOf(remove('*'))).toBe('none');
      });

      test('stays the same when only reminders change', async () => {
        const { etag } = (await insert()).data;
        home.setReminders(eventId, [10]);
        expect((await get()).data.etag).toBe(etag);
        expect((await put({ reminders: { useDefault: false } })).data.etag).toBe(etag);
      });

      test('changes even in an update that changes no field, unless keepsEtagOfNoOp is set', async () => {
        const { etag } = (await insert()).data;
        const second = (await put()).data.etag;
        expect(second).not.toBe(etag);
        google.behaviour.keepsEtagOfNoOp = true;
        expect((await put()).data.etag).toBe(second);
        google.behaviour.keepsEtagOfNoOp = false;
      });
    });

    describe('an update', () => {
      test('clears the fields that it omits, and is rejected without start and end', async () => {
        await insert({ description: 'Long', colorId: '3', extendedProperties: { private: { a: 'b' } } });
        const { data } = await put();
        expect(data.description).toBeUndefined();
        expect(data.colorId).toBeUndefined();
        expect(data.extendedProperties).toBeUndefined();
        const requestBody = { summary: 'Bins' };
        expect(await refusalOf(events.update({ calendarId, eventId, requestBody }))).toBe(
          '400 global/invalid',
        );
        expect(google.takeProblems()).toHaveLength(1);
      });

      test('is rejected after the event was moved, unless it sends the increased sequence number', async () => {
        const { data } = await insert();
        expect(data.sequence).toBe(0);
        home.move(eventId, { start: { date: '2026-11-25' }, end: { date: '2026-11-26' } });
        expect(await refusalOf(put())).toBe('400 global/invalid');
        expect((await put({ sequence: 1, summary: 'Other' })).data.summary).toBe('Other');
      });

      test('changes a timed event to whole days, but a patch with the same fields is rejected', async () => {
        await insert();
        const whole = { start: day('2026-11-24'), end: day('2026-11-25') };
        expect(await refusalOf(events.patch({ calendarId, eventId, requestBody: whole }))).toBe(
          '400 global/invalid',
        );
        const { data } = await put(whole);
        expect(data.start).toEqual(whole.start);
        expect(data.end).toEqual(whole.end);
      });

      test('is rejected if the end is not after the start, or only one of them is a whole day', async () => {
        await insert();
        expect(await refusalOf(put({ end: at(11) }))).toBe('400 calendar/timeRangeEmpty');
        expect(await refusalOf(put({ end: day('2026-11-24') }))).toBe('400 global/invalid');
      });

      test('is rejected for an event that another person organises', async () => {
        await insert();
        home.handOver(eventId, 'max@gmail.example');
        expect(await refusalOf(put())).toBe('403 calendar/forbiddenForNonOrganizer');
      });
    });

    describe('a patch', () => {
      test('keeps the fields that it omits, and merges private properties', async () => {
        await insert({ description: 'Long', extendedProperties: { private: { a: 'b' } } });
        const requestBody = { summary: 'Other', extendedProperties: { private: { c: 'd' } } };
        const { data } = await events.patch({ calendarId, eventId, requestBody });
        expect(data).toMatchObject({
          ...{ summary: 'Other', description: 'Long' },
          extendedProperties: { private: { a: 'b', c: 'd' } },
        });
      });
    });

    describe('private properties', () => {
      test('are dropped if the name is too long and cut if the value is too long, without an error', async () => {
        const long = { ['k'.repeat(45)]: 'gone', ['k'.repeat(44)]: 'v'.repeat(1025) };
        const { data } = await insert({ extendedProperties: { private: long } });
        expect(data.extendedProperties?.private).toEqual({ ['k'.repeat(44)]: 'v'.repeat(1024) });
      });
    });

    test('a time is returned in the time zone of its calendar, or in the requested one', async () => {
      await insert({ start: { dateTime: '2026-11-24T06:00:00-05:00', timeZone: 'America/New_York' } });
      expect((await get()).data.start).toEqual({
        ...{ dateTime: '2026-11-24T12:00:00+01:00', timeZone: 'America/New_York' },
      });
      const { data } = await events.get({ calendarId, eventId, timeZone: 'UTC' });
      expect(data.start?.dateTime).toBe('2026-11-24T11:00:00Z');
    });
  });

  describe('listing events', () => {
    const DAY = 86_400_000;
    const MINE = 'gnHouseholdId=mine';

    let clock: SettableClock;
    let google: FakeGoogle;
    let home: CalendarHand;
    let events: calendar_v3.Resource$Events;

    beforeEach(async () => {
      clock = new SettableClock('2026-11-21T12:00:00Z');
      google = await FakeGoogle.start({ clock });
      const zoe = google.addAccount();
      home = google.addCalendar({ owner: zoe, timeZone: 'America/New_York', history: 100 });
      events = clientOf(google, google.grant(zoe).accessToken).events;
    });
    afterEach(() => google.close());

    const insert = async (summary: string, when: calendar_v3.Schema$Event = {}) => {
      const requestBody = { summary, start: at(12), end: at(13), ...when };
      const marked = { extendedProperties: { private: { gnHouseholdId: 'mine', gnApp: 'x' } } };
      const { data } = await events.insert({
        calendarId: home.id,
        requestBody: { ...requestBody, ...marked },
      });
      return data.id ?? '';
    };

    const list = async (query: Omit<calendar_v3.Params$Resource$Events$List, 'calendarId'> = {}) => {
      const pages: calendar_v3.Schema$Event[][] = [];
      let pageToken: string | undefined;
      do {
        const page = { ...query, ...(pageToken !== undefined && { pageToken }) };
        const { data } = await events.list({ calendarId: home.id, ...page });
        pages.push(data.items ?? []);
        pageToken = data.nextPageToken ?? undefined;
      } while (pageToken !== undefined);
      return pages;
    };
    const titles = async (query: Omit<calendar_v3.Params$Resource$Events$List, 'calendarId'>) =>
      (await list({ privateExtendedProperty: [MINE], ...query })).flat().map(({ summary }) => summary);

    describe('a list', () => {
      test('is divided into pages before it is filtered, so pages can be empty', async () => {
        await insert('one');
        const pages = await list({ privateExtendedProperty: [MINE], maxResults: 20 });
        expect(pages.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 1]);
      });

      test('has 250 events a page by default, and never more than longestPage', async () => {
        home = google.addCalendar({ owner: google.addAccount(), history: 300 });
        const max = google.addAccount();
        home.setRole(max, 'reader');
        events = clientOf(google, google.grant(max).accessToken).events;
        expect(await list({ showDeleted: true })).toHaveLength(2);
        google.behaviour.longestPage = 100;
        expect(await list({ showDeleted: true, maxResults: 2500 })).toHaveLength(3);
      });

      test('includes deleted events only with showDeleted', async () => {
        home.delete(await insert('gone'));
        await insert('here');
        expect(await titles({})).toEqual(['here']);
        expect(await titles({ showDeleted: true })).toEqual(['gone', 'here']);
      });

      test('includes events that were changed or deleted at or after updatedMin', async () => {
        await insert('early');
        clock.advance(60_000);
        const gone = await insert('gone');
        home.delete(gone);
        await insert('late');
        expect(await titles({ updatedMin: '2026-11-21T12:01:00Z' })).toEqual(['gone', 'late']);
        expect(await titles({ updatedMin: '2026-11-21T12:01:00.001Z' })).toEqual([]);
      });

      test('is refused if updatedMin is more than 20 days ago', async () => {
        const since = (days: number) => new Date(clock.now() - days * DAY).toISOString();
        expect(await refusalOf(list({ updatedMin: since(20) }))).toBe('none');
        expect(await refusalOf(list({ updatedMin: since(20.1) }))).toBe('410 calendar/updatedMinTooLongAgo');
      });

      test('excludes events that end at timeMin or start at timeMax', async () => {
        await insert('twelve to one');
        const bounds = (timeMin: string, timeMax: string) => titles({ timeMin, timeMax });
        expect(await bounds('2026-11-24T13:00:00+01:00', '2026-11-25T00:00:00Z')).toEqual([]);
        expect(await bounds('2026-11-24T12:59:59+01:00', '2026-11-25T00:00:00Z')).toEqual(['twelve to one']);
        expect(await bounds('2026-11-24T00:00:00Z', '2026-11-24T12:00:00+01:00')).toEqual([]);
      });

      test('lets whole-day events begin and end at midnight in the time zone of the calendar', async () => {
        await insert('all day', { start: { date: '2026-11-24' }, end: { date: '2026-11-25' } });
        expect(await titles({ timeMin: '2026-11-25T04:59:00Z' })).toEqual(['all day']);
        expect(await titles({ timeMin: '2026-11-25T05:00:00Z' })).toEqual([]);
      });

      test('can be ordered by the last change', async () => {
        const one = await insert('one');
        await insert('two');
        home.retitle(one, 'one again');
        expect(await titles({ orderBy: 'updated' })).toEqual(['two', 'one again']);
      });

      test('accepts a page token only with the query that returned it', async () => {
        const { data } = await events.list({ calendarId: home.id, maxResults: 20 });
        const pageToken = data.nextPageToken ?? '';
        const other = events.list({ calendarId: home.id, maxResults: 30, pageToken });
        expect(await refusalOf(other)).toBe('400 global/invalid');
      });

      test('is reported as a problem if it uses a parameter that the fake does not support', async () => {
        await list({ q: 'Bins' });
        expect(google.takeProblems()).toEqual([expect.stringContaining('parameter q')]);
      });
    });

    describe('optional behaviour of Google', () => {
      test('tombstones do not match a filter by properties if tombstonesLoseProperties is set', async () => {
        home.delete(await insert('gone'));
        google.behaviour.tombstonesLoseProperties = true;
        expect(await titles({ showDeleted: true })).toEqual([]);
      });

      test('lists return older data if staleReadMs is set', async () => {
        const id = await insert('first');
        clock.advance(10_000);
        home.retitle(id, 'second');
        google.behaviour.staleReadMs = 5000;
        expect(await titles({})).toEqual(['first']);
        clock.advance(5000);
        expect(await titles({})).toEqual(['second']);
        await insert('third');
        expect(await titles({})).toEqual(['second']);
      });
    });

    describe('changes that people make in the calendar', () => {
      test('a copy of an event has its own id and the same properties', async () => {
        const id = await insert('one');
        const copy = home.duplicate(id);
        expect(copy.id).not.toBe(id);
        expect(await titles({})).toEqual(['one', 'one']);
      });

      test('moving an event to another calendar leaves a tombstone', async () => {
        const other = google.addCalendar({});
        const id = await insert('one');
        home.moveTo(id, other);
        expect(home.event(id).status).toBe('cancelled');
        expect(other.liveEvents().map((event) => event.id)).toEqual([id]);
      });

      test('restoring an event from the bin works until the bin is emptied', async () => {
        const id = await insert('one');
        home.delete(id);
        home.restore(id);
        expect(await titles({})).toEqual(['one']);
        home.delete(id);
        home.emptyBin();
        expect(() => home.restore(id)).toThrow('is not in the bin');
      });

      test('an event that is made recurring is listed once, with its rule', async () => {
        const id = await insert('one');
        home.makeRecurring(id);
        const [event] = (await list({ privateExtendedProperty: [MINE] })).flat();
        expect(event).toMatchObject({ id, recurrence: ['RRULE:FREQ=WEEKLY'], sequence: 1 });
      });

      test('an event is returned with its guests', async () => {
        const id = await insert('one');
        home.addGuests(id, ['max@else.example']);
        const { data } = await events.get({ calendarId: home.id, eventId: id });
        expect(data.attendees).toEqual([{ email: 'max@else.example', responseStatus: 'needsAction' }]);
      });
    });
  });
});

describe('controls of the fake Google Calendar', () => {
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

  describe('a planned fault', () => {
    test('affects only matching requests, from the given request on and the given number of times', async () => {
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

    test('can be decided by a function for each request', async () => {
      google.faults.decideBy(({ call }) => (call.method === 'POST' ? { kind: 'reset before effect' } : null));
      await expect(insert()).rejects.toMatchObject({ status: undefined });
      expect(await refusalOf(list())).toBe('none');
    });

    test.each([
      ['reset before effect', 0],
      ['reset after effect', 1],
      ['truncated body', 1],
    ] as const)('of the kind "%s" breaks the connection, and %i events are created', async (kind, made) => {
      google.faults.add({ operation: 'events.insert' }, { kind });
      await expect(insert()).rejects.toMatchObject({ status: undefined });
      expect(home.liveEvents()).toHaveLength(made);
      expect(google.journal.effectiveWrites()).toHaveLength(made);
    });

    test('makes the Google client return a string if the body is cut short or is an HTML page', async () => {
      google.faults.add({ operation: 'events.insert' }, { kind: 'short body' });
      expect((await insert()).data).toEqual(expect.stringMatching(/^\{"kind"/));
      google.faults.add({ operation: 'events.list' }, { kind: 'answer', answer: pageOf(200, 'Hotel') });
      expect((await list()).data).toEqual(expect.stringContaining('<html'));
    });

    test('causes no error in the Google client if only the content type is wrong', async () => {
      google.faults.add({ operation: 'events.list' }, { kind: 'wrong type' });
      expect(await refusalOf(list())).toBe('none');
    });

    test('can answer with an error although the event was created', async () => {
      const answer = errorAnswer('backendError');
      google.faults.add({ operation: 'events.insert' }, { kind: 'answer after effect', answer });
      expect(await refusalOf(insert())).toBe('503 global/backendError');
      expect(home.liveEvents()).toHaveLength(1);
    });

    test.each([
      ['hang', 0],
      ['hang after effect', 1],
    ] as const)(
      'of the kind "%s" keeps the client waiting, and %i events are created',
      async (kind, made) => {
        google.faults.add({ operation: 'events.insert' }, { kind });
        const leaving = new AbortController();
        let isAnswered = false;
        const call = events
          .insert({ calendarId: home.id, requestBody: anEvent() }, { signal: leaving.signal })
          .finally(() => (isAnswered = true));
        const hasStruck = () => google.journal.writes().some(({ fault }) => fault === kind);
        await until(() => hasStruck() && home.liveEvents().length === made, 'the fault has struck');
        expect(isAnswered).toBe(false);
        leaving.abort();
        await expect(call).rejects.toThrow();
      },
    );

    test('answers with the given headers', async () => {
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
    test('can hold a request before or after it takes effect', async () => {
      for (const [when, made] of [
        ['before effect', 0],
        ['after effect', 1],
      ] as const) {
        const barrier = google.barriers.hold({ operation: 'events.insert' }, when);
        const insertion = insert();
        await within(barrier.reached, 'the request arrives');
        expect(home.liveEvents()).toHaveLength(made);
        barrier.release();
        await insertion;
        home.forget(anEvent().id ?? '');
      }
    });
  });

  describe('the request journal', () => {
    test('records every request with its effect, and how many requests ran in parallel', async () => {
      await insert();
      await refusalOf(insert());
      const barrier = google.barriers.hold({ operation: 'events.list' });
      const first = list();
      await within(barrier.reached, 'the request arrives');
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

  describe('the clock of the fake', () => {
    test('can be wrong, and sets the Date header of every answer', async () => {
      google.clock.skewMs = -600_000;
      const { headers } = await list();
      expect((headers as unknown as { date: string }).date).toBe('Sat, 21 Nov 2026 11:50:00 GMT');
    });
  });

  describe('a client that sends invalid requests', () => {
    test.each(['/calendar/v3/colors', '/v1/households', '/calendar/v3/calendars/x/events/y/move'])(
      'gets status 501 for %s, and closing the fake fails',
      async (path) => {
        expect((await fetch(google.url + path)).status).toBe(501);
        const another = await FakeGoogle.start();
        await fetch(another.url + path);
        await expect(another.close()).rejects.toThrow('is not known here');
        expect(google.takeProblems()).toHaveLength(1);
      },
    );

    test('is reported if it sends fields that the API does not know', async () => {
      const requestBody = { ...anEvent(), title: 'Bins' } as calendar_v3.Schema$Event;
      await events.insert({ calendarId: home.id, requestBody });
      expect(google.takeProblems()).toEqual([expect.stringContaining('additional properties')]);
    });
  });
});
