import { mkdtemp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { FolderFileStore } from '../../../adapters/files/folder-file-store.js';
import { InMemoryFileStore } from '../../support/memory/attachments/file-store.js';
import { SettableClock } from '../../support/settable-clock.js';
import { fileStoreContract } from './file-store.contract.js';
import { S3FileStore } from '../../../adapters/files/s3-file-store.js';
import type { FileKey } from '../../../application/attachments/ports.js';
import { LocalS3 } from '../../support/local-s3.js';

describe('file stores in memory and in a folder', () => {
  const folders: string[] = [];
  async function folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'files-'));
    folders.push(made);
    return made;
  }
  afterAll(() => Promise.all(folders.map((made) => rm(made, { recursive: true }))));

  fileStoreContract('memory', () =>
    Promise.resolve(new InMemoryFileStore(new SettableClock('2026-11-21T12:00:00Z'))),
  );
  fileStoreContract('folder', async () => new FolderFileStore(join(await folder(), 'not', 'yet', 'there')));

  it('leave no unfinished file in the folder after a failed upload', async () => {
    const root = await folder();
    const broken = Readable.from([Buffer.from('x')]);
    broken.on('data', () => broken.destroy(new Error('gone')));
    const id = '01900000-0000-7000-8000-000000000001';
    await expect(new FolderFileStore(root).put(`${id}/${id}`, broken)).rejects.toThrow('gone');
    expect(await readdir(join(root, '.unfinished'))).toEqual([]);
  });

  it('remove unfinished files of a dead process from the folder, but not files that are being written', async () => {
    const root = await folder();
    const unfinished = join(root, '.unfinished');
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'old'), 'x');
    await writeFile(join(unfinished, 'young'), 'x');
    await utimes(join(unfinished, 'old'), 1_000, 1_000);
    const store = new FolderFileStore(root);
    await store.purgeUnfinished(2_000_000);
    await store.purgeUnfinished(2_000_000);
    expect(await readdir(unfinished)).toEqual(['young']);
  });
});

describe('file store: S3', () => {
  const HOUSEHOLD = '01900000-0000-7000-8000-000000000001';
  const key = (n: number) => `${HOUSEHOLD}/01900000-0000-7000-8000-00000000000${n}` as FileKey;

  const running: LocalS3[] = [];
  afterEach(() => Promise.all(running.splice(0).map((s3) => s3.stop())));

  async function begin() {
    const s3 = new LocalS3('files');
    running.push(s3);
    const store = new S3FileStore({
      bucket: 'files',
      prefix: 'planner/',
      endpoint: await s3.start(),
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    return { s3, store };
  }

  fileStoreContract('S3', async () => (await begin()).store);

  it('lists the files of all pages, and only files below its prefix', async () => {
    const { s3, store } = await begin();
    for (const n of [1, 2, 3, 4, 5]) await store.put(key(n), Readable.from([Buffer.from('x')]));
    s3.objects.set(key(6), { data: Buffer.from('x'), at: new Date() });
    s3.objects.set('planner/other.txt', { data: Buffer.from('x'), at: new Date() });
    const keys: string[] = [];
    for await (const file of store.list()) keys.push(file.key);
    expect(keys.sort()).toEqual([1, 2, 3, 4, 5].map(key));
  });

  it('leaves no unfinished parts after a failed upload', async () => {
    const { s3, store } = await begin();
    const failing = Readable.from(
      (async function* () {
        yield await Promise.resolve(Buffer.alloc(6 * 1024 * 1024));
        throw new Error('gone');
      })(),
    );
    await expect(store.put(key(1), failing)).rejects.toThrow('gone');
    expect([...s3.unfinished.keys()]).toEqual([]);
  });

  it('removes unfinished uploads of dead processes, but not uploads in progress', async () => {
    const { s3, store } = await begin();
    for (const n of [1, 2, 3, 4, 5])
      s3.unfinished.set(`old-${n}`, { key: `planner/${key(n)}`, begun: new Date(1_000), parts: new Map() });
    s3.unfinished.set('young', { key: `planner/${key(6)}`, begun: new Date(9_000), parts: new Map() });
    s3.unfinished.set('foreign', { key: 'else/x', begun: new Date(1_000), parts: new Map() });
    await store.purgeUnfinished(5_000);
    expect([...s3.unfinished.keys()].sort()).toEqual(['foreign', 'young']);
  });
});
