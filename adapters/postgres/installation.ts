import { sql } from 'kysely';
import { createDatabase } from './database.js';

/**
 * The id that the database got when it was first migrated, which goes with it into backups, and whether anybody has
 * ever used it.
 */
export async function readInstallation(
  connectionString: string,
): Promise<{ readonly id: string; readonly isEmpty: boolean }> {
  const db = createDatabase({ connectionString, poolSize: 1 });
  try {
    const { rows } = await sql<{ id: string; isEmpty: boolean }>`
      select id, not exists (select from accounts) and not exists (select from households) as "isEmpty"
      from installation
    `.execute(db);
    if (rows[0] === undefined)
      throw new Error('The database has lost its id: the table installation is empty');
    return rows[0];
  } finally {
    await db.destroy();
  }
}
