import { systemClock } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { jobDefinitions, type JobDefinitions } from '../../adapters/jobs/definitions.js';
import { DueJobs, FIND_DUE } from '../../adapters/jobs/due-jobs.js';
import { OutboxRelay } from '../../adapters/jobs/outbox-relay.js';
import { PgBossJobs } from '../../adapters/jobs/pg-boss-jobs.js';
import { createDatabase } from '../../adapters/postgres/database.js';
import { PostgresEventBus } from '../../adapters/postgres/listen-notify/event-bus.js';
import type { JobHandlers } from '../../application/shared/job-handlers.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import {
  enqueueProbe,
  handlersWith,
  probeDefinitions,
  probeHandlers,
  type Probe,
} from '../support/probe-job.js';
import { NewsBetweenProcesses } from '../support/job-news.js';
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

  test('begins within a second after its start time if another process has added it', async () => {
    await queue.start(record);
    const api = await queue.start(null);
    const dueAt = queue.clock.now() + 3 * SECOND;
    await add(api, 'soon', dueAt);
    await queue.clock.tick(5 * SECOND);
    expect(begun).toHaveLength(1);
    expect(begun[0]!.at).toBeGreaterThanOrEqual(dueAt);
    expect(begun[0]!.at).toBeLessThanOrEqual(dueAt + SECOND);
  });

  test('begins within 16 seconds if no process could announce it', async () => {
    await queue.start(record);
    const api = await queue.start(null, { news: { announce: () => undefined, subscribe: () => undefined } });
    await queue.clock.tick(SECOND);
    await add(api, 'unannounced');
    await queue.clock.tick(16 * SECOND);
    expect(begun).toHaveLength(1);
  });

  test('begins in another process if the workers of its own are busy', async () => {
    const end = aSignal();
    const jobs = await queue.start((probe) => {
      record(probe);
      return end.given;
    });
    // Each process has two workers for these jobs.
    for (const label of ['one', 'two', 'three']) await add(jobs, label);
    await queue.clock.tick(SECOND);
    expect(begun).toHaveLength(2);
    await queue.start(record);
    await queue.clock.tick(SECOND);
    expect(begun).toHaveLength(3);
    await add(jobs, 'four');
    await queue.clock.tick(SECOND);
    expect(begun).toHaveLength(4);
    end.give();
  });

  test('begins within a second after pg-boss has added it for its schedule', async () => {
    const everyMinute = [{ job: 'extend-horizons', cron: '* * * * *', payload: {} }] as const;
    const at: number[] = [];
    await queue.start(record, {
      handlers: handlersWith({
        'extend-horizons': () => {
          at.push(queue.clock.now());
          return Promise.resolve();
        },
      }),
      definitions: { 'extend-horizons': jobDefinitions['extend-horizons'] } as object as JobDefinitions,
      schedules: everyMinute,
    });
    await queue.clock.tick(130 * SECOND);
    expect(at.length).toBeGreaterThanOrEqual(2);
    const added = await queue.query(
      `select extract(epoch from created_on) * 1000 as at from pgboss.job where name = 'extend-horizons' order by 1`,
    );
    for (const [i, { at: addedAt }] of added.entries())
      expect(at[i]! - Number(addedAt)).toBeLessThanOrEqual(SECOND);
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
    const [worker, api] = [aProcess(database), aProcess(database)];
    let done = aSignal();
    const jobs = worker.queue(probeHandlers(() => done.give()));
    await jobs.start();
    await worker.bus.listening();
    await enqueueProbe(jobs.queue(), 'before');
    await within(done.given, 'the job is run');
    done = aSignal();
    await query(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'household-planner%'`,
    );
    const adding = api.queue(null);
    await adding.start();
    await enqueueProbe(adding.queue(), 'after');
    // Without the announcement, the worker would find the job with its next look, 15 seconds later.
    await within(done.given, 'the worker runs the job of the other process', 10_000);
    await Promise.all([jobs.stop(), adding.stop()]);
    await Promise.all([worker.close(), api.close()]);
    await database.drop();
  });

  /** The connections of one process: a job queue, and the bus over which the processes announce jobs. */
  function aProcess({ connectionString }: TestDatabase) {
    const logger = new RecordingLogger();
    const db = createDatabase({ connectionString });
    const bus = new PostgresEventBus({ db, connectionString, logger });
    const news = {
      announce: () => bus.announceJobs(),
      subscribe: (listener: () => void) => bus.onJobs(listener),
    };
    const openDatabase = queueAt(connectionString);
    return {
      bus,
      queue: (handlers: JobHandlers | null) =>
        new PgBossJobs({
          openDatabase,
          logger,
          definitions: probeDefinitions,
          schedules: [],
          news,
          handlers,
        }),
      close: async () => {
        await bus.close();
        await db.destroy();
      },
    };
  }
});

describe('the looks for due jobs', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  type Due = { name: string; inMs: number };
  const update = 'update pgboss.job set state = $1';
  const read = 'select * from pgboss.queue';

  /** Starts looking in a database that answers each look with `due`, and other statements with one row. */
  async function startLooking(due: () => Due[] = () => [], news = new NewsBetweenProcesses().join()) {
    const asked: string[] = [];
    const db = {
      executeSql: (text: string) => {
        asked.push(text);
        if (text === 'fail') return Promise.reject(new Error('the connection is lost'));
        return Promise.resolve({
          rows: text === FIND_DUE ? due() : text.startsWith('select') ? [{}] : [],
          rowCount: 1,
        });
      },
    };
    const woken: string[] = [];
    const announced: number[] = [];
    const dueJobs = new DueJobs({
      clock: systemClock,
      wake: (queues) => void woken.push(...queues),
      isServed: (queue) => queue !== 'of another version',
      announce: () => {
        announced.push(Date.now());
        news.announce();
      },
      onError: (error) => {
        throw error;
      },
    });
    const watched = dueJobs.watch(db);
    await dueJobs.start(watched);
    news.subscribe(() => dueJobs.announced());
    await jest.advanceTimersByTimeAsync(0);
    const looks = () => asked.filter((text) => text === FIND_DUE).length;
    return { dueJobs, watched, looks, woken, announced };
  }

  test('come every 15 seconds while nothing happens, until the stop', async () => {
    const { looks, dueJobs } = await startLooking();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(looks()).toBe(5);
    dueJobs.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(looks()).toBe(5);
  });

  test('come once, soon after statements of pg-boss that have changed jobs, but not after those that only read', async () => {
    const { looks, watched } = await startLooking();
    await watched.executeSql(read);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(looks()).toBe(1);
    for (let i = 0; i < 3; i++) await watched.executeSql(update);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(looks()).toBe(2);
  });

  test('come a second after a statement of pg-boss that has failed', async () => {
    const { looks, watched } = await startLooking();
    await expect(watched.executeSql('fail')).rejects.toThrow('lost');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(looks()).toBe(2);
  });

  test('come when the next job is due, soon after that to announce it, and then each second', async () => {
    const dueAt = Date.now() + 7_300;
    let isWaiting = true;
    const { looks, woken, announced } = await startLooking(() =>
      isWaiting ? [{ name: 'probe', inMs: dueAt - Date.now() }] : [],
    );
    await jest.advanceTimersByTimeAsync(7_299);
    expect([looks(), woken]).toEqual([1, []]);
    await jest.advanceTimersByTimeAsync(1);
    expect([looks(), woken, announced]).toEqual([2, ['probe'], []]);
    await jest.advanceTimersByTimeAsync(900);
    expect(announced).toEqual([dueAt + 400]);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(looks()).toBe(6);
    isWaiting = false;
    await jest.advanceTimersByTimeAsync(15_000);
    expect(looks()).toBe(7);
  });

  test('ignore jobs for which the process has no worker', async () => {
    const { looks, announced } = await startLooking(() => [{ name: 'of another version', inMs: -5_000 }]);
    await jest.advanceTimersByTimeAsync(29_000);
    expect([looks(), announced]).toEqual([2, []]);
  });

  test('of two processes whose workers are busy stay few, and so do their announcements', async () => {
    const news = new NewsBetweenProcesses();
    const busy = () => [{ name: 'probe', inMs: -5_000 }];
    const [one, two] = [await startLooking(busy, news.join()), await startLooking(busy, news.join())];
    await jest.advanceTimersByTimeAsync(10_000);
    expect(one.announced.length + two.announced.length).toBeLessThanOrEqual(11);
    expect(one.looks() + two.looks()).toBeLessThanOrEqual(40);
  });

  test('of other processes are caused by an added job, whose own workers are woken', async () => {
    const { dueJobs, woken, announced } = await startLooking();
    for (let i = 0; i < 5; i++) dueJobs.added('probe');
    await jest.advanceTimersByTimeAsync(1_000);
    expect([woken, announced.length]).toEqual([['probe'], 1]);
  });

  test('of other processes are caused by a job that is added during the stop or after it', async () => {
    const { dueJobs, announced, watched } = await startLooking();
    dueJobs.added('probe');
    dueJobs.stop();
    expect(announced).toHaveLength(1);
    dueJobs.added('probe', Date.now() + 10_000);
    expect(announced).toHaveLength(2);
    await watched.executeSql(update);
    expect(announced).toHaveLength(3);
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

  test('looks every 15 seconds for jobs that were not announced', async () => {
    const { relay, runs } = startRelay();
    relay.start();
    await jest.advanceTimersByTimeAsync(46_000);
    expect(runs()).toBe(4);
    await relay.stop();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(runs()).toBe(4);
  });

  test('tries again a second after an error', async () => {
    const { relay, runs } = startRelay(() => Promise.reject(new Error('the queue is gone')));
    relay.start();
    await jest.advanceTimersByTimeAsync(2_500);
    expect(runs()).toBe(3);
    await relay.stop();
  });

  test('does nothing before it is started', async () => {
    const { relay, runs } = startRelay();
    relay.added();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(runs()).toBe(0);
  });
});
