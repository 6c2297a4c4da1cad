import type { CivilDate } from '../shared/civil-date.js';
import { dayPeriods } from './day-periods.js';
import { withImpliedParts } from './implied-parts.js';
import { monthPeriods } from './month-periods.js';
import type { Periods } from './periods.js';
import type { RecurrenceRule } from './rule.js';
import { yearPeriods } from './year-periods.js';

/** `rule` has passed `readRecurrence`: other combinations of parts have no meaning here. */
export function periodsOf(rule: RecurrenceRule, start: CivilDate): Periods {
  const complete = withImpliedParts(rule, start);
  if (rule.frequency === 'monthly') return monthPeriods(complete, start);
  return rule.frequency === 'yearly' ? yearPeriods(complete, start) : dayPeriods(complete, start);
}
