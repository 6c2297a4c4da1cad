import { nextAfterCompletion } from '../recurrence/rule.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import { isRule, reaches } from './series-dates.js';
import { newRows } from './series-horizon.js';
import { NOTHING_TO_DO, ref, type SeriesPlan } from './series-plan.js';
import { isOpen } from './series-rows.js';

/** The version of a row that nobody has changed since it was created. */
const UNTOUCHED = 1;

/**
 * What follows when the occurrence `closed` is completed, skipped or deleted on the civil date `on`: the next one,
 * unless another is still open (it was completed twice, or reopened before). Its index is the number of completions
 * and skips so far. A date that the series has had before is not offered again; somebody who was early enough to
 * meet it gets the day after. `rows`: all rows of the series.
 */
export function planAfterClosing(
  series: SeriesState,
  rows: readonly SeriesRow[],
  closed: SeriesRow,
  on: CivilDate,
  context: PlanContext,
): SeriesPlan {
  if (isRule(series.recurrence) || series.ended) return NOTHING_TO_DO;
  if (rows.some((row) => row.id !== closed.id && isOpen(row))) return NOTHING_TO_DO;
  const taken = new Set([...rows, closed].map(({ originalDate }) => originalDate));
  let date = nextAfterCompletion(series.recurrence, on);
  while (taken.has(date)) date = addDays(date, 1);
  if (!reaches(series, date)) return { ...NOTHING_TO_DO, series: { ended: true } };
  return {
    ...NOTHING_TO_DO,
    series: { nextIndex: series.nextIndex + 1, horizon: addDays(date, 1) },
    create: newRows(series, [{ date, index: series.nextIndex }], new Set(), context),
  };
}

/**
 * What follows when `reopened` is to do again: the occurrence that its completion had created is removed, unless
 * somebody touched it; then both stay as they are.
 */
export function planAfterReopening(
  series: SeriesState,
  rows: readonly SeriesRow[],
  reopened: SeriesRow,
): SeriesPlan {
  if (isRule(series.recurrence)) return NOTHING_TO_DO;
  const last = series.nextIndex - 1;
  const next = rows.find((row) => row.seriesIndex === last && row.seriesIndex === reopened.seriesIndex + 1);
  if (next === undefined || !isOpen(next) || next.isException || next.version !== UNTOUCHED)
    return NOTHING_TO_DO;
  return { ...NOTHING_TO_DO, series: { nextIndex: last }, remove: [ref(next)] };
}
