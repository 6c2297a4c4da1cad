import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rmdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FileKey, FileStore } from '../../application/attachments/ports.js';
import { composeFileStore } from '../compose-providers.js';
import type { Config } from '../config/config.js';
import { reasonOf } from '../reason-of.js';
import { fail, ok, warn, type Finding } from './finding.js';

const [MEGABYTE, GIGABYTE] = [1024 ** 2, 1024 ** 3];
const [TOO_LITTLE, LITTLE] = [100 * MEGABYTE, GIGABYTE];

/** An id that belongs to no household. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Writes, reads and deletes a test file in the store of attachments. Also checks the free space if the store is a
 * folder.
 */
export async function checkStorage({ files }: Pick<Config, 'files'>): Promise<Finding> {
  const place = files.kind === 'folder' ? files.folder : `s3://${files.bucket}/${files.prefix}`;
  try {
    return files.kind === 'folder'
      ? await leavingNothing(files.folder, () => look(files, place))
      : await look(files, place);
  } catch (error) {
    const todo =
      files.kind === 'folder'
        ? 'give the user that runs the service write access, or set FILE_STORE'
        : 'check FILE_STORE, S3_ENDPOINT, S3_REGION and the AWS_* keys, which must allow reading, writing, listing and deleting';
    return fail('storage', `${place}: ${reasonOf(error)}`, todo);
  }
}

async function look(files: Config['files'], place: string): Promise<Finding> {
  const wrong = await probe(await composeFileStore(files));
  if (wrong !== null) return fail('storage', `${place}: ${wrong}`, 'check FILE_STORE');
  return files.kind === 'folder'
    ? room(files.folder)
    : ok('storage', `files can be written to and read from ${place}`);
}

/**
 * Runs `work` and removes the folders that it created. They would belong to the user who runs the doctor, and the
 * service may run as another user.
 */
async function leavingNothing(folder: string, work: () => Promise<Finding>): Promise<Finding> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = await readdir(folder);
  try {
    return await work();
  } finally {
    // Folders of households are kept, because an upload may have just created them.
    const others = (await readdir(folder)).filter((name) => name.startsWith('.') || name === NOBODY);
    const ours = others.filter((name) => !before.includes(name)).map((name) => path.join(folder, name));
    for (const left of made === undefined ? ours : [made]) await removeEmpty(left);
  }
}

/**
 * Deletes a folder and its empty subfolders. A folder that contains a file stays, even if the file was created just
 * now.
 */
async function removeEmpty(folder: string): Promise<void> {
  try {
    for (const entry of await readdir(folder, { withFileTypes: true }))
      if (entry.isDirectory()) await removeEmpty(path.join(folder, entry.name));
    await rmdir(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function probe(store: FileStore): Promise<string | null> {
  const key: FileKey = `${NOBODY}/${randomUUID()}`;
  const written = randomBytes(1024);
  await store.put(key, once(written));
  try {
    const found = await store.open(key);
    if (found === null) return 'a file that was just written cannot be found';
    if (!(await buffer(found)).equals(written))
      return 'a file that was just written has other contents when it is read';
  } finally {
    await store.remove(key);
  }
  return (await store.open(key)) === null ? null : 'a file that was just deleted is still there';
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

async function room(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const saw = `files can be written to and read from ${folder}; ${(free / GIGABYTE).toFixed(1)} GB are free`;
  if (free >= LITTLE) return ok('storage', saw);
  const report = free < TOO_LITTLE ? fail : warn;
  return report('storage', saw, 'free some space: when the disk is full, uploads are refused');
}
