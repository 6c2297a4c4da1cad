import { Readable } from 'node:stream';

/** A stream as it is: one around it would not close it when nothing of it is read. */
export function toReadable(bytes: AsyncIterable<Uint8Array>): Readable {
  return bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false });
}
