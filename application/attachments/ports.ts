import type { Attachment, AttachmentId } from '../../domain/attachments/attachment.js';
import type { HouseholdId, MemberId, TaskId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Stamp } from '../../domain/tasks/occurrence.js';

/** A place in the household's quota, held while the file comes. */
export type Reservation = Pick<
  Attachment,
  'id' | 'householdId' | 'taskId' | 'createdBy' | 'createdAt' | 'size'
>;

/** What a household uses. */
export type Usage = {
  /** Held places included. */
  readonly bytes: number;
  /** Of files that are whole. */
  readonly storedBytes: number;
  /** Of that task, held places included. */
  readonly files: number;
};

/** Places that are held and have no file yet are not seen here. */
export interface AttachmentReader {
  /** Those of the task, newest first, then by id; sort key: [-createdAt, id]. */
  list(householdId: HouseholdId, taskId: TaskId, page: PageRequest): Promise<Page<Attachment>>;
  /** All that the viewer may see in the household, as `list`. */
  listSeen(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<Attachment>>;
  /** null when the viewer sees no occurrence of its task outside of the trash. */
  find(householdId: HouseholdId, id: AttachmentId, viewer: MemberId): Promise<Attachment | null>;
}

export interface AttachmentRepository extends AttachmentReader {
  /** The household is locked. */
  usage(householdId: HouseholdId, taskId: TaskId): Promise<Usage>;
  reserve(reservation: Reservation): Promise<void>;
  /** Turns the place into the file; false when the place is gone. */
  complete(attachment: Attachment): Promise<boolean>;
  /** The place or the file, for good; false when there was none. */
  remove(householdId: HouseholdId, id: AttachmentId): Promise<boolean>;
  /**
   * Tells all occurrences of the task how many files it has: their version rises, since what they show is another,
   * and the calendar has nothing to do with it. Gives whom alone that concerns: the author, where nobody else sees any
   * of them; null: every member.
   */
  tellCount(householdId: HouseholdId, taskId: TaskId, stamp: Stamp): Promise<MemberId | null>;
  /** Returns how many whole files each of the tasks has; tasks without a file are missing. */
  countOf(householdId: HouseholdId, taskIds: readonly TaskId[]): Promise<ReadonlyMap<TaskId, number>>;
  /** Removes those of tasks that exist for that member alone; gives their ids. */
  removePersonal(householdId: HouseholdId, member: MemberId): Promise<readonly AttachmentId[]>;
  /** Removes at most `limit` places held since before then, of all households. */
  purgeReservations(before: Instant, limit: number): Promise<number>;
  /** Which of these files of a household are known, held places included. */
  known(householdId: HouseholdId, ids: readonly AttachmentId[]): Promise<ReadonlySet<AttachmentId>>;
}

/**
 * Where a file lies: `{household id}/{file id}`, and its small picture beside it with `.thumb`; made by the service only.
 * Nothing that a user wrote is part of it, so that no name can lead out of the store.
 */
export type FileKey = `${string}/${string}`;

/** Taken by one reader, once, and no faster than it asks; a reader may leave early. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Both ends inclusive, as in HTTP. */
export type ByteRange = { readonly start: number; readonly end: number };

export type StoredFile = { readonly key: FileKey; readonly size: number; readonly storedAt: Instant };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KEY = new RegExp(`^${UUID}/${UUID}(?:\\.thumb)?$`);

/** The last fence before a path or an object name is made of it. */
export function isFileKey(text: string): text is FileKey {
  return KEY.test(text);
}

/** Keeps bytes; what they mean, whose they are and how many there may be is known elsewhere. */
export interface FileStore {
  /**
   * Stores the content, read no faster than it can be written, and resolves when it is safe. A file is there whole
   * or not at all: when the content fails, the rejection is passed on and nothing remains that can be opened;
   * ending its source is the caller's affair.
   * A file of this key is replaced. A key that is none is refused by every method, with an error.
   */
  put(key: FileKey, content: Bytes): Promise<void>;
  /** null: no such file. Whoever opens it reads to the end or leaves the loop, which closes it. */
  open(key: FileKey, range?: ByteRange): Promise<Bytes | null>;
  /** Removing what is not there is no error. */
  remove(key: FileKey): Promise<void>;
  /** All files, or those of a household, in no order, without holding them all; no unfinished ones. */
  list(householdId?: HouseholdId): AsyncIterable<StoredFile>;
  /** Removes what `put`s that began before then and never ended have left. */
  purgeUnfinished(startedBefore: Instant): Promise<void>;
}

/** Knows files by their first bytes. */
export interface TypeDetector {
  /** The media type that these bytes begin; null when they are none that it knows. */
  detect(head: Uint8Array): Promise<string | null>;
}

/** Makes pictures small. */
export interface ThumbnailMaker {
  /**
   * A WebP of at most THUMBNAIL_SIDE pixels a side, upright, that holds nothing but the picture; null where these bytes
   * are no picture that can be read, or one of more pixels than it decodes. Rejects where it can make none at all.
   */
  make(file: Uint8Array): Promise<Uint8Array | null>;
}

/** SHA-256, piece by piece. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** In hexadecimal; the last call. */
  hex(): string;
}

export type NewDigest = () => Digest;
