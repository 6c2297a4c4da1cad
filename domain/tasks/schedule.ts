import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import {
  firstInstantAfter,
  toInstant,
  type CivilMoment,
  type Instant,
  type TimeZone,
} from '../shared/zone.js';
import type { Occurrence } from './occurrence.js';

type Scheduled = Pick<Occurrence, 'date' | 'time' | 'durationMinutes'>;

/**
 * Returns the instants at which an occurrence starts and ends (exclusive). Both are null without a date. Without a
 * time, the occurrence takes the whole day.
 */
export function toInstants(
  { date, time, durationMinutes }: Scheduled,
  zone: TimeZone,
): { startsAt: Instant | null; endsAt: Instant | null } {
  if (date === null) return { startsAt: null, endsAt: null };
  const startsAt = toInstant(zone, date, time);
  const endsAt =
    time === null ? toInstant(zone, addDays(date, 1), null) : startsAt + (durationMinutes ?? 0) * 60_000;
  return { startsAt, endsAt };
}

/**
 * Returns the first instant at which {@link isOverdue} becomes true if the occurrence is not changed. Returns
 * null if it never will be overdue.
 */
export function overdueFrom(
  { status, date, time }: Pick<Occurrence, 'status' | 'date' | 'time'>,
  zone: TimeZone,
): Instant | null {
  if (status !== 'TODO' || date === null) return null;
  return time === null ? toInstant(zone, addDays(date, 1), null) : firstInstantAfter(zone, date, time);
}

/**
 * Returns true if the occurrence is open although its date, or its time today, has passed in the household's
 * time zone.
 */
export function isOverdue(
  { status, date, time }: { status: Occurrence['status']; date: CivilDate | null; time: CivilTime | null },
  now: CivilMoment,
): boolean {
  if (status !== 'TODO' || date === null) return false;
  return date < now.date || (date === now.date && time !== null && time < now.time);
}
