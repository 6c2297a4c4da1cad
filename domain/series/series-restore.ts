import type { Turn } from '../rotation/away.js';
import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import { isRule } from './series-dates.js';
import { NOTHING_TO_DO, ref, type SeriesPlan } from './series-plan.js';
import { isOpen, isReplannable } from './series-rows.js';
import { turnIn } from './series-turns.js';

export type Restoring = {
  readonly plan: SeriesPlan;
  /** Whose turn the restored row is now; null where its people stay. */
  readonly turn: Turn | null;
};

/**
 * What it means for the others of its series that `target` (as it is once restored) comes back from the trash: its
 * date is no longer excluded, and a row that an edit made meanwhile for the same index or date goes, since no two
 * rows may share either. Null when such a row was finished or changed on its own: then it stays, and nothing comes back.
 * The turn is computed anew, for the rotation may have changed and people may have left meanwhile.
 */
export function planRestore(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  context: PlanContext,
): Restoring | null {
  const excludedDates = series.excludedDates.filter((date) => date !== target.originalDate);
  const plan = { ...NOTHING_TO_DO, series: { excludedDates } };
  if (!isRule(series.recurrence)) return { plan, turn: null };
  const twins = rows.filter(
    (row) =>
      row.id !== target.id &&
      !row.deleted &&
      (row.seriesIndex === target.seriesIndex || row.originalDate === target.originalDate),
  );
  if (twins.some((row) => !isOpen(row) || row.isException)) return null;
  const { date } = target;
  const isPlanned = date !== null && isReplannable(target, series, context);
  return {
    plan: { ...plan, remove: twins.map(ref) },
    turn: isPlanned ? turnIn(series, target.seriesIndex, date, context) : null,
  };
}
