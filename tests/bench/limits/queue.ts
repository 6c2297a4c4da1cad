import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '../../../adapters/logging/winston-logger.js';
import { createDatabase } from '../../../adapters/postgres/database.js';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { PostgresUnitOfWork } from '../../../adapters/postgres/unit-of-work.js';
import type { Jobs } from '../../../application/shared/job-queue.js';
import { composeJobs } from '../../../bootstrap/compose-jobs.js';
import { onBenchServer, type BenchServer } from '../database.js';
import { median } from '../http/report.js';
import { BenchProcess } from './bench-process.js';
import type { Done } from './queue-process.js';

/** The number of requests that add jobs at the same time. */
const AT_ONCE = 8;
const WORKERS = [1, 2];
const ROUNDS = 3;
const LOOK_MS = 50;

/** The job that is added when a task is completed and another member has to be notified. */
const NEWS: Jobs['notify'] = {
  householdId: crypto.randomUUID(),
  type: 'TASK_COMPLETED',
  actorId: crypto.randomUUID(),
  recipientIds: [crypto.randomUUID()],
  exceptIds: [],
  occurrenceId: crypto.randomUUID(),
  subjectId: null,
  cause: 'occurrence',
} as unknown as Jobs['notify'];

/**
 * Measures how many jobs per second can be added in a transaction each, and how many per second idle workers
 * can do. Argument: the number of jobs.
 */
export async function benchQueue([jobs = '1000']: readonly string[] = []): Promise<void> {
  await onBenchServer(async (server) => {
    console.log('\n| the queue is in | workers | handed over a second | worked a second |');
    console.log('| --- | --: | --: | --: |');
    for (const isElsewhere of [false, true])
      for (const workers of WORKERS) {
        const rounds: { readonly handed: number; readonly worked: number }[] = [];
        for (let i = 0; i < ROUNDS; i++)
          rounds.push(await measure(server, isElsewhere, { workers, count: Number(jobs) }));
        const handed = median(rounds.map((round) => round.handed));
        const worked = median(rounds.map((round) => round.worked));
        const place = isElsewhere ? 'a database of its own' : 'that of the service';
        console.log(`| ${[place, workers, handed.toFixed(0), worked.toFixed(0)].join(' | ')} |`);
      }
  });
}

async function measure(
  server: BenchServer,
  isElsewhere: boolean,
  { workers, count }: { workers: number; count: number },
) {
  const mainDatabase = await server.createPlain();
  await migrateToLatest(mainDatabase);
  const queueDatabase = isElsewhere ? await server.createPlain() : mainDatabase;
  const start = () =>
    BenchProcess.start(new URL('queue-process.js', import.meta.url), [mainDatabase, queueDatabase]);
  // Starting and stopping a process creates the tables of the queue.
  await (await start()).stop();
  const handed = await handOver(mainDatabase, queueDatabase, count);
  const processes = await Promise.all(Array.from({ length: workers }, start));
  const worked = await untilDone(processes, count);
  for (const process of processes) await process.stop();
  return { handed, worked };
}

async function handOver(mainDatabase: string, queueDatabase: string, count: number): Promise<number> {
  const db = createDatabase({ connectionString: mainDatabase });
  const logger = createLogger({ level: 'error', format: 'pretty' });
  const jobs = composeJobs({ db, mainDatabase, queueDatabase, handlers: null, logger });
  await jobs.start();
  const unitOfWork = new PostgresUnitOfWork(db, (transaction, afterCommit) =>
    jobs.within(transaction, afterCommit),
  );
  let handed = 0;
  const handSome = async () => {
    while (handed++ < count) await unitOfWork.run((scope) => scope.jobs.enqueue('notify', NEWS));
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, handSome));
  const seconds = (performance.now() - startedAt) / 1_000;
  await jobs.stop();
  await db.destroy();
  return count / seconds;
}

async function untilDone(processes: readonly BenchProcess[], count: number): Promise<number> {
  for (;;) {
    const done = await Promise.all(processes.map((process) => process.ask<Done>({})));
    if (done.reduce((sum, one) => sum + one.count, 0) >= count) {
      const first = Math.min(...done.map(({ firstAt }) => firstAt));
      return (count * 1_000) / (Math.max(...done.map(({ lastAt }) => lastAt)) - first);
    }
    await delay(LOOK_MS);
  }
}
