import type { EventTimes } from '../../../domain/calendar/event.js';
import { addDays, toDayNumber, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { invalidField } from '../../shared/errors.js';
import { DAY_MS } from '../../../domain/shared/durations.js';

/** The start or end of an event: a whole day, or an instant. */
export type EventMoment =
  | { readonly kind: 'day'; readonly day: CivilDate }
  | { readonly kind: 'instant'; readonly at: Instant };

/**
 * The requested times. As in RFC 5545, the end is exclusive: the first day, or the instant, that is not part of the
 * event.
 */
export type AskedTimes = { readonly start?: EventMoment | undefined; readonly end?: EventMoment | undefined };

const HOUR = 3_600_000;
/** The maximum length of an event in days. The mirror ignores the times of longer events. */
const MAX_DAYS = 366;

/**
 * Returns the times of an event after a change of its start, its end or both. If only the start changes, the event
 * keeps its length. Without an end, a new event, or one that changes between whole days and instants, is one day or
 * one hour long.
 *
 * @throws VALIDATION_FAILED if a new event has no start, or the event would end before it starts, have no days, mix
 *   days and instants, or be longer than a year.
 */
export function timesAfter(known: EventTimes | null, { start, end }: AskedTimes): EventTimes {
  const from = start ?? toStart(known);
  if (from === null) throw invalidField('start', 'required', 'must be given');
  return from.kind === 'day' ? days(from.day, end, known) : instants(from.at, end, known);
}

function toStart(known: EventTimes | null): EventMoment | null {
  if (known === null) return null;
  return known.kind === 'days' ? { kind: 'day', day: known.from } : { kind: 'instant', at: known.start };
}

function days(from: CivilDate, end: EventMoment | undefined, known: EventTimes | null): EventTimes {
  if (end?.kind === 'instant') throw mixed();
  const length = known?.kind === 'days' ? toDayNumber(known.until) - toDayNumber(known.from) : 1;
  const last = end === undefined ? toDayNumber(from) + length : toDayNumber(end.day);
  const count = last - toDayNumber(from);
  if (count < 1) throw invalidField('end', 'order', 'must be after the start');
  if (count > MAX_DAYS) throw tooLong();
  return { kind: 'days', from, until: addDays(from, count) };
}

function instants(start: Instant, end: EventMoment | undefined, known: EventTimes | null): EventTimes {
  if (end?.kind === 'day') throw mixed();
  const length = known?.kind === 'instants' ? known.end - known.start : HOUR;
  const last = end === undefined ? start + length : end.at;
  if (last < start) throw invalidField('end', 'order', 'must not be before the start');
  if (last - start > MAX_DAYS * DAY_MS) throw tooLong();
  return { kind: 'instants', start, end: last };
}

const mixed = () =>
  invalidField('end', 'sameKind', 'must be a date if the start is a date, otherwise a date with time');
const tooLong = () => invalidField('end', 'max', 'must be within a year of the start');
