import type { AttachmentId } from '../../domain/attachments/attachment.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** Gone for everybody; its bytes go afterwards. NOT_FOUND when its task is absent for the caller. */
export function removeAttachment({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return ({ household, userId }: MemberCaller, id: AttachmentId): Promise<void> =>
    unitOfWork.run(async ({ attachments, jobs, events }) => {
      const attachment = await attachments.find(household.id, id, userId);
      if (attachment === null || !(await attachments.remove(household.id, id))) throw notFound('attachment');
      const at = clock.now();
      const onlyFor = await attachments.tellCount(household.id, attachment.taskId, at);
      await jobs.enqueue('remove-files', { householdId: household.id, fileIds: [id] });
      events.record({ kind: 'files', onlyFor, householdId: household.id, actorId: userId, at });
    });
}
