import { beforeAll, test } from '@jest/globals';
import { sql } from 'kysely';
import { inMemoryApplication } from '../support/application/in-memory.js';
import { applicationOnPostgres } from '../support/application/on-postgres.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { journaled, watchRows } from '../support/database/row-watch.js';
import { requireSoundHistories, Villages } from '../support/model/history.js';
import { Village } from '../support/model/village.js';
import { seedOf } from '../support/seed.js';

const RUNS = Number(process.env['MODEL_POSTGRES_RUNS'] ?? 8);
const LENGTH = Number(process.env['MODEL_STEPS'] ?? 30);
const seed = seedOf('MODEL_SEED');

onPostgres();
beforeAll(() => watchRows(db));

/** The ids of every history are the same, so that one begins where nothing is left of the one before. */
async function forgetEverything(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' and table_name <> 'installation'`.execute(
    db,
  );
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))} cascade`.execute(db);
}

test(
  `${RUNS} histories give the same answers and journals over memory and PostgreSQL, which sees no other row change, MODEL_SEED=${seed}`,
  () =>
    requireSoundHistories(
      async () => {
        await forgetEverything();
        const memory = await Village.found(inMemoryApplication());
        return new Villages([
          memory,
          await Village.found(applicationOnPostgres(db, (transactions) => journaled(db, transactions))),
        ]);
      },
      { runs: RUNS, seed, length: LENGTH },
    ),
  60_000 + RUNS * 20_000,
);
