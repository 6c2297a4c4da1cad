import { expand, type RuleDate } from '../recurrence/expand.js';
import type { Recurrence, RecurrenceRule } from '../recurrence/rule.js';
import { fromParts, type CivilDate } from '../shared/civil-date.js';
import type { PlanContext, SeriesState } from './series.js';
import { turnIn } from './series-turns.js';
import type { Turn } from '../rotation/away.js';

export type { RuleDate };

/** Later than any date that a rule may reach. */
export const END_OF_CALENDAR = fromParts({ year: 9998, month: 12, day: 31 });

export function isRule(recurrence: Recurrence): recurrence is RecurrenceRule {
  return !('kind' in recurrence);
}

type Dated = Pick<SeriesState, 'recurrence' | 'start' | 'startIndex' | 'endsBefore'>;

/** Whether the series may have an occurrence then. */
export function reaches({ endsBefore }: Pick<SeriesState, 'endsBefore'>, date: CivilDate): boolean {
  return endsBefore === null || date < endsBefore;
}

/**
 * The dates of a series in a half-open window with their index in the series, excluded dates included, lazily.
 * Nothing for a series after completion, whose dates nobody knows in advance.
 */
export function* seriesDates(
  { recurrence, start, startIndex, endsBefore }: Dated,
  from: CivilDate,
  to: CivilDate,
): Generator<RuleDate, void, undefined> {
  if (!isRule(recurrence)) return;
  const count = recurrence.count === undefined ? undefined : recurrence.count - startIndex;
  if (count !== undefined && count < 1) return;
  const rule = count === undefined ? recurrence : { ...recurrence, count };
  const end = endsBefore !== null && endsBefore < to ? endsBefore : to;
  for (const { date, index } of expand(rule, start, from, end)) yield { date, index: index + startIndex };
}

/** The first date from `from` on, whether a row exists for it or not; null when the rule has ended. */
export function firstDate(series: Dated, from: CivilDate): RuleDate | null {
  for (const date of seriesDates(series, from, END_OF_CALENDAR)) return date;
  return null;
}

/** The next dates and their turns, beyond the horizon too: a yearly series has no row yet for most of the year. */
export function upcomingDates(
  series: SeriesState,
  from: CivilDate,
  limit: number,
  context: PlanContext,
): readonly (RuleDate & Turn)[] {
  const found: (RuleDate & Turn)[] = [];
  if (series.ended || limit < 1) return found;
  const excluded = new Set(series.excludedDates);
  for (const { date, index } of seriesDates(series, from, END_OF_CALENDAR)) {
    if (!excluded.has(date)) found.push({ date, index, ...turnIn(series, index, date, context) });
    if (found.length === limit) break;
  }
  return found;
}
