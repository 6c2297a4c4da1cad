import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Where the rows of a table are in a database on several nodes: by the value of a column, on every node, or on the
 * coordinator alone, where they commit together with what is on the nodes.
 */
export type Place = { readonly by: string } | 'everywhere' | 'coordinator';

/**
 * Every migration calls it for a table that it has made and filled: in a database that is spread over several nodes the
 * table is spread too, on one node nothing happens. A table that stays on the coordinator is named in the layout alone.
 */
export async function spread(
  db: QueryExecutorProvider,
  table: string,
  place: Place = { by: 'household_id' },
): Promise<void> {
  if (await isSpread(db)) await placeTable(db, table, place);
}

/** Whether the tables of households are on several nodes. */
export async function isSpread(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ has_catalogue: boolean }>`
    select to_regclass('pg_dist_partition') is not null as has_catalogue
  `.execute(db);
  return rows[0]?.has_catalogue === true && (await spreadTables(db)).includes('households');
}

/** The tables that have their place already; those beside whom others refer to have one by that alone, and are not among them. */
export async function spreadTables(db: QueryExecutorProvider): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition where not autoconverted
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** The rows of one household are on one node, whatever table they are of: nothing else is kept together. */
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
  // The coordinator's own copy of what the nodes have by now.
  await sql`select truncate_local_data_after_distributing_table(${table})`.execute(db);
}

/** A table begins to number its rows anew when it is given its place on the coordinator: it is told where it was. */
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

/** Brings tables that were spread back to the coordinator, with all that is in them. */
export async function gather(db: QueryExecutorProvider, tables: readonly string[]): Promise<void> {
  const keys = await dropForeignKeys(db, tables);
  for (const table of tables) await sql`select undistribute_table(${table})`.execute(db);
  await makeForeignKeys(db, keys);
}

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string };

/**
 * Tables that refer to each other are moved one by one: their foreign keys are made again afterwards, in the order in which
 * they were made, since that is the order in which an insert locks what it refers to.
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

/** Makes those anew that were dropped. */
export async function makeForeignKeys(db: QueryExecutorProvider, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}
    `.execute(db);
}
