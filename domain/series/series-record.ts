import type { HouseholdId, TaskId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { Series } from './series.js';

/** A series as it is stored: its state, and where it belongs. */
export type SeriesRecord = Series & {
  readonly householdId: HouseholdId;
  readonly taskId: TaskId;
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
