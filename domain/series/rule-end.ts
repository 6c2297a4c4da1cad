import { withoutParts, type Recurrence, type RecurrenceRule } from '../recurrence/rule.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';

/** The rule without count and until. */
export function endless(rule: RecurrenceRule): RecurrenceRule {
  return withoutParts(rule, 'count', 'until');
}

/**
 * The rule ending before `date`: what is left of a series that is split or deleted from there on. A count becomes
 * the date, because at most one of the two may bound a rule.
 */
export function endingBefore(rule: RecurrenceRule, date: CivilDate): RecurrenceRule {
  const last = addDays(date, -1);
  return { ...endless(rule), until: rule.until !== undefined && rule.until < last ? rule.until : last };
}

/** The recurrence as it is told of a series that ends before `date` anyway. A count stands: it may end earlier still. */
export function toldBefore(recurrence: Recurrence, date: CivilDate | null): Recurrence {
  if (date === null || 'kind' in recurrence || recurrence.count !== undefined) return recurrence;
  return endingBefore(recurrence, date);
}
