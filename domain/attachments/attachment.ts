import type { HouseholdId, MemberId, TaskId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export type AttachmentId = string & { readonly __id: 'attachment' };

/** A file of a task. For a repeating task, every occurrence shows it. */
export type Attachment = {
  readonly id: AttachmentId;
  readonly householdId: HouseholdId;
  readonly taskId: TaskId;
  readonly fileName: string;
  /** The media type that was determined from the bytes. The type that the client sent is ignored. */
  readonly contentType: string;
  /** The size in bytes. */
  readonly size: number;
  /** The SHA-256 of the file in hexadecimal. */
  readonly sha256: string;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

/** The maximum size of a file and of all files of a household, in bytes (interface specification, Limits). */
export const FILE_BYTES = 10_485_760;
export const HOUSEHOLD_BYTES = 209_715_200;
export const ATTACHMENTS_A_TASK = 50;
/** The maximum length of either side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 480;
/**
 * A reservation of space for an upload is abandoned if it is older than this, because no upload takes so
 * long.
 */
export const RESERVATION_MS = 3_600_000;
