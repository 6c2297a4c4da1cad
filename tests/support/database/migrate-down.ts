import { Migrator } from 'kysely/migration';
import { createDatabase } from '../../../adapters/postgres/database.js';
import { migrations } from '../../../migrations/index.js';

/**
 * Undoes the newest migration, which the service itself never does. Returns the names of the migrations that
 * were undone.
 */
export async function migrateDown(connectionString: string): Promise<readonly string[]> {
  const db = createDatabase({
    connectionString,
    applicationName: 'tests of migrations',
    poolSize: 1,
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 60_000,
  });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
    const { error, results } = await migrator.migrateDown();
    if (error !== undefined) throw new Error('The newest migration could not be undone', { cause: error });
    return (results ?? []).map(({ migrationName }) => migrationName);
  } finally {
    await db.destroy();
  }
}
