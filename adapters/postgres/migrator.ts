import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { OperatorError } from '../../application/shared/operator-error.js';
import { migrations } from '../../migrations/index.js';
import { createDatabase, type Database } from './database.js';

/**
 * The time limit of each statement, and of each wait for a lock: one hour. A statement may rewrite a large table, and
 * may wait for another process that is migrating.
 */
const MIGRATION_TIMEOUT_MS = 3_600_000;

/**
 * Migrates the database to the newest schema and returns the names of the migrations that were applied. All of them
 * commit together or none does.
 *
 * kysely holds an advisory lock: if several processes start at once, one migrates and the others find nothing to do.
 *
 * @param onWarning called with the text of each warning of a migration
 * @throws OperatorError if the database has migrations that this program does not know
 */
export async function migrateToLatest(
  connectionString: string,
  onWarning?: (message: string) => void,
): Promise<readonly string[]> {
  await using db = createDatabase({
    connectionString,
    applicationName: 'household-planner migrations',
    poolSize: 1,
    ...(onWarning !== undefined && { onWarning }),
    statementTimeoutMs: MIGRATION_TIMEOUT_MS,
    lockTimeoutMs: MIGRATION_TIMEOUT_MS,
  });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw await explained(error, db);
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Returns an OperatorError instead of kysely's error ("corrupted migrations") if the database has migrations that
 * this program does not know.
 */
async function explained(error: unknown, db: Database): Promise<unknown> {
  const unknown = await unknownMigrations(db).catch(() => []);
  if (unknown.length === 0) return error;
  return new OperatorError(
    `A newer version of this program has migrated the database (${unknown.join(', ')}). Start that version or a later one, or restore an older backup into an empty database.`,
    { cause: error },
  );
}

async function unknownMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name).filter((name) => !(name in migrations));
}
