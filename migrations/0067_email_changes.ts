import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates requests to change an account's e-mail address, which wait until the new address is confirmed. An account
 * has at most one pending request.
 */
export const emailChanges: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      id uuid primary key,
      user_id uuid not null references accounts on delete cascade,
      email text not null check (email <> ''),
      proof_hash text constraint email_changes_proof_key unique,
      refusal_hash text constraint email_changes_refusal_key unique,
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz
    )
  `.execute(db);
  await sql`create index email_changes_user on email_changes (user_id)`.execute(db);
  await sql`create unique index email_changes_pending on email_changes (user_id) where ended_at is null`.execute(
    db,
  );
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table email_changes`.execute(db);
}
