import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { moveJobs, PostgresJobOutbox } from '../../adapters/postgres/shared/job-outbox.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { JobHandlers } from '../../application/shared/job-handlers.js';
import type { EnqueueOptions, JobName, JobQueue } from '../../application/shared/job-queue.js';
import { composeJobs, type ComposedJobs } from '../../bootstrap/compose-jobs.js';
import { NOON } from '../builders/instants.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { handlersWith, enqueueProbe, enqueuePayload, type Probe } from '../support/probe-job.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { NewsBetweenProcesses } from '../support/job-news.js';
import { aSignal } from '../support/signal.js';
import { within } from '../support/until.js';
import { TracedJobQueue } from '../../adapters/jobs/pg-boss-job-queue.js';
import { currentRequestId, inLogContext } from '../../adapters/logging/log-context.js';
import { createLogger } from '../../adapters/logging/winston-logger.js';
import { QueueOnPostgres } from '../support/queue-on-postgres.js';
import { RepeatedErrors } from '../../adapters/jobs/repeated-errors.js';

describe('the job outbox', () => {
  let main: TestDatabase;
  let db: Database;
  beforeEach(async () => {
    main = await createTestDatabase();
    db = createDatabase({ connectionString: main.connectionString });
  });
  afterEach(async () => {
    await db.destroy();
    await main.drop();
  });

  const waiting = async () => (await query(main, 'select 1 from job_outbox')).length;
  const add = (jobs: ComposedJobs, options?: EnqueueOptions) =>
    new PostgresUnitOfWork(db, (transaction, afterCommit) => jobs.within(transaction, afterCommit)).run(
      (scope) => scope.jobs.enqueue('extend-horizons', {}, options),
    );

  /** Records the jobs that are added, and fails at the number `failAt`. */
  class RecordingQueue implements JobQueue {
    readonly added: unknown[] = [];
    failAt = Infinity;

    enqueue(name: JobName, payload: unknown, options?: EnqueueOptions): Promise<void> {
      if (this.added.length === this.failAt) return Promise.reject(new Error('the queue is gone'));
      this.added.push([name, payload, options]);
      return Promise.resolve();
    }
  }

  test('delivers a job to its handler through a queue in another database', async () => {
    const other = await createTestDatabase({ bare: true });
    const handled = aSignal();
    const jobs = composeJobs({
      db,
      mainDatabase: main.connectionString,
      queueDatabase: other.connectionString,
      handlers: handlersWith({
        'extend-horizons': () => {
          handled.give();
          return Promise.resolve();
        },
      }),
      logger: new RecordingLogger(),
    });
    await add(jobs);
    await jobs.start();
    await within(handled.given, 'the job is run');
    await jobs.stop();
    expect(await waiting()).toBe(0);
    await other.drop();
  });

  test('is emptied into a queue in the main database', async () => {
    await new PostgresJobOutbox(db).enqueue('extend-horizons', {});
    const handled = aSignal();
    const jobs = composeJobs({
      db,
      mainDatabase: main.connectionString,
      queueDatabase: null,
      handlers: handlersWith({
        'extend-horizons': () => {
          handled.give();
          return Promise.resolve();
        },
      }),
      logger: new RecordingLogger(),
    });
    await jobs.start();
    await within(handled.given, 'the job is run');
    await jobs.stop();
    expect(await waiting()).toBe(0);
  });

  describe('with a process that moves the jobs of others', () => {
    let other: TestDatabase;
    let news: NewsBetweenProcesses;
    let worker: ComposedJobs;
    let handled: ReturnType<typeof aSignal>;

    const process = (handlers: JobHandlers | null) =>
      composeJobs({
        db,
        mainDatabase: main.connectionString,
        queueDatabase: other.connectionString,
        handlers,
        news: news.join(),
        logger: new RecordingLogger(),
      });
    const giving = () =>
      handlersWith({
        'extend-horizons': () => {
          handled.give();
          return Promise.resolve();
        },
      });
    // Without the announcement, the relay would find the job with its next look, 15 seconds later.
    const isHandledAtOnce = () => within(handled.given, 'the job is run', 10_000);

    beforeEach(async () => {
      other = await createTestDatabase({ bare: true });
      news = new NewsBetweenProcesses();
      handled = aSignal();
      worker = process(giving());
      await worker.start();
    });
    afterEach(async () => {
      await worker.stop();
      await other.drop();
    });

    test('delivers a job of a process without workers at once', async () => {
      const api = process(null);
      await api.start();
      await add(api);
      await isHandledAtOnce();
      await api.stop();
    });

    test('delivers a job that a process adds after it has stopped its own relay', async () => {
      const stopped = process(giving());
      await stopped.start();
      await stopped.stop();
      await add(stopped);
      await isHandledAtOnce();
    });
  });

  test('lets a process add jobs while the database of the queue is down', async () => {
    const jobs = composeJobs({
      db,
      mainDatabase: main.connectionString,
      queueDatabase: 'postgres://nobody@127.0.0.1:1/none',
      handlers: null,
      logger: new RecordingLogger(),
    });
    await jobs.start();
    await add(jobs);
    await jobs.stop();
    expect(await waiting()).toBe(1);
  });

  test('moves each job to the queue once, even in several simultaneous runs, and in order in a single run', async () => {
    const queue = new RecordingQueue();
    const keys = Array.from({ length: 120 }, (_, i) => String(i));
    const outbox = new PostgresJobOutbox(db);
    for (const singletonKey of keys)
      await outbox.enqueue('extend-horizons', {}, { singletonKey, startAfter: NOON });
    expect(await moveJobs(db, queue)).toBe(true);
    const expected = keys.map((singletonKey) => ['extend-horizons', {}, { singletonKey, startAfter: NOON }]);
    expect(queue.added).toEqual(expected.slice(0, queue.added.length));
    await Promise.all([moveJobs(db, queue), moveJobs(db, queue), moveJobs(db, queue)]);
    expect(queue.added).toHaveLength(keys.length);
    expect(queue.added).toEqual(expect.arrayContaining(expected));
    expect(await moveJobs(db, queue)).toBe(false);
  });

  test('loses no job when moving a job to the queue fails', async () => {
    const queue = new RecordingQueue();
    const outbox = new PostgresJobOutbox(db);
    for (let i = 0; i < 3; i++) await outbox.enqueue('extend-horizons', {});
    queue.failAt = 1;
    await expect(moveJobs(db, queue)).rejects.toThrow('the queue is gone');
    expect(await waiting()).toBe(3);
    queue.failAt = Infinity;
    await moveJobs(db, queue);
    expect(await waiting()).toBe(0);
  });
});

