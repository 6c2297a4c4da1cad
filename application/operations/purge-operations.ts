import { OPERATION_RETENTION_DAYS } from '../../domain/operations/operation.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import { inBatches } from '../shared/pages.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** Operations of one transaction. */
const BATCH = 500;

/** Forgets how to take back what is older than a week, and operations of more than thirty days; safe to run twice. */
export function purgeOperations({
  unitOfWork,
  clock,
}: {
  unitOfWork: UnitOfWork<'operations'>;
  clock: Clock;
}) {
  return async (): Promise<void> => {
    const now = clock.now();
    const before = now - OPERATION_RETENTION_DAYS * DAY_MS;
    await inBatches(BATCH, () => unitOfWork.run(({ operations }) => operations.forgetInverses(now, BATCH)));
    await inBatches(BATCH, () => unitOfWork.run(({ operations }) => operations.purge(before, BATCH)));
  };
}
