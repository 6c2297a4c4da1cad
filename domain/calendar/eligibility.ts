import { addDays, type CivilDate } from '../shared/civil-date.js';
import { civilMomentAt, type Instant, type TimeZone } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { EventTimes } from './event.js';

/** Days of the household's calendar within which events are made: both belong to it. */
export type SyncWindow = { readonly from: CivilDate; readonly until: CivilDate };

/** How far the window reaches. */
export const DAYS_AHEAD = 60;

export function syncWindow(today: CivilDate): SyncWindow {
  return { from: addDays(today, -1), until: addDays(today, DAYS_AHEAD) };
}

export type Dated = Occurrence & { readonly date: CivilDate };

/** The days that stand in the window of every household now: what day it is differs by one at most from UTC. */
export function windowEverywhere(now: Instant): SyncWindow {
  const today = civilMomentAt('UTC' as TimeZone, now).date;
  return { from: syncWindow(addDays(today, 1)).from, until: syncWindow(addDays(today, -1)).until };
}

/** Whether it stands in the calendar, once it got there. */
export function isEligible(occurrence: Occurrence): occurrence is Dated {
  return (
    occurrence.visibility === 'SHARED' &&
    (occurrence.status === 'TODO' || occurrence.status === 'DONE') &&
    occurrence.date !== null &&
    occurrence.deletedAt === null
  );
}

/** Whether an event is made for it now; one that exists is followed wherever it moves. */
export function isCreatable(occurrence: Occurrence, { from, until }: SyncWindow): boolean {
  return isEligible(occurrence) && occurrence.date >= from && occurrence.date <= until;
}

/** Past events are never rewritten: those that ended before the window begins. */
export function isFrozen(times: EventTimes, { from }: SyncWindow, zone: TimeZone): boolean {
  if (times.kind === 'days') return times.until <= from;
  return civilMomentAt(zone, times.end).date < from;
}
