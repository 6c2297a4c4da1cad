import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the expected share of work of each member, and the default duration of tasks. */
export const balance: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table members
    add column weight smallint not null default 100 constraint members_weight check (weight between 0 and 100)
  `.execute(db);
  await sql`alter table households add column default_effort_minutes smallint not null default 15`.execute(
    db,
  );
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table households drop column default_effort_minutes`.execute(db);
  await sql`alter table members drop column weight`.execute(db);
}
