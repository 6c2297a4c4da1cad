import { sql } from 'kysely';
import { OperatorError } from '../../../application/shared/operator-error.js';
import { dropForeignKeys, makeForeignKeys, placeTable, spreadTables } from '../../../migrations/spread.js';
import { createDatabase, type Database } from '../database.js';
import { LAYOUT } from './layout.js';

/** Every row is written once more, and nobody is kept waiting who should not be. */
const TIMEOUT_MS = 24 * 3_600_000;

/** Statements call them where the rows are. */
const FUNCTIONS = ['in_zone(timestamp, text)', 'in_zone(timestamptz, text)'];

/**
 * Spreads a migrated database, with all that is in it, over the nodes of its cluster; tells which tables that took. All of
 * it commits together or none does, so that it can be broken off and begun again at any point. OperatorError where the
 * server is no coordinator with workers. `begin` hears of each table before it is moved.
 */
export async function distributeDatabase(
  connectionString: string,
  begin: (table: string) => Promise<void> | void = () => undefined,
): Promise<readonly string[]> {
  const db = createDatabase({
    connectionString,
    applicationName: 'household-planner distribute',
    poolSize: 1,
    statementTimeoutMs: TIMEOUT_MS,
    lockTimeoutMs: TIMEOUT_MS,
    idleInTransactionTimeoutMs: TIMEOUT_MS,
  });
  try {
    await requireCluster(db);
    return await db.transaction().execute((transaction) => distribute(transaction, begin));
  } finally {
    await db.destroy();
  }
}

async function requireCluster(db: Database): Promise<void> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db);
  if (rows.length === 0)
    throw new OperatorError(
      'The database has no extension citus: `create extension citus` in it and in the database of the same name on each worker, then come back.',
    );
  const nodes = await sql<{ coordinators: number; workers: number }>`
    select count(*) filter (where groupid = 0)::int as coordinators,
      count(*) filter (where groupid > 0 and isactive and shouldhaveshards)::int as workers
    from pg_dist_node
  `.execute(db);
  const { coordinators = 0, workers = 0 } = nodes.rows[0] ?? {};
  if (workers === 0)
    throw new OperatorError(
      "The cluster has no workers: say `select citus_add_node('<host>', <port>)` for each on the coordinator, then come back.",
    );
  if (coordinators === 0)
    throw new OperatorError(
      "The workers do not know where the coordinator is: say `select citus_set_coordinator_host('<host>', <port>)` on it, then come back.",
    );
}

async function distribute(
  db: Database,
  begin: (table: string) => Promise<void> | void,
): Promise<readonly string[]> {
  const there = new Set(await spreadTables(db));
  const tables = Object.entries(LAYOUT).filter(([table]) => !there.has(table));
  if (tables.length === 0) return [];
  const names = tables.map(([table]) => table);
  await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in access exclusive mode`.execute(
    db,
  );
  await dropTriggers(db, names);
  const keys = await dropForeignKeys(db, names);
  for (const [table, place] of tables) {
    await begin(table);
    await placeTable(db, table, place);
  }
  for (const name of FUNCTIONS) await sql`select create_distributed_function(${name})`.execute(db);
  await makeForeignKeys(db, keys);
  return names;
}

/** They write what processes of an older version leave out, and none of those knows a cluster. */
async function dropTriggers(db: Database, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select tgrelid::regclass::text as "table", tgname as name from pg_trigger
    where not tgisinternal and tgrelid::regclass::text = any(${tables})
  `.execute(db);
  for (const { table, name } of rows)
    await sql`drop trigger ${sql.id(name)} on ${sql.table(table)}`.execute(db);
}
