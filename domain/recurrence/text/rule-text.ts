import type { Locale } from '../../shared/locale.js';
import type { Weekday } from '../../shared/civil-date.js';
import { type NthDay, type Recurrence, type RecurrenceRule, UNITS } from '../rule.js';
import { hasShortMonth } from '../month-days.js';
import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import type { Wording } from './wording.js';

const WORDINGS: Readonly<Record<Locale, Wording>> = { en: ENGLISH, fr: FRENCH };

/** The language of the text, and the first day of the week of the person who reads it. */
export type Reader = { readonly locale: Locale; readonly weekStart: Weekday };

/**
 * Describes a recurrence as a sentence without a full stop, for example "Every other month on the last
 * Friday, until 31 December 2027".
 *
 * - Two different rules in canonical form always have different sentences, even if they give the same dates.
 * - If the days of a rule are derived from its start, no days are mentioned.
 * - The first day of the week is mentioned only if it affects the dates and differs from the reader's.
 */
export function ruleText(recurrence: Recurrence, reader: Reader): string {
  const wording = WORDINGS[reader.locale];
  if ('kind' in recurrence) return wording.afterCompletion(recurrence);
  const { byMonth, frequency, times: dayTimes, count, until } = recurrence;
  return [
    ...describeDates(recurrence, wording, reader.weekStart),
    ...(byMonth && frequency !== 'yearly' ? [wording.inMonths(byMonth)] : []),
    ...(dayTimes === undefined ? [] : [wording.atTimes(dayTimes)]),
    ...(count === undefined ? [] : [wording.times(count)]),
    ...(until === undefined ? [] : [wording.until(until)]),
  ].join(', ');
}

function describeDates(rule: RecurrenceRule, wording: Wording, weekStart: Weekday): string[] {
  const { frequency, interval = 1, byDay = [], byMonthDay, firstDayOfWeek = 'mo' } = rule;
  if (byDay.length === 0 && byMonthDay === undefined) return [wording.every(UNITS[frequency], interval)];
  const days = byDay.map(({ day }) => day);
  switch (frequency) {
    case 'daily':
      return [wording.every('day', interval), wording.onlyOn(days)];
    case 'weekly': {
      const weeksMatter = interval > 1 && days.length > 1 && firstDayOfWeek !== weekStart;
      return [wording.weekly(interval, days), ...(weeksMatter ? [wording.weeksFrom(firstDayOfWeek)] : [])];
    }
    case 'monthly':
    case 'yearly':
      return datesInMonths(rule, wording);
  }
}

function datesInMonths(rule: RecurrenceRule, wording: Wording): string[] {
  const { frequency, interval = 1, byDay = [], byMonthDay, byMonth = [], bySetPosition } = rule;
  const led = (days: string) =>
    frequency === 'monthly' ? wording.monthly(interval, days) : wording.yearly(interval, byMonth, days);
  const days = byDay.map(({ day }) => day);
  const only = bySetPosition ? [wording.onlyThe(lastOnesLast(bySetPosition))] : [];
  if (byMonthDay === undefined) {
    const position = frequency === 'monthly' ? findOnly(bySetPosition, byDay) : null;
    if (position !== null) return [led(wording.nthDayOf(position, days))];
    return [led(wording.and(byDay.map((nth) => named(nth, wording)))), ...only];
  }
  const [day = 0, ...others] = byMonthDay;
  const isOneDate = frequency === 'yearly' && byMonth.length === 1 && others.length === 0 && day > 0;
  const { skip = 'omit' } = rule;
  // No text is needed for 29 February, because everybody knows that it exists only in leap years.
  const isSaid = hasShortMonth(rule) && !(isOneDate && skip === 'omit');
  return [
    isOneDate
      ? wording.yearlyOn(interval, byMonth[0] ?? 0, day)
      : led(wording.monthDays(lastOnesLast(byMonthDay))),
    ...(isSaid ? [wording.shortMonths(skip, others.length > 0)] : []),
    ...(days.length > 0 ? [wording.ifItIs(days)] : []),
    ...only,
  ];
}

/**
 * Returns the position if the rule selects a single one of several weekdays, such as "the last weekday" or
 * "the first Saturday or Sunday". Otherwise returns null.
 */
function findOnly(positions: readonly number[] | undefined, byDay: readonly NthDay[]): number | null {
  const arePlain = byDay.every(({ nthOfPeriod }) => nthOfPeriod === undefined);
  return arePlain && byDay.length > 1 && positions?.length === 1 ? (positions[0] ?? null) : null;
}

function named({ day, nthOfPeriod }: NthDay, wording: Wording): string {
  return nthOfPeriod === undefined ? wording.everyDayNamed(day) : wording.nthDayNamed(nthOfPeriod, day);
}

/** Moves the ordinals that count from the end of the month behind the other ordinals. The input is sorted. */
function lastOnesLast(ordinals: readonly number[]): readonly number[] {
  return [...ordinals.filter((n) => n > 0), ...ordinals.filter((n) => n < 0)];
}
