import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds how a series avoids special days, and which special day has moved an occurrence. null means that it avoids
 * none, or that none has moved it.
 */
export const shift: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table series add column shift jsonb`.execute(db);
  await sql`alter table occurrences add column date_reason jsonb`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences drop column date_reason`.execute(db);
  await sql`alter table series drop column shift`.execute(db);
}
