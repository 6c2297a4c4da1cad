import type { CivilDate, Weekday } from '../shared/civil-date.js';

/**
 * A recurrence rule as typed JSON: the names and lower-case values of JSCalendar (RFC 8984 section 4.3.3),
 * which map one to one to an RFC 5545 RRULE. Differences on purpose: no `@type`, no `rscale`; `byMonth` holds
 * numbers; `until` is a civil date and inclusive.
 */
export type RecurrenceRule = {
  readonly frequency: Frequency;
  /** 1 to 999, default 1. */
  readonly interval?: number;
  /** Written on creation from the household's week start, default `mo`. */
  readonly firstDayOfWeek?: Weekday;
  readonly byDay?: readonly NthDay[];
  /** ±1 to ±31, monthly and yearly only. */
  readonly byMonthDay?: readonly number[];
  /** 1 to 12. */
  readonly byMonth?: readonly number[];
  /** ±1 to ±366, monthly and yearly, with byDay or byMonthDay. */
  readonly bySetPosition?: readonly number[];
  /** RFC 7529: what the 31st does in a short month, default `omit`. */
  readonly skip?: Skip;
  /** At most one of `count` and `until`. */
  readonly count?: number;
  readonly until?: CivilDate;
};

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const SKIPS = ['omit', 'backward', 'forward'] as const;
export type Skip = (typeof SKIPS)[number];

/** A weekday, in monthly and yearly rules perhaps the nth (±1 to ±5) of its period. */
export type NthDay = { readonly day: Weekday; readonly nthOfPeriod?: number };

export const AFTER_COMPLETION_UNITS = ['day', 'week', 'month', 'year'] as const;

/** "Five days after it was last done": one open occurrence at a time, the next dated from the completion. */
export type AfterCompletion = {
  readonly kind: 'afterCompletion';
  /** 1 to 999. */
  readonly every: number;
  readonly unit: (typeof AFTER_COMPLETION_UNITS)[number];
};

export type Recurrence = RecurrenceRule | AfterCompletion;
