import { setTimeout as delay } from 'node:timers/promises';
import { onBenchServer, withClient } from '../database.js';
import { median } from '../http/report.js';
import type { BusQuestion, Heard } from './bus-process.js';
import { BenchProcess, processorTimeOf } from './bench-process.js';

const LISTENING = [2, 4, 8, 16];
/** Two processes publish changes, like two processes that answer requests. */
const TELLING = 2;
const RATES = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
const SECONDS = 3;
/**
 * If half of the changes arrive later than this, the process does not keep up. A live stream collects changes
 * for this long anyway.
 */
const MAX_WAIT_MS = 150;
const SETTLED_MS = 2_000;
const QUEUE_BYTES = 8 * 1024 ** 3;
const HELD_CHANGES = { perSecond: 2_000, seconds: 5 };

const PROCESS = new URL('bus-process.js', import.meta.url);

type Step = {
  readonly perSecond: number;
  readonly median: number;
  readonly late: number;
  /** Microseconds of processor time per change. */
  readonly database: number;
  readonly listener: number;
  readonly keepsUp: boolean;
};

/**
 * Measures how many changes per second LISTEN and NOTIFY can carry to several processes, and what a change
 * costs.
 */
export async function benchBus(): Promise<void> {
  await onBenchServer(async (server) => {
    const connectionString = await server.createUnspread();
    console.log(
      '\n| listening | changes a second | heard after, median ms | 95 % ms | of PostgreSQL, µs a change | of each process, µs a change |',
    );
    console.log('| --: | --: | --: | --: | --: | --: |');
    for (const count of LISTENING) await measure(connectionString, count);
    await measureQueue(connectionString);
  });
}

async function measure(connectionString: string, count: number): Promise<void> {
  const start = () => BenchProcess.start(PROCESS, [connectionString]);
  const telling = await Promise.all(Array.from({ length: TELLING }, start));
  const listening: BenchProcess[] = [];
  for (let i = 0; i < count; i++) listening.push(await start());
  try {
    for (const rate of RATES) {
      const step = await measureStep(connectionString, { telling, listening }, rate);
      const figures = [step.perSecond, step.median, step.late, step.database, step.listener];
      console.log(
        `| ${[count, ...figures.map((figure) => figure.toFixed(0))].join(' | ')} |${step.keepsUp ? '' : ' behind'}`,
      );
      if (!step.keepsUp) break;
    }
  } finally {
    for (const process of [...telling, ...listening]) await process.stop();
  }
}

type Processes = Readonly<Record<'telling' | 'listening', readonly BenchProcess[]>>;

const tell = ({ telling }: Pick<Processes, 'telling'>, perSecond: number, seconds: number) =>
  Promise.all(
    telling.map((process) =>
      process.ask({ perSecond: perSecond / telling.length, seconds } satisfies BusQuestion),
    ),
  );
const heardBy = (processes: readonly BenchProcess[]) =>
  Promise.all(processes.map((process) => process.ask<Heard>({ heard: true } satisfies BusQuestion)));

async function measureStep(connectionString: string, processes: Processes, perSecond: number): Promise<Step> {
  await heardBy(processes.listening);
  const before = await processorTimeOf(connectionString);
  await tell(processes, perSecond, SECONDS);
  await delay(SETTLED_MS);
  const database = (await processorTimeOf(connectionString)) - before;
  const heard = await heardBy(processes.listening);
  const changes = perSecond * SECONDS;
  const wait = Math.max(...heard.map((one) => one.median));
  const least = Math.min(...heard.map((one) => one.count));
  return {
    perSecond,
    median: wait,
    late: Math.max(...heard.map((one) => one.late)),
    database: (database * 1_000) / changes,
    listener: (median(heard.map((one) => one.processorMs)) * 1_000) / changes,
    keepsUp: wait <= MAX_WAIT_MS && least >= changes,
  };
}

/** Measures how much of the NOTIFY queue a change occupies while one connection listens without reading. */
async function measureQueue(connectionString: string): Promise<void> {
  const telling = [await BenchProcess.start(PROCESS, [connectionString])];
  try {
    await withClient(connectionString, async (client) => {
      const usage = async () => {
        const { rows } = await client.query<{ share: number }>(
          'select pg_notification_queue_usage() as share',
        );
        return rows[0]?.share ?? NaN;
      };
      await client.query('listen household_events');
      await client.query('begin');
      const before = await usage();
      await tell({ telling }, HELD_CHANGES.perSecond, HELD_CHANGES.seconds);
      await delay(SETTLED_MS);
      const share = (await usage()) - before;
      const changes = HELD_CHANGES.perSecond * HELD_CHANGES.seconds;
      await client.query('commit');
      console.log(
        `\nWhile a connection listens and does not read: ${((share * QUEUE_BYTES) / changes).toFixed(0)} bytes a change, ` +
          `so that ${(changes / share / 1e6).toFixed(0)} million changes fill the queue; ${await usage()} of it afterwards`,
      );
    });
  } finally {
    for (const process of telling) await process.stop();
  }
}
