import { execFile } from 'node:child_process';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The contents of `postmaster.pid`, which PostgreSQL writes while it runs. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** A process id that no kernel assigns, so no process can have it. */
const NO_PROCESS = 2_147_483_646;
/**
 * A server fills its `postmaster.pid` immediately after it creates the file. A file that stays empty longer than this
 * was left by a crash.
 */
const EMPTY_FILE_GRACE_MS = 2_000;

/**
 * Returns the server that runs on `dataFolder`, or null. If a crash has left a `postmaster.pid` behind, corrects this
 * file, or deletes it if it is empty. The path must be absolute, with symbolic links resolved.
 */
export async function findPostmaster(dataFolder: string): Promise<Postmaster | null> {
  const file = path.join(dataFolder, 'postmaster.pid');
  const text = await readIfPresent(file);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (pid === NO_PROCESS) return null;
  if (pid > 0 && (await isServing(pid, dataFolder))) {
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  }
  await disownLockFile(file, text);
  return null;
}

/**
 * Replaces the process id in a `postmaster.pid` that a crash left behind.
 *
 * Another process may have this id now. PostgreSQL would then refuse to start, because it only checks whether the
 * process is alive. So we write an id that no process can have. The file is not deleted, because PostgreSQL uses its
 * line about shared memory to detect child processes of the crashed server. Only a file that stays empty is deleted.
 */
async function disownLockFile(file: string, text: string): Promise<void> {
  const found = await stat(file).catch(absentAsNull);
  if (found === null || (await readIfPresent(file)) !== text) return;
  if (text.trim() === '') {
    const age = Date.now() - found.mtimeMs;
    if (age > EMPTY_FILE_GRACE_MS) await rm(file, { force: true });
    return;
  }
  const corrected = `${file}.${process.pid}`;
  await writeFile(corrected, [NO_PROCESS, ...text.split('\n').slice(1)].join('\n'), { mode: 0o600 });
  if (process.getuid?.() === 0) await chown(corrected, found.uid, found.gid);
  await rename(corrected, file);
}

/** Returns true if the process is alive and is a PostgreSQL server of `dataFolder`. */
async function isServing(pid: number, dataFolder: string): Promise<boolean> {
  const command = await commandLine(pid);
  return command.includes('postgres') && command.includes(dataFolder);
}

/** Returns the command line of a process. The text is empty if there is no such process, or if it is a zombie. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return (await readIfPresent(`/proc/${pid}/cmdline`)) ?? '';
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout;
  } catch (error) {
    // ps exits with 1 if there is no such process.
    if ((error as { code?: unknown }).code === 1) return '';
    throw error;
  }
}

async function readIfPresent(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(absentAsNull);
}

/**
 * Returns null if the error means that the file is missing, and throws any other error. Reading below /proc fails
 * with ESRCH if the process has just ended.
 */
function absentAsNull(error: unknown): null {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOENT' || code === 'ESRCH') return null;
  throw error;
}
