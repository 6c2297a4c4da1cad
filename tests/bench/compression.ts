import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { onBenchServer } from './database.js';
import { tellFailures } from './failures.js';
import { Connection } from './http/connection.js';
import { accepted } from './http/load.js';
import type { Program } from './http/program.js';
import { PAGE_SIZE, prepareScenario, requestsOf } from './http/scenario.js';
import { startService } from './http/service.js';

const WARM_UP = 300;
const ROUNDS = 9;
const REQUESTS = 150;
const MAX_BYTES = 20_000;
const MAX_RATIO = 1.3;

/**
 * Compares a list of 200 rows with and without compression: the bytes on the wire and the processor time of
 * the service. The two alternate.
 */
export async function benchCompression(): Promise<void> {
  await onBenchServer(async (server, folder) => {
    const jwtSecret = randomBytes(32).toString('hex');
    const connectionString = await server.createDatabase();
    const scenario = await prepareScenario(connectionString, `bench:${jwtSecret}`);
    const plain = requestsOf(scenario).list() as Buffer;
    const gzip = Buffer.from(plain.toString().replace('\r\n', '\r\nAccept-Encoding: gzip\r\n'));
    const service = await startService({ folder, connectionString, jwtSecret });
    try {
      const connection = await Connection.open(service.port);
      await warmUp(connection, plain);
      await warmUp(connection, gzip);
      const ratios: number[] = [];
      const spent = { plain: [] as number[], gzip: [] as number[] };
      for (let i = 0; i < ROUNDS; i++) {
        // Each kind is first in every other round, so that noise affects both equally.
        const order = i % 2 === 0 ? (['plain', 'gzip'] as const) : (['gzip', 'plain'] as const);
        for (const kind of order)
          spent[kind].push(await timeOf(service, connection, kind === 'plain' ? plain : gzip));
        ratios.push((spent.gzip[i] ?? NaN) / (spent.plain[i] ?? NaN));
      }
      const bytes = {
        plain: accepted(await connection.send(plain)).body.length,
        gzip: accepted(await connection.send(gzip)).body.length,
      };
      connection.close();
      const ratio = median(ratios);
      console.log(`\nA list of ${PAGE_SIZE}, one connection, Node ${process.version}\n`);
      console.log('| | bytes | ms of processor time |\n|---|--:|--:|');
      for (const kind of ['plain', 'gzip'] as const)
        console.log(`| ${kind} | ${bytes[kind]} | ${median(spent[kind]).toFixed(2)} |`);
      const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
      console.log(`\nratio ${ratio.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`);
      tellFailures([
        ...(bytes.gzip < MAX_BYTES ? [] : [`${bytes.gzip} bytes where less than ${MAX_BYTES} may be`]),
        ...(ratio <= MAX_RATIO ? [] : [`${ratio.toFixed(2)} of the time where ${MAX_RATIO} may be`]),
      ]);
    } finally {
      await service.stop();
    }
  });
}

async function warmUp(connection: Connection, request: Buffer): Promise<void> {
  for (let i = 0; i < WARM_UP; i++) accepted(await connection.send(request));
}

/**
 * Returns the processor time of the service for one request in milliseconds, including all threads and the
 * kernel.
 */
async function timeOf(service: Program, connection: Connection, request: Buffer): Promise<number> {
  const before = await ticksOf(service);
  for (let i = 0; i < REQUESTS; i++) accepted(await connection.send(request));
  return (((await ticksOf(service)) - before) * MS_A_TICK) / REQUESTS;
}

/** The length of a clock tick. Linux counts processor time in hundredths of a second. */
const MS_A_TICK = 10;

/**
 * Returns the sum of `utime` and `stime` (proc(5)). They are the 12th and 13th fields after the name in
 * parentheses.
 */
async function ticksOf({ pid }: Program): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
