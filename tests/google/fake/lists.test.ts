import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { calendar_v3 } from '@googleapis/calendar';
import type { CalendarHand } from '../../support/fake-google/calendar-hand.js';
import { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { SettableClock } from '../../support/settable-clock.js';
import { at, clientOf, refusalOf } from './client.js';

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
  const { data } = await events.insert({ calendarId: home.id, requestBody: { ...requestBody, ...marked } });
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
