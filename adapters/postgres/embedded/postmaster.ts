import { execFile } from 'node:child_process';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** What a running server says about itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Above every pid that a kernel gives out, so never alive. */
const NO_PROCESS = 2_147_483_646;
/** A server writes its file at once after creating it; one that stays empty was left by a crash. */
const EMPTY_FILE_GRACE_MS = 2_000;

/** The server that holds `dataFolder` (absolute, links resolved), or null when none does. */
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
 * A crash leaves the file behind, and the pid in it may meanwhile belong to anyone. PostgreSQL would
 * then refuse to start, because all it asks is whether that pid is alive; so the file gets a pid that
 * is nobody's. It is not deleted: its line about shared memory is how PostgreSQL notices children that
 * outlived their server.
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

/** Whether process `pid` is alive and was started as a PostgreSQL server of `dataFolder`. */
async function isServing(pid: number, dataFolder: string): Promise<boolean> {
  const command = await commandLine(pid);
  return command.includes('postgres') && command.includes(dataFolder);
}

/** The command line of a process; empty when there is none, or when it died and nobody reaped it. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return (await readIfPresent(`/proc/${pid}/cmdline`)) ?? '';
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout;
  } catch (error) {
    // ps ends with 1 when there is no such process.
    if ((error as { code?: unknown }).code === 1) return '';
    throw error;
  }
}

async function readIfPresent(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(absentAsNull);
}

/** ESRCH is what reading below /proc says when the process has just gone. */
function absentAsNull(error: unknown): null {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOENT' || code === 'ESRCH') return null;
  throw error;
}
