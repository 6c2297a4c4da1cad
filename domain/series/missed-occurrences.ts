import type { CivilDate } from '../shared/civil-date.js';
import type { SeriesRow, SeriesState } from './series.js';
import { change, type RowChange } from './series-plan.js';
import { isOpen } from './series-rows.js';

/**
 * `keepLatest`: once a newer occurrence is due, on its day, the older open ones are skipped as missed, exceptions
 * too, whose date is the one they were moved to. The newest stays, however late. With `keep` each stays, overdue.
 */
export function planMissed(
  { missed }: Pick<SeriesState, 'missed'>,
  rows: readonly SeriesRow[],
  today: CivilDate,
): readonly RowChange[] {
  if (missed === 'keep') return [];
  const due = rows.filter((row) => isOpen(row) && row.date !== null && row.date <= today);
  const latest = due.reduce<CivilDate | null>(
    (newest, { date }) => (date !== null && (newest === null || date > newest) ? date : newest),
    null,
  );
  return due
    .filter(({ date }) => date !== latest)
    .map((row) => change(row, { status: 'SKIPPED', skippedReason: 'MISSED' }));
}
