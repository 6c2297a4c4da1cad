import type { RecurrenceRule, AfterCompletion } from '../rule.js';
import type { CivilTime } from '../../shared/civil-time.js';
import { WEEKDAYS, type CalendarUnit, type CivilDate, type Weekday } from '../../shared/civil-date.js';

/** What a rule with `skip` does with a day that a month does not have. */
export type ShortMonths = NonNullable<RecurrenceRule['skip']>;

/**
 * One language. Each function says one part of a rule; different values of the part have different words, so that
 * different rules have different sentences. Months are 1 to 12, ordinals count from the end where they are negative.
 */
export type Wording = {
  /** Without a word of which days. */
  every(unit: CalendarUnit, interval: number): string;
  /** `days` has at least one. */
  weekly(interval: number, days: readonly Weekday[]): string;
  /** `byDay` of a daily rule, which only leaves dates out. */
  onlyOn(days: readonly Weekday[]): string;
  weeksFrom(day: Weekday): string;
  /** `days`: what {@link monthDays} and its siblings say. */
  monthly(interval: number, days: string): string;
  /** One day of one month: 25 December. */
  yearlyOn(interval: number, month: number, day: number): string;
  yearly(interval: number, months: readonly number[], days: string): string;
  monthDays(days: readonly number[]): string;
  shortMonths(skip: ShortMonths, several: boolean): string;
  /** Leaves those out that are another weekday: the 13th if it is a Friday. */
  ifItIs(days: readonly Weekday[]): string;
  everyDayNamed(day: Weekday): string;
  nthDayNamed(nth: number, day: Weekday): string;
  /** The first or last of several weekdays: the last Saturday or Sunday. */
  nthDayOf(nth: number, days: readonly Weekday[]): string;
  onlyThe(positions: readonly number[]): string;
  /** Of a rule that is not yearly. */
  inMonths(months: readonly number[]): string;
  atTimes(times: readonly CivilTime[]): string;
  times(count: number): string;
  until(date: CivilDate): string;
  afterCompletion(recurrence: AfterCompletion): string;
  and(parts: readonly string[]): string;
};

/** The weekdays from Monday on, and the months, as `language` calls them. */
export function namesIn(language: string): {
  readonly weekday: (day: Weekday) => string;
  readonly month: (month: number) => string;
} {
  const format = (part: Intl.DateTimeFormatOptions, day: Date) =>
    new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC' }).format(day);
  // 5 January 1970 was a Monday.
  const weekdays = WEEKDAYS.map((_, i) => format({ weekday: 'long' }, new Date(Date.UTC(1970, 0, 5 + i))));
  const months = Array.from({ length: 12 }, (_, i) =>
    format({ month: 'long' }, new Date(Date.UTC(1970, i, 1))),
  );
  return {
    weekday: (day) => weekdays[WEEKDAYS.indexOf(day)] ?? '',
    month: (month) => months[month - 1] ?? '',
  };
}

/** The ends of three to eleven months that follow each other, over New Year too; null for any others. */
export function monthSpan(months: readonly number[]): { readonly from: number; readonly to: number } | null {
  if (months.length < 3 || months.length > 11) return null;
  const is = (month: number) => months.includes(((month + 11) % 12) + 1);
  const from = months.filter((month) => !is(month - 1));
  const to = months.filter((month) => !is(month + 1));
  const [first, last] = [from[0], to[0]];
  return from.length === 1 && first !== undefined && last !== undefined ? { from: first, to: last } : null;
}

export const isMondayToFriday = (days: readonly Weekday[]) => days.join() === 'mo,tu,we,th,fr';
