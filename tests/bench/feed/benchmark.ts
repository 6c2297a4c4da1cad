import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '../../../adapters/postgres/database.js';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { aWrittenHome, followWriters, WRITERS } from '../../support/feed-writers.js';
import { onBenchServer, type BenchServer } from '../database.js';
import { tellFailures, type Finding } from '../failures.js';
import { Connection, requestBytes } from '../http/connection.js';
import { accepted } from '../http/load.js';
import type { Program } from '../http/program.js';
import { median } from '../http/report.js';
import { onServiceHere } from '../http/scenario.js';
import { startService } from '../http/service.js';
import { makeHomes } from '../stream/benchmark.js';
import { Listeners, type Home } from '../stream/listeners.js';
import { Client, type Json } from './client.js';
import { countStatements } from './count-statements.js';
import { measureShare } from './share.js';

/** With these sizes a run takes about a minute. The published figures use 100,000. */
const COMMITS = Number(process.env['FEED_COMMITS'] ?? 8_000);
const STREAMS = Number(process.env['FEED_STREAMS'] ?? 5_000);
const STREAMS_EACH = 10;
/** A stream sends its message after 150 ms, so by then every stream has received what it should. */
const SILENCE_MS = 3_000;
const UNDONE = { rows: 100, rowsOfSeries: 90, rounds: 9 };

const MOST = { tickBytes: 2_048, tickStatements: 3, pollStatements: 2, undoMs: 100 };

const PARTS = {
  delta: measureDelta,
  order: measureOrder,
  streams: measureStreams,
  undo: measureUndo,
  share: measureShare,
} as const;

/**
 * Measures what keeping copies up to date costs, and checks that no change is missed. `names` selects parts;
 * without names all parts run.
 */
export async function benchFeed(names: readonly string[] = []): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0)
    throw new RangeError(
      `Nothing is called ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`,
    );
  const failures: string[] = [];
  await onBenchServer(async (server, folder) => {
    console.log(`\n${cpus().length} cores, Node ${process.version}\n\n| | |\n|---|--:|`);
    for (const [name, part] of Object.entries(PARTS)) {
      if (names.length > 0 && !names.includes(name)) continue;
      for (const [what, figure, holds] of await part(server, await mkdtemp(path.join(folder, name)))) {
        console.log(`| ${what} | ${figure} |`);
        if (!holds) failures.push(`${what}: ${figure}`);
      }
    }
  });
  tellFailures(failures);
}

/**
 * Measures what a tick costs every other client: the request that gets the change, and a poll without
 * changes.
 */
async function measureDelta(server: BenchServer): Promise<readonly Finding[]> {
  const connectionString = await server.createDatabase();
  await migrateToLatest(connectionString);
  const secrets = `bench:${randomBytes(32).toString('hex')}`;
  return onServiceHere(connectionString, secrets, async (connection) => {
    const { client, home } = await new Client(connection).atHome();
    const { id } = await client.json('POST', `${home}/tasks`, {
      title: 'Take the bins out',
      notes: 'The key hangs behind the door.\nClose the window afterwards.',
      date: '2100-05-04',
      time: '18:30',
      durationMinutes: 30,
      reminders: [30, 0],
      checklist: [{ title: 'Bucket' }, { title: 'Cloth' }],
    });
    let cursor: string | null = null;
    for (let hasMore = true; hasMore;) {
      const page: Json = await client.json(
        'GET',
        `${home}/changes${cursor === null ? '' : `?since=${cursor}`}`,
      );
      [cursor, hasMore] = [String(page['cursor']), Boolean(page['hasMore'])];
    }
    await client.json('POST', `${home}/occurrences/${String(id)}/complete`);
    const read = () =>
      client.send('GET', `${home}/changes?since=${cursor}`, undefined, { 'If-None-Match': `W/"${cursor}"` });
    const tick = await countStatements(read);
    const { cursor: next } = JSON.parse(accepted(tick.result).body.toString()) as Json;
    cursor = String(next);
    const poll = await countStatements(read);
    const { tickBytes, tickStatements, pollStatements } = MOST;
    const bytes = tick.result.body.length;
    return [
      ['delta of a tick, bytes', String(bytes), bytes <= tickBytes],
      ['… statements', String(tick.statements), tick.statements <= tickStatements],
      ['poll without news', String(poll.result.status), poll.result.status === 304],
      ['… statements', String(poll.statements), poll.statements <= pollStatements],
    ];
  });
}

async function measureOrder(server: BenchServer): Promise<readonly Finding[]> {
  const connectionString = await server.createDatabase();
  await migrateToLatest(connectionString);
  const db = createDatabase({ connectionString, poolSize: WRITERS + 2 });
  try {
    const home = await aWrittenHome(db);
    const startedAt = performance.now();
    const { shown, stored, numbers, outOfOrder } = await followWriters(db, home, COMMITS);
    const perSecond = COMMITS / ((performance.now() - startedAt) / 1000);
    const missed = [...stored].filter(([id, title]) => shown.get(id) !== title).length;
    return [
      [`commits of ${WRITERS} writers on one household`, COMMITS.toLocaleString('en'), true],
      ['… a second', perSecond.toFixed(0), true],
      ['… entries missed', String(missed), missed === 0 && shown.size === stored.size],
      ['… numbers met that were passed already', String(outOfOrder), outOfOrder === 0],
      ['… numbers left out or given twice', String(Math.abs(numbers - COMMITS)), numbers === COMMITS],
    ];
  } finally {
    await db.destroy();
  }
}

