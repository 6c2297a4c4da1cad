import { Readable } from 'node:stream';

/**
 * Returns the bytes as a Node stream. A Node stream is returned unchanged, because a stream around it would not
 * close it if nothing is read.
 */
export function toReadable(bytes: AsyncIterable<Uint8Array>): Readable {
  return bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false });
}
