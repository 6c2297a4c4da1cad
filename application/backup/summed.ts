import type { NewDigest, Bytes } from '../attachments/ports.js';
import type { Sum } from './manifest.js';
import { readToEnd } from './sections.js';

const LINE_FEED = 10;

/** A stream that passes bytes on. After its end, `sum` and `size` return the checksum and the number of bytes. */
export type Summed = { readonly bytes: Bytes; sum(): Sum; size(): number };

/** Counts the bytes and lines of a stream, and computes its checksum, while it is read. */
export function summed(newDigest: NewDigest, source: Bytes): Summed {
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
export async function sumBytes(newDigest: NewDigest, source: Bytes): Promise<Sum> {
  const watched = summed(newDigest, source);
  await readToEnd(watched.bytes);
  return watched.sum();
}
