import type { calendar_v3 } from '@googleapis/calendar';
import type { RemoteEvent } from '../../../domain/calendar/answers.js';
import type { EventOwner, EventTimes, EventToPublish } from '../../../domain/calendar/event.js';
import { addDays, parseCivilDate, toDayNumber } from '../../../domain/shared/civil-date.js';
import { DAY_MS, MINUTE_MS } from '../../../domain/shared/durations.js';
import { offsetAt, type Instant, type TimeZone } from '../../../domain/shared/zone.js';
import { isJsonObject, type JsonObject } from '../../../domain/shared/json.js';
import { objectIn, textIn } from './json.js';

/**
 * Builds the complete event for insert and update (PUT). An update clears all fields that are left out, so guests,
 * colours and recurrence that somebody added in the calendar are removed. The status `confirmed` restores a deleted
 * event.
 */
export function buildEventBody(event: EventToPublish): calendar_v3.Schema$Event {
  return {
    summary: event.title,
    description: event.description,
    status: 'confirmed',
    transparency: 'transparent',
    reminders: { useDefault: false, overrides: [] },
    extendedProperties: { private: buildPrivateProperties(event.owner) },
    ...buildRange(event.times, event.timeZone),
  };
}

function buildRange(times: EventTimes, timeZone: TimeZone): Pick<calendar_v3.Schema$Event, 'start' | 'end'> {
  if (times.kind === 'days') return { start: { date: times.from }, end: { date: times.until } };
  return { start: buildPoint(times.start, timeZone), end: buildPoint(times.end, timeZone) };
}

/** Writes a time with its offset, so that it is unambiguous when daylight saving begins or ends. */
function buildPoint(instant: Instant, timeZone: TimeZone): calendar_v3.Schema$EventDateTime {
  const offset = Math.round(offsetAt(timeZone, instant));
  const local = new Date(instant + offset * MINUTE_MS).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const pair = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
  return { dateTime: `${local}${offset < 0 ? '-' : '+'}${pair}`, timeZone };
}

const MAX_DAYS = 366;

/**
 * Reads an event. Returns null if the data is not a complete event. Google guarantees only the id of a cancelled
 * event, so its texts and times are not read. A cancelled event without `updated` counts as changed at `now`.
 */
export function readRemoteEvent(data: unknown, now: Instant): RemoteEvent | null {
  if (!isJsonObject(data)) return null;
  const [eventId, etag, status] = [textIn(data, 'id'), textIn(data, 'etag'), textIn(data, 'status')];
  const cancelled = status === 'cancelled';
  const updated = Date.parse(textIn(data, 'updated') ?? '');
  if (eventId === null || status === null) return null;
  if (!cancelled && (etag === null || Number.isNaN(updated))) return null;
  const sequence = data['sequence'];
  return {
    ...{ eventId, cancelled, etag: etag ?? '', sequence: typeof sequence === 'number' ? sequence : 0 },
    updated: Number.isNaN(updated) ? now : updated,
    owner: readOwner(objectIn(objectIn(data, 'extendedProperties'), 'private')),
    title: cancelled ? '' : (textIn(data, 'summary') ?? ''),
    description: cancelled ? '' : (textIn(data, 'description') ?? ''),
    times: cancelled ? null : readTimes(objectIn(data, 'start'), objectIn(data, 'end')),
  };
}

function readTimes(start: JsonObject, end: JsonObject): EventTimes | null {
  const [from, endDay] = [dayIn(start), dayIn(end)];
  if (from !== null && endDay !== null) {
    // Some programs write whole-day events that end on the day on which they start.
    const until = endDay > from ? endDay : addDays(from, 1);
    return toDayNumber(until) - toDayNumber(from) > MAX_DAYS ? null : { kind: 'days', from, until };
  }
  const [first, last] = [instantIn(start), instantIn(end)];
  if (first === null || last === null || last < first || last - first > MAX_DAYS * DAY_MS) return null;
  return { kind: 'instants', start: first, end: last };
}

const dayIn = (point: JsonObject) => parseCivilDate(textIn(point, 'date') ?? '');

/**
 * Reads an instant. Google writes times in the reader's time zone but always with an offset, so the name of the zone
 * is not needed.
 */
function instantIn(point: JsonObject): Instant | null {
  const text = textIn(point, 'dateTime') ?? '';
  const instant = Date.parse(text);
  return /(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(instant) ? instant : null;
}

/**
 * Marks events of this application. The id of a household is not enough, because another program may store the same
 * id in its events.
 */
const APP = 'household-planner';

/**
 * Returns the private properties that identify our event. Google drops keys over 44 characters and cuts values over
 * 1024 characters, without an error.
 */
export function buildPrivateProperties({
  occurrenceId,
  taskId,
  householdId,
}: EventOwner): Record<string, string> {
  return { gnOccurrenceId: occurrenceId, gnTaskId: taskId, gnHouseholdId: householdId, gnApp: APP };
}

/**
 * Returns the filter for listing a household's events. Only one property is used, because Google does not document
 * whether several must all match.
 */
export const householdConstraint = (householdId: string): string => `gnHouseholdId=${householdId}`;

/**
 * Returns the owner in the private properties, or null if another program wrote them or one of the two ids is
 * missing.
 */
export function readOwner(properties: JsonObject): RemoteEvent['owner'] {
  const [occurrenceId = null, householdId = null] = ['gnOccurrenceId', 'gnHouseholdId'].map((name) =>
    textIn(properties, name),
  );
  const isOurs = properties['gnApp'] === APP;
  return isOurs && occurrenceId !== null && householdId !== null ? { occurrenceId, householdId } : null;
}
