import { inBatches } from '../shared/pages.js';
import { type AttachmentId, RESERVATION_MS } from '../../domain/attachments/attachment.js';
import type { MemberCaller } from '../shared/caller.js';
import { householdNotFound, notFound } from '../shared/errors.js';
import type { BeforeCommit, UnitOfWork } from '../composition/unit-of-work.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { fileKey } from './add-attachment.js';
import { thumbnailKey } from './thumbnails.js';
import type { FileKey } from './ports.js';
import type { Jobs } from '../shared/job-queue.js';
import type { Needs } from '../composition/needs.js';

/**
 * Deletes an attachment for all members. A job deletes its bytes afterwards. Throws NOT_FOUND if the caller does not
 * see its task.
 */
export function removeAttachment({
  unitOfWork,
  clock,
}: Needs<'clock', 'attachments' | 'events' | 'households' | 'jobs'>) {
  return ({ household, memberId }: MemberCaller, id: AttachmentId): Promise<void> =>
    unitOfWork.run(async ({ attachments, households, jobs, events }) => {
      // The household is locked, so that uploads and deletions change the count of files one after the other.
      if ((await households.findForUpdate(household.id)) === null) throw householdNotFound();
      const attachment = await attachments.find(household.id, id, memberId);
      if (attachment === null || !(await attachments.remove(household.id, id))) throw notFound('attachment');
      const at = clock.now();
      const onlyFor = await attachments.saveFileCount(household.id, attachment.taskId, {
        now: at,
        by: memberId,
      });
      await jobs.enqueue('remove-files', { householdId: household.id, fileIds: [id] });
      events.raise({ kind: 'files', onlyFor, householdId: household.id, actorId: memberId, at });
    });
}

/** Deletes the bytes and thumbnails of deleted attachments. `fileIds` null means all files of the household. */
export function removeFiles({ fileStore }: Needs<'fileStore'>) {
  return async ({ householdId, fileIds }: Jobs['remove-files']): Promise<void> => {
    if (fileIds === null) {
      for await (const { key } of fileStore.list(householdId)) await fileStore.remove(key);
      return;
    }
    for (const id of fileIds) {
      await fileStore.remove(fileKey({ householdId, id }));
      await fileStore.remove(thumbnailKey({ householdId, id }));
    }
  };
}

const BATCH = 500;

/**
 * Deletes reservations of uploads that never finished, unfinished files, and files without an attachment or
 * reservation. Deletes only those that are older than any upload that may still be running.
 */
export function purgeFiles({ unitOfWork, fileStore, clock }: Needs<'unitOfWork' | 'fileStore' | 'clock'>) {
  return async (): Promise<void> => {
    const before = clock.now() - RESERVATION_MS;
    await inBatches(BATCH, () =>
      unitOfWork.run(({ attachments }) => attachments.purgeReservations(before, BATCH)),
    );
    await fileStore.purgeUnfinished(before);
    for await (const { key, storedAt } of fileStore.list()) {
      if (storedAt < before && !(await isKnown(unitOfWork, key))) await fileStore.remove(key);
    }
  };
}

async function isKnown(unitOfWork: UnitOfWork, key: FileKey): Promise<boolean> {
  const [householdId, id] = key.replace('.thumb', '').split('/') as [HouseholdId, AttachmentId];
  return unitOfWork.run(async ({ attachments }) => (await attachments.known(householdId, [id])).has(id));
}

/** Queues the deletion of the files of each household that the transaction deletes. */
export const removeFilesOfDeletedHouseholds: BeforeCommit = async ({ jobs }, events) => {
  for (const event of events)
    if (event.kind === 'household' && event.action === 'deleted')
      await jobs.enqueue('remove-files', { householdId: event.householdId, fileIds: null });
};
