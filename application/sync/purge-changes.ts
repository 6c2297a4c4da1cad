import { DAY_MS } from '../../domain/shared/durations.js';
import { CHANGE_RETENTION_DAYS } from '../../domain/sync/page.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

const BATCH = 5_000;

/** Forgets changes that are older than the retention, in short transactions; who has not read them begins anew. */
export function purgeChanges({ unitOfWork, clock }: { unitOfWork: UnitOfWork<'changes'>; clock: Clock }) {
  return async (): Promise<void> => {
    const before = clock.now() - CHANGE_RETENTION_DAYS * DAY_MS;
    while ((await unitOfWork.run(({ changes }) => changes.purge(before, BATCH))) > 0);
  };
}
