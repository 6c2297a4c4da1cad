import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { newHome, newMember, send, untilEnded, type Program } from '../support/program.js';
import { aMinutePasses } from '../support/silent-minute.js';
import { until } from '../support/until.js';

let service: BuiltService<TestDatabase>;
let database: TestDatabase;
let api: Program;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
  ({ database } = service);
  api = await service.start({ ROLE: 'api' });
}, 120_000);
afterAll(() => service.remove());

const workers: Program[] = [];
/** Two transactions that hold locks for a test. */
let [table, row]: pg.Client[] = [];
beforeEach(async () => {
  [table, row] = await Promise.all([1, 2].map(connected));
});
afterEach(async () => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL');
  await Promise.all([table?.end(), row?.end()]);
});

async function startWorker(): Promise<Program> {
  const worker = await service.start({ ROLE: 'worker' });
  workers.push(worker);
  return worker;
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('begin');
  return client;
}

const jobs = () => query(database, `select state, retry_count from pgboss.job where name = 'notify'`);
const rows = () => query(database, 'select from notifications');
const waiters = () =>
  query(
    database,
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
/** Ends the database sessions of the killed worker, which still wait for a lock. */
async function endWaiters(): Promise<void> {
  for (const { pid } of await waiters())
    await query(database, `select pg_terminate_backend(${String(pid)}, 5000)`);
  expect(await waiters()).toEqual([]);
}

/** Creates a household of three members without unfinished jobs or notifications. */
async function aQuietHome() {
  const { token, home } = await newHome(api.url);
  const members = [
    await newMember(api.url, { token, home }),
    await newMember(api.url, { token, home }),
  ] as const;
  // A separate job notifies all members about the new member.
  const telling = () => query(database, `select state from pgboss.job where name like 'notify%'`);
  await until(
    async () => (await telling()).every(({ state }) => state === 'completed'),
    'all jobs of notifications are completed',
  );
  await query(database, `delete from pgboss.job where name like 'notify%'`);
  await query(database, 'delete from notifications');
  const assign = async (title: string): Promise<string> => {
    const body = { title, responsibleMemberIds: members.map(({ id }) => id) };
    return (await send(`${api.url}${home}/tasks`, { method: 'POST', token, body })).body.id;
  };
  const lists = () =>
    Promise.all(
      members.map(async (member) => {
        const { body } = await send(`${api.url}${home}/notifications?limit=500`, { token: member.token });
        return (body as { occurrenceId: string }[]).map(({ occurrenceId }) => occurrenceId).toSorted();
      }),
    );
  return { assign, lists };
}

test.each([
  ['before its commit', 0],
  ['after its commit and before its job is done', 2],
])(
  'members get each notification exactly once if the worker is killed during the notify job, %s',
  async (_when, written) => {
    if (!table || !row) throw new Error('not connected');
    const doomed = await startWorker();
    const { assign, lists } = await aQuietHome();
    await table.query('lock table notifications in share mode');
    const tasks = [await assign('amid')];
    await until(async () => (await waiters()).length > 0, 'the worker waits for the lock');
    expect(await jobs()).toEqual([{ state: 'active', retry_count: 0 }]);
    if (written > 0) {
      await row.query(`select from pgboss.job where name = 'notify' for update`);
      await table.query('rollback');
      await until(
        async () => (await rows()).length > 0 && (await waiters()).length > 0,
        'the first rows are written and the worker waits for the lock',
      );
    }
    doomed.kill('SIGKILL');
    expect(await untilEnded(doomed)).toBe('SIGKILL');
    await endWaiters();
    for (const lock of [table, row]) await lock.query('rollback');
    expect(await rows()).toHaveLength(written);
    expect(await jobs()).toEqual([{ state: 'active', retry_count: 0 }]);

    tasks.push(await assign('while nobody works'));
    await aMinutePasses(database);
    await startWorker();
    await until(
      async () => (await jobs()).every(({ state }) => state === 'completed'),
      'all jobs are completed',
    );
    expect((await jobs()).map(({ retry_count }) => retry_count).toSorted()).toEqual([0, 1]);
    expect(await lists()).toEqual([tasks.toSorted(), tasks.toSorted()]);
  },
  180_000,
);
