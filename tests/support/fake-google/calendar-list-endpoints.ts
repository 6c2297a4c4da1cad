import { refusal, type Answer } from './answers.js';
import type { Account, Role, StoredCalendar } from './calendars.js';
import type { Call } from './call.js';
import type { World } from './world.js';

const MAX_PAGE_SIZE = 250;

/** The methods `calendarList.list` and `calendarList.get`. */
export const calendarListEndpoints = {
  list({ calendars }: World, account: Account, { query }: Call): Answer {
    const all = calendars.listOf(account);
    const size = Math.min(MAX_PAGE_SIZE, Number(query.get('maxResults') ?? 100));
    const start = Number(query.get('pageToken') ?? 0);
    if (!Number.isInteger(size) || size < 1 || !Number.isInteger(start)) throw refusal('invalid');
    const items = all
      .slice(start, start + size)
      .map(({ calendar, role }) => entryOf(calendar, role, account));
    const next = start + size < all.length ? { nextPageToken: String(start + size) } : {};
    return { status: 200, body: { kind: 'calendar#calendarList', etag: '"p33"', ...next, items } };
  },

  get({ calendars }: World, account: Account, { calendarId }: Call): Answer {
    const seen = calendars.seenBy(account, calendarId);
    if (seen === undefined) throw refusal('notFound');
    return { status: 200, body: entryOf(seen.calendar, seen.role, account) };
  },
};

function entryOf({ id, fields }: StoredCalendar, accessRole: Role, { sub }: Account): object {
  return {
    kind: 'calendar#calendarListEntry',
    etag: '"1600000000000000"',
    id,
    summary: fields.summary,
    timeZone: fields.timeZone,
    colorId: '14',
    backgroundColor: '#9fe1e7',
    foregroundColor: '#000000',
    selected: true,
    accessRole,
    defaultReminders: [],
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    ...(fields.primaryOf === sub && { primary: true }),
  };
}
