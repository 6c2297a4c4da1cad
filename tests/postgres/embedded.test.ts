import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { findBinaries } from '../../adapters/postgres/embedded/binaries.js';
import { openCluster } from '../../adapters/postgres/embedded/cluster.js';
import {
  EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../adapters/postgres/embedded/embedded-postgres.js';
import { launch } from '../../adapters/postgres/embedded/launch.js';
import { findPostmaster } from '../../adapters/postgres/embedded/postmaster.js';
import { ServerRegistration } from '../../adapters/postgres/embedded/server-registration.js';
import { findServerUser } from '../../adapters/postgres/embedded/server-user.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { aSignal } from '../support/signal.js';
import { isFullTier } from '../support/tier.js';
import { RUN_TYPESCRIPT } from '../support/typescript-program.js';
import { until, within } from '../support/until.js';

const root = path.resolve(import.meta.dirname, '../..');
const ORDINARY = 65_534;

/** An initialised folder. Tests that need one copy it, which is faster than initialising another. */
let seed: string;
let dataDir: string;
const started: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(await scratchFolder(), 'embedded-'));
  await chmod(folder, 0o755);
  return folder;
}

beforeAll(async () => {
  seed = await emptyFolder();
  await (await EmbeddedPostgres.start({ dataDir: seed })).stop();
  // Keeps dynamic shared memory in files of the data folder, so that a killed server leaves nothing in /dev/shm.
  const settings = path.join(seed, 'postgres', 'data', 'postgresql.auto.conf');
  await appendFile(settings, 'dynamic_shared_memory_type = mmap\n');
});
afterAll(() => rm(seed, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await emptyFolder();
});

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  for (const embedded of started.splice(0)) await embedded.stop();
  const left = await postmaster();
  if (left !== null) process.kill(left.pid, 'SIGQUIT');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

async function initialised(): Promise<void> {
  await promisify(execFile)('cp', ['-a', path.join(seed, 'postgres'), dataDir]);
}

const postmaster = () => findPostmaster(path.join(dataDir, 'postgres', 'data'));

async function start(options: Omit<EmbeddedPostgresOptions, 'dataDir'> = {}): Promise<EmbeddedPostgres> {
  const embedded = await EmbeddedPostgres.start({ dataDir, ...options });
  started.push(embedded);
  return embedded;
}

/** The number of processes that the server counts as its users. */
const PRESENCES = `select count(*) from pg_stat_activity where application_name = 'presence'`;
const PRESENCE_PID = `select pid from pg_stat_activity where application_name = 'presence'`;

async function ask(connectionString: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows[0] === undefined ? undefined : Object.values(rows[0])[0];
  } finally {
    await client.end();
  }
}

