/** The results of a synchronisation. */
export type SyncCounts = {
  /** Changes made in the calendar that were applied to occurrences. */
  pulled: number;
  created: number;
  updated: number;
  deleted: number;
  failed: number;
  blocked?: number;
  retryInMs?: number;
};

export const noCounts = (): SyncCounts => ({ pulled: 0, created: 0, updated: 0, deleted: 0, failed: 0 });

/** Adds the counts and keeps the shorter delay before the next attempt. */
export function addSyncCounts(one: SyncCounts, other: SyncCounts): SyncCounts {
  const blocked = (one.blocked ?? 0) + (other.blocked ?? 0);
  const waits = [one.retryInMs, other.retryInMs].filter((wait) => wait !== undefined);
  return {
    pulled: one.pulled + other.pulled,
    created: one.created + other.created,
    updated: one.updated + other.updated,
    deleted: one.deleted + other.deleted,
    failed: one.failed + other.failed,
    ...(blocked > 0 && { blocked }),
    ...(waits.length > 0 && { retryInMs: Math.min(...waits) }),
  };
}
