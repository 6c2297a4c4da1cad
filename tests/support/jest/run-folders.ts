import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RUN_SCRATCH, scratchFolder } from '../scratch-folder.js';

const GUARDIAN = path.join(import.meta.dirname, 'guardian.mjs');

export type RunFolders = {
  /** The folder for databases. */
  readonly scratch: string;
  /** Ends processes that still run below the folders of the run, and removes the folders. */
  remove(): Promise<void>;
};

let made: Promise<RunFolders> | undefined;

/**
 * Returns the two folders of this test run: one for databases, and one as TMPDIR for temporary files of tests and
 * browsers. The first call creates them. A separate process removes them when the run has ended, also if it was
 * interrupted.
 */
export function runFolders(): Promise<RunFolders> {
  return (made ??= makeRunFolders());
}

async function makeRunFolders(): Promise<RunFolders> {
  const name = `planner-tests-${process.pid}-${randomBytes(3).toString('hex')}`;
  const scratch = path.join(await scratchFolder(), name);
  const temporary = path.join(tmpdir(), `${name}-tmp`);
  const guardian = spawn(process.execPath, [GUARDIAN, scratch, temporary], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(guardian, 'exit');
  guardian.unref();
  for (const folder of [scratch, temporary]) {
    await mkdir(folder);
    // The database server may run as another user.
    await chmod(folder, 0o755);
  }
  process.env[RUN_SCRATCH] = scratch;
  process.env['TMPDIR'] = temporary;
  return {
    scratch,
    remove: async () => {
      made = undefined;
      guardian.ref();
      guardian.stdin.end();
      await ended;
    },
  };
}
