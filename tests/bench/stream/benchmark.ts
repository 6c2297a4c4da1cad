import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { onBenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { Connection, requestBytes } from '../http/connection.js';
import { accepted, steadyLoad, type Sample } from '../http/load.js';
import type { Program } from '../http/program.js';
import { median, quantile } from '../http/report.js';
import { startService } from '../http/service.js';
import { Listeners, type Home } from './listeners.js';

const STREAMS = 5_000;
const STREAMS_EACH = 10;
const CHANGES = { perSecond: 20, count: 400 };
const READS = { perSecond: 50, seconds: 25 };
const PING_MS = 25_000;
/** Long enough for two pings on each stream. The changes happen during this time. */
const PINGS_MS = 2 * PING_MS + 3_000;
/** The largest acceptable memory per stream, in a process that serves all streams. */
const MAX_KILOBYTES = 40;
const MAX_UNTIL_HEARD_MS = 300;
const SLOWEST_ANSWER_MS = 1_000;
const LATEST_PING_MS = 500;

/** Makes the process collect its garbage on a signal, so that only memory in use is measured. */
const GC_OPTIONS = [
  '--expose-gc',
  '--import',
  "data:text/javascript,process.on('SIGUSR2',()=>{globalThis.gc();globalThis.gc()})",
];

/**
 * Measures the live streams of one process: what each stream costs, and how soon all streams of a household
 * receive a change.
 */
export async function benchStream(): Promise<void> {
  await onBenchServer(async (server, folder) => {
    const programs: Program[] = [];
    try {
      const connectionString = await server.createDatabase();
      await migrateToLatest(connectionString);
      const jwtSecret = randomBytes(32).toString('hex');
      const start = async () => {
        const options = { folder, connectionString, jwtSecret, nodeOptions: GC_OPTIONS };
        const program = await startService(options);
        programs.push(program);
        return program;
      };
      const one = await start();
      const homes = await fill(one.port);
      console.log(
        `\n${STREAMS} streams of ${homes.length} households, ${cpus().length} cores, Node ${process.version}\n`,
      );
      await measure('one process', { changed: one, streaming: one, homes });
      const two = await start();
      await warmUp(two.port, homes);
      await measure('changes in one process, streams in another', { changed: one, streaming: two, homes });
    } finally {
      for (const program of programs) await program.stop();
    }
  });
}

type Setting = { readonly changed: Program; readonly streaming: Program; readonly homes: readonly Home[] };

async function measure(name: string, { changed, streaming, homes }: Setting): Promise<void> {
  const before = await keptMegabytes(streaming, homes);
  const openedAt = performance.now();
  const listeners = await Listeners.open(streaming.port, homes, STREAMS_EACH);
  const opening = performance.now() - openedAt;
  const after = await keptMegabytes(streaming, homes);

  const pingsUntil = performance.now() + PINGS_MS;
  const answers: number[] = [];
  const [reads, latencies] = await Promise.all([
    read(streaming.port, homes),
    changes(changed.port, homes, listeners, answers),
  ]);
  const burst = await allAtOnce(changed.port, homes, listeners, answers);
  await delay(Math.max(0, pingsUntil - performance.now()));
  const pauses = listeners.all.flatMap((listener) => listener.pauses).sort((a, b) => a - b);
  const silent = listeners.all.filter(({ isOpen, pauses: own }) => !isOpen || own.length === 0).length;
  listeners.close();

  const kilobytes = ((after - before) * 1024) / STREAMS;
  const slowest = { list: Math.max(...reads.latencies), create: Math.max(...answers) };
  const [earliest = NaN, latest = NaN] = [pauses[0], pauses.at(-1)];
  console.log(`| ${name} | |\n| --- | --: |`);
  const rows: [string, string][] = [
    ['memory a stream', `${kilobytes.toFixed(1)} KB`],
    ['opened', `${((STREAMS / opening) * 1000).toFixed(0)} a second`],
    ['request to last client, median', `${quantile(latencies, 0.5).toFixed(0)} ms`],
    ['request to last client, 95 %', `${quantile(latencies, 0.95).toFixed(0)} ms`],
    [`all ${homes.length} households at once, to the last client`, `${burst.toFixed(0)} ms`],
    ['pause between pings', `${earliest.toFixed(0)} to ${latest.toFixed(0)} ms`],
    ['streams without two pings, or ended', String(silent)],
    ['lists read at the same time, median', `${median(reads.latencies).toFixed(1)} ms`],
    ['lists read at the same time, slowest', `${slowest.list.toFixed(0)} ms`],
    ['changes made, those of all at once too, slowest', `${slowest.create.toFixed(0)} ms`],
  ];
  for (const [what, figure] of rows) console.log(`| ${what} | ${figure} |`);
  console.log('');
  const isWithin: [string, boolean][] = [
    [`a stream takes ${MAX_KILOBYTES} KB or more`, kilobytes < MAX_KILOBYTES],
    [`a change is heard of after ${MAX_UNTIL_HEARD_MS} ms`, quantile(latencies, 0.5) <= MAX_UNTIL_HEARD_MS],
    ['a request takes a second', Math.max(slowest.list, slowest.create) < SLOWEST_ANSWER_MS],
    ['pings are late', silent === 0 && latest <= PING_MS + LATEST_PING_MS],
    ['not all could be asked', reads.skipped === 0 && answers.length === CHANGES.count + homes.length],
  ];
  tellFailures(isWithin.filter(([, holds]) => !holds).map(([what]) => `${name}: ${what}`));
}

/** Creates a household for each user. A user may have STREAMS_EACH streams. */
async function fill(port: number): Promise<Home[]> {
  const homes = await makeHomes(port, STREAMS / STREAMS_EACH);
  await warmUp(port, homes);
  return homes;
}

/** Creates households, each with a different owner. */
export async function makeHomes(port: number, count: number): Promise<Home[]> {
  const waiting = Array.from({ length: count }, (_, i) => i);
  const homes: Home[] = [];
  const fillSome = async () => {
    const connection = await Connection.open(port);
    const post = async (address: string, token: string | null, body: object) => {
      const answer = accepted(await connection.send(requestBytes('POST', address, token, body)));
      return JSON.parse(answer.body.toString()) as { accessToken: string; id: string };
    };
    for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
      const account = { email: `bench${i}@example.org`, password: 'correct horse battery' };
      const { accessToken: token } = await post('/v1/auth/register', null, account);
      const { id } = await post('/v1/households', token, { name: 'Home' });
      homes.push({ path: `/v1/households/${id}`, token });
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: 4 }, fillSome));
  return homes;
}

