import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { onBenchServer, withClient } from '../database.js';
import { tellFailures } from '../failures.js';
import { Connection } from '../http/connection.js';
import { accepted } from '../http/load.js';
import { signIn } from '../http/people.js';
import type { Program } from '../http/program.js';
import { median } from '../http/report.js';
import { startService } from '../http/service.js';
import { compare, type Side } from './compare.js';
import { makeDemoHousehold, SOMEBODY } from './demo-household.js';
import { CASES, requestsOver } from './requests.js';
import { seedCopies } from './seed.js';

const OCCURRENCES_EACH = 1_000;
/**
 * The number of households that exist in both databases and are used in both. They suffice for nine rounds of
 * completions.
 */
const FEW = 40;
const LISTS_LOOKED_AT = 20;

/**
 * Compares the service on a database with few households and on one with thousands. Arguments: occurrences,
 * rounds.
 */
export async function benchScale([size = '10000000', rounds = '9']: readonly string[] = []): Promise<void> {
  const count = Math.max(FEW, Math.round(Number(size) / OCCURRENCES_EACH));
  await onBenchServer(async (server, folder) => {
    const programs: Program[] = [];
    try {
      const jwtSecret = randomBytes(32).toString('hex');
      const env = { ROLE: 'api', ENCRYPTION_KEYS: `v1:${randomBytes(32).toString('base64')}` };
      const start = async (connectionString: string) => {
        const program = await startService({ folder, jwtSecret, env, connectionString });
        programs.push(program);
        return program;
      };
      const full = await server.createDatabase();
      await migrateToLatest(full);
      const secrets = { JWT_SECRETS: `bench:${jwtSecret}`, ENCRYPTION_KEYS: env.ENCRYPTION_KEYS };
      const demo = await makeDemoHousehold(full, { folder, secrets });
      const small = await server.createDatabase(full);
      const all = Array.from({ length: count }, (_, i) => i + 1);
      const few = all.filter((n) => n % Math.floor(count / FEW) === 0).slice(0, FEW);
      await seed('few', small, demo, few);
      await seed('full', full, demo, all);

      const [onFew, onFull] = [await start(small), await start(full)];
      const known = await copiesOf(demo, small);
      const sides = [
        await sideOf('few', onFew, small, known),
        await sideOf('full', onFull, full, known),
        await sideOf('full, anywhere', onFull, full, await copiesOf(demo, full)),
      ];
      console.log(
        `\n${count.toLocaleString('en')} households, ${cpus().length} cores, Node ${process.version}`,
      );
      for (const side of sides) console.log(`rows of a list, ${side.name}: ${await lengthOfLists(side)}`);
      console.log();
      console.log(
        '| case | database | p50 ms | p99 ms | p99 over that of few, median of the rounds | of all rounds | not asked in time |',
      );
      console.log('| --- | --- | --: | --: | --: | --: | --: |');
      const failures: string[] = [];
      for (const name of CASES)
        for (const comparison of await compare(name, sides, Number(rounds))) {
          console.log(comparison.line);
          failures.push(...comparison.failures);
        }
      tellFailures(failures);
    } finally {
      for (const program of programs) await program.stop();
    }
  });
}

async function seed(
  name: string,
  connectionString: string,
  demo: string,
  numbers: readonly number[],
): Promise<void> {
  const startedAt = performance.now();
  await seedCopies(connectionString, demo, { numbers, occurrences: OCCURRENCES_EACH });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ count: number; size: string }>(
      `select reltuples::int as count, pg_size_pretty(pg_database_size(current_database())) as size
       from pg_class where oid = 'occurrences'::regclass`,
    );
    const { count = 0, size = '' } = rows[0] ?? {};
    console.log(`${name}: ${count.toLocaleString('en')} occurrences, ${size}, seeded in ${seconds} s`);
  });
}

/** Returns the ids of all copies in a random order that is the same in every run. */
function copiesOf(demo: string, connectionString: string): Promise<string[]> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from households where id <> $1 order by md5(id::text)',
      [demo],
    );
    return rows.map(({ id }) => id);
  });
}

async function sideOf(
  name: string,
  { port }: Program,
  connectionString: string,
  households: readonly string[],
): Promise<Side> {
  const { id: memberId, token } = await signIn(`http://127.0.0.1:${port}`, SOMEBODY);
  const requests = await withClient(connectionString, (client) =>
    requestsOver(client, { token, memberId, households }),
  );
  return { name, port, requests };
}

/** Returns the median length of some lists. */
async function lengthOfLists({ port, requests }: Side): Promise<number> {
  const connection = await Connection.open(port);
  try {
    const lengths: number[] = [];
    while (lengths.length < LISTS_LOOKED_AT) {
      const { body } = accepted(await connection.send(requests.list()));
      lengths.push((JSON.parse(body.toString()) as unknown[]).length);
    }
    return median(lengths);
  } finally {
    connection.close();
  }
}
