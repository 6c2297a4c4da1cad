import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts the accounts that were created with an invitation, for services where registration needs one. */
export const registrations: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invitations add column registrations integer not null default 0
      constraint invitations_registrations check (registrations between 0 and max_uses)
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations drop column registrations`.execute(db);
}
