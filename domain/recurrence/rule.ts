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
 * A recurrence rule as typed JSON, with the names and lower-case values of JSCalendar (RFC 8984, section
 * 4.3.3), which map one to one to an RFC 5545 RRULE. Intentional differences: no `@type` and no `rscale`;
 * `byMonth` holds numbers; `until` is an inclusive civil date.
 */
export type RecurrenceRule = {
  readonly frequency: Frequency;
  /** From 1 to 999; the default is 1. */
  readonly interval?: number;
  /** Stored on creation from the household's first day of the week; the default is `mo`. */
  readonly firstDayOfWeek?: Weekday;
  readonly byDay?: readonly NthDay[];
  /** Each ±1 to ±31, for monthly and yearly rules only. */
  readonly byMonthDay?: readonly number[];
  /** Each 1 to 12. */
  readonly byMonth?: readonly number[];
  /** Each ±1 to ±366, for monthly and yearly rules with byDay or byMonthDay. */
  readonly bySetPosition?: readonly number[];
  /** How a day that a month does not have is handled (RFC 7529); the default is `omit`. */
  readonly skip?: Skip;
  /** Several times a day, in order. Each is an occurrence of its own and is counted by `count`. */
  readonly times?: readonly CivilTime[];
  /** Only one of `count` and `until` may be set. */
  readonly count?: number;
  readonly until?: CivilDate;
};

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const SKIPS = ['omit', 'backward', 'forward'] as const;
export type Skip = (typeof SKIPS)[number];

/** A weekday; in monthly and yearly rules optionally the nth (±1 to ±5) of its period. */
export type NthDay = { readonly day: Weekday; readonly nthOfPeriod?: number };

export const AFTER_COMPLETION_UNITS = CALENDAR_UNITS;

/**
 * Repeats after completion, for example five days after it was last done. One occurrence is open at a time,
 * and completing it creates the next.
 */
export type AfterCompletion = {
  readonly kind: 'afterCompletion';
  /** From 1 to 999. */
  readonly every: number;
  readonly unit: CalendarUnit;
};

export type Recurrence = RecurrenceRule | AfterCompletion;

type OptionalPart = Exclude<keyof RecurrenceRule, 'frequency'>;

export function withoutParts(rule: RecurrenceRule, ...parts: readonly OptionalPart[]): RecurrenceRule {
  const dropped: ReadonlySet<string> = new Set(parts);
  return Object.fromEntries(Object.entries(rule).filter(([part]) => !dropped.has(part))) as RecurrenceRule;
}

/** Returns the rule with the parts written out that RFC 5545 (section 3.3.10) derives from the start. */
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
 * Months and years are clamped to the last day of a shorter month.
 */
export function nextAfterCompletion({ every, unit }: AfterCompletion, completionDate: CivilDate): CivilDate {
  return addUnits(completionDate, every, unit);
}

/** Returns the times of day of a rule with several a day, otherwise an empty list. */
export function timesOf(recurrence: Recurrence): readonly CivilTime[] {
  return 'kind' in recurrence ? [] : (recurrence.times ?? []);
}
