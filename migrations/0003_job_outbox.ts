import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Jobs on their way to a queue in another database: they commit here, with their cause, and are moved on. */
export const jobOutbox: Migration = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table job_outbox (
      position bigint generated always as identity primary key,
      name text not null,
      payload jsonb not null,
      start_after timestamptz,
      singleton_key text
    )`.execute(db);
}

async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table job_outbox`.execute(db);
}
