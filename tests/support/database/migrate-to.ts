import { Migrator, NO_MIGRATIONS } from 'kysely/migration';
import { createDatabase } from '../../../adapters/postgres/database.js';
import { migrations } from '../../../migrations/index.js';

/**
 * Migrates a database up or down until `last` is the newest migration, or until no migration is left if `last` is
 * null. The service itself only migrates up. Returns the names of the migrations that were done or undone, in that
 * order.
 */
export async function migrateTo(connectionString: string, last: string | null): Promise<readonly string[]> {
  const db = createDatabase({
    connectionString,
    applicationName: 'tests of migrations',
    poolSize: 1,
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 60_000,
  });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
    const { error, results } = await migrator.migrateTo(last ?? NO_MIGRATIONS);
    if (error !== undefined)
      throw new Error(`The database could not be migrated to ${last}`, { cause: error });
    return (results ?? []).map(({ migrationName }) => migrationName);
  } finally {
    await db.destroy();
  }
}

/** Migrates an empty database up to the migration before `next`. */
export function migrateUpTo(connectionString: string, next: string): Promise<readonly string[]> {
  const names = Object.keys(migrations);
  return migrateTo(connectionString, names[names.indexOf(next) - 1] ?? null);
}
