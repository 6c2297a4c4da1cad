import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the parts of the year in which a series has dates. null means the whole year. */
export const season: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table series add column season jsonb`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table series drop column season`.execute(db);
}
