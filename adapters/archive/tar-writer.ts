import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';
import { OperatorError } from '../../application/shared/operator-error.js';
import type { ArchiveWriter } from '../../application/backup/ports.js';

/**
 * Writes a tar archive that only its owner may read, and returns the result of `write`.
 *
 * The archive is written under a temporary name and renamed once all of it is on the disk. So a file of that name is
 * always complete. Throws an OperatorError if the file exists already, because it may be the last good backup.
 */
export async function writeTar<T>(file: string, write: (archive: ArchiveWriter) => Promise<T>): Promise<T> {
  if (await exists(file)) throw new OperatorError(`${file} already exists. Choose another file name.`);
  const draft = `${file}.unfinished-${randomBytes(4).toString('hex')}`;
  const tar = pack();
  const sink = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    const [piped, done] = await Promise.allSettled([pipeline(tar, sink), written(tar, write)]);
    // If the archive and `write` both failed, one failure caused the other. The error of the archive is thrown: if
    // `write` failed first, the archive was destroyed with the error of `write`.
    if (piped.status === 'rejected') throw piped.reason;
    if (done.status === 'rejected') throw done.reason;
    await rename(draft, file);
    await syncFolder(path.dirname(file));
    return done.value;
  } catch (error) {
    await rm(draft, { force: true });
    throw explained(error, file);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

async function written<T>(tar: Pack, write: (archive: ArchiveWriter) => Promise<T>): Promise<T> {
  try {
    const result = await write({ add: (name, content) => add(tar, name, content) });
    tar.finalize();
    return result;
  } catch (error) {
    tar.destroy(error as Error);
    throw error;
  }
}

/** Adds an entry. Resolves when the stream has accepted it, so the caller writes no faster than the disk. */
function add(tar: Pack, name: string, content: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = tar.entry({ name, size: content.length, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    );
    // The stream returns no entry if the archive has failed already.
    if ((entry as typeof entry | undefined) === undefined)
      reject(new Error('Writing the archive has already failed'));
    else entry.end(content);
  });
}

function explained(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new OperatorError(`The disk of ${file} is full. No backup was written.`);
  if (code === 'ENOENT') return new OperatorError(`There is no folder ${path.dirname(file)}.`);
  if (code === 'EACCES' || code === 'EROFS') return new OperatorError(`${file} cannot be written (${code}).`);
  return error;
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
