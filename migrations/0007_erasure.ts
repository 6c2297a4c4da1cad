import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Allows deleting an account while its past work keeps the id of the member. Only active members need an account. A
 * foreign key rejects an active member without an account, so nobody can join while their account is being deleted.
 */
export const erasure: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members drop constraint members_user_id_fkey`.execute(db);
  await sql`
    alter table members
      add column account_id uuid generated always as (case when left_at is null then user_id end) stored,
      add constraint members_account_fkey foreign key (account_id) references accounts
  `.execute(db);
  await sql`create index members_account on members (account_id) where account_id is not null`.execute(db);
  await sql`create index invitations_email on invitations (email) where email is not null`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index invitations_email`.execute(db);
  await sql`drop index members_account`.execute(db);
  await sql`alter table members drop constraint members_account_fkey, drop column account_id`.execute(db);
  await sql`
    alter table members add constraint members_user_id_fkey foreign key (user_id) references accounts not valid
  `.execute(db);
}
