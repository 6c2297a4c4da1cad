import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keeps a code of the app with its session for some seconds after its exchange, in case the response was lost. */
export const mobileCodeExchanges: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mobile_codes
      add column exchanged_at timestamptz,
      add column session_id uuid references sessions on delete cascade
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mobile_codes drop column session_id, drop column exchanged_at`.execute(db);
}
