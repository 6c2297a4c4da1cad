import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { moveJobs, PostgresJobOutbox } from '../../adapters/postgres/shared/job-outbox.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { EnqueueOptions, JobName, JobQueue } from '../../application/shared/job-queue.js';
import { composeJobs, type ComposedJobs } from '../../bootstrap/compose-jobs.js';
import { NOON } from '../builders/instants.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { handlersWith } from '../support/probe-job.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { aSignal } from '../support/signal.js';

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
  new PostgresUnitOfWork(db, (transaction) => jobs.within(transaction)).run((scope) =>
    scope.jobs.enqueue('extend-horizons', {}, options),
  );

/** Takes what comes, and fails where it is told to. */
class RecordingQueue implements JobQueue {
  readonly added: unknown[] = [];
  failAt = Infinity;

  enqueue(name: JobName, payload: unknown, options?: EnqueueOptions): Promise<void> {
    if (this.added.length === this.failAt) return Promise.reject(new Error('the queue is gone'));
    this.added.push([name, payload, options]);
    return Promise.resolve();
  }
}

test('a job reaches its handler in a queue in another database', async () => {
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
  await handled.given;
  await jobs.stop();
  expect(await waiting()).toBe(0);
  await other.drop();
});

test('what waits in the outbox reaches its handler in a queue in the main database', async () => {
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
  await handled.given;
  await jobs.stop();
  expect(await waiting()).toBe(0);
});

test('a process that only adds jobs does not notice that the queue is gone', async () => {
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

test('jobs come in order and whole, several movers at once move each of them once', async () => {
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

test('a failure amid a move loses nothing', async () => {
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
