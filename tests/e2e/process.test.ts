import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { findPostmaster } from '../../adapters/postgres/embedded/postmaster.js';
import { waitsFor } from '../support/database/lock-waits.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { emptyFolder, newHome, send, startProgram, untilEnded, type Program } from '../support/program.js';
import { inFullTier } from '../support/tier.js';
import { until } from '../support/until.js';

let folder: Awaited<ReturnType<typeof emptyFolder>>;
// Each test starts several processes, possibly on a busy machine.
jest.setTimeout(180_000);
beforeAll(async () => {
  folder = await emptyFolder();
});
afterAll(() => folder.remove());

/** Sends the signal to end and waits. */
async function ends(...programs: readonly Program[]): Promise<void> {
  for (const program of programs) program.kill('SIGTERM');
  for (const program of programs) await endsInOrder(program);
}

/**
 * Waits until the program has ended. Returns true if all steps of its shutdown were finished in time. A stalled machine
 * may need the whole time limit of a step, which is logged.
 */
async function endsInOrder(program: Program): Promise<boolean> {
  const code = await untilEnded(program);
  if (code !== 0) expect(program.lines.filter((line) => /not finished within/.test(line))).not.toEqual([]);
  return code === 0;
}

test('the built service reads a calendar in a thread of its own', async () => {
  const module = pathToFileURL(
    path.resolve(import.meta.dirname, '../../dist/adapters/ics/threaded-ics-reader.js'),
  );
  const program = `
    import { ThreadedIcsReader } from ${JSON.stringify(module.href)};
    const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'DTSTART:20261225', 'END:VEVENT', 'END:VCALENDAR'];
    const file = { bytes: Buffer.from(lines.join('\\n')), charset: null };
    const window = { from: '2026-11-01', to: '2027-11-01' };
    const context = { home: 'Europe/Paris', today: '2026-11-21', window };
    console.log(JSON.stringify(await new ThreadedIcsReader().readDays(file, context)));`;
  const args = ['--max-heap-size=512', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual({
    kind: 'days',
    days: [{ from: '2026-12-25', to: '2026-12-25', name: '–' }],
    warnings: [],
  });
});

describe('a process without a configured database', () => {
  test('keeps its data after a restart', async () => {
    const first = await startProgram(folder.path);
    const { token, refreshToken, home } = await newHome(first.url);
    const created = await send(`${first.url}${home}/tasks`, {
      method: 'POST',
      token,
      body: { title: 'Stay' },
    });
    await ends(first);

    const second = await startProgram(folder.path);
    expect((await send(`${second.url}/health/ready`)).body).toEqual({ status: 'ok' });
    expect((await send(`${second.url}${home}/occurrences`, { token })).body).toEqual([created.body]);
    const refreshed = await send(`${second.url}/v1/auth/refresh`, { method: 'POST', body: { refreshToken } });
    expect(refreshed.status).toBe(200);
    await ends(second);
  });

  inFullTier.test('restarts a killed database, and exits with an error if that fails', async () => {
    const program = await startProgram(folder.path);
    const { token, home } = await newHome(program.url);
    const data = path.join(folder.path, '.data/postgres/data');
    const killDatabase = async () => process.kill((await findPostmaster(data))!.pid, 'SIGKILL');
    await killDatabase();
    await until(
      () => program.lines.some((line) => line.includes('embedded PostgreSQL restarted')),
      'the process restarts the embedded PostgreSQL',
    );
    await until(
      async () => (await send(`${program.url}/health/ready`)).status === 200,
      'the process is ready again',
    );
    expect((await send(`${program.url}${home}`, { token })).status).toBe(200);

    await writeFile(path.join(data, 'postgresql.conf'), 'nonsense');
    await killDatabase();
    expect(await untilEnded(program)).toBe(1);
    expect(program.lines.join('\n')).toContain('The embedded PostgreSQL stopped and could not be restarted.');
  });

  test('exits with an error that names all invalid variables', async () => {
    await expect(startProgram(folder.path, { PORT: 'http', LOG_LEVEL: 'loud' })).rejects.toThrow(
      /ended with 78[\s\S]*PORT[\s\S]*LOG_LEVEL/,
    );
  });
});

describe('processes that share a database', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  /** Started at the same time. */
  let [one, two]: Program[] = [];
  beforeAll(async () => {
    database = await createTestDatabase({ bare: true });
    env = { DATABASE_URL: database.connectionString, DATA_DIR: 'one-database' };
    [one, two] = await Promise.all([startProgram(folder.path, env), startProgram(folder.path, env)]);
  });
  afterAll(async () => {
    for (const program of [one, two]) program?.kill('SIGKILL');
    await database.drop();
  });

  test("can start at the same time and see each other's changes", async () => {
    const { token, home } = await newHome(one!.url);
    await send(`${one!.url}${home}/tasks`, { method: 'POST', token, body: { title: 'Seen' } });
    const list = await send(`${two!.url}${home}/occurrences`, { token });
    expect(list.body).toEqual([expect.objectContaining({ title: 'Seen' })]);
  });

  test('refuse to start with the data folder of another database, and say what to do [T-D1]', async () => {
    const other = await createTestDatabase({ bare: true });
    await expect(startProgram(folder.path, { ...env, DATABASE_URL: other.connectionString })).rejects.toThrow(
      /ended with 78[\s\S]*The database is empty[\s\S]*delete .*database\.json/,
    );
    await other.drop();
  });

  inFullTier.test(
    'exit with an explanation if the port is in use or the queue database cannot be reached',
    async () => {
      const { port } = new URL(one!.url);
      await expect(startProgram(folder.path, { ...env, PORT: port })).rejects.toThrow(
        new RegExp(`ended with 1[\\s\\S]*Port ${port} of .* is in use`),
      );
      const QUEUE_DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
      const { message } = await startProgram(folder.path, { ...env, QUEUE_DATABASE_URL }).then(
        () => new Error('it started'),
        (error: unknown) => error as Error,
      );
      expect(message).toMatch(/ended with 1[\s\S]*The database in QUEUE_DATABASE_URL cannot be reached/);
      // The log contains the failure too.
      expect(message).toMatch(/startup failed.*ECONNREFUSED/);
    },
  );

  test('finish the requests in flight after SIGTERM', async () => {
    const { token, home } = await newHome(one!.url);
    const inFlight = Array.from({ length: 30 }, (_, i) =>
      send(`${one!.url}${home}/tasks`, { method: 'POST', token, body: { title: `t${i}` } }),
    );
    await inFlight[0];
    one!.kill('SIGTERM');
    const answers = await Promise.allSettled(inFlight);
    const isInOrder = await endsInOrder(one!);
    // Requests that arrive during the shutdown are rejected or reset; accepted requests are answered. They get 503 if a
    // stalled machine could not finish them in the time limit of the step.
    const ends = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.status : (answer.reason?.cause?.code ?? answer.reason),
    );
    const allowed = [201, 'ECONNREFUSED', 'ECONNRESET', ...(isInOrder ? [] : [503])];
    expect(ends.filter((end) => !allowed.includes(end))).toEqual([]);
    const [stored] = await query(
      database,
      `select count(*)::int as n from occurrences where household_id = '${home.split('/').at(-1)}'`,
    );
    const created = ends.filter((end) => end === 201).length;
    // A request that got 503 may have been stored nevertheless.
    expect(stored).toEqual({ n: isInOrder ? created : expect.any(Number) });
    expect(stored!['n']).toBeGreaterThanOrEqual(created);
  });

  test('lose or duplicate no acknowledged task when one process is killed during 100 requests', async () => {
    const doomed = two!;
    const { token, home } = await newHome(doomed.url);
    const keys = Array.from({ length: 100 }, () => crypto.randomUUID());
    const create = (url: string, key: string) =>
      send(`${url}${home}/tasks`, {
        method: 'POST',
        token,
        body: { title: key },
        headers: { 'idempotency-key': key },
      });

    const acknowledged = new Map<string, string>();
    // Fewer requests than one user may have waiting at once; the service rejects the others.
    const killAfter = 20;
    await Promise.allSettled(
      keys.map(async (key) => {
        const { status, body } = await create(doomed.url, key);
        if (status !== 201) return;
        acknowledged.set(key, body.id);
        if (acknowledged.size === killAfter) doomed.kill('SIGKILL');
      }),
    );
    expect(await untilEnded(doomed)).toBe('SIGKILL');
    expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter);
    expect(acknowledged.size).toBeLessThan(100);

    const next = await startProgram(folder.path, env);
    const list = async () =>
      (await send(`${next.url}${home}/occurrences?limit=500`, { token })).body as {
        id: string;
        title: string;
      }[];
    const found = await list();
    expect(new Set(found.map(({ title }) => title)).size).toBe(found.length);
    for (const [key, id] of acknowledged)
      expect(found).toContainEqual(expect.objectContaining({ id, title: key }));

    // A request whose answer was lost is answered again, and nothing is written twice.
    for (const { title } of found) expect((await create(next.url, title)).status).toBe(201);
    expect(await list()).toHaveLength(found.length);
    await ends(next);
  });

  inFullTier.test(
    'answer a repeated request with the task that a killed process created but did not acknowledge',
    async () => {
      const doomed = await startProgram(folder.path, env);
      const { token, home } = await newHome(doomed.url);
      const create = (url: string) =>
        send(`${url}${home}/tasks`, {
          method: 'POST',
          token,
          body: { title: 'Unacknowledged' },
          headers: { 'idempotency-key': '01900000-0000-7000-8000-000000000002' },
        });
      // The lock lets the process commit the task, but not store its answer.
      const lock = new pg.Client({ connectionString: database.connectionString });
      await lock.connect();
      await lock.query('begin; lock table idempotency_keys in exclusive mode');
      const unanswered = create(doomed.url).catch(() => 'no answer');
      const isWaiting = async () => (await query(database, waitsFor('idempotency_keys'))).length > 0;
      await until(isWaiting, 'the process waits for the lock');
      doomed.kill('SIGKILL');
      expect(await unanswered).toBe('no answer');
      await lock.query('rollback');
      await lock.end();

      const next = await startProgram(folder.path, env);
      const tasks = async () => (await send(`${next.url}${home}/occurrences`, { token })).body as unknown[];
      const [task, ...others] = await tasks();
      expect([task, others]).toEqual([expect.objectContaining({ title: 'Unacknowledged' }), []]);
      const again = await create(next.url);
      expect([again.status, again.body]).toEqual([201, task]);
      expect(await tasks()).toEqual([task]);
      await ends(next);
    },
  );

  inFullTier.test(
    'create schedules only with ROLE=worker, and a worker answers health checks but serves neither the API nor its reference',
    async () => {
      const fresh = await createTestDatabase({ bare: true });
      const env = { DATABASE_URL: fresh.connectionString, DATA_DIR: 'roles' };
      const schedules = () => query(fresh, 'select name from pgboss.schedule');

      const api = await startProgram(folder.path, { ...env, ROLE: 'api' });
      await newHome(api.url);
      expect(await schedules()).toEqual([]);

      const worker = await startProgram(folder.path, { ...env, ROLE: 'worker' });
      expect(await schedules()).toContainEqual({ name: 'extend-horizons' });
      for (const path of ['/health/live', '/health/ready', '/healthz'])
        expect((await send(`${worker.url}${path}`)).status).toBe(200);
      for (const path of ['/v1/me', '/openapi.json', '/docs/'])
        expect((await send(`${worker.url}${path}`)).body).toMatchObject({ error: { code: 'NOT_FOUND' } });

      await ends(api, worker);
      await fresh.drop();
    },
  );
});
