import type { OccurrenceId } from '../shared/ids.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { isRule } from './dates.js';
import type { Scope } from './edit-request.js';
import { planAfterClosing } from './horizon.js';
import { placeOfRow, type PlanContext, type SeriesRow, type SeriesState, isRowOpen } from './series.js';
import {
  toRowChange,
  NOTHING_TO_DO,
  toRowRef,
  toSeriesRow,
  MOVED_TO_TRASH,
  type RowChange,
  type RowRef,
  type SeriesPlan,
} from './plan.js';
import { endBeforeRow } from './split.js';

/**
 * Plans a DELETE of one occurrence. The occurrence itself always goes to the trash. For a series, `scope` says what
 * else happens:
 *
 * - `this`: its date is excluded from the series and keeps its index. If the series repeats after completion, the
 *   next occurrence is planned.
 * - `following`: every open occurrence from this one on goes to the trash, and the series ends there.
 * - `all`: every open occurrence that has no date or is dated today or later goes to the trash, exceptions included,
 *   and the series ends. If it repeats after completion, overdue occurrences go to the trash too.
 *
 * Finished occurrences stay as history.
 *
 * @param series null for a task that does not repeat; `scope` is ignored then
 * @param rows the rows of the series, including `target`
 */
export function planDelete(
  series: SeriesState | null,
  rows: readonly SeriesRow[],
  target: Occurrence,
  scope: Scope,
  context: PlanContext,
): SeriesPlan {
  const row = toSeriesRow(target, series);
  if (series === null || row === null)
    return { ...NOTHING_TO_DO, change: [toRowChange(target, MOVED_TO_TRASH)] };
  if (scope === 'this') return deleteOne(series, rows, row, context);
  if (scope === 'all') return planDeleteSeries(series, rows, row, context);
  const cut = placeOfRow(row);
  return {
    ...NOTHING_TO_DO,
    series: row.seriesIndex === 0 ? { ended: true } : endBeforeRow(series, row, context),
    change: trashed(rows, row, (other) => placeOfRow(other) >= cut),
  };
}

/** Plans a DELETE of the whole series, or of one of its occurrences (`target`) with scope `all`. */
export function planDeleteSeries(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow | null,
  { today }: PlanContext,
): SeriesPlan {
  const isToCome = ({ date }: SeriesRow) => !isRule(series.recurrence) || date === null || date >= today;
  return { ...NOTHING_TO_DO, series: { ended: true }, change: trashed(rows, target, isToCome) };
}

/** Plans to move `target` to the trash, and every open row for which `goes` returns true. */
function trashed(
  rows: readonly SeriesRow[],
  target: SeriesRow | null,
  goes: (row: SeriesRow) => boolean,
): readonly RowChange[] {
  return rows
    .filter((row) => row.id === target?.id || (isRowOpen(row) && goes(row)))
    .map((row) => toRowChange(row, MOVED_TO_TRASH));
}

function deleteOne(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  context: PlanContext,
): SeriesPlan {
  const next = isRowOpen(target)
    ? planAfterClosing(series, rows, target, context.today, context)
    : NOTHING_TO_DO;
  const excludedDates = [...new Set([...series.excludedDates, placeOfRow(target)])].sort();
  return {
    ...next,
    series: { ...next.series, excludedDates },
    change: [toRowChange(target, MOVED_TO_TRASH)],
  };
}

/**
 * Plans the restoration of several occurrences that were deleted in one operation. Each is planned by {@link
 * planRestore}. Returns null if one of them cannot be restored, so that either all are restored or none.
 *
 * @param targets the occurrences in their restored state
 * @param hasEndedIt true if that operation also ended the series. The series is then continued.
 */
export function planRestoreTogether(
  series: SeriesState,
  rows: readonly SeriesRow[],
  targets: readonly SeriesRow[],
  hasEndedIt: boolean,
): SeriesPlan | null {
  const back = new Set(targets.map(({ id }) => id));
  const others = rows.filter(({ id }) => !back.has(id));
  const remove = new Map<OccurrenceId, RowRef>();
  let { excludedDates } = series;
  for (const target of targets) {
    const restoring = planRestore({ ...series, excludedDates }, others, target);
    if (restoring === null) return null;
    excludedDates = restoring.series?.excludedDates ?? excludedDates;
    for (const twin of restoring.remove) remove.set(twin.id, twin);
  }
  const set = { excludedDates, ...(hasEndedIt && { ended: false }) };
  return { ...NOTHING_TO_DO, series: set, remove: [...remove.values()] };
}

/**
 * Plans how restoring `target` from the trash changes its series. The date is no longer excluded. If another row has
 * got the same index or date in the meantime, it is removed, because two rows must not share an index or a date.
 *
 * Returns null, and so restores nothing, if that other row is finished, ticked or was changed on its own, or if the
 * series repeats after completion and has another row there.
 *
 * @param target the occurrence in its restored state
 */
export function planRestore(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
): SeriesPlan | null {
  const excludedDates = series.excludedDates.filter((place) => place !== placeOfRow(target));
  const twins = rows.filter(
    (row) =>
      row.id !== target.id &&
      !row.deleted &&
      (row.seriesIndex === target.seriesIndex || placeOfRow(row) === placeOfRow(target)),
  );
  if (twins.some((row) => !isRowOpen(row) || row.isException || row.isTouched)) return null;
  // A series that repeats after completion has a single open occurrence. Removing it would stop the series,
  // because only completing it creates the next one.
  if (!isRule(series.recurrence) && twins.length > 0) return null;
  return { ...NOTHING_TO_DO, series: { excludedDates }, remove: twins.map(toRowRef) };
}
