import { partsOf, weekdayOf, type CivilDate } from '../shared/civil-date.js';
import type { RecurrenceRule } from './rule.js';

/** `rule` with the parts that RFC 5545 (section 3.3.10) takes from the start written out. */
export function withImpliedParts(rule: RecurrenceRule, start: CivilDate): RecurrenceRule {
  const namesDays = rule.byDay !== undefined || rule.byMonthDay !== undefined;
  if (namesDays || rule.frequency === 'daily') return rule;
  if (rule.frequency === 'weekly') return { ...rule, byDay: [{ day: weekdayOf(start) }] };
  const { month, day } = partsOf(start);
  if (rule.frequency === 'monthly') return { ...rule, byMonthDay: [day] };
  return { ...rule, byMonth: rule.byMonth ?? [month], byMonthDay: [day] };
}
