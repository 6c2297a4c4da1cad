import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { FIND_DUE } from '../../adapters/jobs/due-jobs.js';
import { OutboxRelay } from '../../adapters/jobs/outbox-relay.js';
import { PgBossJobs } from '../../adapters/jobs/pg-boss-jobs.js';
import { createTestDatabase, query } from '../support/database/test-database.js';
import { enqueueProbe, probeDefinitions, probeHandlers, type Probe } from '../support/probe-job.js';
import { QueueOnPostgres } from '../support/queue-on-postgres.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { aSignal } from '../support/signal.js';
import { within } from '../support/until.js';
import { queueAt } from '../support/queue-database.js';

const SECOND = 1_000;

describe('a due job', () => {
  let queue: QueueOnPostgres;
  /** The labels of the jobs that have begun, with the times. */
  let begun: { label: string; at: number }[];
  beforeEach(async () => {
    queue = await QueueOnPostgres.create();
    begun = [];
  });
  afterEach(() => queue.close());

  const record = ({ label }: Probe) => void begun.push({ label, at: queue.clock.now() });
  const add = (jobs: PgBossJobs, label: string, startAfter?: number) =>
    queue
      .unitOfWork(jobs)
      .run((scope) => enqueueProbe(scope.jobs, label, startAfter === undefined ? {} : { startAfter }));

  test('begins at once after the commit if its own process has workers', async () => {
    const jobs = await queue.start(record);
    const addedAt = queue.clock.now();
    await queue.unitOfWork(jobs).run(async (scope) => {
      await enqueueProbe(scope.jobs, 'now');
      await queue.clock.tick(100);
      expect(begun).toEqual([]);
    });
    await queue.clock.tick(100);
    expect(begun).toEqual([{ label: 'now', at: expect.any(Number) }]);
    expect(begun[0]!.at - addedAt).toBeLessThanOrEqual(200);
  });

  test('begins within a second if another process has added it', async () => {
    await queue.start(record);
    const api = await queue.start(null);
    await add(api, 'elsewhere');
    await queue.clock.tick(SECOND);
    expect(begun).toHaveLength(1);
  });

  test('begins within a second after its start time', async () => {
    const jobs = await queue.start(record);
    const dueAt = queue.clock.now() + 100_300;
    await add(jobs, 'later', dueAt);
    await queue.clock.tick(100_000);
    expect(begun).toEqual([]);
    await queue.clock.tick(2 * SECOND);
    expect(begun[0]!.at).toBeGreaterThanOrEqual(dueAt);
    expect(begun[0]!.at).toBeLessThanOrEqual(dueAt + SECOND);
  });

  test('begins within a second after the pause before a retry', async () => {
    const jobs = await queue.start((probe) => {
      record(probe);
      if (begun.length === 1) throw new Error('no luck');
    });
    await add(jobs, 'twice');
    await queue.clock.tick(SECOND);
    expect(begun).toHaveLength(1);
    const [retry] = await queue.query(
      `select extract(epoch from start_after) * 1000 as "dueAt" from pgboss.job where state = 'retry'`,
    );
    const dueAt = Number(retry?.['dueAt']);
    await queue.clock.tick(dueAt + 2 * SECOND - queue.clock.now());
    expect(begun[1]!.at).toBeGreaterThanOrEqual(dueAt);
    expect(begun[1]!.at).toBeLessThanOrEqual(dueAt + SECOND);
  });

  test('begins once and within a second if several processes have workers', async () => {
    const jobs = await queue.start(record);
    await queue.start(record);
    const startedAt = queue.clock.now();
    const dueAt = (i: number) => startedAt + 10 * SECOND + i * 700;
    const labels = Array.from({ length: 8 }, (_, i) => String(i));
    for (const label of labels) await add(jobs, label, dueAt(Number(label)));
    await queue.clock.tick(30 * SECOND);
    expect(begun.map(({ label }) => label).toSorted()).toEqual(labels);
    for (const { label, at } of begun) {
      expect(at).toBeGreaterThanOrEqual(dueAt(Number(label)));
      expect(at).toBeLessThanOrEqual(dueAt(Number(label)) + SECOND);
    }
  });

  test('is found without reading the jobs that are not due', async () => {
    await queue.start(record);
    await queue.query(
      `insert into pgboss.job (name, start_after, created_on, singleton_key, policy)
       select 'probe', now() + interval '1 day', now() - n * interval '1 s', n, 'short' from generate_series(1, 5000) n`,
    );
    await queue.query('vacuum analyze pgboss.job');
    const [plan] = await queue.query(`explain (analyze, buffers, format json) ${FIND_DUE}`);
    const [{ Plan: root }] = plan?.['QUERY PLAN'] as [{ Plan: Record<string, number> }];
    expect(root!['Shared Hit Blocks']! + root!['Shared Read Blocks']!).toBeLessThan(10);
  });
});

describe('a worker', () => {
  test('gets new jobs after all connections of its process were lost', async () => {
    const database = await createTestDatabase();
    const { connectionString } = database;
    const options = {
      openDatabase: queueAt(connectionString),
      logger: new RecordingLogger(),
      definitions: probeDefinitions,
      schedules: [],
    };
    let done = aSignal();
    const jobs = new PgBossJobs({ ...options, handlers: probeHandlers(() => done.give()) });
    await jobs.start();
    await enqueueProbe(jobs.queue(), 'before');
    await done.given;
    done = aSignal();
    await query(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'household-planner jobs'`,
    );
    const api = new PgBossJobs({ ...options, handlers: null });
    await api.start();
    await enqueueProbe(api.queue(), 'after');
    // The worker's own next look at the queue comes minutes later, which is longer than a test may take.
    await within(done.given, 'the worker runs the job of the other process');
    await Promise.all([jobs.stop(), api.stop()]);
    await database.drop();
  });
});

describe('the outbox relay', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Starts a relay and returns the number of its runs. */
  function startRelay(move: () => Promise<boolean> = () => Promise.resolve(false)) {
    let runs = 0;
    const relay = new OutboxRelay({
      move: () => {
        runs++;
        return move();
      },
      logger: new RecordingLogger(),
    });
    return { relay, runs: () => runs };
  }

  test('moves jobs that were added at the same time in one run, soon after they were added', async () => {
    const { relay, runs } = startRelay();
    relay.start();
    await jest.advanceTimersByTimeAsync(10);
    expect(runs()).toBe(1);
    for (let i = 0; i < 20; i++) relay.added();
    await jest.advanceTimersByTimeAsync(100);
    expect(runs()).toBe(2);
    await relay.stop();
  });

  test('looks again soon if a job is added during a run', async () => {
    const end = aSignal();
    const { relay, runs } = startRelay(() => end.given.then(() => false));
    relay.start();
    relay.added();
    await jest.advanceTimersByTimeAsync(100);
    expect(runs()).toBe(1);
    end.give();
    await jest.advanceTimersByTimeAsync(100);
    expect(runs()).toBe(2);
    await relay.stop();
  });

  test('looks once a second for the jobs of other processes', async () => {
    const { relay, runs } = startRelay();
    relay.start();
    await jest.advanceTimersByTimeAsync(3_500);
    expect(runs()).toBe(4);
    await relay.stop();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(runs()).toBe(4);
  });

  test('does nothing before it is started', async () => {
    const { relay, runs } = startRelay();
    relay.added();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(runs()).toBe(0);
  });
});
