import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../database.js';

/** A moment during the command: `afterMs` milliseconds after it has logged that it moves this table. */
export type Moment = { readonly table: string; readonly afterMs: number };

const LOOK_MS = 50;

/**
 * Kills the built command with SIGKILL at that moment. Returns when it was killed, and how long the database
 * took to roll back.
 */
export async function runUntil(
  { table, afterMs }: Moment,
  connectionString: string,
  folder: string,
): Promise<{ killedAfterMs: number; goneAfterMs: number }> {
  const startedAt = performance.now();
  const { child, lines } = start(connectionString, folder);
  const ended = once(child, 'close');
  await Promise.race([
    ended.then(() => {
      throw new Error(`ended before it moved ${table}:\n${lines.slice(-5).join('\n')}`);
    }),
    said(lines, `"table":"${table}"`),
  ]);
  await delay(afterMs);
  child.kill('SIGKILL');
  const killedAt = performance.now();
  await ended;
  await withClient(connectionString, async (client) => {
    const isThere = async () =>
      (
        await client.query(
          `select from pg_stat_activity
           where application_name = 'household-planner distribute' and datname = current_database()`,
        )
      ).rows.length > 0;
    while (await isThere()) await delay(LOOK_MS);
  });
  return { killedAfterMs: killedAt - startedAt, goneAfterMs: performance.now() - killedAt };
}

/** Runs the built command to its end and returns how long it took, in milliseconds. */
export async function runToItsEnd(connectionString: string, folder: string): Promise<number> {
  const startedAt = performance.now();
  const { child, lines } = start(connectionString, folder);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`npm run distribute ended with ${code}:\n${lines.slice(-5).join('\n')}`);
  return performance.now() - startedAt;
}

function start(connectionString: string, folder: string): { child: ChildProcess; lines: readonly string[] } {
  const lines: string[] = [];
  const env = { ...process.env, DATABASE_URL: connectionString, DATA_DIR: folder, LOG_FORMAT: 'json' };
  const child = spawn(process.execPath, ['dist/bootstrap/distribute.js'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => lines.push(line));
  return { child, lines };
}

async function said(lines: readonly string[], text: string): Promise<void> {
  while (!lines.some((line) => line.includes(text))) await delay(LOOK_MS);
}
