import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { DAY_MS } from '../../domain/shared/durations.js';

/** "Soft-deleted tasks retention: 30 days" (specification, Limits). */
const TRASH_DAYS = 30;
const BATCH = 500;

/** Empties the trash of what has lain there long enough, with the files of tasks of which nothing is left. */
export function purgeTrash({
  unitOfWork,
  clock,
}: {
  unitOfWork: UnitOfWork<'jobs' | 'occurrences'>;
  clock: Clock;
}) {
  return async (): Promise<number> => {
    const before = clock.now() - TRASH_DAYS * DAY_MS;
    let purged = 0;
    let batch: number;
    do {
      batch = await unitOfWork.run(async ({ occurrences, jobs }) => {
        const { count, files } = await occurrences.purgeTrash(before, BATCH);
        for (const { householdId, fileIds } of files)
          await jobs.enqueue('remove-files', { householdId, fileIds });
        return count;
      });
      purged += batch;
    } while (batch === BATCH);
    return purged;
  };
}
