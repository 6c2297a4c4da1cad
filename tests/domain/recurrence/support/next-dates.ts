import { fromParts, type CivilDate } from '../../../../domain/shared/civil-date.js';
import { expand, type RuleDate } from '../../../../domain/recurrence/expand.js';
import type { RecurrenceRule } from '../../../../domain/recurrence/rule.js';

const END_OF_CALENDAR = fromParts({ year: 9998, month: 12, day: 31 });

/** Returns up to `limit` dates after `after` (exclusive). */
export function nextDates(
  rule: RecurrenceRule,
  start: CivilDate,
  after: CivilDate,
  limit: number,
  excluded?: ReadonlySet<CivilDate>,
): readonly RuleDate[] {
  const dates: RuleDate[] = [];
  if (limit < 1) return dates;
  for (const next of expand(rule, start, after, END_OF_CALENDAR, excluded)) {
    if (next.date > after) dates.push(next);
    if (dates.length >= limit) break;
  }
  return dates;
}
