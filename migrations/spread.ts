import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * The place of a table's rows in a Citus cluster: distributed by the value of a column, copied to every node,
 * or on the coordinator only. Rows on the coordinator commit together with rows on other nodes.
 */
export type Place = { readonly by: string } | 'everywhere' | 'coordinator';

/**
 * Places a table in a Citus cluster; does nothing on a single server. Every new migration that creates a table of the
 * layout (adapters/postgres/citus/layout.ts) calls it after it has filled the table.
 */
export async function spread(
  db: QueryExecutorProvider,
  table: string,
  place: Place = { by: 'household_id' },
): Promise<void> {
  if (await isSpread(db)) await placeTable(db, table, place);
}

/** Returns true if the tables of households are distributed over a Citus cluster. */
export async function isSpread(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ has_catalogue: boolean }>`
    select to_regclass('pg_dist_partition') is not null as has_catalogue
  `.execute(db);
  return rows[0]?.has_catalogue === true && (await spreadTables(db)).includes('households');
}

/**
 * Returns the tables that have been placed. Tables that Citus converted by itself, because a placed table refers to
 * them, are left out.
 */
export async function spreadTables(db: QueryExecutorProvider): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition where not autoconverted
  `.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Places a table. If it is distributed by household, all rows of a household are on the same node as its rows in the
 * other tables.
 */
export async function placeTable(db: QueryExecutorProvider, table: string, place: Place): Promise<void> {
  if (place === 'coordinator') {
    await keepingNumbers(db, table, () =>
      sql`select citus_add_local_table_to_metadata(${table})`.execute(db),
    );
    return;
  }
  if (place === 'everywhere') {
    await sql`select create_reference_table(${table})`.execute(db);
  } else {
    const together = place.by === 'household_id' ? 'households' : 'none';
    await sql`
      select create_distributed_table(${table}, ${place.by}, colocate_with => ${together})
    `.execute(db);
  }
  // Deletes the coordinator's local copy of the rows, which are on the nodes now.
  await sql`select truncate_local_data_after_distributing_table(${table})`.execute(db);
}

/**
 * Runs `place`, after which Citus would start the numbering of the table's rows from the beginning, and restores the
 * last number.
 */
async function keepingNumbers(
  db: QueryExecutorProvider,
  table: string,
  place: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql<{ column: string; last: string }>`
    select attname as "column", pg_sequence_last_value(pg_get_serial_sequence(${table}, attname))::text as last
    from pg_attribute where attrelid = ${table}::regclass and attidentity <> ''
  `.execute(db);
  await place();
  for (const { column, last } of rows)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last})`.execute(db);
}

/** Moves distributed tables back to the coordinator, with all their rows. */
export async function gather(db: QueryExecutorProvider, tables: readonly string[]): Promise<void> {
  const keys = await dropForeignKeys(db, tables);
  for (const table of tables) await sql`select undistribute_table(${table})`.execute(db);
  await makeForeignKeys(db, keys);
}

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string };

/**
 * Drops and returns the foreign keys of the tables, because tables that refer to each other are moved one after the
 * other. They must be created again in their original order, because an insert locks the rows it refers to in this
 * order.
 */
export async function dropForeignKeys(
  db: QueryExecutorProvider,
  tables: readonly string[],
): Promise<readonly ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and array[conrelid::regclass::text, confrelid::regclass::text] && ${tables}::text[]
    order by oid
  `.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db);
  return rows;
}

/** Creates the dropped foreign keys again. */
export async function makeForeignKeys(db: QueryExecutorProvider, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}
    `.execute(db);
}
