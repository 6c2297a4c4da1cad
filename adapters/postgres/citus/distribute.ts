import { sql } from 'kysely';
import { OperatorError } from '../../../application/shared/operator-error.js';
import { dropForeignKeys, makeForeignKeys, placeTable, spreadTables } from '../../../migrations/spread.js';
import { createDatabase, type Database } from '../database.js';
import { LAYOUT } from './layout.js';

/** Distribution writes every row again, so each statement and each wait for a lock may take up to 24 hours. */
const TIMEOUT_MS = 24 * 3_600_000;

/** Functions that queries call on the worker nodes of the cluster. Citus must create them on each worker. */
const FUNCTIONS = ['in_zone(timestamp, text)', 'in_zone(timestamptz, text)'];

/**
 * Distributes the tables of a migrated database, with all rows, over the nodes of its Citus cluster. All of it
 * happens in one transaction, so it can be interrupted and repeated.
 *
 * @param begin called before each table is moved
 * @returns the tables that were moved. Tables that are distributed already are left out.
 * @throws OperatorError if the server is not a Citus coordinator with workers, or if it has no address for them
 */
export async function distributeDatabase(
  connectionString: string,
  begin: (table: string) => Promise<void> | void = () => undefined,
): Promise<readonly string[]> {
  await using db = createDatabase({
    connectionString,
    applicationName: 'household-planner distribute',
    poolSize: 1,
    statementTimeoutMs: TIMEOUT_MS,
    lockTimeoutMs: TIMEOUT_MS,
    idleInTransactionTimeoutMs: TIMEOUT_MS,
  });
  await requireCluster(db);
  return await db.transaction().execute((transaction) => distribute(transaction, begin));
}

async function requireCluster(db: Database): Promise<void> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db);
  if (rows.length === 0)
    throw new OperatorError(
      'The database does not have the extension citus. Run `create extension citus` in it and in the database of the same name on each worker, then run this command again.',
    );
  const nodes = await sql<{ coordinators: number; workers: number }>`
    select count(*) filter (where groupid = 0)::int as coordinators,
      count(*) filter (where groupid > 0 and isactive and shouldhaveshards)::int as workers
    from pg_dist_node
  `.execute(db);
  const { coordinators = 0, workers = 0 } = nodes.rows[0] ?? {};
  if (workers === 0)
    throw new OperatorError(
      "The cluster has no workers. Run `select citus_add_node('<host>', <port>)` for each worker on the coordinator, then run this command again.",
    );
  if (coordinators === 0)
    throw new OperatorError(
      "The workers do not know the address of the coordinator. Run `select citus_set_coordinator_host('<host>', <port>)` on the coordinator, then run this command again.",
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

/**
 * Drops the triggers that fill in columns and lookup tables for processes of older versions. No such process can use
 * a cluster, and Citus does not allow triggers on distributed tables.
 */
async function dropTriggers(db: Database, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select tgrelid::regclass::text as "table", tgname as name from pg_trigger
    where not tgisinternal and tgrelid::regclass::text = any(${tables})
  `.execute(db);
  for (const { table, name } of rows)
    await sql`drop trigger ${sql.id(name)} on ${sql.table(table)}`.execute(db);
}
