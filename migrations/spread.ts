import { sql, type QueryExecutorProvider } from 'kysely';

/** Where the rows of a table are in a database on several nodes: by the value of a column, or on every node. */
export type Place = { readonly by: string } | 'everywhere';

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

/** The tables that have their place on the nodes already. */
export async function spreadTables(db: QueryExecutorProvider): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** The rows of one household are on one node, whatever table they are of: nothing else is kept together. */
export async function placeTable(db: QueryExecutorProvider, table: string, place: Place): Promise<void> {
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
