import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates the outbox for jobs. It is used if the queue is in another database. A job is stored here in the same
 * transaction as its cause, and then moved to the queue.
 */
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
