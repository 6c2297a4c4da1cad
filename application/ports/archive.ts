import type { Bytes } from './file-store.js';

export type ArchiveEntry = { readonly name: string; readonly bytes: Bytes };

/** Entries in the order in which they are added, each as fast as it can be written. */
export interface ArchiveWriter {
  add(name: string, content: Uint8Array): Promise<void>;
}

/**
 * Reads from the beginning, each time that it is called. The bytes of an entry are taken before the next entry; an
 * archive that is cut off or whose structure is damaged ends with an OperatorError.
 */
export type ReadArchive = () => AsyncIterable<ArchiveEntry>;
