import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { calendar_v3 } from '@googleapis/calendar';
import type { CalendarHand } from '../../support/fake-google/calendar-hand.js';
import type { Account } from '../../support/fake-google/calendars.js';
import { CALENDAR_SCOPES, FakeGoogle } from '../../support/fake-google/fake-google.js';
import { SettableClock } from '../../support/settable-clock.js';
import { anEvent, clientOf, refusalOf } from './client.js';

let clock: SettableClock;
let google: FakeGoogle;
let zoe: Account;
let home: CalendarHand;
let api: calendar_v3.Calendar;

beforeEach(async () => {
  clock = new SettableClock('2026-11-21T12:00:00Z');
  google = await FakeGoogle.start({ clock });
  zoe = google.addAccount({ email: 'zoe@gmail.example' });
  home = google.addCalendar({ summary: 'Home', shared: [[zoe, 'writer']] });
  api = clientOf(google, google.grant(zoe).accessToken);
});
afterEach(() => google.close());

const insert = (id?: string) =>
  api.events.insert({ calendarId: home.id, requestBody: anEvent(id === undefined ? {} : { id }) });
const list = () => api.events.list({ calendarId: home.id });

describe('a token', () => {
  test('must be sent, known, and not expired', async () => {
    for (const token of ['unknown', google.grant(zoe).refreshToken])
      expect(await refusalOf(clientOf(google, token).events.list({ calendarId: home.id }))).toBe(
        '401 global/authError',
      );
    clock.advance(3_599_000);
    expect(await refusalOf(list())).toBe('401 global/authError');
    const bare = await fetch(`${google.url}/calendar/v3/users/me/calendarList`);
    expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([
      ...[401, expect.stringContaining('Bearer')],
    ]);
  });

  test.each([
    ['calendar.calendarlist.readonly', ['403 global/insufficientPermissions', 'none']],
    ['calendar.events', ['none', '403 global/insufficientPermissions']],
    ['calendar.events.readonly', ['none', '403 global/insufficientPermissions']],
  ])('with %s alone does only what that allows', async (name, [events, entries]) => {
    const { accessToken } = google.grant(zoe, [`https://www.googleapis.com/auth/${name}`]);
    const limited = clientOf(google, accessToken);
    expect(await refusalOf(limited.events.list({ calendarId: home.id }))).toBe(events);
    expect(await refusalOf(limited.calendarList.list())).toBe(entries);
  });

  test('with the scopes of the planner reads the entry of a calendar, but not the calendar', async () => {
    const limited = clientOf(google, google.grant(zoe, CALENDAR_SCOPES).accessToken);
    const { data } = await limited.calendarList.get({ calendarId: home.id });
    expect(data.accessRole).toBe('writer');
    expect(await refusalOf(limited.calendars.get({ calendarId: home.id }))).toBe(
      '403 global/insufficientPermissions',
    );
  });
});

describe('a role', () => {
  test.each([
    ['reader', '403 calendar/requiredAccessLevel'],
    ['freeBusyReader', '403 calendar/requiredAccessLevel'],
    ['writerWithoutPrivateAccess', 'none'],
    ['writer', 'none'],
    ['owner', 'none'],
  ] as const)('of %s answers a write with %s', async (role, answer) => {
    home.setRole(zoe, role);
    expect(await refusalOf(insert())).toBe(answer);
    expect(await refusalOf(list())).toBe('none');
  });

  test('that is gone, or a calendar that is deleted, is not found', async () => {
    home.setRole(zoe, null);
    for (const call of [list, insert]) expect(await refusalOf(call())).toBe('404 global/notFound');
    home.setRole(zoe, 'owner');
    home.deleteCalendar();
    for (const call of [list, insert]) expect(await refusalOf(call())).toBe('404 global/notFound');
  });

  test('stands in the list of calendars, which comes in pages', async () => {
    const { data } = await api.calendarList.list({ maxResults: 1 });
    expect(data.items).toEqual([
      expect.objectContaining({ id: zoe.email, primary: true, accessRole: 'owner' }),
    ]);
    const { data: second } = await api.calendarList.list({
      maxResults: 1,
      pageToken: data.nextPageToken ?? '',
    });
    expect(second.items).toEqual([
      expect.objectContaining({ id: home.id, summary: 'Home', accessRole: 'writer' }),
    ]);
    expect(second.nextPageToken).toBeUndefined();
  });
});

describe('a quota', () => {
  test('of a user is counted in any 60 seconds, and a patch costs three', async () => {
    google.quotas.limits.perUser = 5;
    await insert();
    const eventId = anEvent().id ?? '';
    const patch = () => api.events.patch({ calendarId: home.id, eventId, requestBody: { summary: 'x' } });
    await patch();
    await list();
    expect(await refusalOf(list())).toBe('403 usageLimits/rateLimitExceeded');
    const max = google.addAccount();
    home.setRole(max, 'reader');
    const other = clientOf(google, google.grant(max).accessToken);
    expect(await refusalOf(other.events.list({ calendarId: home.id }))).toBe('none');
    clock.advance(59_999);
    expect(await refusalOf(list())).toBe('403 usageLimits/rateLimitExceeded');
    clock.advance(1);
    expect(await refusalOf(list())).toBe('none');
  });

  test('of a calendar counts quick writes, and may be answered with 429', async () => {
    google.quotas.limits.writesPerCalendar = 1;
    google.quotas.error = 'tooManyRequests';
    expect(await refusalOf(insert('gnaaaaa1'))).toBe('none');
    expect(await refusalOf(insert('gnaaaaa2'))).toBe('429 usageLimits/rateLimitExceeded');
    clock.advance(1000);
    expect(await refusalOf(insert('gnaaaaa2'))).toBe('none');
  });

  test('that was broken makes calendars read-only for hours', async () => {
    google.quotas.makeReadOnly(zoe, 3 * 3_600_000);
    expect(await refusalOf(insert())).toBe('403 usageLimits/quotaExceeded');
    expect(await refusalOf(list())).toBe('none');
    clock.advance(3 * 3_600_000);
    api = clientOf(google, google.grant(zoe).accessToken);
    expect(await refusalOf(insert())).toBe('none');
  });
});