/** Opens connections and sends a request on each, because idle connections are closed. */
async function connect(port: number, homes: readonly Home[], count: number): Promise<Connection[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(port)));
  const next = lists(homes);
  for (const connection of connections) accepted(await connection.send(next()));
  return connections;
}

/**
 * Sends requests before the measurement, so that compiling and caching do not count as cost of the streams.
 */
async function warmUp(port: number, homes: readonly Home[]): Promise<void> {
  const connections = await connect(port, homes, 8);
  await steadyLoad(connections, lists(homes), { perSecond: 200, seconds: 5 });
  for (const connection of connections) connection.close();
  const listeners = await Listeners.open(port, homes.slice(0, 50), STREAMS_EACH);
  listeners.close();
}

const lists = (homes: readonly Home[]) => {
  let i = 0;
  return () => {
    const { path: home, token } = homes[i++ % homes.length] as Home;
    return requestBytes('GET', `${home}/occurrences`, token);
  };
};

async function keptMegabytes(program: Program, homes: readonly Home[]): Promise<number> {
  const connection = await Connection.open(program.port);
  for (let i = 0; i < 3; i++) {
    program.signal('SIGUSR2');
    await delay(500);
    accepted(await connection.send(lists(homes)()));
  }
  connection.close();
  return program.residentMegabytes();
}

async function read(port: number, homes: readonly Home[]): Promise<Sample> {
  const connections = await connect(port, homes, 8);
  const sample = await steadyLoad(connections, lists(homes), READS);
  for (const connection of connections) connection.close();
  return sample;
}

const addTask = ({ path: home, token }: Home) =>
  requestBytes('POST', `${home}/tasks`, token, { title: 'x', date: '2100-05-04' });

/**
 * Returns the times from the request of a change until the last stream of its household has received it, in
 * ascending order. The response times are added to `answers`.
 */
async function changes(
  port: number,
  homes: readonly Home[],
  listeners: Listeners,
  answers: number[],
): Promise<number[]> {
  const free = await connect(port, homes, 8);
  const connections = [...free];
  const startedAt = performance.now();
  const running: Promise<number>[] = [];
  for (let i = 0; i < CHANGES.count; i++) {
    await delay(Math.max(0, startedAt + (i * 1000) / CHANGES.perSecond - performance.now()));
    const connection = free.shift();
    const home = homes[(i * 7) % homes.length];
    if (connection === undefined || home === undefined) continue;
    const answered = (milliseconds: number) => {
      answers.push(milliseconds);
      free.push(connection);
    };
    running.push(change(connection, home, listeners, answered));
  }
  const latencies = await Promise.all(running);
  for (const connection of connections) connection.close();
  return latencies.sort((a, b) => a - b);
}

async function change(
  connection: Connection,
  home: Home,
  listeners: Listeners,
  answered: (milliseconds: number) => void,
): Promise<number> {
  const last = listeners.lastMessage(home);
  const askedAt = performance.now();
  accepted(await connection.send(addTask(home)));
  answered(performance.now() - askedAt);
  return (await last) - askedAt;
}

async function allAtOnce(
  port: number,
  homes: readonly Home[],
  listeners: Listeners,
  answers: number[],
): Promise<number> {
  const connections = await connect(port, homes, 16);
  const waiting = [...homes];
  const last = homes.map((home) => listeners.lastMessage(home));
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let home = waiting.pop(); home !== undefined; home = waiting.pop()) {
        const askedAt = performance.now();
        accepted(await connection.send(addTask(home)));
        answers.push(performance.now() - askedAt);
      }
      connection.close();
    }),
  );
  return Math.max(...(await Promise.all(last))) - startedAt;
}
