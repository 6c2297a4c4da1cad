import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FolderFileStore } from '../../../adapters/files/folder-file-store.js';
import { InMemoryFileStore } from '../../../adapters/memory/attachments/file-store.js';
import { SettableClock } from '../../support/settable-clock.js';
import { fileStoreContract } from './file-store.contract.js';

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

describe('file store: folder', () => {
  it('leaves no unfinished file behind a failed upload', async () => {
    const root = await folder();
    const broken = Readable.from([Buffer.from('x')]);
    broken.on('data', () => broken.destroy(new Error('gone')));
    const id = '01900000-0000-7000-8000-000000000001';
    await expect(new FolderFileStore(root).put(`${id}/${id}`, broken)).rejects.toThrow('gone');
    expect(await readdir(join(root, '.unfinished'))).toEqual([]);
  });

  it('removes what a process that died had begun, and not what is being written', async () => {
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
