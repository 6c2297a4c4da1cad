import type { NthDay, RecurrenceRule } from '../recurrence/rule.js';
import {
  daysInMonth,
  partsOf,
  toDayNumber,
  weekdayOf,
  WEEKDAYS,
  type CivilDate,
  type Weekday,
} from '../shared/civil-date.js';
import { modulo } from '../shared/modulo.js';

/**
 * The rule after one of its dates was moved together with the others: weekdays go as many days on, "the second
 * Tuesday" becomes the nth weekday that the new date is, the day of the month its day. Null when the rule names
 * several days of a month, of which nobody can say what they should become: then the rule itself must be sent.
 */
export function movedRule(rule: RecurrenceRule, from: CivilDate, to: CivilDate): RecurrenceRule | null {
  const moved = rule.frequency === 'yearly' ? { ...rule, byMonth: [partsOf(to).month] } : rule;
  switch (rule.frequency) {
    case 'daily':
      return rule.byDay === undefined ? rule : null;
    case 'weekly':
      return { ...rule, byDay: shiftedDays(rule.byDay ?? [], toDayNumber(to) - toDayNumber(from)) };
    case 'monthly':
    case 'yearly':
      if (rule.frequency === 'yearly' && (rule.byMonth?.length ?? 0) > 1) return null;
      return movedWithinMonth(moved, to);
  }
}

function shiftedDays(byDay: readonly NthDay[], days: number): readonly NthDay[] {
  const shifted = byDay.map(({ day }) => modulo(WEEKDAYS.indexOf(day) + days, 7)).sort((a, b) => a - b);
  return shifted.map((index) => ({ day: WEEKDAYS[index] as Weekday }));
}

function movedWithinMonth(rule: RecurrenceRule, to: CivilDate): RecurrenceRule | null {
  const { byDay, byMonthDay, bySetPosition } = rule;
  if (bySetPosition !== undefined || (byDay !== undefined && byMonthDay !== undefined)) return null;
  const { year, month, day } = partsOf(to);
  const fromEnd = daysInMonth(year, month) - day + 1;
  const monthDay = byMonthDay?.[0];
  if (monthDay !== undefined && byMonthDay?.length === 1)
    return { ...rule, byMonthDay: [monthDay < 0 ? -fromEnd : day] };
  const nth = byDay?.[0]?.nthOfPeriod;
  if (nth === undefined || byDay?.length !== 1) return null;
  const nthOfPeriod = nth < 0 ? -Math.ceil(fromEnd / 7) : Math.ceil(day / 7);
  return { ...rule, byDay: [{ day: weekdayOf(to), nthOfPeriod }] };
}
