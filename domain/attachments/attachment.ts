import type { HouseholdId, MemberId, TaskId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export type AttachmentId = string & { readonly __id: 'attachment' };

/** A file of a task, shown on every occurrence of a series. */
export type Attachment = {
  readonly id: AttachmentId;
  readonly householdId: HouseholdId;
  readonly taskId: TaskId;
  readonly fileName: string;
  /** The type determined from the bytes, never the one that the client sent. */
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

/** "10 MB per file" and "200 MB per household" (interface specification, Limits). */
export const FILE_BYTES = 10_485_760;
export const HOUSEHOLD_BYTES = 209_715_200;
export const ATTACHMENTS_A_TASK = 50;
/** The maximum length of either side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 480;
/** A reservation for an upload that is older than this was abandoned, because no upload takes that long. */
export const RESERVATION_MS = 3_600_000;
