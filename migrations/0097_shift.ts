import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How a series keeps out of days that are different, and which of them has moved an occurrence; null: nothing does. */
export const shift: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table series add column shift jsonb`.execute(db);
  await sql`alter table occurrences add column date_reason jsonb`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences drop column date_reason`.execute(db);
  await sql`alter table series drop column shift`.execute(db);
}