describe('the request id of a job', () => {
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

  /** Returns a unit of work that adds jobs as the service does. */
  const adding = (jobs: Awaited<ReturnType<QueueOnPostgres['start']>>) =>
    new PostgresUnitOfWork(
      queue.db,
      (transaction, afterCommit) =>
        new TracedJobQueue(jobs.within(transaction, afterCommit), currentRequestId),
    );

  test('is logged with the job and with the jobs that it adds', async () => {
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

  test('is logged with a failure of the job', async () => {
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

  test('is missing in scheduled jobs, and is ignored if it is invalid', async () => {
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

  test('is kept on the way through the outbox to another database', async () => {
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
    await within(handled.given, 'the job is run');
    await jobs.stop();
    expect(lines).toContainEqual(expect.objectContaining({ message: 'working', requestId: 'req-3' }));
    await db.destroy();
    await Promise.all([main.drop(), other.drop()]);
  });

  const add = (db: Database, jobs: ComposedJobs) =>
    new PostgresUnitOfWork(db, (transaction, afterCommit) => jobs.within(transaction, afterCommit)).run(
      (scope) => scope.jobs.enqueue('extend-horizons', {}),
    );
  const payloads = async (database: TestDatabase) =>
    (await query(database, 'select payload from job_outbox')).map(({ payload }) => payload);
});

describe('repeated errors', () => {
  test('are logged only once in 30 seconds if they are equal, with the number of errors in that time', () => {
    const told: [string, number][] = [];
    const errors = new RepeatedErrors(({ message }, repeated) => told.push([message, repeated]));
    const away = (queue: string) => new Error(`connect ECONNREFUSED (Queue: ${queue}, Worker: 1)`);
    for (const queue of ['notify', 'push', 'notify']) errors.add(away(queue), 0);
    errors.add(new Error('another'), 1);
    errors.add(away('push'), 29_999);
    errors.add(away('push'), 30_000);
    errors.add(new Error('another'), 60_001);
    errors.add(away('push'), 60_002);
    expect(told).toEqual([
      ['connect ECONNREFUSED (Queue: notify, Worker: 1)', 0],
      ['another', 0],
      ['connect ECONNREFUSED (Queue: push, Worker: 1)', 3],
      ['another', 0],
      ['connect ECONNREFUSED (Queue: push, Worker: 1)', 0],
    ]);
  });
});
