import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds an id to the database. The data folder stores it to recognise its database. */
export const installation: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table installation (
      id uuid not null,
      only_row boolean primary key default true check (only_row)
    );
  `.execute(db);
  await sql`insert into installation (id) values (gen_random_uuid())`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table installation`.execute(db);
}
