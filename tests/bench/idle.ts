import { execFile } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findPostmaster } from '../../adapters/postgres/embedded/postmaster.js';
import { processorTime, timeBetween } from './cpu/processor-time.js';
import { tellFailures } from './failures.js';
import { freePort, Program } from './http/program.js';
import { startArguments } from './http/service.js';

/** The most processor time that an idle service may use, in milliseconds a second, for each of its two parts. */
const MOST = 1.5;
/**
 * How long the service runs before the measurement. By then, V8 has freed the memory that only the start needed, and
 * has compiled functions that run once a minute.
 */
const WARM_UP_SECONDS = 600;

/**
 * Measures the processor time of a service that nobody uses: one process with its embedded database, which contains
 * the demo household with a year of history. Argument: the seconds of the measurement, which should contain several
 * full minutes, because some jobs run every minute.
 */
export async function benchIdle([seconds = '300']: readonly string[] = []): Promise<void> {
  // PostgreSQL names its data folder without symbolic links.
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'planner-bench-idle-')));
  // The server may run as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  try {
    await benchIn(folder, Number(seconds));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchIn(folder: string, seconds: number): Promise<void> {
  const dataDir = path.join(folder, 'data');
  const port = await freePort();
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn' };
  await promisify(execFile)(process.execPath, ['dist/bootstrap/seed.js'], {
    env: { ...process.env, ...env },
  });
  const program = await Program.start(await startArguments('.'), {
    port,
    logFile: path.join(folder, 'service.log'),
    env,
  });
  try {
    const postmaster = await findPostmaster(path.join(dataDir, 'postgres', 'data'));
    if (postmaster === null) throw new Error('The service has not started its embedded database.');
    await delay(WARM_UP_SECONDS * 1_000);
    const [startedAt, before] = [performance.now(), processorTime(program.pid, postmaster.pid)];
    await delay(seconds * 1_000);
    const used = timeBetween(before, processorTime(program.pid, postmaster.pid));
    report(used, (performance.now() - startedAt) / 1_000);
  } finally {
    await program.stop();
  }
}

function report(used: ReturnType<typeof timeBetween>, seconds: number): void {
  const figures = [
    ['Node', (used.user + used.system) / seconds],
    ['PostgreSQL', used.postgres / seconds],
  ] as const;
  console.log(`\nIdle for ${seconds.toFixed(0)} seconds after the seed of a year:\n`);
  console.log('| program | CPU milliseconds a second |');
  console.log('| --- | --: |');
  for (const [program, figure] of figures) console.log(`| ${program} | ${figure.toFixed(2)} |`);
  tellFailures(
    figures
      .filter(([, figure]) => figure > MOST)
      .map(([program, figure]) => `${program} uses ${figure.toFixed(2)} ms a second, more than ${MOST}`),
  );
}
