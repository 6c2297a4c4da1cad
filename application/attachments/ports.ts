import type { Attachment, AttachmentId } from '../../domain/attachments/attachment.js';
import type { HouseholdId, MemberId, TaskId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Stamp } from '../../domain/tasks/occurrence.js';

/** Space that is reserved in the household's quota while a file is uploaded. */
export type Reservation = Pick<
  Attachment,
  'id' | 'householdId' | 'taskId' | 'createdBy' | 'createdAt' | 'size'
>;

/** The space that a household uses, in bytes, and the number of files of one task. */
export type StorageUsage = {
  /** The bytes of all completed files and of all reservations. */
  readonly bytes: number;
  /** The bytes of the completed files alone. */
  readonly storedBytes: number;
  /** The number of files of the task, including reservations. */
  readonly files: number;
};

/** Reads completed attachments. Reservations without a file are not included. */
export interface AttachmentReader {
  /** Lists the attachments of the task, newest first, then by id; sort key: [-createdAt, id]. */
  list(householdId: HouseholdId, taskId: TaskId, page: PageRequest): Promise<Page<Attachment>>;
  /** Lists all attachments that the viewer may see in the household, in the order of `list`. */
  listSeen(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<Attachment>>;
  /** Returns null unless the viewer sees an occurrence of the attachment's task that is not in the trash. */
  find(householdId: HouseholdId, id: AttachmentId, viewer: MemberId): Promise<Attachment | null>;
}

export interface AttachmentRepository extends AttachmentReader {
  /** Returns the usage of the household and the number of files of the task. The caller has locked the household. */
  usage(householdId: HouseholdId, taskId: TaskId): Promise<StorageUsage>;
  reserve(reservation: Reservation): Promise<void>;
  /** Turns the reservation into an attachment. Returns false if the reservation has been removed. */
  complete(attachment: Attachment): Promise<boolean>;
  /** Deletes the reservation or the attachment. Returns false if neither exists. */
  remove(householdId: HouseholdId, id: AttachmentId): Promise<boolean>;
  /**
   * Stores the current number of files on all occurrences of the task and increases their version. Their sync version
   * stays, because the calendar does not show files. Returns the author if nobody else sees any of the occurrences,
   * and null if every member may be concerned.
   */
  saveFileCount(householdId: HouseholdId, taskId: TaskId, stamp: Stamp): Promise<MemberId | null>;
  /** Returns the number of completed files of each task. Tasks without a file are missing in the map. */
  countOf(householdId: HouseholdId, taskIds: readonly TaskId[]): Promise<ReadonlyMap<TaskId, number>>;
  /** Deletes the attachments of tasks that only this member sees. Returns their ids. */
  removePersonal(householdId: HouseholdId, member: MemberId): Promise<readonly AttachmentId[]>;
  /**
   * Deletes at most `limit` reservations of all households that were made before `before`. Returns how many it
   * deleted.
   */
  purgeReservations(before: Instant, limit: number): Promise<number>;
  /** Returns which of these ids exist in the household, as attachments or reservations. */
  known(householdId: HouseholdId, ids: readonly AttachmentId[]): Promise<ReadonlySet<AttachmentId>>;
}

/**
 * The key of a stored file: `{household id}/{file id}`, and the same with `.thumb` for its thumbnail. The service
 * builds it from ids only, so a name that a user chose cannot lead outside the store.
 */
export type FileKey = `${string}/${string}`;

/** A stream of bytes with backpressure. It can be read once, by one reader, who may stop early. */
export type Bytes = AsyncIterable<Uint8Array>;

/** A range of bytes. Both ends are inclusive, as in HTTP (RFC 9110 section 14.1.2). */
export type ByteRange = { readonly start: number; readonly end: number };

export type StoredFile = { readonly key: FileKey; readonly size: number; readonly storedAt: Instant };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KEY = new RegExp(`^${UUID}/${UUID}(?:\\.thumb)?$`);

/** Returns whether the text is a valid key. Stores check it before they build a path or an object name from it. */
export function isFileKey(text: string): text is FileKey {
  return KEY.test(text);
}

/** Stores bytes under keys. It knows nothing about their meaning, their owner or quotas. */
export interface FileStore {
  /**
   * Stores the content and resolves when it is safely stored. The content is read no faster than it can be written. A
   * file with the same key is replaced.
   *
   * A file is stored completely or not at all: if reading the content fails, the error is passed on and nothing of the
   * content can be opened. The caller has to close the source of the content. All methods that take a key fail for an
   * invalid one.
   */
  put(key: FileKey, content: Bytes): Promise<void>;
  /**
   * Opens a file. Returns null if there is none. The caller reads to the end or leaves the loop early, which closes
   * the file.
   */
  open(key: FileKey, range?: ByteRange): Promise<Bytes | null>;
  /** Deletes a file. Does nothing if there is no such file. */
  remove(key: FileKey): Promise<void>;
  /** Lists the completed files of all households or of one, in no particular order, as a stream. */
  list(householdId?: HouseholdId): AsyncIterable<StoredFile>;
  /**
   * Deletes the unfinished files that interrupted `put` calls have left. A call that started at `startedBefore` or
   * later is not affected.
   */
  purgeUnfinished(startedBefore: Instant): Promise<void>;
}

/** Detects the type of a file by its first bytes. */
export interface TypeDetector {
  /** Returns the media type, or null if the bytes do not begin with a known signature. */
  detect(head: Uint8Array): Promise<string | null>;
}

/** Creates thumbnails of images. */
export interface ThumbnailMaker {
  /**
   * Returns a WebP image of at most THUMBNAIL_SIDE pixels in width and height, in upright orientation and without
   * metadata. Returns null if the bytes are not a readable image, or if it has too many pixels to decode. Rejects if
   * no thumbnail can be made at the moment.
   */
  make(file: Uint8Array): Promise<Uint8Array | null>;
}

/** An incremental SHA-256 hash. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** Returns the hash in hexadecimal. Must be the last call. */
  hex(): string;
}

export type NewDigest = () => Digest;
