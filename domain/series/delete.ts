import type { OccurrenceId } from '../shared/ids.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { isRule } from './dates.js';
import type { Scope } from './edit.js';
import { planAfterClosing } from './horizon.js';
import { placeOfRow } from './places.js';
import {
  change,
  NOTHING_TO_DO,
  ref,
  toSeriesRow,
  TRASHED,
  type RowChange,
  type RowRef,
  type SeriesPlan,
} from './plan.js';
import { type PlanContext, type SeriesRow, type SeriesState, isOpen } from './series.js';
import { headBefore } from './split.js';

/**
 * The plan of a DELETE. The occurrence itself always goes to the trash. With scope `this` its date is excluded and
 * keeps its index; with `following` every open occurrence from there on goes, with `all` every open one from today
 * on, exceptions too: whoever deletes the series wants none of them. Finished ones stay as history. `series` is null,
 * and the scope says nothing, for a task that does not repeat; else `target` is among the rows.
 */
export function planDelete(
  series: SeriesState | null,
  rows: readonly SeriesRow[],
  target: Occurrence,
  scope: Scope,
  context: PlanContext,
): SeriesPlan {
  const row = toSeriesRow(target, series);
  if (series === null || row === null) return { ...NOTHING_TO_DO, change: [change(target, TRASHED)] };
  if (scope === 'this') return deleteOne(series, rows, row, context);
  if (scope === 'all') return planDeleteSeries(series, rows, row, context);
  const cut = placeOfRow(row);
  return {
    ...NOTHING_TO_DO,
    series: row.seriesIndex === 0 ? { ended: true } : headBefore(series, row, context),
    change: trashed(rows, row, (other) => placeOfRow(other) >= cut),
  };
}

/** The plan of a DELETE of the series itself, or with `target` of one of its occurrences with scope `all`. */
export function planDeleteSeries(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow | null,
  { today }: PlanContext,
): SeriesPlan {
  const isToCome = ({ date }: SeriesRow) => !isRule(series.recurrence) || date === null || date >= today;
  return { ...NOTHING_TO_DO, series: { ended: true }, change: trashed(rows, target, isToCome) };
}

/** The target, and of the open rows those that are to go. */
function trashed(
  rows: readonly SeriesRow[],
  target: SeriesRow | null,
  goes: (row: SeriesRow) => boolean,
): readonly RowChange[] {
  return rows
    .filter((row) => row.id === target?.id || (isOpen(row) && goes(row)))
    .map((row) => change(row, TRASHED));
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
  const excludedDates = [...new Set([...series.excludedDates, placeOfRow(target)])].sort();
  return { ...next, series: { ...next.series, excludedDates }, change: [change(target, TRASHED)] };
}

/**
 * The plan of bringing back at once what went to the trash at once, `targets` as they are once restored: {@link planRestore}
 * of each. Null where one of them cannot come back: then none does. The series goes on if that act had ended it.
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
 * What it means for the others of its series that `target` (as it is once restored) comes back from the trash: its
 * date is no longer excluded, and a row that an edit made meanwhile for the same index or date goes, since no two
 * rows may share either. Null when such a row was finished or changed on its own: then it stays, and nothing comes back.
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
  if (twins.some((row) => !isOpen(row) || row.isException || row.isTouched)) return null;
  // After completion the chain would end with its open occurrence.
  if (!isRule(series.recurrence) && twins.length > 0) return null;
  return { ...NOTHING_TO_DO, series: { excludedDates }, remove: twins.map(ref) };
}
