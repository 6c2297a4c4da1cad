import { sql } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';

/**
 * Empties every table of a migrated database. Tests with repeatable ids need this, because each history
 * creates rows with the same ids.
 */
export function forgetEverything(db: Database): Promise<void> {
  return emptyTables((statement) => sql.raw(statement).execute(db));
}

/**
 * Empties every table; `send` runs an SQL statement.
 * Deleting the few rows of a test takes a tenth of the time of truncating forty tables, because TRUNCATE
 * creates new files for each table. Deleting needs foreign keys and triggers switched off, which only a
 * superuser may do, and only on a single server. In all other cases the tables are truncated.
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
