import type { HouseholdId, MemberId, TaskId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export type AttachmentId = string & { readonly __id: 'attachment' };

/** A file of a task: every occurrence of a series shows it. */
export type Attachment = {
  readonly id: AttachmentId;
  readonly householdId: HouseholdId;
  readonly taskId: TaskId;
  readonly fileName: string;
  /** As its bytes say, never as the client said. */
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

/** "10 MB per file", "200 MB per household" (specification, Limits). */
export const FILE_BYTES = 10_485_760;
export const HOUSEHOLD_BYTES = 209_715_200;
export const ATTACHMENTS_A_TASK = 50;
/** What a gallery shows of a picture: no side is longer, in pixels. */
export const THUMBNAIL_SIDE = 480;
/** A place that is held for a file longer than any upload takes was left behind. */
export const RESERVATION_MS = 3_600_000;
