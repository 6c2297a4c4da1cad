import type { RuleDate } from '../recurrence/expand.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';

/**
 * The place of a row in its series: a date of the rule or, if the rule has several times a day, a date and a
 * time. Places sort as text in order of time, and a date sorts before its times.
 */
export type Place = CivilDate | (string & { readonly __timed: true });

/** The fields of a row that determine its place. */
type Placed = { readonly originalDate: CivilDate; readonly originalTime: CivilTime | null };

export function placeAt(date: CivilDate, time: CivilTime | null = null): Place {
  return time === null ? date : (`${date}T${time}` as Place);
}

export function placeOfDate({ date, time }: Pick<RuleDate, 'date' | 'time'>): Place {
  return placeAt(date, time);
}

export function placeOfRow({ originalDate, originalTime }: Placed): Place {
  return placeAt(originalDate, originalTime);
}

/** Returns true if somebody deleted this date, or the whole day of a date with a time. */
export function isExcluded(excluded: readonly Place[], { date, time }: RuleDate): boolean {
  return excluded.includes(date) || (time !== undefined && excluded.includes(placeAt(date, time)));
}
