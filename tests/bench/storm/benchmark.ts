import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HouseholdId, UserId } from '../../../domain/shared/ids.js';
import { brokenRules } from '../../support/storm/invariants.js';
import { diceOf, plantSeries, raiseStorm, type Passed, type Person } from '../../support/storm/storm.js';
import { onBenchServer, withClient, type BenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { join, post, register } from '../http/people.js';
import { freePort, type Program } from '../http/program.js';
import { startService } from '../http/service.js';

const CLIENTS = 20;
/** Statuses that a client may see while the service or its database is down; 0 is a connection that broke. */
const DOWN = [0, 503];
const AGAIN_MS = 200;

/**
 * Twenty clients on seven series for so many seconds, then again with the service killed in the middle (SIGKILL), and
 * later all its connections to the database cut.
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
    const people = await Promise.all(Array.from({ length: CLIENTS }, () => register(url)));
    const [owner, ...others] = people as [(typeof people)[0], ...typeof people];
    const { id } = await post<{ id: string }>(url, '/v1/households', owner.token, {
      name: 'Home',
      timeZone: 'UTC',
    });
    const home = `/v1/households/${id}`;
    for (const other of others) await join(url, home, owner, other);
    const clients = people.map((person) => clientOf(url, person));
    const today = new Date().toISOString().slice(0, 10);
    await plantSeries(clients, home, today);
    const deadlocks = await deadlocksOf(connectionString);

    const endsAt = performance.now() + milliseconds;
    const storm = Promise.all(
      clients.map((client, i) =>
        raiseStorm(
          client,
          home,
          today,
          diceOf(i),
          () => performance.now() < endsAt,
          (status) => killing && DOWN.includes(status),
        ),
      ),
    );
    if (killing) {
      await delay(milliseconds / 3);
      await program.kill();
      program = await start();
      await delay(milliseconds / 3);
      await cutConnections(connectionString);
    }
    const passed = await storm;
    await program.stop();
    const viewer = (clients[0] as Person).id as UserId;
    const broken = await brokenRules(connectionString, id as HouseholdId, viewer, Date.now());
    const moved = (await deadlocksOf(connectionString)) - deadlocks;
    report(killing, passed, [...broken, ...(moved > 0 ? [`${moved} deadlocks`] : [])]);
  } catch (error) {
    console.error((await readFile(path.join(folder, 'service.log'), 'utf8')).slice(-2_000));
    throw error;
  } finally {
    await program.stop();
  }
}

function clientOf(url: string, { id, token }: Awaited<ReturnType<typeof register>>): Person {
  const send: Person['send'] = async (method, address, body) => {
    try {
      const response = await fetch(url + address, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'x-requested-with': 'app',
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
    } catch {
      await delay(AGAIN_MS);
      return { status: 0, body: null };
    }
  };
  return { id, send };
}

/** Ends every connection of the service at once, in the middle of what it does, as when its database goes down. */
async function cutConnections(connectionString: string): Promise<void> {
  await withClient(connectionString, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    ),
  );
}

async function deadlocksOf(connectionString: string): Promise<number> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.deadlocks);
  });
}

function report(killing: boolean, passed: readonly Passed[], broken: readonly string[]): void {
  const changes = passed.reduce((sum, one) => sum + one.changes, 0);
  console.log(`storm${killing ? ' with kills' : ''}: ${changes} changes by ${CLIENTS} clients`);
  tellFailures([...passed.flatMap(({ findings }) => findings), ...broken]);
}
