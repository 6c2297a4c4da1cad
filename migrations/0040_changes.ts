import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates the change feed. Each household has one stream for everyone (the zero UUID) and one per member. A head has
 * the last number of its stream and the greatest number that was deleted. A row has one entry per stream, with the
 * number of its last change. The epoch identifies the history of the database: a restore changes it.
 */
export const changes: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table change_heads (
      household_id uuid not null references households,
      audience uuid not null,
      seq bigint not null,
      floor bigint not null default 0,
      primary key (household_id, audience)
    ) with (fillfactor = 50)
  `.execute(db);
  await sql`
    create table change_entries (
      household_id uuid not null,
      audience uuid not null,
      kind smallint not null,
      entity_id uuid not null,
      seq bigint not null,
      at timestamptz not null,
      operation_id uuid,
      primary key (household_id, audience, kind, entity_id)
    )
  `.execute(db);
  await sql`
    create index change_entries_order on change_entries (household_id, audience, seq, kind, entity_id)
  `.execute(db);
  await sql`create index change_entries_age on change_entries using brin (at)`.execute(db);
  await sql`
    alter table installation add column epoch uuid not null default gen_random_uuid()
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation drop column epoch`.execute(db);
  await sql`drop table change_entries`.execute(db);
  await sql`drop table change_heads`.execute(db);
}
