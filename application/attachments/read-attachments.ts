import type { Attachment, AttachmentId } from '../../domain/attachments/attachment.js';
import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound, taskNotFound } from '../shared/errors.js';
import type { ByteRange, Bytes } from './ports.js';
import { fileKey } from './add-attachment.js';
import type { Needs } from '../composition/needs.js';

/**
 * Lists the files of an occurrence's task. Throws TASK_NOT_FOUND if the caller does not see the occurrence, or it is in
 * the trash.
 */
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

/** Lists all files that the caller may see in the household. */
export function listSeenAttachments({ attachments }: Needs<'attachments'>) {
  return ({ household, memberId }: MemberCaller, page: PageRequest): Promise<Page<Attachment>> =>
    attachments.listSeen(household.id, memberId, page);
}

/** Returns an attachment. Throws NOT_FOUND if the caller does not see its task. */
export function findAttachment({ attachments }: Needs<'attachments'>) {
  return async ({ household, memberId }: MemberCaller, id: AttachmentId): Promise<Attachment> => {
    const attachment = await attachments.find(household.id, id, memberId);
    if (attachment === null) throw notFound('attachment');
    return attachment;
  };
}

/**
 * Opens the bytes of an attachment that `findAttachment` returned. Throws NOT_FOUND if the file has been deleted in
 * between.
 */
export function openAttachment({ fileStore }: Needs<'fileStore'>) {
  return async (attachment: Attachment, range?: ByteRange): Promise<Bytes> => {
    const bytes = await fileStore.open(fileKey(attachment), range);
    if (bytes === null) throw notFound('attachment');
    return bytes;
  };
}
