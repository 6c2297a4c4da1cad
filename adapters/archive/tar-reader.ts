import { createReadStream } from 'node:fs';
import { extract } from 'tar-stream';
import { OperatorError } from '../../application/shared/operator-error.js';
import type { ArchiveEntry } from '../../application/backup/ports.js';

/** Yields the entries of a tar archive in their order. */
export async function* readTar(file: string): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file);
  const tar = extract();
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      yield { name: entry.header.name, bytes: read(entry, file) };
      entry.resume();
    }
  } catch (error) {
    throw explained(error, file);
  } finally {
    source.destroy();
    tar.destroy();
  }
}

/** Reads the content of an entry. Throws an OperatorError if the archive is damaged or ends within the entry. */
async function* read(entry: AsyncIterable<unknown>, file: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of entry) yield piece as Uint8Array;
  } catch (error) {
    throw explained(error, file);
  }
}

/**
 * Returns an OperatorError for an error of the tar library, and for the file system errors ENOENT, EACCES and EISDIR.
 * Any other error is returned unchanged. Errors of the tar library have no code, and those of the file system have
 * one.
 */
function explained(error: unknown, file: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof OperatorError) return error;
  if (code === undefined)
    return new OperatorError(`${file} is damaged or not a backup (${message}). Nothing was restored.`);
  if (code === 'ENOENT') return new OperatorError(`There is no file ${file}.`);
  if (code === 'EACCES' || code === 'EISDIR') return new OperatorError(`${file} cannot be read (${code}).`);
  return error;
}
