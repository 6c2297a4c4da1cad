import { ACTIVITY_RETENTION_DAYS } from '../../domain/history/activity.js';
import { NOTIFICATION_RETENTION_DAYS } from '../../domain/notifications/notification.js';
import type { Clock } from '../shared/ports.js';
import type { StoreScope, UnitOfWork } from '../shared/unit-of-work.js';
import { DAY_MS } from '../../domain/shared/durations.js';

const BATCH = 5_000;

/** Forgets what is older than the retention, in short transactions. */
export function purgeHistory({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  const inBatches = async (purge: (scope: StoreScope) => Promise<number>) => {
    let removed: number;
    do removed = await unitOfWork.run(purge);
    while (removed === BATCH);
  };
  return async (): Promise<void> => {
    const before = (days: number) => clock.now() - days * DAY_MS;
    await inBatches(({ activities }) => activities.purge(before(ACTIVITY_RETENTION_DAYS), BATCH));
    await inBatches(({ notifications }) => notifications.purge(before(NOTIFICATION_RETENTION_DAYS), BATCH));
  };
}
