import type { RecurrenceRule } from '../recurrence/rule.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export function withoutCount(rule: RecurrenceRule): RecurrenceRule {
  const uncounted: Mutable<RecurrenceRule> = { ...rule };
  delete uncounted.count;
  return uncounted;
}

/** The rule without count and until. */
export function endless(rule: RecurrenceRule): RecurrenceRule {
  const unbounded: Mutable<RecurrenceRule> = { ...rule };
  delete unbounded.count;
  delete unbounded.until;
  return unbounded;
}

/**
 * The rule ending before `date`: what is left of a series that is split or deleted from there on. A count becomes
 * the date, because at most one of the two may bound a rule.
 */
export function endingBefore(rule: RecurrenceRule, date: CivilDate): RecurrenceRule {
  const last = addDays(date, -1);
  return { ...endless(rule), until: rule.until !== undefined && rule.until < last ? rule.until : last };
}
