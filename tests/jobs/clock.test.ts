import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { repairAfterClockWentBack } from '../../adapters/jobs/clock-repair.js';
import { forwardClock } from '../../adapters/jobs/forward-clock.js';
import { PgBossJobs } from '../../adapters/jobs/pg-boss-jobs.js';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { enqueueProbe, probeDefinitions, probeHandlers } from '../support/probe-job.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { aSignal } from '../support/signal.js';

const HOUR = 3_600_000;

test('the clock of the queue follows the system forward, and never goes back', () => {
  let wall = 1_000;
  const clock = forwardClock(() => wall);
  const at = (now: number) => {
    wall = now;
    return clock.now();
  };
  expect([at(1_500), at(1_500 + HOUR)]).toEqual([1_500, 1_500 + HOUR]);
  // An hour back, and then it goes on from there.
  expect([at(1_500), at(1_700), at(1_701)]).toEqual([1_500 + HOUR, 1_700 + HOUR, 1_701 + HOUR]);
  expect([at(100), at(101)]).toEqual([1_701 + HOUR, 1_702 + HOUR]);
});

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = createDatabase({ connectionString: database.connectionString });
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

test('where the clock of the database was put back, jobs that waited and schedules do not wait for it', async () => {
  const logger = new RecordingLogger();
  const done = aSignal();
  const options = { connectionString: database.connectionString, logger, definitions: probeDefinitions };
  const handlers = probeHandlers(({ label }) => {
    if (label === 'now') done.give();
  });
  const api = new PgBossJobs({ ...options, handlers: null });
  await api.start();
  const unitOfWork = new PostgresUnitOfWork(db, (transaction) => api.within(transaction));
  await unitOfWork.run(async ({ jobs }) => {
    await enqueueProbe(jobs, 'now');
    await enqueueProbe(jobs, 'in an hour', { startAfter: Date.now() + HOUR });
  });
  // As a clock would have left it that was five hours ahead.
  await query(
    database,
    `update pgboss.job set created_on = created_on + interval '5 hours', start_after = start_after + interval '5 hours';
     update pgboss.version set cron_on = now() + interval '5 hours';
     update pgboss.queue set monitor_claim_on = now() + interval '5 hours', maintain_on = now() + interval '5 hours'`,
  );

  const worker = new PgBossJobs({ ...options, handlers, schedules: [] });
  await worker.start();
  await done.given;
  const [ahead] = await query(
    database,
    `select (select count(*)::int from pgboss.version where cron_on > now()) as version,
       (select count(*)::int from pgboss.queue where greatest(monitor_claim_on, maintain_on) > now()) as queues,
       (select round(extract(epoch from start_after - now()) / 60)::int from pgboss.job
         where data ->> 'label' = 'in an hour') as minutes`,
  );
  expect(ahead).toEqual({ version: 0, queues: 0, minutes: 60 });
  // A job that nobody has begun yet does not count as begun, or its first attempt would be its second.
  expect(
    await query(
      database,
      `select data ->> 'label' as label, retry_count, started_on is null as waits from pgboss.job order by 1`,
    ),
  ).toEqual([
    { label: 'in an hour', retry_count: 0, waits: true },
    { label: 'now', retry_count: 0, waits: false },
  ]);
  expect(logger.events('warn')).toEqual([
    expect.objectContaining({ message: expect.stringContaining('went back') }),
  ]);
  await Promise.all([api.stop(), worker.stop()]);
});

test('a job whose minute alone lies ahead starts when it was meant to', async () => {
  const logger = new RecordingLogger();
  const options = { connectionString: database.connectionString, logger, definitions: probeDefinitions };
  const jobs = new PgBossJobs({ ...options, handlers: null });
  await jobs.start();
  const unitOfWork = new PostgresUnitOfWork(db, (transaction) => jobs.within(transaction));
  const startAfter = Date.now() + HOUR;
  await unitOfWork.run((scope) => enqueueProbe(scope.jobs, 'in an hour', { startAfter }));
  await query(
    database,
    `update pgboss.job set created_on = created_on - interval '3 hours',
       singleton_on = (now() + interval '5 hours') at time zone 'UTC';
     update pgboss.version set cron_on = now() + interval '5 hours'`,
  );
  await repairAfterClockWentBack({ executeSql: async (text) => ({ rows: await query(database, text) }) });
  expect(await query(database, `select start_after, singleton_on from pgboss.job`)).toEqual([
    { start_after: new Date(startAfter), singleton_on: null },
  ]);
  await jobs.stop();
});

test('a repair that failed half-way is made up for by the next one', async () => {
  const logger = new RecordingLogger();
  const jobs = new PgBossJobs({ connectionString: database.connectionString, logger, handlers: null });
  await jobs.start();
  await query(
    database,
    `update pgboss.version set cron_on = now() + interval '5 hours';
     update pgboss.queue set maintain_on = now() + interval '5 hours'`,
  );
  const repair = (failsAt: number) => {
    let statements = 0;
    const executeSql = async (text: string) => {
      if (++statements === failsAt) throw new Error('cut off');
      return { rows: await query(database, text) };
    };
    return repairAfterClockWentBack({ executeSql });
  };
  for (const failsAt of [2, 3, 4]) await expect(repair(failsAt)).rejects.toThrow('cut off');
  expect([await repair(0), await repair(0)]).toEqual([true, false]);
  await jobs.stop();
});
