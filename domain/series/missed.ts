import type { CivilDate } from '../shared/civil-date.js';
import { type TimeZone, civilMomentAt } from '../shared/zone.js';
import { type RowChange, change } from './plan.js';
import { type SeriesRow, type SeriesState, isOpen } from './series.js';

/**
 * `keepLatest`: once a newer occurrence is due, on its day, the older open ones are skipped as missed, exceptions
 * too, whose date is the one they were moved to. The newest stays, however late, and so does what somebody opened
 * again, until one falls due on a later day. With `keep` each stays, overdue.
 */
export function planMissed(
  { missed }: Pick<SeriesState, 'missed'>,
  rows: readonly SeriesRow[],
  today: CivilDate,
  timeZone: TimeZone,
): readonly RowChange[] {
  if (missed === 'keep') return [];
  const due = rows.flatMap((row) =>
    isOpen(row) && row.date !== null && row.date <= today ? [{ row, date: row.date }] : [],
  );
  const latest = due
    .map(({ date }) => date)
    .sort()
    .at(-1);
  const isBeforeLatest = (date: CivilDate) => latest !== undefined && date < latest;
  const openedBeforeLatest = ({ statusAt }: SeriesRow) =>
    statusAt === null || isBeforeLatest(civilMomentAt(timeZone, statusAt).date);
  return due
    .filter(({ row, date }) => isBeforeLatest(date) && openedBeforeLatest(row))
    .map(({ row }) => change(row, { status: 'SKIPPED', skippedReason: 'MISSED' }));
}
