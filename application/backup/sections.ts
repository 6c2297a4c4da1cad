import { OperatorError } from '../shared/operator-error.js';
import type { ArchiveEntry, ArchiveWriter } from './ports.js';
import type { Bytes } from '../attachments/ports.js';

/**
 * An archive entry starts with its length, which is not known for a stream. So a stream is collected in memory and
 * written as an entry whenever this many bytes have arrived.
 */
const PIECE_BYTES = 2 * 1024 * 1024;

/**
 * A stream of any length in an archive, stored as the entries `name/000001`, `name/000002` and so on. An empty stream
 * has one empty entry.
 */
export type Section = { readonly name: string; readonly bytes: Bytes };

/** Writes a stream as a section. */
export async function writeSection(archive: ArchiveWriter, name: string, bytes: Bytes): Promise<void> {
  let number = 0;
  let pending: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    await archive.add(`${name}/${String(++number).padStart(6, '0')}`, Buffer.concat(pending));
    pending = [];
    size = 0;
  };
  for await (const piece of bytes) {
    pending.push(piece);
    size += piece.length;
    if (size >= PIECE_BYTES) await flush();
  }
  if (size > 0 || number === 0) await flush();
}

/** Returns the text as a stream of UTF-8. */
export const textBytes = (text: string): Bytes => once(new TextEncoder().encode(text));

// oxlint-disable-next-line typescript/require-await -- it is a stream of one piece
async function* once(bytes: Uint8Array): Bytes & AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads a stream of UTF-8 to its end. */
export async function readText(bytes: Bytes): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of bytes) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

/** Returns the sections of an archive. If the caller does not read a section to its end, the rest of it is skipped. */
export async function* sectionsOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Section> {
  const iterator = entries[Symbol.asyncIterator]();
  let next = await iterator.next();
  async function* pieces(name: string): Bytes & AsyncGenerator<Uint8Array> {
    for (let number = 1; !next.done && sectionName(next.value) === name; number++) {
      if (next.value.name !== `${name}/${String(number).padStart(6, '0')}`) throw damaged(next.value.name);
      yield* next.value.bytes;
      next = await iterator.next();
    }
  }
  try {
    while (!next.done) {
      const name = sectionName(next.value);
      const bytes = pieces(name);
      yield { name, bytes };
      await readToEnd(bytes);
    }
  } finally {
    await iterator.return?.();
  }
}

/** Reads a stream to its end and discards its bytes. */
export async function readToEnd(bytes: Bytes): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

/** Returns the error for a damaged archive. `what` names the damaged part. */
export function damaged(what: string): OperatorError {
  return new OperatorError(
    `The backup is damaged (${what}). Nothing was restored. Try another copy of it, or an older backup.`,
  );
}

function sectionName({ name }: ArchiveEntry): string {
  const [, section] = /^(.+)\/\d{6}$/.exec(name) ?? [];
  if (section === undefined) throw damaged(name);
  return section;
}
