import { sql } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';

/** Empties every table of a migrated database: where ids are the same in every history, one begins where nothing is left. */
export function forgetEverything(db: Database): Promise<void> {
  return emptyTables((statement) => sql.raw(statement).execute(db));
}

/**
 * The same for whoever has no query builder. The few rows of a test are deleted, which takes a tenth of the time of
 * truncating forty tables: each has files of its own that would be made anew. A superuser does so without foreign keys
 * and triggers; other users truncate, and so does everybody where the tables are on several nodes.
 */
export async function emptyTables(send: (statement: string) => Promise<unknown>): Promise<void> {
  await send(`
    do $$
    declare
      names text[] := array(
        select quote_ident(table_name) from information_schema.tables
        where table_schema = 'public' and table_name not like 'kysely%' and table_name <> 'installation');
      name text;
    begin
      execute 'lock table ' || array_to_string(names, ', ');
      if current_setting('is_superuser') = 'on' and to_regclass('pg_dist_node') is null then
        set local session_replication_role = replica;
        foreach name in array names loop
          execute 'delete from ' || name;
        end loop;
      else
        execute 'truncate ' || array_to_string(names, ', ') || ' cascade';
      end if;
    end $$`);
}
