import { distributeDatabase } from '../../../adapters/postgres/citus/distribute.js';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import type { JobName } from '../../../application/shared/job-queue.js';
import { jobHandlers } from '../../../bootstrap/job-handlers.js';
import { composedService } from '../composed-service.js';
import { onBenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { seedHouseholds } from './seed.js';

/**
 * The jobs that run by the clock for all households. Calendar jobs are left out, because no household has a
 * calendar here.
 */
const JOBS = [
  'send-due-notifications',
  'extend-horizons',
  'depart-guests',
  'skip-missed',
  'fetch-day-calendars',
  'purge-trash',
  'purge-history',
  'purge-operations',
  'purge-changes',
  'purge-files',
  'purge-expired',
] as const satisfies readonly JobName[];
const DAY = 86_400_000;
/** The jobs run now, a day later when everything is due, and a minute after that. */
const TURNS = [
  ['today', 0],
  ['a day later', DAY],
  ['and at once', DAY + 60_000],
] as const;

/**
 * Measures how long each job takes with many households, on a cluster or on one server. Arguments:
 * households, occurrences per household.
 */
export async function benchClockJobs([
  households = '400',
  each = '100',
]: readonly string[] = []): Promise<void> {
  await onBenchServer(async (server, folder) => {
    const connectionString = await server.createUnspread();
    await migrateToLatest(connectionString);
    await seedHouseholds(connectionString, folder, { households: Number(households), each: Number(each) });
    if (server.isCluster) await distributeDatabase(connectionString);
    tellFailures(await timeJobs(connectionString, await server.createQueue()));
  });
}

async function timeJobs(connectionString: string, queue: string | null): Promise<string[]> {
  let now = Date.now();
  const startedAt = now;
  const service = composedService(connectionString, { now: () => now }, queue);
  const failures: string[] = [];
  await service.jobs.start();
  try {
    const handlers = jobHandlers(service.useCases) as Readonly<
      Record<string, (payload: object) => Promise<unknown>>
    >;
    console.log(`\n| by the clock, in ms | ${TURNS.map(([name]) => name).join(' | ')} |`);
    console.log('| --- | --: | --: | --: |');
    for (const job of JOBS) {
      const took: string[] = [];
      for (const [turn, later] of TURNS) {
        now = startedAt + later;
        const beganAt = performance.now();
        try {
          await handlers[job]?.({});
          took.push((performance.now() - beganAt).toFixed(0));
        } catch (error) {
          took.push('failed');
          failures.push(`${job}, ${turn}: ${String(error)}`);
        }
      }
      console.log(`| ${job} | ${took.join(' | ')} |`);
    }
  } finally {
    await service.jobs.stop();
    await service.close();
  }
  return failures;
}
