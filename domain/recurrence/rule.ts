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

/** Times of a day that a rule may have. */
export const TIMES_LIMIT = 8;

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
  /** Several times a day, in order: each is an occurrence of its own, also for `count`. */
  readonly times?: readonly CivilTime[];
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

export const AFTER_COMPLETION_UNITS = CALENDAR_UNITS;

/** "Five days after it was last done": one open occurrence at a time, the next dated from the completion. */
export type AfterCompletion = {
  readonly kind: 'afterCompletion';
  /** 1 to 999. */
  readonly every: number;
  readonly unit: CalendarUnit;
};

export type Recurrence = RecurrenceRule | AfterCompletion;

type OptionalPart = Exclude<keyof RecurrenceRule, 'frequency'>;

export function withoutParts(rule: RecurrenceRule, ...parts: readonly OptionalPart[]): RecurrenceRule {
  const dropped: ReadonlySet<string> = new Set(parts);
  return Object.fromEntries(Object.entries(rule).filter(([part]) => !dropped.has(part))) as RecurrenceRule;
}

/** `rule` with the parts that RFC 5545 (section 3.3.10) takes from the start written out. */
export function withImpliedParts(rule: RecurrenceRule, start: CivilDate): RecurrenceRule {
  const namesDays = rule.byDay !== undefined || rule.byMonthDay !== undefined;
  if (namesDays || rule.frequency === 'daily') return rule;
  if (rule.frequency === 'weekly') return { ...rule, byDay: [{ day: toWeekday(start) }] };
  const { month, day } = toParts(start);
  if (rule.frequency === 'monthly') return { ...rule, byMonthDay: [day] };
  return { ...rule, byMonth: rule.byMonth ?? [month], byMonthDay: [day] };
}

/**
 * The date of the next occurrence, counted from the day of the completion in the household's zone; a month or
 * a year later is clamped to the month's last day.
 */
export function nextAfterCompletion({ every, unit }: AfterCompletion, completionDate: CivilDate): CivilDate {
  return addUnits(completionDate, every, unit);
}

/** Returns the times of day of a rule that has several a day, otherwise an empty list. */
export function timesOf(recurrence: Recurrence): readonly CivilTime[] {
  return 'kind' in recurrence ? [] : (recurrence.times ?? []);
}
