import { inBatches } from '../shared/pages.js';
import { ACTIVITY_RETENTION_DAYS } from '../../domain/history/activity.js';
import { NOTIFICATION_RETENTION_DAYS } from '../../domain/notifications/notification.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { Needs } from '../composition/needs.js';

const BATCH = 5_000;

/**
 * Deletes history entries, notifications, and the stored ids of deleted tasks when they are older than their
 * retention time. Deletes in batches, so that transactions stay short.
 */
export function purgeHistory({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return async (): Promise<void> => {
    const before = (days: number) => clock.now() - days * DAY_MS;
    await inBatches(BATCH, () =>
      unitOfWork.run(({ activities }) => activities.purge(before(ACTIVITY_RETENTION_DAYS), BATCH)),
    );
    await inBatches(BATCH, () =>
      unitOfWork.run(({ notifications }) => notifications.purge(before(NOTIFICATION_RETENTION_DAYS), BATCH)),
    );
    await inBatches(BATCH, () => unitOfWork.run(({ tasks }) => tasks.forgetRetired(clock.now(), BATCH)));
  };
}
