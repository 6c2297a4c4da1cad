import { RESERVATION_MS, type AttachmentId } from '../../domain/attachments/attachment.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Clock } from '../shared/ports.js';
import type { FileKey, FileStore } from './ports.js';
import type { Jobs } from '../shared/job-queue.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** Removes the bytes of files that nobody knows any more; null: all of the household. */
export function removeFiles({ fileStore }: { fileStore: FileStore }) {
  return async ({ householdId, fileIds }: Jobs['remove-files']): Promise<void> => {
    if (fileIds === null) {
      for await (const { key } of fileStore.list(householdId)) await fileStore.remove(key);
      return;
    }
    for (const id of fileIds) await fileStore.remove(`${householdId}/${id}`);
  };
}

const BATCH = 500;

/**
 * What uploads left that never ended, and files that no attachment stands for: those that are older than any upload
 * that may still run. Done again it finds nothing.
 */
export function purgeFiles({
  unitOfWork,
  fileStore,
  clock,
}: {
  unitOfWork: UnitOfWork;
  fileStore: FileStore;
  clock: Clock;
}) {
  return async (): Promise<void> => {
    const before = clock.now() - RESERVATION_MS;
    let purged: number;
    do purged = await unitOfWork.run(({ attachments }) => attachments.purgeReservations(before, BATCH));
    while (purged === BATCH);
    await fileStore.purgeUnfinished(before);
    for await (const { key, storedAt } of fileStore.list()) {
      if (storedAt < before && !(await isKnown(unitOfWork, key))) await fileStore.remove(key);
    }
  };
}

async function isKnown(unitOfWork: UnitOfWork, key: FileKey): Promise<boolean> {
  const [householdId, id] = key.split('/') as [HouseholdId, AttachmentId];
  return unitOfWork.run(async ({ attachments }) => (await attachments.known(householdId, [id])).has(id));
}
