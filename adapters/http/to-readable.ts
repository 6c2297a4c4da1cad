import { Readable } from 'node:stream';

/** Returns a stream unchanged. A wrapped stream would not close the inner one if nothing is read. */
export function toReadable(bytes: AsyncIterable<Uint8Array>): Readable {
  return bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false });
}