/**
 * Reconnects all streams to another process, as after a restart: first without changes in between, then with
 * a change.
 */
async function measureStreams(server: BenchServer, folder: string): Promise<readonly Finding[]> {
  const connectionString = await server.createDatabase();
  await migrateToLatest(connectionString);
  const jwtSecret = randomBytes(32).toString('hex');
  const programs: Program[] = [];
  try {
    const start = async () => {
      const program = await startService({ folder, connectionString, jwtSecret });
      programs.push(program);
      return program;
    };
    const [one, two] = [await start(), await start()];
    const homes = await makeHomes(one.port, STREAMS / STREAMS_EACH);
    const before = await Listeners.open(one.port, homes, STREAMS_EACH);
    await addTasks(one.port, homes);
    await delay(SILENCE_MS);
    const heard = before.all.filter(({ messages }) => messages === 1).length;
    before.close();

    const startedAt = performance.now();
    const back = await Listeners.open(two.port, homes, STREAMS_EACH, before);
    const seconds = (performance.now() - startedAt) / 1000;
    await delay(SILENCE_MS);
    const told = back.all.filter(({ messages }) => messages > 0).length;
    back.close();

    await addTasks(two.port, homes);
    const again = await Listeners.open(one.port, homes, STREAMS_EACH, back);
    await delay(SILENCE_MS);
    const missed = again.all.filter(({ messages }) => messages !== 1).length;
    again.close();
    const all = STREAMS.toLocaleString('en');
    return [
      [`of ${all} streams heard of a change, once`, heard.toLocaleString('en'), heard === STREAMS],
      [`${all} come back to another process, a second`, (STREAMS / seconds).toFixed(0), true],
      ['… without news, told something', String(told), told === 0],
      ['… after a change, not told one topic', String(missed), missed === 0],
    ];
  } finally {
    for (const program of programs) await program.stop();
  }
}

async function addTasks(port: number, homes: readonly Home[]): Promise<void> {
  const connection = await Connection.open(port);
  for (const { path, token } of homes)
    accepted(await connection.send(requestBytes('POST', `${path}/tasks`, token, { title: 'x' })));
  connection.close();
}

/** Deletes many rows and undoes the deletion, several times. */
async function measureUndo(server: BenchServer, folder: string): Promise<readonly Finding[]> {
  const connectionString = await server.createDatabase();
  await migrateToLatest(connectionString);
  const jwtSecret = randomBytes(32).toString('hex');
  const service = await startService({ folder, connectionString, jwtSecret });
  const connection = await Connection.open(service.port);
  try {
    const { client, home } = await new Client(connection).atHome();
    const { id: categoryId } = await client.json('POST', `${home}/categories`, { name: 'Kitchen' });
    for (let i = 0; i < UNDONE.rows; i++)
      await client.json('POST', `${home}/tasks`, { title: `Task ${i}`, categoryId });
    const ofCategory = await undo(client, home, `categories/${String(categoryId)}`, UNDONE.rows);
    // A daily series has rows up to the horizon.
    const { id } = await client.json('POST', `${home}/tasks`, {
      title: 'Water the plants',
      date: new Date().toISOString().slice(0, 10),
      recurrence: { frequency: 'daily' },
    });
    const ofSeries = await undo(client, home, `occurrences/${String(id)}?scope=all`, UNDONE.rowsOfSeries);
    const finding = (what: string, ms: number): Finding => [
      `undo of ${what}, ms`,
      ms.toFixed(0),
      ms <= MOST.undoMs,
    ];
    return [
      finding(`the deletion of a category with ${UNDONE.rows} tasks`, ofCategory),
      finding(`the deletion of a daily series`, ofSeries),
    ];
  } finally {
    connection.close();
    await service.stop();
  }
}

/**
 * Returns the median time of several rounds, because the first rounds are slow in a service that has just
 * started.
 */
async function undo(client: Client, home: string, what: string, rows: number): Promise<number> {
  const milliseconds: number[] = [];
  for (let i = 0; i < UNDONE.rounds; i++) {
    accepted(await client.send('DELETE', `${home}/${what}`));
    const page = accepted(await client.send('GET', `${home}/operations?limit=1`));
    const [operation] = JSON.parse(page.body.toString()) as { id: string }[];
    const sentAt = performance.now();
    const { counts } = await client.json('POST', `${home}/operations/${operation?.id}/undo`);
    milliseconds.push(performance.now() - sentAt);
    const { created, changed } = counts as Record<string, number>;
    if ((created ?? 0) + (changed ?? 0) < rows) throw new Error(`undone was ${JSON.stringify(counts)}`);
  }
  return median(milliseconds);
}
