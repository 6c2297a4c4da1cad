import type { CivilDate } from '../shared/civil-date.js';
import { planAfterClosing } from './after-completion.js';
import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import { isRule } from './series-dates.js';
import { change, NOTHING_TO_DO, TRASHED, type SeriesPlan } from './series-plan.js';
import { isOpen } from './series-rows.js';
import type { Scope } from './series-scopes.js';
import { headBefore } from './series-split.js';

/**
 * The plan of a DELETE. The occurrence itself always goes to the trash. With scope `this` its date is excluded and
 * keeps its index; with `following` every open occurrence from there on goes, with `all` every open one from today
 * on, exceptions too: whoever deletes the series wants none of them. Finished ones stay as history.
 */
export function planDelete(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  scope: Scope,
  context: PlanContext,
): SeriesPlan {
  if (scope === 'this') return deleteOne(series, rows, target, context);
  if (scope === 'all') return planDeleteSeries(series, withTarget(rows, target), target, context);
  const cut = target.originalDate;
  const gone = withTarget(rows, target).filter(
    (row) => row.id === target.id || (isOpen(row) && row.originalDate >= cut),
  );
  return {
    ...NOTHING_TO_DO,
    series: target.seriesIndex === 0 ? { ended: true } : headBefore(series, cut, context),
    change: gone.map((row) => change(row, TRASHED)),
  };
}

/** The plan of a DELETE of the series itself, or with `target` of one of its occurrences with scope `all`. */
export function planDeleteSeries(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow | null,
  { today }: PlanContext,
): SeriesPlan {
  const still = (row: SeriesRow) =>
    isOpen(row) && (!isRule(series.recurrence) || row.date === null || row.date >= today);
  const gone = rows.filter((row) => row.id === target?.id || still(row));
  return {
    ...NOTHING_TO_DO,
    series: { ended: true },
    change: gone.map((row) => change(row, TRASHED)),
  };
}

function deleteOne(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  context: PlanContext,
): SeriesPlan {
  const next = isOpen(target)
    ? planAfterClosing(series, rows, target, context.today, context)
    : NOTHING_TO_DO;
  const excludedDates = withDate(series.excludedDates, target.originalDate);
  return {
    ...next,
    series: { ...next.series, excludedDates },
    change: [change(target, TRASHED)],
  };
}

function withDate(dates: readonly CivilDate[], date: CivilDate): readonly CivilDate[] {
  return [...new Set([...dates, date])].sort();
}

function withTarget(rows: readonly SeriesRow[], target: SeriesRow): readonly SeriesRow[] {
  return rows.some(({ id }) => id === target.id) ? rows : [...rows, target];
}
