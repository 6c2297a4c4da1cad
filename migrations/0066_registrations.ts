import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many accounts were made by an invitation, where only who holds one may register. */
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
