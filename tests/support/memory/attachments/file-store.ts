import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../../../application/shared/ports.js';
import {
  isFileKey,
  type ByteRange,
  type Bytes,
  type FileKey,
  type FileStore,
  type StoredFile,
} from '../../../../application/attachments/ports.js';
import type { HouseholdId } from '../../../../domain/shared/ids.js';
import type { Instant } from '../../../../domain/shared/zone.js';

export class InMemoryFileStore implements FileStore {
  readonly #files = new Map<FileKey, { readonly bytes: Buffer; readonly storedAt: Instant }>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async put(key: FileKey, content: Bytes): Promise<void> {
    check(key);
    this.#files.set(key, { bytes: await buffer(content), storedAt: this.#clock.now() });
  }

  async open(key: FileKey, range?: ByteRange): Promise<Bytes | null> {
    check(key);
    const file = this.#files.get(key);
    if (file === undefined) return Promise.resolve(null);
    const bytes = range === undefined ? file.bytes : file.bytes.subarray(range.start, range.end + 1);
    return Promise.resolve(once(Buffer.from(bytes)));
  }

  async remove(key: FileKey): Promise<void> {
    check(key);
    this.#files.delete(key);
    return Promise.resolve();
  }

  async *list(householdId?: HouseholdId): AsyncIterable<StoredFile> {
    for (const [key, { bytes, storedAt }] of this.#files) {
      if (householdId !== undefined && !key.startsWith(`${householdId}/`)) continue;
      yield await Promise.resolve({ key, size: bytes.length, storedAt });
    }
  }

  async purgeUnfinished(): Promise<void> {
    return Promise.resolve();
  }
}

async function* once(bytes: Buffer): Bytes {
  yield await Promise.resolve(bytes);
}

function check(key: string): void {
  if (!isFileKey(key)) throw new TypeError('The file key is invalid');
}