/** Starts a child process that uses the embedded server. Resolves with the address of the server. */
async function hold(wrapper: readonly string[] = []): Promise<{ child: ChildProcess; address: string }> {
  const [file, ...args] = [
    ...wrapper,
    ...[process.execPath, ...RUN_TYPESCRIPT, path.join(root, 'tests/support/embedded-holder.ts'), dataDir],
  ] as [string, ...string[]];
  const child = spawn(file, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const died = once(child, 'exit').then(() => Promise.reject(new Error(`The child ended: ${complaint}`)));
  const [address] = (await Promise.race([once(createInterface(child.stdout), 'line'), died])) as [string];
  died.catch(() => undefined);
  return { child, address };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await within(exit, 'the killed process has ended');
}

async function stopPolitely(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.stdin?.write('stop\n');
  expect(await within(exit, 'the process has stopped the server and ended')).toEqual([0, null]);
}

describe('the embedded PostgreSQL', () => {
  beforeEach(initialised);

  test('keeps its data when it is stopped and started again', async () => {
    const first = await start();
    await ask(first.connectionString, 'create table kept as select 42 as answer');
    await first.stop();
    expect(await postmaster()).toBeNull();

    // After a clean stop there is nothing to recover, which would delay the start.
    for (let attempt = 0; attempt < 3; attempt++) {
      const again = await start();
      expect(await ask(again.connectionString, 'select answer from kept')).toBe(42);
      await again.stop();
    }
  });

  test('is durable, requires a password and listens only on the loopback interface', async () => {
    const { connectionString } = await start();
    const setting = (name: string) => ask(connectionString, `show ${name}`);
    expect(await ask(connectionString, 'select version()')).toMatch(/^PostgreSQL 18/);
    expect(await setting('fsync')).toBe('on');
    expect(await setting('synchronous_commit')).toBe('on');
    expect(await setting('listen_addresses')).toBe('127.0.0.1');
    expect(await setting('unix_socket_directories')).toBe('');
    expect(await setting('TimeZone')).toBe('UTC');
    const withoutPassword = connectionString.replace(/:[^:@]+@/, ':wrong@');
    await expect(ask(withoutPassword, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(path.join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  test('runs without durability if the caller asks for that', async () => {
    const { connectionString } = await start({ durable: false });
    expect(await ask(connectionString, 'show fsync')).toBe('off');
  });

  test('can be stopped twice', async () => {
    const embedded = await start();
    await Promise.all([embedded.stop(), embedded.stop()]);
    expect(await postmaster()).toBeNull();
  });
});

describe('the embedded PostgreSQL after a crash', () => {
  beforeEach(initialised);

  test('is taken over by the next start of the service when only the process of the service was killed', async () => {
    const { child, address } = await hold();
    await ask(address, 'create table kept as select 42 as answer');
    await kill(child);

    const heir = await start();
    expect(heir.connectionString).toBe(address);
    expect(await ask(address, 'select answer from kept')).toBe(42);
    await heir.stop();
    expect(await postmaster()).toBeNull();
  });

  test('recovers committed data at the next start when both the service and the server were killed', async () => {
    const { child, address } = await hold();
    await ask(address, 'create table kept as select 42 as answer');
    const running = await postmaster();
    await kill(child);
    process.kill(running!.pid, 'SIGKILL');

    const heir = await start();
    expect(await ask(heir.connectionString, 'select answer from kept')).toBe(42);
  });

  test('is restarted on the same port when only the server was killed', async () => {
    const [restarted, lost] = [aSignal(), aSignal()];
    const embedded = await start({ onRestart: () => restarted.give(), onLost: () => lost.give() });
    await ask(embedded.connectionString, 'create table kept as select 42 as answer');
    process.kill((await postmaster())!.pid, 'SIGKILL');
    await within(restarted.given, 'the server is restarted');
    expect(await ask(embedded.connectionString, 'select answer from kept')).toBe(42);
    await embedded.stop();
    expect(await postmaster()).toBeNull();
  });

  test('recovers when one process of the server was killed, and can then be stopped as usual', async () => {
    const restarted = aSignal();
    const embedded = await start({ onRestart: () => restarted.give() });
    await ask(embedded.connectionString, 'create table kept as select 42 as answer');
    const backend = await ask(embedded.connectionString, PRESENCE_PID);
    process.kill(backend as number, 'SIGKILL');
    await within(restarted.given, 'the server is restarted');
    // A client that reconnects before the server has noticed the crash is disconnected again.
    const kept = () => ask(embedded.connectionString, 'select answer from kept');
    await until(
      () =>
        kept().then(
          (answer) => answer === 42,
          () => false,
        ),
      'the restarted server answers the query',
    );
    await embedded.stop();
    expect(await postmaster()).toBeNull();
  });

  test.each(['of the server', 'of one of its processes'])(
    'leaves nothing running when it is stopped immediately after a kill %s',
    async (what) => {
      const embedded = await start();
      const backend = (await ask(embedded.connectionString, PRESENCE_PID)) as number;
      process.kill(what === 'of the server' ? (await postmaster())!.pid : backend, 'SIGKILL');
      await embedded.stop();
      expect(await postmaster()).toBeNull();
    },
  );

  test('calls onLost when the killed server cannot be started again', async () => {
    const [restarted, lost] = [aSignal(), aSignal()];
    await start({ onRestart: () => restarted.give(), onLost: () => lost.give() });
    const { pid } = (await postmaster())!;
    await writeFile(path.join(dataDir, 'postgres', 'data', 'postgresql.conf'), 'nonsense');
    process.kill(pid, 'SIGKILL');
    await within(lost.given, 'onLost is called');
  });

  test('starts after a crash of the machine even if its old process id belongs to another process now', async () => {
    const file = path.join(dataDir, 'postgres', 'data', 'postmaster.pid');
    const { uid, gid } = await stat(path.dirname(file));
    const owner = process.getuid?.() === 0 ? { uid, gid } : {};
    const innocent = spawn('cat', { cwd: '/', ...owner });
    children.push(innocent);
    await once(innocent, 'spawn');
    await writeFile(file, `${innocent.pid}\n${path.dirname(file)}\n1\n54321\n\n127.0.0.1\n0 0\nready   \n`);
    await chown(file, uid, gid);

    const heir = await start();
    expect(await ask(heir.connectionString, 'select 1')).toBe(1);
    expect(innocent.exitCode).toBeNull();
  });
});

test('a process can register again with the server only when the server process of its lost connection is gone', async () => {
  await initialised();
  const { connectionString } = await start();
  const former = await ServerRegistration.join(connectionString, null);
  expect(await ServerRegistration.join(connectionString, former)).toBeNull();
  await former!.leave(() => Promise.reject(new Error('another registration exists')));
  let again: ServerRegistration | null = null;
  await until(
    async () => (again = await ServerRegistration.join(connectionString, former)) !== null,
    'the server process of the former registration is gone',
  );
  await again!.leave(() => Promise.reject(new Error('another registration exists')));
});

describe('sharing a data folder', () => {
  test('starts one server for two processes that begin on an empty folder, and keeps it until the last one stops', async () => {
    const [one, other] = await Promise.all([hold(), hold()]);
    expect(one.address).toBe(other.address);
    await stopPolitely(one.child);
    expect(await ask(other.address, 'select 1')).toBe(1);
    await stopPolitely(other.child);
    expect(await postmaster()).toBeNull();
  });

  test('does not keep the server running for a process that was killed', async () => {
    await initialised();
    const [one, other] = await Promise.all([hold(), hold()]);
    await kill(one.child);
    // The server needs a moment to notice that the connection of the killed process is closed.
    await until(
      async () => (await ask(other.address, PRESENCES)) === '1',
      'the server counts only the process that is still running',
    );
    await stopPolitely(other.child);
    expect(await postmaster()).toBeNull();
  });

  test('keeps the server running when one use of the folder begins while another one ends', async () => {
    await initialised();
    let leaving = await start();
    for (let round = 0; round < (isFullTier ? 8 : 4); round += 1) {
      const [, arriving] = await Promise.all([leaving.stop(), start()]);
      expect(await ask(arriving.connectionString, 'select 1')).toBe(1);
      leaving = arriving;
    }
  });
});

describe('the user who starts the embedded PostgreSQL', () => {
  test('can be an ordinary user', async () => {
    const wrapper =
      process.getuid?.() === 0
        ? [
            ...['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'],
            // The tests may run from a folder that this user cannot read.
            ...['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'],
            '--securebits=+no_setuid_fixup',
          ]
        : [];
    const { child, address } = await hold(wrapper);
    expect(await ask(address, 'select 1')).toBe(1);
    if (wrapper.length > 0) expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(ORDINARY);
    await stopPolitely(child);
  });

  test('can use a data folder below a folder that is closed to other users', async () => {
    const closed = path.join(dataDir, 'home');
    await mkdir(closed, { mode: 0o700 });
    const embedded = await EmbeddedPostgres.start({ dataDir: path.join(closed, '.data') });
    started.push(embedded);
    expect(await ask(embedded.connectionString, 'select 1')).toBe(1);
  });
});

test('findServerUser lets root run programs below a folder that is closed to other users', async () => {
  const closed = path.join(dataDir, 'home');
  await mkdir(closed, { mode: 0o700 });
  const native = path.dirname(path.dirname(findBinaries().postgres));
  await promisify(execFile)('cp', ['-a', native, closed]);
  const binaries = {
    initdb: path.join(closed, 'native/bin/initdb'),
    postgres: path.join(closed, 'native/bin/postgres'),
  };
  const folder = path.join(dataDir, 'postgres');
  const user = await findServerUser(folder, binaries.postgres);
  const cluster = await openCluster(folder, binaries, user);
  await launch(cluster, binaries.postgres, user, { durable: false });
  expect(await postmaster()).toMatchObject({ ready: true });
});

describe('the error message of the embedded PostgreSQL', () => {
  test('says what to do if there are no binaries for the platform', () => {
    expect(() => findBinaries('plan9', 'vax')).toThrow(/@embedded-postgres\/plan9-vax.*Set DATABASE_URL/s);
  });

  test('says what to do if the data folder contains other files', async () => {
    await mkdir(path.join(dataDir, 'postgres'));
    await writeFile(path.join(dataDir, 'postgres', 'letter.txt'), 'Dear…');
    await expect(start()).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(/postgres cannot be used.*DATA_DIR or DATABASE_URL/s),
    });
    expect(await readFile(path.join(dataDir, 'postgres', 'letter.txt'), 'utf8')).toBe('Dear…');
  });

  test('quotes the log if the server does not start', async () => {
    await initialised();
    await writeFile(path.join(dataDir, 'postgres', 'data', 'postgresql.auto.conf'), "work_mem = 'a lot'\n");
    await expect(start()).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(/does not start.*work_mem/s),
    });
  });
});
