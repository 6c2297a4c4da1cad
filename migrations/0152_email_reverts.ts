import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lets the owner of the old e-mail address revert a change of address for a week. */
export const emailReverts: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table email_changes
      add column former_email text check (former_email <> ''),
      add column changed_at timestamptz,
      add column credentials_mark text,
      add column revert_until timestamptz,
      add column revert_hash text constraint email_changes_revert_key unique
  `.execute(db);
  await sql`
    create index email_changes_former on email_changes (former_email) where revert_until is not null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index email_changes_former`.execute(db);
  await sql`
    alter table email_changes
      drop column revert_hash,
      drop column revert_until,
      drop column credentials_mark,
      drop column changed_at,
      drop column former_email
  `.execute(db);
}
