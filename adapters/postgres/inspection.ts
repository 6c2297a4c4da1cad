import { sql } from 'kysely';
import type { DatabaseHealth } from '../../application/shared/ports.js';
import { migrations } from '../../migrations/index.js';
import { createDatabase, type Database, Repository } from './database.js';

export class PostgresDatabaseHealth extends Repository implements Pick<DatabaseHealth, 'isReachable'> {
  isReachable(): Promise<boolean> {
    return sql`select 1`.execute(this.db).then(
      () => true,
      () => false,
    );
  }
}

/** The version, schema and clock that a database server reports. */
export type DatabaseInspection = {
  readonly version: string;
  /** The version as a number: 150004 means 15.4. */
  readonly versionNumber: number;
  /** The pending and the unknown migrations. null means that the database was never migrated. */
  readonly migrations: {
    readonly pending: readonly string[];
    /** Migrations that only a newer version of this program has. */
    readonly unknown: readonly string[];
  } | null;
  /**
   * How far the clock of the server is ahead of the clock of this process. The true difference may be larger or
   * smaller by `uncertainMs`, which is half the time that the query took.
   */
  readonly clock: { readonly aheadMs: number; readonly uncertainMs: number };
};

/** Reads the version, migrations and clock of a database. Throws UNAVAILABLE if it cannot connect. */
export async function inspectDatabase(connectionString: string): Promise<DatabaseInspection> {
  await using db = open(connectionString);
  const { rows } = await sql<{ version: string; number: string; migrated: boolean }>`
    select current_setting('server_version') as version, current_setting('server_version_num') as number,
      to_regclass('kysely_migration') is not null as migrated
  `.execute(db);
  const { version = '', number = '0', migrated = false } = rows[0] ?? {};
  return {
    version,
    versionNumber: Number(number),
    migrations: migrated ? await compareMigrations(db) : null,
    clock: await measureClock(db),
  };
}

/** Returns true if the migrated database has any account. */
export async function hasAccounts(connectionString: string): Promise<boolean> {
  await using db = open(connectionString);
  const { rows } = await sql<{ exists: boolean }>`select exists (select 1 from accounts)`.execute(db);
  return rows[0]?.exists === true;
}

/** Returns how many jobs should have started more than five minutes ago, or null if the database has no queue. */
export async function overdueJobs(connectionString: string): Promise<number | null> {
  await using db = open(connectionString);
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists
  `.execute(db);
  if (rows[0]?.exists !== true) return null;
  const jobs = await sql<{ overdue: number }>`
    select count(*)::int as overdue from pgboss.job
    where state in ('created', 'retry') and start_after < now() - interval '5 minutes'
  `.execute(db);
  return jobs.rows[0]?.overdue ?? 0;
}

async function compareMigrations(db: Database): Promise<{ pending: string[]; unknown: string[] }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return {
    pending: Object.keys(migrations).filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !(name in migrations)),
  };
}

/**
 * Compares the clocks three times and returns the quickest comparison. The server read its clock at some time
 * between the query and its answer, so the quickest comparison is the most precise one.
 */
async function measureClock(db: Database): Promise<DatabaseInspection['clock']> {
  let best = { aheadMs: 0, uncertainMs: Infinity };
  for (let i = 0; i < 3; i++) {
    const asked = Date.now();
    const { rows } = await sql<{ now: number }>`select clock_timestamp() as now`.execute(db);
    const uncertainMs = (Date.now() - asked) / 2;
    if (uncertainMs < best.uncertainMs)
      best = { aheadMs: Math.round((rows[0]?.now ?? asked) - asked - uncertainMs), uncertainMs };
  }
  return best;
}

function open(connectionString: string): Database {
  return createDatabase({ connectionString, poolSize: 1, applicationName: 'household-planner doctor' });
}
