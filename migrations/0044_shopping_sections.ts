import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the sections of a household's shop, in the order of its way through the shop. */
export const shoppingSections: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shopping_sections (
      household_id uuid primary key references households,
      names text[] not null
    )
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table shopping_sections`.execute(db);
}
