import type { HouseholdId, TaskId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { Series, SeriesState } from './series.js';

/** A series as it is stored: its state, and where it belongs. */
export type SeriesRecord = Series & {
  readonly householdId: HouseholdId;
  readonly taskId: TaskId;
  /** Goes up with each edit; that time goes by, or one occurrence is finished or deleted, is none. */
  readonly version: number;
  readonly createdBy: UserId;
  readonly createdAt: Instant;
  /** When it ended; null exactly while `ended` is false. */
  readonly endedAt: Instant | null;
};

/** The same record; throws RangeError when it contradicts itself, so that every store refuses the same. */
export function consistentRecord(series: SeriesRecord): SeriesRecord {
  if (series.ended !== (series.endedAt !== null))
    throw new RangeError(`Series ${series.id} has ended without an instant, or the reverse`);
  return series;
}

const NO_EDIT: ReadonlySet<string> = new Set<keyof SeriesState>(['horizon', 'nextIndex', 'excludedDates']);

/** The record after what a plan changes of it. */
export function changedRecord(
  series: SeriesRecord,
  change: Partial<SeriesState>,
  now: Instant,
): SeriesRecord {
  const changed = { ...series, ...change };
  const isEdited = Object.keys(change).some((field) => !NO_EDIT.has(field));
  return {
    ...changed,
    version: series.version + (isEdited ? 1 : 0),
    endedAt: changed.ended ? (series.endedAt ?? now) : null,
  };
}
