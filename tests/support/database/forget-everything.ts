import { sql } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';

/** Empties every table of a migrated database: where ids are the same in every history, one begins where nothing is left. */
export async function forgetEverything(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' and table_name <> 'installation'`.execute(
    db,
  );
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))} cascade`.execute(db);
}
