import { setImmediate } from 'node:timers/promises';
import { foldLines, ICalCalendar, ICalEvent, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { FeedContent } from '../../../application/feeds/read-feed.js';
import { feedNotes } from '../../../domain/feeds/feed.js';
import { calendarTitle } from '../../../domain/households/calendar-title.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { toInstants } from '../../../domain/tasks/schedule.js';
import { Secret, type InstantText, presenterOf } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { Flag, Id, InstantField } from '../../validation/values.js';

@Description('A secret iCalendar address with tasks of a household.')
export class FeedDto {
  @Id() id!: string;
  @Id() householdId!: string;

  @Description('True if the feed contains personal tasks of its owner.')
  @Flag()
  personal!: boolean;

  @InstantField() createdAt!: InstantText;

  @Description(
    'The time at which a program last read the feed, updated at most once an hour. null means never.',
  )
  @OrNull()
  @InstantField()
  lastUsedAt!: InstantText | null;
}

export class NewFeedDto extends FeedDto {
  @Description('The secret address. Only this answer contains it.')
  @Secret({ format: 'uri' })
  url!: string;
}

export const presentFeed = presenterOf(FeedDto);

/** How often calendar programs should read the feed. */
const REFRESH_SECONDS = 900;
const DONE_MARK = '✓ ';

/** The data from which a feed is rendered. */
type Rendering = Omit<FeedContent, 'view'>;

/** After this many events, other requests get a chance to run. */
const EVENTS_AT_ONCE = 20;
const END = 'END:VCALENDAR';

/**
 * Writes the calendar as RFC 5545 in pieces, so that other requests run in between. Times are in UTC, so
 * programs need not know the time zone of the household.
 */
export async function* writeCalendar(
  content: Rendering,
  links: { webBaseUrl: string },
): AsyncGenerator<string> {
  const { household } = content;
  const calendar = new ICalCalendar({
    name: escaped(household.name),
    prodId: { company: 'Household planner', product: 'Feed', language: household.locale.toUpperCase() },
    ttl: REFRESH_SECONDS,
    scale: 'gregorian',
  });
  yield calendar.toString().slice(0, -END.length);
  for await (const page of content.pages())
    for (let at = 0; at < page.length; at += EVENTS_AT_ONCE) {
      const events = page.slice(at, at + EVENTS_AT_ONCE).map((one) => buildEvent(one, content, links));
      yield foldLines(events.map((event) => new ICalEvent(event, calendar).toString()).join(''));
      await setImmediate();
    }
  yield `${END}\r\n`;
}

function buildEvent(occurrence: Occurrence, content: Rendering, { webBaseUrl }: { webBaseUrl: string }) {
  const { id, version, status, createdAt, updatedAt } = occurrence;
  return {
    id: `${id}@${new URL(webBaseUrl).hostname}`,
    sequence: version - 1,
    stamp: new Date(updatedAt),
    created: new Date(createdAt),
    lastModified: new Date(updatedAt),
    summary: buildSummary(occurrence, content),
    ...buildDescription(occurrence, content),
    url: `${webBaseUrl}/households/${content.household.id}/occurrences/${id}`,
    status: ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
    ...(status === 'DONE' && { x: [['X-PLANNER-STATUS', 'DONE']] as [string, string][] }),
    ...buildTimes(occurrence, content),
  };
}

function buildSummary(
  { title, status, responsibleMemberIds }: Occurrence,
  { household, memberNames }: Rendering,
): string {
  const members = responsibleMemberIds.flatMap((id) => memberNames.get(id) ?? []);
  const summary = calendarTitle(household.calendarTitleFormat, { title, members });
  return status === 'DONE' ? DONE_MARK + summary : summary;
}

function buildDescription({ notes, categoryId }: Occurrence, { categoryNames }: Rendering) {
  const category = categoryId === null ? undefined : categoryNames.get(categoryId);
  const parts = [category, notes && feedNotes(notes)].filter((part) => part !== undefined && part !== null);
  return parts.length > 0 && { description: parts.join('\n') };
}

/**
 * Escapes a TEXT value (RFC 5545, section 3.3.11). The package escapes everything except the calendar's name.
 */
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`);

/** An all-day event ends at the beginning of the next day (RFC 5545). */
function buildTimes(occurrence: Occurrence, { household }: Rendering) {
  const { date, time, durationMinutes } = occurrence;
  if (time === null)
    return {
      start: midnightUtc(date as CivilDate),
      end: midnightUtc(addDays(date as CivilDate, 1)),
      allDay: true,
    };
  const { startsAt, endsAt } = toInstants(occurrence, household.timeZone);
  return {
    start: new Date(startsAt as number),
    ...(durationMinutes !== null && { end: new Date(endsAt as number) }),
  };
}

const midnightUtc = (date: CivilDate) => new Date(`${date}T00:00:00Z`);
