import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import { brokenRules } from '../../support/storm/invariants.js';
import { diceOf, plantSeries, raiseStorm, type Person } from '../../support/storm/storm.js';
import { onBenchServer, withClient, type BenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { join, post, register } from '../http/people.js';
import { freePort, type Program } from '../http/program.js';
import { startService } from '../http/service.js';
import { killBackend, killServer } from './kills.js';

const CLIENTS = 20;
/** Statuses that a client may get while the service or its database is down. 0 is a broken connection. */
const DOWN = [0, 503];
const AGAIN_MS = 200;
/** The maximum duration of a request, and the maximum time until the service works again after a kill. */
const ANSWER_LIMIT_MS = 20_000;
const UP_LIMIT_MS = 60_000;

/**
 * Lets twenty clients change seven series for so many seconds. Then does it again and sends SIGKILL during
 * it to the service, to one process of the database, and to the whole database server.
 */
export async function benchStorm([seconds = '60']: readonly string[] = []): Promise<void> {
  for (const killing of [false, true])
    await onBenchServer((server, folder) => stormOn(server, folder, Number(seconds) * 1000, killing));
}

async function stormOn(
  server: BenchServer,
  folder: string,
  milliseconds: number,
  killing: boolean,
): Promise<void> {
  const connectionString = await server.createDatabase();
  const [port, jwtSecret] = [await freePort(), randomBytes(32).toString('hex')];
  const start = () => startService({ folder, connectionString, port, jwtSecret });
  let program: Program = await start();
  try {
    const url = `http://127.0.0.1:${port}`;
    const { home, householdId, clients } = await gather(url);
    const today = new Date().toISOString().slice(0, 10);
    await plantSeries(clients, home, today);

    let isDown = false;
    const endsAt = performance.now() + milliseconds;
    const isTolerated = (status: number) => isDown && DOWN.includes(status);
    const storm = Promise.all(
      clients.map((client, i) =>
        raiseStorm(client, home, today, diceOf(i), () => performance.now() < endsAt, isTolerated),
      ),
    );
    let deadlocks = 0;
    const blows = [
      async () => {
        await program.kill();
        program = await start();
      },
      () => killBackend(connectionString),
      () => killServer(connectionString),
    ];
    for (const blow of killing ? blows : []) {
      await delay(milliseconds / (blows.length + 1));
      isDown = true;
      // The counter starts at 0 again when the server recovers.
      deadlocks = Math.max(deadlocks, await deadlocksOf(connectionString));
      await blow();
      await untilReady(url);
      isDown = false;
    }
    const passed = await storm;
    deadlocks = Math.max(deadlocks, await deadlocksOf(connectionString));
    await program.stop();
    const viewer = (clients[0] as Person).id as MemberId;
    const broken = await brokenRules(connectionString, householdId, viewer, Date.now());
    const failures = [
      ...passed.flatMap(({ findings }) => findings),
      ...broken,
      ...(deadlocks > 0 ? [`${deadlocks} deadlocks`] : []),
    ];
    const changes = passed.reduce((sum, one) => sum + one.changes, 0);
    console.log(`storm${killing ? ' with kills' : ''}: ${changes} changes by ${CLIENTS} clients`);
    tellFailures(failures);
    if (failures.length > 0) console.error(await errorsIn(folder));
  } catch (error) {
    console.error(await errorsIn(folder));
    throw error;
  } finally {
    await program.stop();
  }
}

/** Creates a household with twenty members. */
async function gather(url: string) {
  const people = await Promise.all(Array.from({ length: CLIENTS }, () => register(url)));
  const [owner, ...others] = people as [(typeof people)[0], ...typeof people];
  const { id } = await post<{ id: HouseholdId }>(url, '/v1/households', owner.token, {
    name: 'Home',
    timeZone: 'UTC',
  });
  const home = `/v1/households/${id}`;
  for (const other of others) await join(url, home, owner, other);
  return { home, householdId: id, clients: people.map((person) => clientOf(url, person, owner)) };
}

/**
 * Waits until the service was ready for two seconds. A server may still answer before it notices that one of
 * its processes was killed.
 */
async function untilReady(url: string): Promise<void> {
  const limit = performance.now() + UP_LIMIT_MS;
  for (let times = 0; times < 10;) {
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    times = answer?.ok === true ? times + 1 : 0;
    if (performance.now() > limit) throw new Error('The service is not ready a minute after a kill');
    await delay(AGAIN_MS);
  }
}

/** Returns the last errors that the service has logged. */
async function errorsIn(folder: string): Promise<string> {
  const lines = (await readFile(path.join(folder, 'service.log'), 'utf8')).split('\n');
  return lines
    .filter((line) => line.includes('"level":"error"') && !line.includes('job queue'))
    .slice(-5)
    .join('\n');
}

function clientOf(url: string, person: Account, owner: Account): Person {
  const sendAs =
    ({ token }: Account): Person['send'] =>
    async (method, address, body) => {
      const isForm = body instanceof FormData;
      try {
        const response = await fetch(url + address, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            'x-client': 'mobile',
            'x-requested-with': 'app',
            ...(!isForm && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
          signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
        });
        const text = await response.text();
        return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
      } catch {
        await delay(AGAIN_MS);
        return { status: 0, body: null };
      }
    };
  const send = sendAs(person);
  const upload = (address: string) => {
    const form = new FormData();
    form.append('file', new Blob(['a note'], { type: 'text/plain' }), 'note.txt');
    return send('POST', address, form);
  };
  return { id: person.id, send, upload, inviter: person === owner ? null : { send: sendAs(owner) } };
}

type Account = Awaited<ReturnType<typeof register>>;

async function deadlocksOf(connectionString: string): Promise<number> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.deadlocks);
  });
}
