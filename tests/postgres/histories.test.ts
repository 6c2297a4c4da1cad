import { beforeAll, test } from '@jest/globals';
import { inMemoryApplication } from '../support/application/in-memory.js';
import { applicationOnPostgres } from '../support/application/on-postgres.js';
import { forgetEverything } from '../support/database/forget-everything.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { journaled, watchRows } from '../support/database/row-watch.js';
import { requireSoundHistories, Villages } from '../support/model/history.js';
import { Village } from '../support/model/village.js';
import { seedOf } from '../support/seed.js';

const RUNS = Number(process.env['MODEL_POSTGRES_RUNS'] ?? 2);
const LENGTH = Number(process.env['MODEL_STEPS'] ?? 30);
const seed = seedOf('MODEL_SEED');

onPostgres();
beforeAll(() => watchRows(db));

test(
  `${RUNS} random histories give the same answers and journals in memory and on PostgreSQL, and change no row that the journal does not name, MODEL_SEED=${seed}`,
  () =>
    requireSoundHistories(
      async () => {
        // Every history uses the same ids, so the database must be empty.
        await forgetEverything(db);
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
