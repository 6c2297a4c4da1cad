import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { onBenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { post, register, type Person } from '../http/people.js';
import { quantile } from '../http/report.js';
import { startService } from '../http/service.js';

const AT_ONCE = 250;
const WARM_UP = 300;
const CALM_REQUESTS = 500;
const BURST_SECONDS = 15;
const MAX_RATIO = 5;

/** What a neighbour notices while one user sends 250 writes at once, again and again. */
export async function benchBurst(): Promise<void> {
  await onBenchServer(async (server, folder) => {
    const connectionString = await server.createDatabase();
    await migrateToLatest(connectionString);
    const jwtSecret = randomBytes(32).toString('hex');
    const program = await startService({ folder, connectionString, jwtSecret });
    try {
      const url = `http://127.0.0.1:${program.port}`;
      const [neighbour, busy] = [await atHome(url), await atHome(url)];
      for (let i = 0; i < WARM_UP; i++) await write(url, neighbour);
      const calm: number[] = [];
      for (let i = 0; i < CALM_REQUESTS; i++) calm.push(await write(url, neighbour));
      report(calm, await whileBursting(url, neighbour, busy));
    } finally {
      await program.stop();
    }
  });
}

type AtHome = { readonly token: string; readonly path: string };

async function atHome(url: string): Promise<AtHome> {
  const { token }: Person = await register(url);
  const { id } = await post<{ id: string }>(url, '/v1/households', token, { name: 'Home' });
  return { token, path: `/v1/households/${id}` };
}

/** Milliseconds. */
async function write(url: string, { token, path }: AtHome): Promise<number> {
  const startedAt = performance.now();
  await post(url, `${path}/tasks`, token, { title: 'Calm' });
  return performance.now() - startedAt;
}

type Burst = { readonly waits: readonly number[]; readonly statuses: ReadonlyMap<number, number> };

async function whileBursting(url: string, neighbour: AtHome, busy: AtHome): Promise<Burst> {
  const worker = new Worker(new URL('sender.js', import.meta.url), {
    workerData: { url, ...busy, atOnce: AT_ONCE },
  });
  const until = performance.now() + BURST_SECONDS * 1000;
  const statuses = new Map<number, number>();
  const bursting = (async () => {
    while (performance.now() < until) {
      const answered = once(worker, 'message') as Promise<[readonly number[]]>;
      worker.postMessage('burst');
      for (const status of (await answered)[0]) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  })();
  const waits: number[] = [];
  while (performance.now() < until) waits.push(await write(url, neighbour));
  await bursting;
  await worker.terminate();
  return { waits, statuses };
}

function report(calm: readonly number[], { waits, statuses }: Burst): void {
  const [before, during] = [calm, waits].map((times) => times.toSorted((a, b) => a - b));
  const at = (times: readonly number[] = [], share: number) => quantile(times, share);
  console.log(`\n${AT_ONCE} writes of one user at once, again and again for ${BURST_SECONDS} s\n`);
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
