import type { NewDigest, Bytes } from '../attachments/ports.js';
import type { Checksum } from './manifest.js';
import { readToEnd } from './sections.js';

const LINE_FEED = 10;

/** A stream that passes bytes on. After its end, `sum` and `size` return the checksum and the number of bytes. */
export type ChecksummedStream = { readonly bytes: Bytes; sum(): Checksum; size(): number };

/** Counts the bytes and lines of a stream, and computes its checksum, while it is read. */
export function withChecksum(newDigest: NewDigest, source: Bytes): ChecksummedStream {
  const digest = newDigest();
  let [rows, size] = [0, 0];
  async function* passed(): Bytes & AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      digest.update(piece);
      size += piece.length;
      for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) rows++;
      yield piece;
    }
  }
  return { bytes: passed(), sum: () => ({ rows, sha256: digest.hex() }), size: () => size };
}

/** Reads a stream to its end and returns its checksum. */
export async function checksumBytes(newDigest: NewDigest, source: Bytes): Promise<Checksum> {
  const watched = withChecksum(newDigest, source);
  await readToEnd(watched.bytes);
  return watched.sum();
}
