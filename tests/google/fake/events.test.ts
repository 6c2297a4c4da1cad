import type { calendar_v3 } from '@googleapis/calendar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { errorAnswer, pageOf } from '../../support/fake-google/answers.js';
import type { CalendarHand } from '../../support/fake-google/calendar-hand.js';
import type { Account } from '../../support/fake-google/calendars.js';
import { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { SettableClock } from '../../support/settable-clock.js';
import { anEvent, at, clientOf, refusalOf } from './client.js';
import { until } from '../../support/until.js';

describe('events of the fake', () => {
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

    describe('an id', () => {
      test('is taken by a living event, and by a deleted one', async () => {
        await insert();
        expect(await refusalOf(insert())).toBe('409 global/duplicate');
        await remove();
        expect(await refusalOf(insert())).toBe('409 global/duplicate');
      });

      test('of two inserts at once one is taken', async () => {
        const answers = await Promise.all([refusalOf(insert()), refusalOf(insert())]);
        expect(answers.toSorted()).toEqual(['409 global/duplicate', 'none']);
      });

      test.each(['GN0123', 'gnxyz', 'gn01'])('%s is not one', async (id) => {
        expect(await refusalOf(insert({ id }))).toBe('400 global/invalid');
      });

      test('that was never seen is not found, whatever is asked', async () => {
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

      test('is shown as cancelled, and cannot be deleted again', async () => {
        expect((await get()).data).toMatchObject({ id: eventId, status: 'cancelled', summary: 'Bins' });
        expect(await refusalOf(remove())).toBe('410 global/deleted');
      });

      test('forbids changes that do not bring it back', async () => {
        const patch = events.patch({ calendarId, eventId, requestBody: { summary: 'Other' } });
        expect(await refusalOf(patch)).toBe('403 global/forbidden');
      });

      test('comes back by an update to confirmed', async () => {
        expect((await put()).data.status).toBe('confirmed');
        expect(home.liveEvents()).toHaveLength(1);
      });

      test('never comes back from an emptied bin, and says nothing true any more', async () => {
        home.emptyBin();
        expect(await refusalOf(put())).toBe('403 global/forbidden');
        const { data } = await get();
        expect(data.status).toBe('cancelled');
        expect(data.summary).toBe('');
        expect(data.eventType).toBeUndefined();
        expect(data.start).not.toEqual(at(12));
      });

      test('is forbidden before its etag is compared, or after, as the test chooses', async () => {
        home.emptyBin();
        expect(await refusalOf(put({}, '"1"'))).toBe('412 global/conditionNotMet');
        google.behaviour.forbidsBeforeMatching = true;
        expect(await refusalOf(put({}, '"1"'))).toBe('403 global/forbidden');
        google.behaviour.forbidsBeforeMatching = false;
      });

      test('is some day unknown', async () => {
        home.forget(eventId);
        expect(await refusalOf(get())).toBe('404 global/notFound');
      });
    });

    describe('an etag', () => {
      test('is twice the microsecond of the update, and grows while the clock stands', async () => {
        const first = (await insert()).data;
        const second = (await put({ summary: 'Other' })).data;
        const micros = BigInt((first.updated ?? '').replace(/^.*\.(\d+)Z$/, '$1').padEnd(6, '0'));
        const seconds = BigInt(Date.parse((first.updated ?? '').replace(/\.\d+/, ''))) * 1000n;
        expect(first.etag).toBe(`"${2n * (seconds + micros)}"`);
        expect(Number(second.etag?.slice(1, -1))).toBeGreaterThan(Number(first.etag?.slice(1, -1)));
      });

      test('guards updates and deletions; a star forces', async () => {
        const { etag } = (await insert()).data;
        home.retitle(eventId, 'Moved by hand');
        expect(await refusalOf(put({}, etag ?? ''))).toBe('412 global/conditionNotMet');
        expect(await refusalOf(remove(etag ?? ''))).toBe('412 global/conditionNotMet');
        expect(await refusalOf(put({}, '*'))).toBe('none');
        expect(await refusalOf(remove('*'))).toBe('none');
      });

      test('stays when only reminders change', async () => {
        const { etag } = (await insert()).data;
        home.setReminders(eventId, [10]);
        expect((await get()).data.etag).toBe(etag);
        expect((await put({ reminders: { useDefault: false } })).data.etag).toBe(etag);
      });

      test('of an update that changes nothing is new, or stays, as the test chooses', async () => {
        const { etag } = (await insert()).data;
        const second = (await put()).data.etag;
        expect(second).not.toBe(etag);
        google.behaviour.keepsEtagOfNoOp = true;
        expect((await put()).data.etag).toBe(second);
        google.behaviour.keepsEtagOfNoOp = false;
      });
    });

    describe('an update', () => {
      test('clears what it leaves out, and must say when', async () => {
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

      test('needs the sequence that a drag has counted up', async () => {
        const { data } = await insert();
        expect(data.sequence).toBe(0);
        home.move(eventId, { start: { date: '2026-11-25' }, end: { date: '2026-11-26' } });
        expect(await refusalOf(put())).toBe('400 global/invalid');
        expect((await put({ sequence: 1, summary: 'Other' })).data.summary).toBe('Other');
      });

      test('changes a timed event to whole days; a patch must remove what was there', async () => {
        await insert();
        const whole = { start: day('2026-11-24'), end: day('2026-11-25') };
        expect(await refusalOf(events.patch({ calendarId, eventId, requestBody: whole }))).toBe(
          '400 global/invalid',
        );
        const { data } = await put(whole);
        expect(data.start).toEqual(whole.start);
        expect(data.end).toEqual(whole.end);
      });

      test('of a range that is empty, or of two kinds, is refused', async () => {
        await insert();
        expect(await refusalOf(put({ end: at(11) }))).toBe('400 calendar/timeRangeEmpty');
        expect(await refusalOf(put({ end: day('2026-11-24') }))).toBe('400 global/invalid');
      });

      test('of an event of somebody else is refused', async () => {
        await insert();
        home.handOver(eventId, 'max@gmail.example');
        expect(await refusalOf(put())).toBe('403 calendar/forbiddenForNonOrganizer');
      });
    });

    describe('a patch', () => {
      test('keeps what it does not name, and merges what is inside', async () => {
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
      test('with long names are dropped and long values cut, without a word', async () => {
        const long = { ['k'.repeat(45)]: 'gone', ['k'.repeat(44)]: 'v'.repeat(1025) };
        const { data } = await insert({ extendedProperties: { private: long } });
        expect(data.extendedProperties?.private).toEqual({ ['k'.repeat(44)]: 'v'.repeat(1024) });
      });
    });

    test('a time is shown in the zone of its calendar, or the one that is asked for', async () => {
      await insert({ start: { dateTime: '2026-11-24T06:00:00-05:00', timeZone: 'America/New_York' } });
      expect((await get()).data.start).toEqual({
        ...{ dateTime: '2026-11-24T12:00:00+01:00', timeZone: 'America/New_York' },
      });
      const { data } = await events.get({ calendarId, eventId, timeZone: 'UTC' });
      expect(data.start?.dateTime).toBe('2026-11-24T11:00:00Z');
    });
  });

  describe('lists', () => {
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
      test('is cut into pages before it is filtered: empty ones come before full ones', async () => {
        await insert('one');
        const pages = await list({ privateExtendedProperty: [MINE], maxResults: 20 });
        expect(pages.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 1]);
      });

      test('has pages of 250 unless asked, and never longer ones than the provider likes', async () => {
        home = google.addCalendar({ owner: google.addAccount(), history: 300 });
        const max = google.addAccount();
        home.setRole(max, 'reader');
        events = clientOf(google, google.grant(max).accessToken).events;
        expect(await list({ showDeleted: true })).toHaveLength(2);
        google.behaviour.longestPage = 100;
        expect(await list({ showDeleted: true, maxResults: 2500 })).toHaveLength(3);
      });

      test('shows the deleted only when asked', async () => {
        home.delete(await insert('gone'));
        await insert('here');
        expect(await titles({})).toEqual(['here']);
        expect(await titles({ showDeleted: true })).toEqual(['gone', 'here']);
      });

      test('since an instant begins with it, and holds the deleted in any case', async () => {
        await insert('early');
        clock.advance(60_000);
        const gone = await insert('gone');
        home.delete(gone);
        await insert('late');
        expect(await titles({ updatedMin: '2026-11-21T12:01:00Z' })).toEqual(['gone', 'late']);
        expect(await titles({ updatedMin: '2026-11-21T12:01:00.001Z' })).toEqual([]);
      });

      test('since too long ago is refused', async () => {
        const since = (days: number) => new Date(clock.now() - days * DAY).toISOString();
        expect(await refusalOf(list({ updatedMin: since(20) }))).toBe('none');
        expect(await refusalOf(list({ updatedMin: since(20.1) }))).toBe('410 calendar/updatedMinTooLongAgo');
      });

      test('of a window excludes what ends when it starts, and what starts when it ends', async () => {
        await insert('twelve to one');
        const bounds = (timeMin: string, timeMax: string) => titles({ timeMin, timeMax });
        expect(await bounds('2026-11-24T13:00:00+01:00', '2026-11-25T00:00:00Z')).toEqual([]);
        expect(await bounds('2026-11-24T12:59:59+01:00', '2026-11-25T00:00:00Z')).toEqual(['twelve to one']);
        expect(await bounds('2026-11-24T00:00:00Z', '2026-11-24T12:00:00+01:00')).toEqual([]);
      });

      test("counts whole days from the calendar's midnight", async () => {
        await insert('all day', { start: { date: '2026-11-24' }, end: { date: '2026-11-25' } });
        expect(await titles({ timeMin: '2026-11-25T04:59:00Z' })).toEqual(['all day']);
        expect(await titles({ timeMin: '2026-11-25T05:00:00Z' })).toEqual([]);
      });

      test('may be ordered by the last change', async () => {
        const one = await insert('one');
        await insert('two');
        home.retitle(one, 'one again');
        expect(await titles({ orderBy: 'updated' })).toEqual(['two', 'one again']);
      });

      test('takes a page token only for the query that it came from', async () => {
        const { data } = await events.list({ calendarId: home.id, maxResults: 20 });
        const pageToken = data.nextPageToken ?? '';
        const other = events.list({ calendarId: home.id, maxResults: 30, pageToken });
        expect(await refusalOf(other)).toBe('400 global/invalid');
      });

      test('with a parameter that the fake does not honour fails the test', async () => {
        await list({ q: 'Bins' });
        expect(google.takeProblems()).toEqual([expect.stringContaining('parameter q')]);
      });
    });

    describe('as some observe it', () => {
      test('tombstones match properties no more', async () => {
        home.delete(await insert('gone'));
        google.behaviour.tombstonesLoseProperties = true;
        expect(await titles({ showDeleted: true })).toEqual([]);
      });

      test('readers see what was true some time ago', async () => {
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

    describe('what people do in the calendar', () => {
      test('a copy has an id of its own and the same properties', async () => {
        const id = await insert('one');
        const copy = home.duplicate(id);
        expect(copy.id).not.toBe(id);
        expect(await titles({})).toEqual(['one', 'one']);
      });

      test('moving to another calendar leaves a tombstone', async () => {
        const other = google.addCalendar({});
        const id = await insert('one');
        home.moveTo(id, other);
        expect(home.event(id).status).toBe('cancelled');
        expect(other.liveEvents().map((event) => event.id)).toEqual([id]);
      });

      test('restoring from the bin brings the event back; an emptied bin holds nothing', async () => {
        const id = await insert('one');
        home.delete(id);
        home.restore(id);
        expect(await titles({})).toEqual(['one']);
        home.delete(id);
        home.emptyBin();
        expect(() => home.restore(id)).toThrow('is not in the bin');
      });

      test('a series is one event, with the rule', async () => {
        const id = await insert('one');
        home.makeRecurring(id);
        const [event] = (await list({ privateExtendedProperty: [MINE] })).flat();
        expect(event).toMatchObject({ id, recurrence: ['RRULE:FREQ=WEEKLY'], sequence: 1 });
      });

      test('guests come with the event', async () => {
        const id = await insert('one');
        home.addGuests(id, ['max@else.example']);
        const { data } = await events.get({ calendarId: home.id, eventId: id });
        expect(data.attendees).toEqual([{ email: 'max@else.example', responseStatus: 'needsAction' }]);
      });
    });
  });
});

describe('control of the fake', () => {
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
});
