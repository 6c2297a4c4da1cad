import type { RuleDate } from '../recurrence/expand.js';
import type { Recurrence } from '../recurrence/rule.js';
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

function partsOf(place: Place): { readonly date: CivilDate; readonly time: CivilTime | null } {
  const [date, time = null] = place.split('T') as [CivilDate, CivilTime?];
  return { date, time };
}

/** The times of day of a rule that says several; else none. */
export function timesOf(recurrence: Recurrence): readonly CivilTime[] {
  return 'kind' in recurrence ? [] : (recurrence.times ?? []);
}

/** Whether somebody deleted that date, or its whole day. */
export function isExcluded(excluded: readonly Place[], { date, time }: RuleDate): boolean {
  return excluded.includes(date) || (time !== undefined && excluded.includes(placeAt(date, time)));
}

/** What of a recurrence that changes is taken: nothing new comes there. */
export type Taken = {
  readonly has: (date: RuleDate) => boolean;
  readonly days: ReadonlySet<CivilDate>;
};

/**
 * What rows that stay, and dates that were deleted, take of a recurrence. Where its times are others than `before`, the
 * n-th of a day takes the n-th, and what had no time the first; one without times takes a day that has anything.
 */
export function takenOf(
  recurrence: Recurrence,
  before: Recurrence,
  excluded: readonly Place[],
  kept: readonly (Placed & { readonly deleted: boolean })[],
): Taken {
  const [times, earlier] = [timesOf(recurrence), timesOf(before)];
  const deleted = excluded.map(partsOf);
  const rows = kept.map(({ originalDate: date, originalTime: time }) => ({ date, time }));
  const days = new Set([...deleted, ...rows].map(({ date }) => date));
  if (times.length === 0) {
    const whole = new Set([
      ...deleted.flatMap(({ date, time }) => (time === null ? [date] : [])),
      ...kept.flatMap((row) => (row.originalTime === null || !row.deleted ? [row.originalDate] : [])),
    ]);
    return { days, has: ({ date }) => whole.has(date) };
  }
  const timeNow = (time: CivilTime | null) => {
    if (time !== null && times.includes(time)) return time;
    const nth = time === null ? 0 : earlier.indexOf(time);
    return times[Math.min(nth, times.length - 1)] ?? null;
  };
  const places = new Set([...deleted, ...rows].map(({ date, time }) => placeAt(date, timeNow(time))));
  const wholeDays = new Set(deleted.flatMap(({ date, time }) => (time === null ? [date] : [])));
  return { days, has: (date) => wholeDays.has(date.date) || places.has(placeOfDate(date)) };
}
