import type { SnapshotTable } from '../../../application/backup/ports.js';
import type pg from 'pg';

/** The tables of the migrator. They are not backed up, because the migrator of a restore creates them. */
const MIGRATOR = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Returns the tables of the application with their stored (not generated) columns. Each table comes after the tables
 * that its foreign keys refer to.
 */
export async function applicationTables(client: pg.Client): Promise<readonly SnapshotTable[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname <> all ($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.relname`,
    [MIGRATOR],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select c.relname as "from", r.relname as "to"
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
     where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace`,
  );
  return loadOrder(tables, references);
}

/**
 * Returns the names of the applied migrations in their order. Returns an empty list if the database was never
 * migrated.
 */
export async function appliedMigrations(client: pg.Client): Promise<readonly string[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('kysely_migration') is not null as exists`,
  );
  if (found[0]?.exists !== true) return [];
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** Returns the last value of each sequence, by its name. Sequences that were never used are left out. */
export async function sequencePositions(client: pg.Client): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ name: string; position: string | null }>(
    `select sequencename as name, last_value::text as position from pg_sequences
     where schemaname = current_schema()`,
  );
  return Object.fromEntries(
    rows.flatMap(({ name, position }) => (position === null ? [] : [[name, position]])),
  );
}

type Reference = { readonly from: string; readonly to: string };

/**
 * Sorts the tables so that each table comes after the tables that its foreign keys refer to. Each step adds all
 * tables whose references are already in the list, by name. So the order depends only on the schema.
 *
 * @throws Error if the references form a cycle
 */
function loadOrder(
  tables: readonly SnapshotTable[],
  references: readonly Reference[],
): readonly SnapshotTable[] {
  const ordered: SnapshotTable[] = [];
  let waiting = tables.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const isFree = ({ name }: SnapshotTable) =>
      !references.some(({ from, to }) => from === name && to !== name && names.has(to));
    const free = waiting.filter(isFree);
    if (free.length === 0)
      throw new Error(`The foreign keys of some of these tables form a cycle: ${[...names].join(', ')}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}
