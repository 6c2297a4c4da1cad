import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onBenchServer, type BenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { makeHomes, type Home } from '../faults/homes.js';
import { startService } from '../http/service.js';
import { freePort } from '../http/program.js';
import { Answers } from './answers.js';
import { PassingStreams } from './passing-streams.js';
import { Visitor } from './visitor.js';
import { Watch, type Measure } from './watch.js';

const HOMES = 10;
const ACTIONS_A_SECOND = 60;
const STREAMS = 40;
const LOOKS = 60;
/**
 * The largest acceptable growth of each measure from the second quarter to the last. The limits leave room
 * for normal variation of the heap and the memory.
 */
const GROWTH: Readonly<Record<Measure, number>> = {
  'rss MB': 1.1,
  'heap MB': 1.1,
  'files and sockets': 1.1,
  'database connections': 1.1,
};

/**
 * Puts a mixed load on a process that contains the whole service, for so many seconds. Its memory, files and
 * connections must not grow.
 */
export async function benchSoak([seconds = '600']: readonly string[] = []): Promise<void> {
  await onBenchServer((server, folder) => benchOn(server, folder, Number(seconds) * 1000));
}

async function benchOn(server: BenchServer, folder: string, milliseconds: number): Promise<void> {
  const heapFile = path.join(folder, 'heap');
  const port = await freePort();
  const connectionString = await server.createDatabase();
  const program = await startService({
    folder,
    connectionString,
    port,
    jwtSecret: randomBytes(32).toString('hex'),
    nodeOptions: Watch.nodeOptions(heapFile),
    // Production does not allow the demo calendar.
    env: { NODE_ENV: 'development', CALENDAR_PROVIDER: 'demo', LOG_LEVEL: 'warn', LOG_FORMAT: 'json' },
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    const homes = await makeHomes(url, HOMES);
    const answers = new Answers();
    const visitors = homes.map((home) => new Visitor(url, home, answers));
    await visitors[0]?.linkCalendar();
    const watch = new Watch(program, connectionString, heapFile);
    const done = await soak({ url, homes, visitors, answers, watch, milliseconds });
    tellFailures(report(watch, answers, done));
  } finally {
    await program.stop();
  }
}

type Soak = {
  readonly url: string;
  readonly homes: readonly Home[];
  readonly visitors: readonly Visitor[];
  readonly answers: Answers;
  readonly watch: Watch;
  readonly milliseconds: number;
};

async function soak({
  url,
  homes,
  visitors,
  answers,
  watch,
  milliseconds,
}: Soak): Promise<Record<string, number>> {
  const streams = new PassingStreams(url, STREAMS, answers);
  const running = new Set<Promise<void>>();
  const failed: unknown[] = [];
  const begin = (work: Promise<void>) => {
    // An error is reported at the end, after everything has been closed. Without this handler it would end
    // the process.
    const settled = work
      .catch((error: unknown) => void failed.push(error))
      .finally(() => running.delete(settled));
    running.add(settled);
  };
  const startedAt = performance.now();
  let [actions, skipped, syncs, looks] = [0, 0, 0, 0];
  // Only one synchronisation runs at a time, because a second one would wait and then be refused.
  let isSyncing = false;
  const synchronised = async () => visitors[0]?.synchronise();
  for (let now = 0; now < milliseconds; now = performance.now() - startedAt) {
    for (; actions < (now / 1000) * ACTIONS_A_SECOND; actions++) {
      // Clients of a slow service do not send more requests in parallel.
      if (running.size < STREAMS + 2 * HOMES) begin(visitors[actions % HOMES]?.act() ?? Promise.resolve());
      else skipped++;
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
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} failed: ${String(failed[0])}`);
  return {
    'things done': actions - skipped,
    'left out, as too many had no answer yet': skipped,
    'streams opened': streams.opened,
    synchronisations: syncs,
  };
}

async function look(watch: Watch): Promise<void> {
  await watch.look();
}

/**
 * Prints the measurements. Returns what has grown too much, and a failure if requests were refused: in that
 * case the measurements prove nothing.
 */
function report(watch: Watch, answers: Answers, done: Record<string, number>): string[] {
  for (const [what, count] of Object.entries(done)) console.log(`${count} ${what}`);
  answers.print();
  console.log('\n| | second quarter | last quarter | last / second |\n| --- | --: | --: | --: |');
  const failures = answers.areAccepted ? [] : ['something was refused'];
  for (const [measure, most] of Object.entries(GROWTH) as [Measure, number][]) {
    const { second, last } = watch.quarters(measure);
    const growth = last / second;
    // Fails for NaN too.
    if (!(growth <= most)) failures.push(`${measure}: ${growth.toFixed(2)} times, to be at most ${most}`);
    console.log(`| ${measure} | ${second.toFixed(1)} | ${last.toFixed(1)} | **${growth.toFixed(2)}** |`);
  }
  return failures;
}
