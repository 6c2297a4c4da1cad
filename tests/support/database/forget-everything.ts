import { sql } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';

type Send = (statement: string) => Promise<readonly Record<string, unknown>[]>;

/** Empties every table of a migrated database: where ids are the same in every history, one begins where nothing is left. */
export function forgetEverything(db: Database): Promise<void> {
  return emptyTables(
    async (statement) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows,
  );
}

/** The same for whoever has no query builder. */
export async function emptyTables(send: Send): Promise<void> {
  const names = await send(`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' and table_name <> 'installation'`);
  await send(`truncate ${names.map(({ name }) => String(name)).join(', ')} cascade`);
}
