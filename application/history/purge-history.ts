import { ACTIVITY_RETENTION_DAYS } from '../../domain/history/activity.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

const DAY_MS = 86_400_000;
const BATCH = 5_000;

/** Forgets what is older than the retention, in short transactions. */
export function purgeHistory({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return async (): Promise<void> => {
    const before = clock.now() - ACTIVITY_RETENTION_DAYS * DAY_MS;
    let removed: number;
    do removed = await unitOfWork.run(({ activities }) => activities.purge(before, BATCH));
    while (removed === BATCH);
  };
}
