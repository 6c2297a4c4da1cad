import { WEEKDAYS, partsToDayNumber, daysInMonth, type DayNumber } from '../shared/civil-date.js';
import type { RecurrenceRule } from './rule.js';

/**
 * The days that a rule selects in one month, as a bit set. Bit 0 is the first day. `skip: forward` moves a
 * day that does not exist to the first day of the next month. This day is the bit after the last day.
 */
type DaySet = number;

/** The bits of the days 1, 8, 15, 22 and 29. Shifting them gives all days of one weekday. */
const WEEKLY = 0b10000001000000100000010000001;
const ALL_DAYS = 0x7fffffff;

/**
 * Returns the candidate days of one month in the order of RFC 7529, section 4.1: the days of byMonthDay are
 * selected, `skip` is applied, and byDay filters the result. bySetPosition is applied later to the whole
 * period.
 */
export function candidateDays(rule: RecurrenceRule, length: number, firstWeekday: number): DaySet {
  const days = rule.byMonthDay === undefined ? ALL_DAYS >>> (31 - length) : monthDays(rule, length);
  return rule.byDay === undefined ? days : days & weekdays(rule.byDay, length, firstWeekday);
}

/**
 * Returns the days of byMonthDay. `skip` only moves days after the end of the month. A negative day that a
 * short month does not have (-31 in April) would be before the first day. Neither RFC 7529 nor RFC 8984 moves
 * it, so it is left out.
 */
function monthDays({ byMonthDay = [], skip }: RecurrenceRule, length: number): DaySet {
  let days = 0;
  for (const day of byMonthDay) {
    if (day < 0) days |= day + length >= 0 ? 1 << (day + length) : 0;
    else if (day <= length) days |= 1 << (day - 1);
    else if (skip === 'backward') days |= 1 << (length - 1);
    else if (skip === 'forward') days |= 1 << length;
  }
  return days;
}

/**
 * Returns true if one of the rule's months can be too short for one of its days. Otherwise `skip` has no
 * effect.
 */
export function hasShortMonth({ byMonth = [2], byMonthDay = [] }: RecurrenceRule): boolean {
  const shortest = Math.min(...byMonth.map((month) => daysInMonth(2001, month)));
  return byMonthDay.some((day) => day > shortest);
}

function weekdays(byDay: NonNullable<RecurrenceRule['byDay']>, length: number, firstWeekday: number): DaySet {
  let days = 0;
  for (const { day, nthOfPeriod } of byDay) {
    const first = (WEEKDAYS.indexOf(day) - firstWeekday + 7) % 7;
    if (nthOfPeriod === undefined) {
      days |= WEEKLY << first;
      continue;
    }
    const last = first + 7 * Math.floor((length - 1 - first) / 7);
    const picked = nthOfPeriod > 0 ? first + 7 * (nthOfPeriod - 1) : last + 7 * (nthOfPeriod + 1);
    if (picked >= 0 && picked < length) days |= 1 << picked;
  }
  return days;
}

/** Appends the candidates of that month (1 to 12) to `into` as day numbers, in order. */
export function addCandidates(rule: RecurrenceRule, year: number, month: number, into: DayNumber[]): void {
  const first = partsToDayNumber(year, month, 1);
  addDaySet(candidateDays(rule, daysInMonth(year, month), (((first + 3) % 7) + 7) % 7), first, into);
}

/**
 * Appends the days to `into`. A date that the previous month has already given (a day moved forward) is not
 * added twice.
 */
export function addDaySet(days: DaySet, first: DayNumber, into: DayNumber[]): void {
  for (let rest = days; rest !== 0; rest &= rest - 1) {
    const date = first + 31 - Math.clz32(rest & -rest);
    if (into[into.length - 1] !== date) into.push(date);
  }
}

/** Applies bySetPosition to the sorted dates of one period. Without positions, all dates are returned. */
export function atPositions(
  dates: readonly DayNumber[],
  positions: readonly number[] | undefined,
): readonly DayNumber[] {
  if (positions === undefined) return dates;
  const picked = new Set(
    positions.map((position) => (position > 0 ? position - 1 : dates.length + position)),
  );
  return dates.filter((_, place) => picked.has(place));
}
