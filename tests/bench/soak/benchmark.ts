import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BenchServer } from '../database.js';
import { makeHomes, type Home } from '../faults/homes.js';
import { startService } from '../http/service.js';
import { freePort } from '../http/program.js';
import { PassingStreams } from './passing-streams.js';
import { Visitor } from './visitor.js';
import { Watch, type Measure } from './watch.js';

const HOMES = 10;
const ACTIONS_A_SECOND = 60;
const STREAMS = 40;
const LOOKS = 60;
/** What a measure may grow from the second quarter to the last; the heap and the memory breathe. */
const GROWTH: Readonly<Record<Measure, number>> = {
  'rss MB': 1.1,
  'heap MB': 1.1,
  'files and sockets': 1.1,
  'database connections': 1.1,
};

/** One process with everything in it under a mixed load, for so many seconds: nothing may pile up. */
export async function benchSoak([seconds = '600']: readonly string[] = []): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planner-bench-files-'));
  const server = await BenchServer.start();
  const heapFile = path.join(folder, 'heap');
  const port = await freePort();
  const connectionString = await server.createDatabase();
  const program = await startService({
    folder,
    connectionString,
    port,
    jwtSecret: randomBytes(32).toString('hex'),
    nodeOptions: Watch.nodeOptions(heapFile),
    // The demo calendar is for trying out, so production refuses it.
    env: { NODE_ENV: 'development', CALENDAR_PROVIDER: 'demo', LOG_LEVEL: 'warn', LOG_FORMAT: 'json' },
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    const homes = await makeHomes(url, HOMES);
    const visitors = homes.map((home) => new Visitor(url, home));
    await visitors[0]?.linkCalendar();
    const watch = new Watch(program, connectionString, heapFile);
    const done = await soak({ url, homes, visitors, watch, milliseconds: Number(seconds) * 1000 });
    if (!report(watch, visitors, done)) process.exitCode = 1;
  } finally {
    await program.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Soak = {
  readonly url: string;
  readonly homes: readonly Home[];
  readonly visitors: readonly Visitor[];
  readonly watch: Watch;
  readonly milliseconds: number;
};

async function soak({ url, homes, visitors, watch, milliseconds }: Soak): Promise<Record<string, number>> {
  const streams = new PassingStreams(url, STREAMS);
  const running = new Set<Promise<void>>();
  const begin = (work: Promise<void>) => {
    const settled = work.finally(() => running.delete(settled));
    running.add(settled);
  };
  const startedAt = performance.now();
  let [actions, syncs, looks] = [0, 0, 0];
  // One that waits for another is refused after a while, which is not what is measured.
  let isSyncing = false;
  const synchronised = async () => visitors[0]?.synchronise();
  for (let now = 0; now < milliseconds; now = performance.now() - startedAt) {
    for (; actions < (now / 1000) * ACTIONS_A_SECOND; actions++) {
      // Whoever is answered slowly is not asked ever more at once.
      if (running.size < STREAMS + 2 * HOMES) begin(visitors[actions % HOMES]?.act() ?? Promise.resolve());
    }
    for (; streams.opened < (now / 1000) * 2;) begin(streams.add(homes[streams.opened % HOMES] as Home));
    if (syncs < now / 2000 && !isSyncing) {
      syncs++;
      isSyncing = true;
      begin(synchronised().finally(() => (isSyncing = false)));
    }
    for (; looks < (now / milliseconds) * LOOKS; looks++) begin(look(watch));
    await delay(5);
  }
  streams.close();
  await Promise.all(running);
  return { 'things done': actions, 'streams opened': streams.opened, synchronisations: syncs };
}

async function look(watch: Watch): Promise<void> {
  await watch.look();
}

/** False: something grew. */
function report(watch: Watch, visitors: readonly Visitor[], done: Record<string, number>): boolean {
  for (const [what, count] of Object.entries(done)) console.log(`${count} ${what}`);
  for (const { refused } of visitors)
    for (const [what, count] of refused) console.log(`refused: ${what}, ${count} times`);
  console.log('\n| | second quarter | last quarter | last / second |\n| --- | --: | --: | --: |');
  let isFlat = true;
  for (const [measure, most] of Object.entries(GROWTH) as [Measure, number][]) {
    const { second, last } = watch.quarters(measure);
    isFlat &&= last / second <= most;
    console.log(
      `| ${measure} | ${second.toFixed(1)} | ${last.toFixed(1)} | **${(last / second).toFixed(2)}** |`,
    );
  }
  return isFlat;
}
