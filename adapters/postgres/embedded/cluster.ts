import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../../../application/shared/operator-error.js';
import type { PostgresBinaries } from './binaries.js';
import type { ServerUser } from './server-user.js';

/**
 * A folder in which PostgreSQL was initialised. `data/` belongs to PostgreSQL. The files `password` and
 * `server.log` are next to it.
 */
export interface Cluster {
  readonly dataFolder: string;
  readonly logFile: string;
  readonly password: string;
}

/**
 * Opens the cluster in `folder`, and creates it if there is none.
 *
 * It is created under a temporary name and then renamed, so a crash never leaves an incomplete cluster in `folder`.
 * If two processes create it at the same time, one rename succeeds and the other process uses that cluster.
 */
export async function openCluster(
  folder: string,
  binaries: PostgresBinaries,
  user: ServerUser,
): Promise<Cluster> {
  if (!(await exists(path.join(folder, 'data', 'PG_VERSION')))) await createCluster(folder, binaries, user);
  const real = await realpath(folder);
  return {
    dataFolder: path.join(real, 'data'),
    logFile: path.join(real, 'server.log'),
    password: await readPassword(path.join(real, 'password')),
  };
}

async function createCluster(folder: string, binaries: PostgresBinaries, user: ServerUser): Promise<void> {
  await removeAbandoned(folder);
  const draft = `${folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const passwordFile = path.join(draft, 'password');
  await mkdir(draft, { mode: 0o700 });
  await user.own(draft);
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await user.own(passwordFile);
  const { file, args, options } = user.command(binaries.initdb, [
    `--pgdata=${path.join(draft, 'data')}`,
    ...['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    '--no-instructions',
  ]);
  try {
    await promisify(execFile)(file, args, { ...options, encoding: 'utf8', shell: false });
    await rename(draft, folder);
    await syncFolder(path.dirname(folder));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

/** Removes incomplete clusters of processes that died while they were creating them. */
async function removeAbandoned(folder: string): Promise<void> {
  const prefix = `${path.basename(folder)}.new-`;
  for (const name of await readdir(path.dirname(folder))) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue;
    await rm(path.join(path.dirname(folder), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Writes the entries of the folder to disk. Without this, a power cut could undo the renaming of the new cluster and
 * lose everything that was written to it since.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw new OperatorError(
      `${path.dirname(file)} cannot be used as the folder of the embedded PostgreSQL, because ${file} cannot be read. ` +
        'Another user may have created the folder, or it may contain something else. Move it away, or set DATA_DIR or DATABASE_URL.',
      { cause },
    );
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // This process may not enter the folder, so a folder exists. `readPassword` will fail then and report the
    // problem.
    if (code === 'EACCES') return true;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}
