import type { Instant } from '../../domain/shared/zone.js';
import type { MemberCaller } from '../shared/caller.js';
import type { MemberTrash } from './ports.js';
import type { UnitOfWork } from '../composition/unit-of-work.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { Needs } from '../composition/needs.js';

/** "Soft-deleted tasks retention: 30 days" (specification, Limits). */
const TRASH_DAYS = 30;
const BATCH = 500;

/**
 * Permanently deletes occurrences that have been in the trash for 30 days, with the files of tasks that have no
 * occurrence left. Returns the number of deleted occurrences.
 */
export function purgeTrash({ unitOfWork, clock }: Needs<'clock', 'jobs' | 'occurrences'>) {
  return (): Promise<number> => purge(unitOfWork, clock.now() - TRASH_DAYS * DAY_MS, null);
}

/** Permanently deletes everything that the caller sees in the trash. */
export function emptyTrash({ unitOfWork, clock }: Needs<'clock', 'jobs' | 'occurrences'>) {
  return async ({ household, memberId }: MemberCaller): Promise<void> => {
    await purge(unitOfWork, clock.now() + 1, { householdId: household.id, viewer: memberId });
  };
}

async function purge(
  unitOfWork: UnitOfWork<'jobs' | 'occurrences'>,
  before: Instant,
  of: MemberTrash | null,
): Promise<number> {
  let purged = 0;
  let batch: number;
  do {
    batch = await unitOfWork.run(async ({ occurrences, jobs }) => {
      const { count, files } = await occurrences.purgeTrash(before, BATCH, of);
      for (const { householdId, fileIds } of files)
        await jobs.enqueue('remove-files', { householdId, fileIds });
      return count;
    });
    purged += batch;
  } while (batch === BATCH);
  return purged;
}
