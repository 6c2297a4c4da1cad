import { sql } from 'kysely';
import { createDatabase } from './database.js';

/** The id of a database, which backups keep, and whether the database has no accounts and no households. */
export type Installation = {
  /**
   * The id of the database. null means that the database was never migrated, or only by a version that did not
   * assign ids.
   */
  readonly id: string | null;
  readonly isEmpty: boolean;
};

/**
 * Reads the id of a database, and whether it has accounts or households. Works with every schema, even an empty one.
 */
export async function readInstallation(connectionString: string): Promise<Installation> {
  await using db = createDatabase({ connectionString, poolSize: 1 });
  const has = async (table: string) => {
    const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
      db,
    );
    return rows[0]?.found === true;
  };
  const ids = (await has('installation'))
    ? (await sql<{ id: string }>`select id from installation`.execute(db)).rows
    : [];
  const accounts = (await has('accounts'))
    ? (await sql`select id from accounts union all (select id from households limit 1) limit 1`.execute(db))
        .rows
    : [];
  return { id: ids[0]?.id ?? null, isEmpty: accounts.length === 0 };
}
