import type { PlanContext, SeriesRow, SeriesState } from './series.js';

/** Neither finished nor in the trash. */
export function isOpen(row: SeriesRow): boolean {
  return row.status === 'TODO' && !row.deleted;
}

/**
 * Whether planning may move, change or remove the row: open, not changed on its own, and today or later. The
 * current occurrence of a series after completion always, however late: it is the only one to come.
 */
export function isReplannable(
  row: SeriesRow,
  { recurrence, nextIndex }: Pick<SeriesState, 'recurrence' | 'nextIndex'>,
  { today }: PlanContext,
): boolean {
  if (!isOpen(row) || row.isException || row.date === null) return false;
  return row.date >= today || ('kind' in recurrence && row.seriesIndex === nextIndex - 1);
}

/** The replannable rows by index. */
export function replannableRows(
  series: SeriesState,
  rows: readonly SeriesRow[],
  context: PlanContext,
): readonly SeriesRow[] {
  return rows
    .filter((row) => isReplannable(row, series, context))
    .sort((a, b) => a.seriesIndex - b.seriesIndex);
}
