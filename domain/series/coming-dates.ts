import { addDays, type CivilDate } from '../shared/civil-date.js';
import { isRule, upcomingDates } from './series-dates.js';
import type { PlanContext, SeriesState } from './series.js';

/**
 * The dates from today on. Of a series after completion only the open one is known: its horizon is the day after the
 * newest row.
 */
export function comingDates(series: SeriesState, limit: number, context: PlanContext): readonly CivilDate[] {
  if (series.ended) return [];
  if (!isRule(series.recurrence)) return [addDays(series.horizon, -1)];
  return upcomingDates(series, context.today, limit, context).map(({ date }) => date);
}
