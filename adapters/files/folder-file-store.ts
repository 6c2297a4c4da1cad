import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { randomUUID } from 'node:crypto';
import {
  isFileKey,
  type ByteRange,
  type Bytes,
  type FileKey,
  type FileStore,
  type StoredFile,
} from '../../application/attachments/ports.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

/**
 * The folder for unfinished uploads. It is on the same file system as the stored files, so that a rename is
 * atomic. Its name cannot be the id of a household.
 */
const UNFINISHED = '.unfinished';

/** Stores files in a folder: one subfolder per household, one file per attachment. */
export class FolderFileStore implements FileStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(key: FileKey, content: Bytes): Promise<void> {
    const path = this.#path(key);
    const unfinished = join(this.#root, UNFINISHED, randomUUID());
    try {
      await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 });
      // The file is opened here instead of by the stream, because the stream could create the file after an error
      // has already removed it.
      const file = await open(unfinished, 'wx', 0o600);
      // `flush` writes the bytes to disk before the file is closed. Without it, a power cut could keep the name and
      // lose the bytes.
      await pipeline(content, file.createWriteStream({ flush: true }));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async open(key: FileKey, range?: ByteRange): Promise<Bytes | null> {
    const handle = await open(this.#path(key)).catch(nullIfMissing);
    return handle?.createReadStream(range) ?? null;
  }

  async remove(key: FileKey): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async *list(householdId?: HouseholdId): AsyncIterable<StoredFile> {
    for await (const household of householdId === undefined ? entries(this.#root) : [householdId]) {
      if (household === UNFINISHED) continue;
      for await (const file of entries(join(this.#root, household))) {
        const key = `${household}/${file}`;
        // Skips files that do not belong to this store, and files that were deleted while the folder was being
        // read.
        const found = isFileKey(key) ? await stat(this.#path(key)).catch(nullIfMissing) : null;
        if (found !== null) yield { key: key as FileKey, size: found.size, storedAt: found.mtimeMs };
      }
    }
  }

  async purgeUnfinished(startedBefore: Instant): Promise<void> {
    for await (const name of entries(join(this.#root, UNFINISHED))) {
      const path = join(this.#root, UNFINISHED, name);
      const found = await stat(path).catch(nullIfMissing);
      if (found !== null && found.mtimeMs < startedBefore) await rm(path, { force: true });
    }
  }

  #path(key: string): string {
    if (!isFileKey(key)) throw new TypeError('The file key is invalid');
    return join(this.#root, key);
  }
}

async function* entries(folder: string): AsyncIterable<string> {
  const found = await opendir(folder).catch(nullIfMissing);
  if (found === null) return;
  for await (const { name } of found) yield name;
}

/** Writes the folder to disk, so that the new name survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
