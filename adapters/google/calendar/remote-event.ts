import type { RemoteEvent } from '../../../domain/calendar/answers.js';
import type { EventTimes } from '../../../domain/calendar/event.js';
import { addDays, parseCivilDate, toDayNumber } from '../../../domain/shared/civil-date.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { isObject, objectIn, textIn, type JsonObject } from './json.js';
import { readOwner } from './owner.js';
import { DAY_MS } from '../../../domain/shared/durations.js';

const MAX_DAYS = 366;

/**
 * Reads an event; null for what is none. Of a cancelled one only the id is certain, the rest may be faked, and so its
 * words and times are not read; what it lacks counts as changed at `now`.
 */
export function readRemoteEvent(data: unknown, now: Instant): RemoteEvent | null {
  if (!isObject(data)) return null;
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
    // Some programs end whole days on the day that they start.
    const until = endDay > from ? endDay : addDays(from, 1);
    return toDayNumber(until) - toDayNumber(from) > MAX_DAYS ? null : { kind: 'days', from, until };
  }
  const [first, last] = [instantIn(start), instantIn(end)];
  if (first === null || last === null || last < first || last - first > MAX_DAYS * DAY_MS) return null;
  return { kind: 'instants', start: first, end: last };
}

const dayIn = (point: JsonObject) => parseCivilDate(textIn(point, 'date') ?? '');

/** Google writes it in the zone of whoever reads, always with an offset. A zone that nobody knows does not matter. */
function instantIn(point: JsonObject): Instant | null {
  const text = textIn(point, 'dateTime') ?? '';
  const instant = Date.parse(text);
  return /(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(instant) ? instant : null;
}
