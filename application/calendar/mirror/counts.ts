/** What came of a sweep or a reconcile. */
export type SyncCounts = {
  created: number;
  updated: number;
  deleted: number;
  failed: number;
  blocked?: number;
  retryInMs?: number;
};

/** What also read the calendar: how many changes made there were taken over. */
export type PullCounts = SyncCounts & { pulled: number };

export const noCounts = (): SyncCounts => ({ created: 0, updated: 0, deleted: 0, failed: 0 });

/** The sums, and the earlier of the two times. */
export function addCounts(one: SyncCounts, other: SyncCounts): SyncCounts {
  const blocked = (one.blocked ?? 0) + (other.blocked ?? 0);
  const waits = [one.retryInMs, other.retryInMs].filter((wait) => wait !== undefined);
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    deleted: one.deleted + other.deleted,
    failed: one.failed + other.failed,
    ...(blocked > 0 && { blocked }),
    ...(waits.length > 0 && { retryInMs: Math.min(...waits) }),
  };
}
