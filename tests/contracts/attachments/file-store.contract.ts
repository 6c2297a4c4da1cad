import { beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Bytes, FileKey, FileStore, StoredFile } from '../../../application/attachments/ports.js';

const HOUSEHOLD = '01900000-0000-7000-8000-000000000001';
const key = (n: number) => `${HOUSEHOLD}/01900000-0000-7000-8000-${String(n).padStart(12, '0')}` as FileKey;

/** The contract of file stores. `make` returns an empty store and its clock. */
export function fileStoreContract(name: string, make: () => Promise<FileStore>): void {
  describe(`file store: ${name}`, () => {
    let store: FileStore;
    beforeEach(async () => {
      store = await make();
    });

    const put = (at: FileKey, text: string) => store.put(at, Readable.from([Buffer.from(text)]));
    const read = async (at: FileKey, range?: { start: number; end: number }) => {
      const content = await store.open(at, range);
      return content && (await buffer(content)).toString();
    };
    const listed = async () => {
      const files: StoredFile[] = [];
      for await (const file of store.list()) files.push(file);
      return files;
    };

    it('returns the stored content', async () => {
      await put(key(1), 'one');
      await put(key(2), 'two');
      expect(await read(key(1))).toBe('one');
      expect(await read(key(2))).toBe('two');
    });

    it('stores an optional thumbnail with the file', async () => {
      const small: FileKey = `${key(1)}.thumb`;
      await put(key(1), 'one');
      await put(small, '');
      expect(await read(small)).toBe('');
      expect((await listed()).map((file) => file.key).sort()).toEqual([key(1), small]);
      await store.remove(key(1));
      expect(await read(small)).toBe('');
      await store.remove(small);
      expect(await listed()).toEqual([]);
    });

    it('returns a range including both ends', async () => {
      await put(key(1), '0123456789');
      expect(await read(key(1), { start: 2, end: 4 })).toBe('234');
    });

    it('stores large content from a stream of chunks unchanged', async () => {
      const pieces = Array.from({ length: 96 }, (_, n) => Buffer.alloc(65_536 + n, n));
      await store.put(key(1), Readable.from(pieces));
      const content = await store.open(key(1));
      expect(Buffer.concat(pieces).equals(await buffer(content as Bytes))).toBe(true);
    });

    it('returns null for an unknown file', async () => {
      expect(await store.open(key(9))).toBeNull();
      await expect(store.remove(key(9))).resolves.toBeUndefined();
      expect(await listed()).toEqual([]);
    });

    it('replaces a file that has the same key', async () => {
      await put(key(1), 'a longer first');
      await put(key(1), 'second');
      expect(await read(key(1))).toBe('second');
      expect(await listed()).toHaveLength(1);
    });

    it('stores nothing if the content stream fails', async () => {
      const failing = Readable.from(
        (async function* () {
          yield await Promise.resolve(Buffer.alloc(6 * 1024 * 1024));
          throw new Error('the client went away');
        })(),
      );
      await expect(store.put(key(1), failing)).rejects.toThrow('the client went away');
      expect(await store.open(key(1))).toBeNull();
      expect(await listed()).toEqual([]);
    });

    it('lists each file with its size, but no file that was removed, even if it was removed twice', async () => {
      await put(key(1), 'one');
      await put(key(2), 'three');
      await store.remove(key(1));
      await store.remove(key(1));
      const files = await listed();
      expect(files).toEqual([{ key: key(2), size: 5, storedAt: expect.any(Number) }]);
      expect(await store.open(key(1))).toBeNull();
    });

    it.each([
      '../../etc/passwd',
      `${HOUSEHOLD}/../x`,
      '/etc/passwd',
      `${HOUSEHOLD}/a\u0000.png`,
      '',
      HOUSEHOLD,
    ])('rejects %j because it is not a valid key', async (hostile) => {
      const none = hostile as FileKey;
      await expect(put(none, 'x')).rejects.toThrow(TypeError);
      await expect(store.open(none)).rejects.toThrow(TypeError);
      await expect(store.remove(none)).rejects.toThrow(TypeError);
      expect(await listed()).toEqual([]);
    });
  });
}
