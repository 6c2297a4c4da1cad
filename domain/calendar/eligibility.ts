import { addDays, type CivilDate } from '../shared/civil-date.js';
import { civilMomentAt, type Instant, type TimeZone } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { EventTimes } from './event.js';

/** The days, in the household's time zone, for which events are created. Both ends are inclusive. */
export type SyncWindow = { readonly from: CivilDate; readonly until: CivilDate };

/** The number of days ahead that the window covers. */
export const DAYS_AHEAD = 60;

export function syncWindow(today: CivilDate): SyncWindow {
  return { from: addDays(today, -1), until: addDays(today, DAYS_AHEAD) };
}

export type DatedOccurrence = Occurrence & { readonly date: CivilDate };

/**
 * Returns the days that are in the sync window of every household now, whatever its time zone. Local dates
 * differ from UTC dates by at most one day.
 */
export function windowEverywhere(now: Instant): SyncWindow {
  const today = civilMomentAt('UTC' as TimeZone, now).date;
  return { from: syncWindow(addDays(today, 1)).from, until: syncWindow(addDays(today, -1)).until };
}

/** Returns true if the occurrence may have an event in the calendar. */
export function isEligible(occurrence: Occurrence): occurrence is DatedOccurrence {
  return (
    occurrence.visibility === 'SHARED' &&
    (occurrence.status === 'TODO' || occurrence.status === 'DONE') &&
    occurrence.date !== null &&
    occurrence.deletedAt === null
  );
}

/**
 * Returns true if an event may be created for the occurrence now. An existing event is updated even if it
 * moves out of the window.
 */
export function isCreatable(occurrence: Occurrence, { from, until }: SyncWindow): boolean {
  return isEligible(occurrence) && occurrence.date >= from && occurrence.date <= until;
}

/**
 * Returns true if the event ended before the first day of the window. The service does not update such a past event
 * unless the occurrence moves into the window or after it. It only deletes the event if the occurrence must not have
 * one.
 */
export function isFrozen(times: EventTimes, { from }: SyncWindow, zone: TimeZone): boolean {
  if (times.kind === 'days') return times.until <= from;
  return civilMomentAt(zone, times.end).date < from;
}
