import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { Problem } from '../shared/problem.js';
import { HORIZON_DAYS } from '../series/horizon.js';

/** By how many days what is to come is moved, and from which day on. */
export type DayShift = { readonly days: number; readonly from: CivilDate };

/** How many days it is at most, either way. */
export const SHIFT_MAX_DAYS = 60;
/** How many series one shift moves. */
export const SHIFTED_SERIES_LIMIT = 200;
/** How many planned dates it moves: more would hold the household up for long. */
export const SHIFTED_DATES_LIMIT = 5_000;

/** What is wrong with a shift that somebody asks for: beyond the horizon nothing is planned yet. */
export function dayShiftProblems({ days, from }: DayShift, today: CivilDate): Problem[] {
  const range = (field: string, message: string) => ({ field, rule: 'range', message });
  return [
    ...(days === 0 ? [range('days', 'must not be 0')] : []),
    ...(from < today ? [range('from', 'must be today or later')] : []),
    ...(from > addDays(today, HORIZON_DAYS) ? [range('from', `must be within ${HORIZON_DAYS} days`)] : []),
  ];
}
