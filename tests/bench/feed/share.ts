import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { withClient, type BenchServer } from '../database.js';
import type { Finding } from '../failures.js';
import { Connection, requestBytes } from '../http/connection.js';
import { fullLoad, type NextRequest } from '../http/load.js';
import type { Program } from '../http/program.js';
import { median } from '../http/report.js';
import { copyOccurrence, onServiceHere } from '../http/scenario.js';
import { startService } from '../http/service.js';
import { Client, type Json } from './client.js';

const LOAD = { connections: 16, warmUpSeconds: 3, rounds: 25, seconds: 0.8 };
/**
 * The connections write to separate households, or all to one. In one household all writers wait for the lock
 * on its change head.
 */
const PLACES = [
  { name: `in ${LOAD.connections} households`, homes: LOAD.connections },
  { name: 'all in one household', homes: 1 },
];
const LEAST_RATIO = 0.9;
/** The number of occurrences on each side. Each can be completed only once. */
const TO_COMPLETE = 30_000;
const TASK = {
  title: 'Bench task',
  date: '2100-05-04',
  time: '18:30',
  durationMinutes: 30,
  priority: 'HIGH',
  reminders: [30, 0],
};

/** A household with its writer, and the occurrences that can be completed in it. */
type Home = { readonly path: string; readonly token: string; readonly occurrences: readonly string[] };
type Side = {
  readonly connections: readonly Connection[];
  readonly requests: Readonly<Record<'create' | 'complete', NextRequest>>;
};

/**
 * Compares the built service with one that has no journal, in alternating rounds. Shows what the journal
 * costs in separate households, and when all write to the same household.
 */
export async function measureShare(server: BenchServer, folder: string): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const place of PLACES)
    findings.push(...(await measurePlace(server, await mkdtemp(path.join(folder, 'place-')), place)));
  return findings;
}

async function measurePlace(
  server: BenchServer,
  folder: string,
  { name, homes: count }: (typeof PLACES)[number],
): Promise<readonly Finding[]> {
  const jwtSecret = randomBytes(32).toString('hex');
  const database = await server.createDatabase();
  const homes = await furnish(database, `bench:${jwtSecret}`, count);
  const copy = await server.createDatabase(database);
  const programs: Program[] = [];
  const start = async (connectionString: string, nodeOptions: readonly string[]): Promise<Side> => {
    const program = await startService({ folder, connectionString, jwtSecret, nodeOptions });
    programs.push(program);
    const connections = Array.from({ length: LOAD.connections }, () => Connection.open(program.port));
    return { connections: await Promise.all(connections), requests: requestsIn(homes) };
  };
  try {
    const withJournal = await start(database, []);
    const without = await start(copy, ['--import', new URL('./without-journal.js', import.meta.url).href]);
    const findings: Finding[] = [];
    for (const kind of ['create', 'complete'] as const) {
      const ratios = await compare(withJournal, without, kind);
      const ratio = median(ratios);
      const span = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
      findings.push([
        `${kind} ${name}, of what it is without the journal`,
        `${ratio.toFixed(3)} (${span})`,
        ratio >= LEAST_RATIO,
      ]);
    }
    return findings;
  } finally {
    for (const program of programs) await program.stop();
  }
}

/**
 * Returns the throughput of the first side relative to the second, for each round. Each side is first in
 * every other round, so that noise affects both equally.
 */
async function compare(one: Side, other: Side, kind: 'create' | 'complete'): Promise<readonly number[]> {
  const load = async ({ connections, requests }: Side, seconds: number) =>
    (await fullLoad(connections, requests[kind], seconds)).perSecond;
  for (const side of [one, other]) await load(side, LOAD.warmUpSeconds);
  const ratios: number[] = [];
  for (let i = 0; i < LOAD.rounds; i++) {
    const perSecond = new Map<Side, number>();
    for (const side of i % 2 === 0 ? [one, other] : [other, one])
      perSecond.set(side, await load(side, LOAD.seconds));
    ratios.push((perSecond.get(one) ?? NaN) / (perSecond.get(other) ?? NaN));
  }
  return ratios;
}

async function furnish(
  connectionString: string,
  jwtSecrets: string,
  count: number,
): Promise<readonly Home[]> {
  await migrateToLatest(connectionString);
  const homes = await onServiceHere(connectionString, jwtSecrets, async (connection) => {
    const made: Home[] = [];
    for (let i = 0; i < count; i++) {
      const { client, token, home } = await new Client(connection).atHome();
      const { id }: Json = await client.json('POST', `${home}/tasks`, TASK);
      const occurrences = await copyOccurrence(connectionString, String(id), TO_COMPLETE / count);
      made.push({ path: home, token, occurrences });
    }
    return made;
  });
  await withClient(connectionString, (client) => client.query('vacuum (analyze)'));
  return homes;
}

/** Returns the next requests. They go to the households in turn. */
function requestsIn(homes: readonly Home[]): Side['requests'] {
  let [created, completed] = [0, 0];
  return {
    create: () => {
      const { path: home, token } = homes[created++ % homes.length] as Home;
      return requestBytes('POST', `${home}/tasks`, token, { ...TASK, title: `Bench task ${created}` });
    },
    complete: () => {
      const { path: home, token, occurrences } = homes[completed % homes.length] as Home;
      const id = occurrences[Math.floor(completed++ / homes.length)];
      return id === undefined ? null : requestBytes('POST', `${home}/occurrences/${id}/complete`, token);
    },
  };
}
