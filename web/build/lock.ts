import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { OUTPUT } from './inputs.ts';

const LOCK = `${OUTPUT}.lock`;
const PAUSE_MS = 100;

/**
 * Runs `work` while no other process runs it. Without this lock, several tests that start the built service at the
 * same time would each build it.
 */
export async function oneAtATime(work: () => Promise<void>): Promise<void> {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  while (!take()) await setTimeout(PAUSE_MS);
  try {
    await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function take(): boolean {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isAlive()) rmSync(LOCK, { force: true });
    return false;
  }
}

/**
 * Returns true if the process that holds the lock is still running. If that process was killed, the lock does not
 * count.
 */
function isAlive(): boolean {
  try {
    const holder = Number(readFileSync(LOCK, 'utf8'));
    // The lock file is empty, because another process is just writing it.
    if (holder === 0) return true;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
