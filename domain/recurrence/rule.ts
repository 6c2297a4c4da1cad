import {
  CALENDAR_UNITS,
  addUnits,
  toParts,
  toWeekday,
  type CalendarUnit,
  type CivilDate,
  type Weekday,
} from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';

/** The maximum number of times of day in a rule. */
export const TIMES_LIMIT = 8;

/**
 * A recurrence rule as typed JSON, with the names and lower-case values of JSCalendar (RFC 8984, section 4.3.3), which
 * map one to one to an RFC 5545 RRULE.
 *
 * Intentional differences: no `@type` and no `rscale`; `byMonth` holds numbers; `until` is an inclusive civil date;
 * `times` holds the times of day instead of `byHour` and `byMinute`.
 */
export type RecurrenceRule = {
  readonly frequency: Frequency;
  /** The number of days, weeks, months or years between repetitions, from 1 to 999; the default is 1. */
  readonly interval?: number;
  /**
   * The first day of the week for weekly intervals; the default is `mo`. If it affects the dates of a rule that does
   * not name it, it is set to the household's first day of the week.
   */
  readonly firstDayOfWeek?: Weekday;
  readonly byDay?: readonly NthDay[];
  /**
   * The days of the month, for monthly and yearly rules only. Each is from 1 to 31, or from -31 to -1 to
   * count from the end.
   */
  readonly byMonthDay?: readonly number[];
  /** The months, each from 1 to 12. */
  readonly byMonth?: readonly number[];
  /**
   * The positions to select from the dates of a period, for monthly and yearly rules with byDay or
   * byMonthDay. Each is from 1 to 366, or from -366 to -1 to count from the end.
   */
  readonly bySetPosition?: readonly number[];
  /** The treatment of a day that a month does not have (RFC 7529). The default is `omit`. */
  readonly skip?: Skip;
  /** The times of day in order, if there are several a day. `count` counts each of them as one occurrence. */
  readonly times?: readonly CivilTime[];
  /** The number of occurrences. A rule cannot have both `count` and `until`. */
  readonly count?: number;
  readonly until?: CivilDate;
};

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const UNITS = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const;

export const SKIPS = ['omit', 'backward', 'forward'] as const;
export type Skip = (typeof SKIPS)[number];

/**
 * A weekday. In monthly and yearly rules it can be limited to the nth one of the month (1 to 5, or -5 to -1
 * from the end).
 */
export type NthDay = { readonly day: Weekday; readonly nthOfPeriod?: number };

export const AFTER_COMPLETION_UNITS = CALENDAR_UNITS;

/**
 * Repeats after completion, for example five days after it was last done. One occurrence is open at a time,
 * and completing it creates the next.
 */
export type AfterCompletion = {
  readonly kind: 'afterCompletion';
  /** The number of units until the next occurrence, from 1 to 999. */
  readonly every: number;
  readonly unit: CalendarUnit;
};

export type Recurrence = RecurrenceRule | AfterCompletion;

/** Returns the rule with those parts filled in that RFC 5545 (section 3.3.10) derives from the start. */
export function withImpliedParts(rule: RecurrenceRule, start: CivilDate): RecurrenceRule {
  const namesDays = rule.byDay !== undefined || rule.byMonthDay !== undefined;
  if (namesDays || rule.frequency === 'daily') return rule;
  if (rule.frequency === 'weekly') return { ...rule, byDay: [{ day: toWeekday(start) }] };
  const { month, day } = toParts(start);
  if (rule.frequency === 'monthly') return { ...rule, byMonthDay: [day] };
  return { ...rule, byMonth: rule.byMonth ?? [month], byMonthDay: [day] };
}

/**
 * Returns the date of the next occurrence, counted from the day of completion in the household's time zone.
 * If the month is too short for the day, the result is the last day of the month.
 */
export function nextAfterCompletion({ every, unit }: AfterCompletion, completionDate: CivilDate): CivilDate {
  return addUnits(completionDate, every, unit);
}

/** Returns the times of day of a rule with several a day, otherwise an empty list. */
export function timesOf(recurrence: Recurrence): readonly CivilTime[] {
  return 'kind' in recurrence ? [] : (recurrence.times ?? []);
}
