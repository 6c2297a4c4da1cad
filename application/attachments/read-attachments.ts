import type { Attachment, AttachmentId } from '../../domain/attachments/attachment.js';
import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound, taskNotFound } from '../shared/errors.js';
import type { ByteRange, Bytes } from './ports.js';
import { fileKey } from './add-attachment.js';
import type { Needs } from '../shared/needs.js';

/** The files of an occurrence's task; TASK_NOT_FOUND when it is absent for the caller, or in the trash. */
export function listAttachments({ occurrences, attachments }: Needs<'occurrences' | 'attachments'>) {
  return async (
    { household, memberId }: MemberCaller,
    id: OccurrenceId,
    page: PageRequest,
  ): Promise<Page<Attachment>> => {
    const occurrence = await occurrences.find(household.id, id, memberId);
    if (occurrence === null || occurrence.deletedAt !== null) throw taskNotFound();
    return attachments.list(household.id, occurrence.taskId, page);
  };
}

/** All files that the caller may see in the household. */
export function listSeenAttachments({ attachments }: Needs<'attachments'>) {
  return ({ household, memberId }: MemberCaller, page: PageRequest): Promise<Page<Attachment>> =>
    attachments.listSeen(household.id, memberId, page);
}

/** NOT_FOUND when its task is absent for the caller. */
export function findAttachment({ attachments }: Needs<'attachments'>) {
  return async ({ household, memberId }: MemberCaller, id: AttachmentId): Promise<Attachment> => {
    const attachment = await attachments.find(household.id, id, memberId);
    if (attachment === null) throw notFound('attachment');
    return attachment;
  };
}

/** The bytes of a file that `findAttachment` gave; NOT_FOUND when they went meanwhile. */
export function openAttachment({ fileStore }: Needs<'fileStore'>) {
  return async (attachment: Attachment, range?: ByteRange): Promise<Bytes> => {
    const bytes = await fileStore.open(fileKey(attachment), range);
    if (bytes === null) throw notFound('attachment');
    return bytes;
  };
}
