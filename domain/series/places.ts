import type { RuleDate } from '../recurrence/expand.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';

/**
 * Where a series may have one row: a date of its rule; of a rule with several times a day a date and a time. As text it is
 * in order of time, a date before its times.
 */
export type Place = CivilDate | (string & { readonly __timed: true });

/** What says the place of a row. */
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

/** Whether somebody deleted that date, or its whole day. */
export function isExcluded(excluded: readonly Place[], { date, time }: RuleDate): boolean {
  return excluded.includes(date) || (time !== undefined && excluded.includes(placeAt(date, time)));
}
