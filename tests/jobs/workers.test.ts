import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { jobDefinitions, type JobDefinitions } from '../../adapters/jobs/definitions.js';
import { JobsDashboard, readOnlyConnection } from '../../adapters/jobs/jobs-dashboard.js';
import { PgBossJobs } from '../../adapters/jobs/pg-boss-jobs.js';
import { type Schedule, schedules } from '../../adapters/jobs/schedules.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import {
  enqueuePayload,
  enqueueProbe,
  handlersWith,
  type Probe,
  probeDefinitions,
  probeHandlers,
} from '../support/probe-job.js';
import { NewsBetweenProcesses } from '../support/job-news.js';
import { QueueOnPostgres } from '../support/queue-on-postgres.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { aSignal } from '../support/signal.js';
import { stallingProxy } from '../support/stalling-proxy.js';
import { RUN_TYPESCRIPT } from '../support/typescript-program.js';
import { within } from '../support/until.js';
import { queueAt } from '../support/queue-database.js';

describe('job workers', () => {
  const SECOND = 1_000;
  const HOUR = 3_600 * SECOND;
  const SUPPORT = path.resolve(import.meta.dirname, '../support');

  let queue: QueueOnPostgres;
  beforeEach(async () => {
    queue = await QueueOnPostgres.create();
  });
  afterEach(() => queue.close());

  const add = (jobs: PgBossJobs, ...labels: string[]) =>
    queue.unitOfWork(jobs).run(async (scope) => {
      for (const label of labels) await enqueueProbe(scope.jobs, label);
    });

  const states = () => queue.query(`select data ->> 'label' as label, state from pgboss.job order by 1`);

  describe('workers', () => {
    test('share the jobs and never run one twice', async () => {
      const begun: string[] = [];
      const running = new Set<string>();
      const allBusy = aSignal();
      const handler = ({ label }: Probe) => {
        begun.push(label);
        running.add(label);
        if (running.size === 4) allBusy.give();
        return allBusy.given.then(() => void running.delete(label));
      };
      const [one] = await Promise.all([queue.start(handler), queue.start(handler)]);
      const labels = Array.from({ length: 40 }, (_, i) => String(i));
      await add(one, ...labels);
      const before = queue.clock.now();
      // The first jobs end only when four jobs run at the same time.
      await within(queue.advance(0), 'the workers have run all jobs');
      expect(begun.toSorted()).toEqual(labels.toSorted());
      // If the workers waited for the next look for due jobs after each job, it would take ten looks.
      expect(queue.clock.now() - before).toBeLessThan(5 * SECOND);
    });

    test('leave a long job to the worker that runs it as long as that worker is alive', async () => {
      const begun: string[] = [];
      const done = aSignal();
      const [first, second] = [aSignal(), aSignal()];
      const handler = ({ label }: Probe) => {
        begun.push(label);
        (label === 'short' ? second : first).give();
        return label === 'short' ? undefined : done.given;
      };
      const one = await queue.start(handler);
      await add(one, 'long');
      await queue.clock.tick(SECOND);
      await within(first.given, 'the long job has begun');
      await queue.start(handler);
      await queue.clock.tick(100 * SECOND);
      await add(one, 'short');
      await queue.clock.tick(SECOND);
      await within(second.given, 'the short job has begun');
      done.give();
      await queue.advance(HOUR);
      expect(begun).toEqual(['long', 'short']);
      expect(await states()).toEqual([
        { label: 'long', state: 'completed' },
        { label: 'short', state: 'completed' },
      ]);
    });

    test('do not exist in a process that is started without job handlers: it adds jobs but runs none', async () => {
      const api = await queue.start(null);
      await add(api, 'waits');
      await queue.advance(HOUR);
      expect(await states()).toEqual([{ label: 'waits', state: 'created' }]);
    });

    test('run a job again when its worker was killed', async () => {
      const api = await queue.start(null);
      await add(api, 'precious');
      const child = spawn(
        process.execPath,
        [...RUN_TYPESCRIPT, path.join(SUPPORT, 'job-holder.ts'), queue.database.connectionString],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const line = once(createInterface(child.stdout), 'line');
      const [label] = await within(line, 'the worker has begun the job');
      expect(label).toBe('precious');
      child.kill('SIGKILL');
      await within(once(child, 'close'), 'the worker has ended');

      const begun: string[] = [];
      await queue.start((probe) => void begun.push(probe.label));
      await queue.advance(0);
      expect(begun).toEqual([]);
      await queue.advance(60 * SECOND);
      await queue.advance(60 * SECOND);
      expect(begun).toEqual(['precious']);
      expect(await states()).toEqual([{ label: 'precious', state: 'completed' }]);
    });
  });

  test('fail a job with an invalid payload without a retry, and run the other jobs', async () => {
    const begun: string[] = [];
    const jobs = await queue.start(({ label }) => void begun.push(label));
    const poison = [{}, ['x'], { label: 1, members: [] }, { label: 'x', members: [], more: true }];
    await queue.unitOfWork(jobs).run(async (scope) => {
      for (const payload of poison) await enqueuePayload(scope.jobs, payload);
      await enqueueProbe(scope.jobs, 'good');
    });
    await queue.advance(0);
    await queue.advance(HOUR);
    expect(begun).toEqual(['good']);
    expect(await queue.query('select state, count(*)::int from pgboss.job group by 1 order by 1')).toEqual([
      { state: 'completed', count: 1 },
      { state: 'failed', count: poison.length },
    ]);
    expect(queue.logger.events('error')).toEqual(
      poison.map(() =>
        expect.objectContaining({ message: 'job failed permanently', job: 'probe', attempt: 1 }),
      ),
    );
  });

  test('retry a failing job with growing pauses, then keep it as failed, without delaying other jobs', async () => {
    const begun: { label: string; at: number }[] = [];
    const jobs = await queue.start(({ label }) => {
      begun.push({ label, at: queue.clock.now() });
      if (label === 'poison') throw new Error('no luck');
    });
    const startedAt = queue.clock.now();
    await add(jobs, 'poison', 'good');
    for (let i = 0; i < 30; i++) {
      await queue.advance(5 * SECOND);
      if (i === 1) await add(jobs, 'better');
    }
    const tries = begun.filter(({ label }) => label === 'poison').map(({ at }) => (at - startedAt) / SECOND);
    expect(tries).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = tries;
    expect(second - first).toBeGreaterThanOrEqual(5);
    expect(third - second).toBeGreaterThanOrEqual(10);
    expect(
      await queue.query(
        `select data ->> 'label' as label, state, output ->> 'message' as why from pgboss.job order by 1`,
      ),
    ).toEqual([
      { label: 'better', state: 'completed', why: null },
      { label: 'good', state: 'completed', why: null },
      { label: 'poison', state: 'failed', why: 'no luck' },
    ]);
  });

  test('log each failure of a job, the final one with the level error', async () => {
    const jobs = await queue.start(() => {
      throw new Error('no luck');
    });
    await add(jobs, 'bad');
    for (let i = 0; i < 5; i++) await queue.advance(HOUR);
    const failure = (message: string, attempt: number) =>
      expect.objectContaining({ message, attempt, job: 'probe', error: new Error('no luck') });
    expect(queue.logger.events('warn')).toEqual([1, 2].map((n) => failure('job failed, will retry', n)));
    expect(queue.logger.events('error')).toEqual([failure('job failed, no attempts left', 3)]);
  });
});

describe('the number of jobs of each kind', () => {
  test('leaves out kinds that were removed since an earlier version', async () => {
    const queue = await QueueOnPostgres.create();
    const removed = { removed: Object.values(probeDefinitions)[0] } as object as JobDefinitions;
    const old = await queue.start(null, { definitions: { ...removed, ...probeDefinitions } });
    expect((await old.counts()).map(({ job }) => String(job)).toSorted()).toEqual(['probe', 'removed']);
    const current = await queue.start(null);
    expect((await current.counts()).map(({ job }) => String(job))).toEqual(['probe']);
    await queue.close();
  });
});

describe('the job queue', () => {
  const MINUTE = 60_000;
  const DAY = 24 * 60 * MINUTE;

  const nightly: readonly Schedule[] = [{ job: 'extend-horizons', cron: '17 3 * * *', payload: {} }];

  describe('when it starts', () => {
    test('is created once with its schedules if several processes start at once', async () => {
      const database = await createTestDatabase({ bare: true });
      const logger = new RecordingLogger();
      const started = Array.from({ length: 4 }, () => {
        const handlers = handlersWith({ 'extend-horizons': () => Promise.resolve() });
        const { connectionString } = database;
        return new PgBossJobs({
          openDatabase: queueAt(connectionString),
          ...{ logger, handlers, schedules: nightly },
        });
      });
      await Promise.all(started.map((jobs) => jobs.start()));
      await Promise.all(started.map((jobs) => jobs.queue().enqueue('extend-horizons', {})));
      expect(await query(database, 'select name, cron, timezone from pgboss.schedule')).toEqual([
        { name: 'extend-horizons', cron: '17 3 * * *', timezone: 'UTC' },
      ]);
      await Promise.all(started.map((jobs) => jobs.stop()));
      expect(logger.events('error')).toEqual([]);
      await database.drop();
    });

    test('fails if no database answers', async () => {
      const jobs = new PgBossJobs({
        openDatabase: queueAt('postgres://nobody@127.0.0.1:1/none'),
        logger: new RecordingLogger(),
        handlers: null,
      });
      await expect(jobs.start()).rejects.toThrow('ECONNREFUSED');
    });
  });

  test('uses new connections when the server does not answer on the old ones', async () => {
    const database = await createTestDatabase();
    const server = new URL(database.connectionString);
    const network = await stallingProxy({ host: server.hostname, port: Number(server.port) });
    server.host = `127.0.0.1:${network.port}`;
    const logger = new RecordingLogger();
    const done = aSignal();
    // Runs the workers of all jobs, so that every connection is in use when the server stops answering.
    const definitions = { ...jobDefinitions, ...probeDefinitions };
    const options = { logger, definitions, schedules: [] };
    const handlers = probeHandlers(() => done.give());
    const news = new NewsBetweenProcesses();
    const jobs = new PgBossJobs({
      ...options,
      news: news.join(),
      openDatabase: queueAt(server.href, { answerTimeoutMs: 2_000 }),
      handlers,
    });
    await jobs.start();
    network.stall();
    const { connectionString } = database;
    const api = new PgBossJobs({
      ...options,
      news: news.join(),
      openDatabase: queueAt(connectionString),
      handlers: null,
    });
    await api.start();
    await enqueueProbe(api.queue(), 'after the silence');
    await within(done.given, 'the worker runs the job that was added after the silence');
    expect(logger.events('error')).toContainEqual(
      expect.objectContaining({
        error: expect.objectContaining({ message: expect.stringContaining('Query read timeout') }),
      }),
    );
    await Promise.all([jobs.stop(), api.stop()]);
    network.close();
    await database.drop();
  });

  describe('when it stops', () => {
    let queue: QueueOnPostgres;
    beforeEach(async () => {
      queue = await QueueOnPostgres.create();
    });
    afterEach(() => queue.close());

    const states = () => queue.query('select state from pgboss.job');
    const add = (jobs: PgBossJobs, label: string) =>
      queue.unitOfWork(jobs).run((scope) => enqueueProbe(scope.jobs, label));

    /** Starts a worker with a running job, which ends when `done` is given. */
    async function busy() {
      const [begun, done] = [aSignal(), aSignal()];
      const jobs = await queue.start(() => {
        begun.give();
        return done.given;
      });
      await add(jobs, 'in flight');
      await queue.clock.tick(1_500);
      await within(begun.given, 'the job has begun');
      return { jobs, done };
    }

    test('lets a running job finish', async () => {
      const { jobs, done } = await busy();
      const stopped = jobs.stop();
      done.give();
      await stopped;
      expect(await states()).toEqual([{ state: 'completed' }]);
    });

    test('gives an unfinished job back to the queue', async () => {
      const { jobs, done } = await busy();
      await within(jobs.stop(), 'the worker has stopped although its job is still running');
      done.give();
      const again: string[] = [];
      await queue.start(({ label }) => void again.push(label));
      await queue.advance(MINUTE);
      expect(again).toEqual(['in flight']);
      expect(await states()).toEqual([{ state: 'completed' }]);
      expect(queue.logger.events('error')).toEqual([]);
    });

    test('still lets open transactions add jobs for other processes', async () => {
      const jobs = await queue.start(null);
      await jobs.stop();
      await add(jobs, 'late');
      expect(await states()).toEqual([{ state: 'created' }]);
    });
  });

  describe('the schedules', () => {
    const NIGHT = Date.parse('2026-03-11T03:00:00Z');
    let queue: QueueOnPostgres;
    let runs: number[];
    beforeEach(async () => {
      queue = await QueueOnPostgres.create(NIGHT);
      runs = [];
    });
    afterEach(() => queue.close());

    const extendHorizons = () => Promise.resolve(void runs.push(queue.clock.now()));
    /** Has only this job, because the workers of each further job would make the test slower. */
    const definitions = { 'extend-horizons': jobDefinitions['extend-horizons'] } as JobDefinitions;
    const start = (schedules = nightly) => {
      const handlers = handlersWith({ 'extend-horizons': extendHorizons });
      return queue.start(null, { definitions, handlers, schedules });
    };
    const registered = () => queue.query('select name from pgboss.schedule');
    /**
     * Advances the clock until due jobs have passed through the queue of the schedules and their own queue. If no job
     * is wanted, it advances as long to see that none runs.
     */
    const settle = async (wanted = 0) => {
      for (let i = 0; i < 3 || (i < 12 && runs.length < wanted); i++) await queue.clock.tick(30_000);
    };

    test('add one job a night, no matter how many workers there are', async () => {
      await start();
      await start();
      await settle();
      expect(runs).toEqual([]);
      await queue.clock.setTime(Date.parse('2026-03-11T03:17:00Z'));
      await settle(1);
      expect(runs).toHaveLength(1);
      await queue.clock.setTime(Date.parse('2026-03-12T03:17:00Z'));
      await settle(2);
      expect(runs).toHaveLength(2);
    }, 120_000);

    test('add a single job for all the nights in which no worker ran', async () => {
      const first = await start();
      await settle();
      await first.stop();
      await queue.clock.setTime(NIGHT + 5 * DAY);
      await start();
      await settle(1);
      expect(runs).toHaveLength(1);
    }, 180_000);

    test('are exactly those of the list that the process passes', async () => {
      await start();
      expect(await registered()).toEqual([{ name: 'extend-horizons' }]);
      await start([]);
      expect(await registered()).toEqual([]);
    });
  });
});

describe('the schedules', () => {
  test('extend series and sweep calendars at the same time, every ten minutes', () => {
    const cronOf = (name: string) => schedules.filter(({ job }) => job === name).map(({ cron }) => cron);
    expect(cronOf('extend-horizons')).toEqual(['*/10 * * * *']);
    expect(cronOf('sweep-calendars')).toEqual(cronOf('extend-horizons'));
  });
});

describe('the job dashboard', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const settings = async (connectionString: string) =>
    (
      await query(
        { ...database, connectionString },
        `select current_setting('application_name') as name,
              current_setting('default_transaction_read_only') as "readOnly",
              current_setting('work_mem') as "workMem"`,
      )
    )[0];

  test('uses read-only connections', async () => {
    expect(await settings(readOnlyConnection(database.connectionString))).toMatchObject({
      name: 'household-planner dashboard',
      readOnly: 'on',
    });
  });

  test('keeps connection options that the operator has set', async () => {
    const given = new URL(database.connectionString);
    given.searchParams.set('options', '-c work_mem=5MB');
    expect(await settings(readOnlyConnection(given.toString()))).toMatchObject({
      readOnly: 'on',
      workMem: '5MB',
    });
  });

  test('answers 503 after it was closed, even if it was never opened', async () => {
    const dashboard = new JobsDashboard({
      connectionString: database.connectionString,
      basePath: '/ops/jobs',
    });
    await dashboard.close();
    expect((await dashboard.handle(new Request('http://localhost/ops/jobs'))).status).toBe(503);
  });
});
