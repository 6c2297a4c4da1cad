import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { PgBossJobs } from '../../adapters/jobs/pg-boss-jobs.js';
import { enqueuePayload, enqueueProbe, type Probe } from '../support/probe-job.js';
import { QueueOnPostgres } from '../support/queue-on-postgres.js';
import { aSignal } from '../support/signal.js';

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

describe('several workers', () => {
  test('share the jobs, and never run one twice', async () => {
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
    await queue.advance(0);
    expect(begun.toSorted()).toEqual(labels.toSorted());
    // Without waiting for the next poll after each job, which would take ten of them.
    expect(queue.clock.now() - before).toBeLessThan(5 * SECOND);
  });

  test('leave a job to the one that is alive, however long it takes', async () => {
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
    await first.given;
    await queue.start(handler);
    await queue.clock.tick(100 * SECOND);
    await add(one, 'short');
    await queue.clock.tick(SECOND);
    await second.given;
    done.give();
    await queue.advance(HOUR);
    expect(begun).toEqual(['long', 'short']);
    expect(await states()).toEqual([
      { label: 'long', state: 'completed' },
      { label: 'short', state: 'completed' },
    ]);
  });

  test('leave the jobs alone that a process without handlers adds for others', async () => {
    const api = await queue.start(null);
    await add(api, 'waits');
    await queue.advance(HOUR);
    expect(await states()).toEqual([{ label: 'waits', state: 'created' }]);
  });

  test('run the job again that one of them was killed over', async () => {
    const api = await queue.start(null);
    await add(api, 'precious');
    const child = spawn(
      process.execPath,
      [
        ...['--disable-warning=ExperimentalWarning', '--import', path.join(SUPPORT, 'typescript.mjs')],
        ...[path.join(SUPPORT, 'job-holder.ts'), queue.database.connectionString],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [label] = (await once(createInterface(child.stdout), 'line')) as [string];
    expect(label).toBe('precious');
    child.kill('SIGKILL');
    await once(child, 'close');

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

test('payloads that are none of the job are refused for good, and others run', async () => {
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

test('a job that fails each time is tried ever later and then kept as failed, and holds up no other', async () => {
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

test('failures are logged, the last one as an error', async () => {
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
