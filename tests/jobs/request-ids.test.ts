import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TracedJobQueue } from '../../adapters/jobs/traced-job-queue.js';
import { currentRequestId, inLogContext } from '../../adapters/logging/log-context.js';
import { createLogger } from '../../adapters/logging/winston-logger.js';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { composeJobs, type ComposedJobs } from '../../bootstrap/compose-jobs.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { enqueueProbe, enqueuePayload, type Probe } from '../support/probe-job.js';
import { handlersWith } from '../support/probe-job.js';
import { QueueOnPostgres } from '../support/queue-on-postgres.js';
import { aSignal } from '../support/signal.js';

const output = new PassThrough();
const logger = createLogger({ level: 'debug', format: 'json', output });
let lines: Record<string, unknown>[];
output.on('data', (chunk: Buffer) => {
  for (const line of chunk.toString().trimEnd().split('\n')) lines.push(JSON.parse(line));
});
beforeEach(() => {
  lines = [];
});

let queue: QueueOnPostgres;
beforeEach(async () => {
  queue = await QueueOnPostgres.create();
});
afterEach(() => queue.close());

/** Adds jobs as the service does. */
const adding = (jobs: Awaited<ReturnType<QueueOnPostgres['start']>>) =>
  new PostgresUnitOfWork(
    queue.db,
    (transaction) => new TracedJobQueue(jobs.within(transaction), currentRequestId),
  );

test('a job is logged with the request that asked for it, and so is what follows from it', async () => {
  const seen: Probe[] = [];
  const options = { logger, inLogContext };
  const jobs = await queue.start(async (probe) => {
    seen.push(probe);
    logger.info('working', { label: probe.label });
    if (probe.label === 'first') await adding(jobs).run((scope) => enqueueProbe(scope.jobs, 'second'));
  }, options);
  await inLogContext({ requestId: 'req-1' }, () =>
    adding(jobs).run((scope) => enqueueProbe(scope.jobs, 'first')),
  );
  await queue.advance(0);
  expect(seen.map(({ label }) => label)).toEqual(['first', 'second']);
  expect(Object.keys(seen[0]!)).toEqual(['label', 'members']);
  for (const message of ['working', 'job done'])
    expect(lines.filter((line) => line['message'] === message)).toEqual([
      expect.objectContaining({ requestId: 'req-1', job: 'probe', jobId: expect.any(String) }),
      expect.objectContaining({ requestId: 'req-1', job: 'probe', jobId: expect.any(String) }),
    ]);
});

test('a failure is logged with it too', async () => {
  const jobs = await queue.start(() => Promise.reject(new Error('no luck')), { logger, inLogContext });
  await inLogContext({ requestId: 'req-2' }, () =>
    adding(jobs).run((scope) => enqueueProbe(scope.jobs, 'bad')),
  );
  await queue.advance(0);
  expect(lines).toContainEqual(
    expect.objectContaining({
      message: 'job failed, will retry',
      requestId: 'req-2',
      attempt: 1,
    }),
  );
});

test('a job of the clock has none, and an id that is none is dropped', async () => {
  const seen: string[] = [];
  const jobs = await queue.start(({ label }) => void seen.push(label), { logger, inLogContext });
  await adding(jobs).run(async (scope) => {
    await enqueueProbe(scope.jobs, 'clock');
    await enqueuePayload(scope.jobs, { label: 'forged', members: [], requestId: 'two\nlines' });
    await enqueuePayload(scope.jobs, { label: 'number', members: [], requestId: 7 });
  });
  await queue.advance(0);
  expect(seen.toSorted()).toEqual(['clock', 'forged', 'number']);
  const done = lines.filter(({ message }) => message === 'job done');
  expect(done).toHaveLength(3);
  for (const line of done) expect(line).not.toHaveProperty('requestId');
});

test('the way through an outbox to a queue in another database keeps it', async () => {
  const [main, other] = [await createTestDatabase(), await createTestDatabase({ bare: true })];
  const db = createDatabase({ connectionString: main.connectionString });
  const handled = aSignal();
  const jobs = composeJobs({
    db,
    mainDatabase: main.connectionString,
    queueDatabase: other.connectionString,
    handlers: handlersWith({
      'extend-horizons': () => {
        logger.info('working');
        handled.give();
        return Promise.resolve();
      },
    }),
    logger,
  });
  await inLogContext({ requestId: 'req-3' }, () => add(db, jobs));
  expect(await payloads(main)).toEqual([{ requestId: 'req-3' }]);
  await jobs.start();
  await handled.given;
  await jobs.stop();
  expect(lines).toContainEqual(expect.objectContaining({ message: 'working', requestId: 'req-3' }));
  await db.destroy();
  await Promise.all([main.drop(), other.drop()]);
});

const add = (db: Database, jobs: ComposedJobs) =>
  new PostgresUnitOfWork(db, (transaction) => jobs.within(transaction)).run((scope) =>
    scope.jobs.enqueue('extend-horizons', {}),
  );
const payloads = async (database: TestDatabase) =>
  (await query(database, 'select payload from job_outbox')).map(({ payload }) => payload);
