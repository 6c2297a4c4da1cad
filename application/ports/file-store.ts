import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

/**
 * Where a file lies: `{household id}/{file id}`, made by the service only. Nothing that a user wrote is part of it,
 * so that no name can lead out of the store.
 */
export type FileKey = `${string}/${string}`;

/** Taken by one reader, once, and no faster than it asks; a reader may leave early. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Both ends inclusive, as in HTTP. */
export type ByteRange = { readonly start: number; readonly end: number };

export type StoredFile = { readonly key: FileKey; readonly size: number; readonly storedAt: Instant };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KEY = new RegExp(`^${UUID}/${UUID}$`);

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
