import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { jobDefinitions, type JobDefinitions } from '../../adapters/jobs/definitions.js';
import { PgBossJobs } from '../../adapters/jobs/pg-boss-jobs.js';
import type { Schedule } from '../../adapters/jobs/schedules.js';
import { createTestDatabase, query } from '../support/database/test-database.js';
import { enqueueProbe, handlersWith, probeDefinitions, probeHandlers } from '../support/probe-job.js';
import { QueueOnPostgres } from '../support/queue-on-postgres.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { aSignal } from '../support/signal.js';
import { stallingProxy } from '../support/stalling-proxy.js';
import { within } from '../support/until.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const nightly: readonly Schedule[] = [{ job: 'extend-horizons', cron: '17 3 * * *', payload: {} }];

describe('a start', () => {
  test('of several processes at once creates the queue and its schedules once', async () => {
    const database = await createTestDatabase({ bare: true });
    const logger = new RecordingLogger();
    const started = Array.from({ length: 4 }, () => {
      const handlers = handlersWith({ 'extend-horizons': () => Promise.resolve() });
      const { connectionString } = database;
      return new PgBossJobs({ connectionString, logger, handlers, schedules: nightly });
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

  test('where no database answers fails, and leaves nothing running', async () => {
    const jobs = new PgBossJobs({
      connectionString: 'postgres://nobody@127.0.0.1:1/none',
      logger: new RecordingLogger(),
      handlers: null,
    });
    await expect(jobs.start()).rejects.toThrow('ECONNREFUSED');
  });
});

test('a server that says nothing is asked over other connections, and the workers go on', async () => {
  const database = await createTestDatabase();
  const server = new URL(database.connectionString);
  const network = await stallingProxy({ host: server.hostname, port: Number(server.port) });
  server.host = `127.0.0.1:${network.port}`;
  const logger = new RecordingLogger();
  const done = aSignal();
  // With the workers of all jobs, so that every connection is in use when it falls silent.
  const definitions = { ...jobDefinitions, ...probeDefinitions };
  const options = { logger, definitions, schedules: [] };
  const handlers = probeHandlers(() => done.give());
  const jobs = new PgBossJobs({ ...options, connectionString: server.href, handlers, answerTimeoutMs: 500 });
  await jobs.start();
  network.stall();
  const { connectionString } = database;
  const api = new PgBossJobs({ ...options, connectionString, handlers: null });
  await api.start();
  await enqueueProbe(api.queue(), 'after the silence');
  await done.given;
  expect(logger.events('error')).toContainEqual(
    expect.objectContaining({
      error: expect.objectContaining({ message: expect.stringContaining('Query read timeout') }),
    }),
  );
  await Promise.all([jobs.stop(), api.stop()]);
  network.close();
  await database.drop();
});

describe('a stop', () => {
  let queue: QueueOnPostgres;
  beforeEach(async () => {
    queue = await QueueOnPostgres.create();
  });
  afterEach(() => queue.close());

  const states = () => queue.query('select state from pgboss.job');
  const add = (jobs: PgBossJobs, label: string) =>
    queue.unitOfWork(jobs).run((scope) => enqueueProbe(scope.jobs, label));

  /** A worker that has begun a job, which ends when `done` is given. */
  async function busy() {
    const [begun, done] = [aSignal(), aSignal()];
    const jobs = await queue.start(() => {
      begun.give();
      return done.given;
    });
    await add(jobs, 'in flight');
    await queue.clock.tick(1_500);
    await begun.given;
    return { jobs, done };
  }

  test('lets the job in flight finish', async () => {
    const { jobs, done } = await busy();
    const stopped = jobs.stop();
    done.give();
    await stopped;
    expect(await states()).toEqual([{ state: 'completed' }]);
  });

  test('gives a job back that does not finish', async () => {
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

  test('still lets transactions add jobs, for other processes', async () => {
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
  /** It has no other jobs: a worker looks into the queue of each every second of all that time. */
  const definitions = { 'extend-horizons': jobDefinitions['extend-horizons'] } as JobDefinitions;
  const start = (schedules = nightly) => {
    const handlers = handlersWith({ 'extend-horizons': extendHorizons });
    return queue.start(null, { definitions, handlers, schedules });
  };
  const registered = () => queue.query('select name from pgboss.schedule');
  /** Until what is due has gone through the queue of the schedules into that of the job, and as long for what is not. */
  const settle = async (wanted = 0) => {
    for (let i = 0; i < 3 || (i < 12 && runs.length < wanted); i++) await queue.clock.tick(30_000);
  };

  test('add one job a night, however many workers there are', async () => {
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

  test('make up once for the nights when no worker ran', async () => {
    const first = await start();
    await settle();
    await first.stop();
    await queue.clock.setTime(NIGHT + 5 * DAY);
    await start();
    await settle(1);
    expect(runs).toHaveLength(1);
  }, 180_000);

  test('are only those of the list', async () => {
    await start();
    expect(await registered()).toEqual([{ name: 'extend-horizons' }]);
    await start([]);
    expect(await registered()).toEqual([]);
  });
});
