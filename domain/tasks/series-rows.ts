import type { PlanContext, SeriesRow, SeriesState } from './series.js';

/** Neither finished nor in the trash. */
export function isOpen(row: SeriesRow): boolean {
  return row.status === 'TODO' && !row.deleted;
}

/**
 * Whether planning may move, change or remove the row: open, not changed on its own, and today or later. The one
 * open occurrence of a series after completion is always the current one, however late.
 */
export function isReplannable(
  row: SeriesRow,
  { recurrence }: Pick<SeriesState, 'recurrence'>,
  { today }: PlanContext,
): boolean {
  if (!isOpen(row) || row.isException || row.date === null) return false;
  return 'kind' in recurrence || row.date >= today;
}

/** The replannable rows by index. */
export function replannableRows(
  series: Pick<SeriesState, 'recurrence'>,
  rows: readonly SeriesRow[],
  context: PlanContext,
): readonly SeriesRow[] {
  return rows
    .filter((row) => isReplannable(row, series, context))
    .sort((a, b) => a.seriesIndex - b.seriesIndex);
}
