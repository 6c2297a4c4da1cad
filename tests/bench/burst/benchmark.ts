import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { onBenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { Connection, requestBytes } from '../http/connection.js';
import { accepted } from '../http/load.js';
import { post, register } from '../http/people.js';
import { quantile } from '../http/report.js';
import { startService } from '../http/service.js';

const AT_ONCE = 250;
const WARM_UP = 300;
const CALM_REQUESTS = 500;
const BURSTS = 30;
const PAUSE_MS = 300;
const MAX_RATIO = 5;

/** Measures how a burst of 250 writes by one user slows down a neighbour. */
export async function benchBurst(): Promise<void> {
  await onBenchServer(async (server, folder) => {
    const connectionString = await server.createDatabase();
    await migrateToLatest(connectionString);
    const jwtSecret = randomBytes(32).toString('hex');
    const program = await startService({ folder, connectionString, jwtSecret });
    try {
      const url = `http://127.0.0.1:${program.port}`;
      const [calmTask, burstTask] = [await newTask(url, 'Calm'), await newTask(url, 'Burst')];
      const connection = await Connection.open(program.port);
      const neighbour = () => write(connection, calmTask);
      for (let i = 0; i < WARM_UP; i++) await neighbour();
      const calm: number[] = [];
      for (let i = 0; i < CALM_REQUESTS; i++) calm.push(await neighbour());
      report(calm, await whileBursting(program.port, neighbour, burstTask));
      connection.close();
    } finally {
      await program.stop();
    }
  });
}

/** Registers a user with a household, and returns the bytes of a request that creates a task there. */
async function newTask(url: string, title: string): Promise<Buffer> {
  const { token } = await register(url);
  const { id } = await post<{ id: string }>(url, '/v1/households', token, { name: 'Home' });
  return requestBytes('POST', `/v1/households/${id}/tasks`, token, { title });
}

/** Sends a request and returns how long the answer took, in milliseconds. */
async function write(connection: Connection, request: Buffer): Promise<number> {
  const startedAt = performance.now();
  accepted(await connection.send(request));
  return performance.now() - startedAt;
}

type Bursts = { readonly waits: readonly number[]; readonly statuses: ReadonlyMap<number, number> };

/** Measures how long the neighbour's writes take, from the start of each burst until its last answer. */
async function whileBursting(
  port: number,
  neighbour: () => Promise<number>,
  request: Buffer,
): Promise<Bursts> {
  const worker = new Worker(new URL('sender.js', import.meta.url), {
    workerData: { port, request, atOnce: AT_ONCE },
  });
  const statuses = new Map<number, number>();
  const waits: number[] = [];
  let isAnswered = false;
  const ask = async () => {
    while (!isAnswered) waits.push(await neighbour());
  };
  for (let i = 0; i < BURSTS; i++) {
    isAnswered = false;
    const asking = ask();
    worker.postMessage('burst');
    const [answers] = (await once(worker, 'message')) as [readonly number[]];
    isAnswered = true;
    for (const status of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await asking;
    await delay(PAUSE_MS);
  }
  await worker.terminate();
  return { waits, statuses };
}

function report(calm: readonly number[], { waits, statuses }: Bursts): void {
  const [before, during] = [calm, waits].map((times) => times.toSorted((a, b) => a - b));
  const at = (times: readonly number[] = [], share: number) => quantile(times, share);
  console.log(`\n${AT_ONCE} writes of one user at once, ${BURSTS} times\n`);
  console.log('| neighbour | writes | p50 ms | p99 ms |\n|---|--:|--:|--:|');
  for (const [name, times] of [
    ['calm', before],
    ['in the bursts', during],
  ] as const)
    console.log(
      `| ${name} | ${times?.length} | ${at(times, 0.5).toFixed(1)} | ${at(times, 0.99).toFixed(1)} |`,
    );
  console.log(
    `\nAnswers to the bursts: ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')}`,
  );
  const ratio = at(during, 0.99) / at(before, 0.99);
  const others = [...statuses.keys()].filter((status) => status !== 201 && status !== 429);
  tellFailures([
    ...(ratio < MAX_RATIO ? [] : [`the neighbour's p99 is ${ratio.toFixed(1)} times its calm value`]),
    ...others.map((status) => `a burst was answered with ${status}`),
  ]);
}
