import type { RecurrenceRule, AfterCompletion } from '../rule.js';
import type { CivilTime } from '../../shared/civil-time.js';
import { WEEKDAYS, type CalendarUnit, type CivilDate, type Weekday } from '../../shared/civil-date.js';

/** How a rule with `skip` handles a day that a month does not have. */
export type ShortMonths = NonNullable<RecurrenceRule['skip']>;

/**
 * The texts of one language. Each function describes one part of a rule. Different values have different
 * words, so that different rules have different sentences. Months are 1 to 12. Negative ordinals count from
 * the end.
 */
export type Wording = {
  /** Describes the interval without days, for example "Every 2 weeks". */
  every(unit: CalendarUnit, interval: number): string;
  /** Describes a weekly rule. `days` is not empty. */
  weekly(interval: number, days: readonly Weekday[]): string;
  /** Describes `byDay` of a daily rule, which limits the dates to these weekdays. */
  onlyOn(days: readonly Weekday[]): string;
  weeksFrom(day: Weekday): string;
  /** Describes a monthly rule. `days` is the text of {@link monthDays} or a similar function. */
  monthly(interval: number, days: string): string;
  /** Describes a yearly rule for one day of one month, such as 25 December. */
  yearlyOn(interval: number, month: number, day: number): string;
  yearly(interval: number, months: readonly number[], days: string): string;
  monthDays(days: readonly number[]): string;
  shortMonths(skip: ShortMonths, several: boolean): string;
  /** Describes the limit of other days to these weekdays, such as the 13th only if it is a Friday. */
  ifItIs(days: readonly Weekday[]): string;
  everyDayNamed(day: Weekday): string;
  nthDayNamed(nth: number, day: Weekday): string;
  /** Describes a position among several weekdays, such as "the last Saturday or Sunday". */
  nthDayOf(nth: number, days: readonly Weekday[]): string;
  onlyThe(positions: readonly number[]): string;
  /** Describes the limit of a rule that is not yearly to these months. */
  inMonths(months: readonly number[]): string;
  atTimes(times: readonly CivilTime[]): string;
  times(count: number): string;
  until(date: CivilDate): string;
  afterCompletion(recurrence: AfterCompletion): string;
  and(parts: readonly string[]): string;
};

/** Returns the names of weekdays and months in that language, and functions that join texts with “and” or “or”. */
export function wordsIn(language: string) {
  const format = (part: Intl.DateTimeFormatOptions, day: Date) =>
    new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC' }).format(day);
  // 5 January 1970 was a Monday, so the names start with Monday.
  const weekdays = WEEKDAYS.map((_, i) => format({ weekday: 'long' }, new Date(Date.UTC(1970, 0, 5 + i))));
  const months = Array.from({ length: 12 }, (_, i) =>
    format({ month: 'long' }, new Date(Date.UTC(1970, i, 1))),
  );
  const listed = (type: 'conjunction' | 'disjunction') => {
    const list = new Intl.ListFormat(language, { type });
    return (parts: readonly string[]) => list.format(parts);
  };
  return {
    weekday: (day: Weekday) => weekdays[WEEKDAYS.indexOf(day)] ?? '',
    month: (month: number) => months[month - 1] ?? '',
    and: listed('conjunction'),
    or: listed('disjunction'),
  };
}

/**
 * Returns the first and last of three to eleven consecutive months, also across New Year. Returns null for all other
 * lists of months.
 */
export function monthSpan(months: readonly number[]): { readonly from: number; readonly to: number } | null {
  if (months.length < 3 || months.length > 11) return null;
  const is = (month: number) => months.includes(((month + 11) % 12) + 1);
  const from = months.filter((month) => !is(month - 1));
  const to = months.filter((month) => !is(month + 1));
  const [first, last] = [from[0], to[0]];
  return from.length === 1 && first !== undefined && last !== undefined ? { from: first, to: last } : null;
}

export const isMondayToFriday = (days: readonly Weekday[]) => days.join() === 'mo,tu,we,th,fr';
