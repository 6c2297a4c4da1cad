import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Keeps the account of a member who leaves, so that a returning member is recognised. The id of the account may
 * differ from that of the member. Processes of the previous version set no account, so a trigger uses the account
 * with the member's id.
 */
export const memberAccounts: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table members
      alter column account_id drop expression,
      drop constraint members_account_fkey
  `.execute(db);
  await sql`
    update members m set account_id = a.id from accounts a where a.id = m.user_id and m.account_id is null
  `.execute(db);
  await sql`
    alter table members
      add constraint members_account_fkey foreign key (account_id) references accounts on delete set null,
      add constraint members_household_account_key unique (household_id, account_id),
      add constraint members_active_account check (left_at is not null or account_id is not null)
  `.execute(db);
  await sql`
    create function name_member_account() returns trigger language plpgsql as $$
    begin
      if new.left_at is null and new.account_id is null then new.account_id = new.user_id; end if;
      return new;
    end $$
  `.execute(db);
  await sql`
    create trigger members_account_of_before before insert on members
      for each row execute function name_member_account()
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger members_account_of_before on members`.execute(db);
  await sql`drop function name_member_account()`.execute(db);
  await sql`drop index members_account`.execute(db);
  await sql`
    alter table members
      drop constraint members_account_fkey,
      drop constraint members_household_account_key,
      drop constraint members_active_account,
      drop column account_id
  `.execute(db);
  await sql`
    alter table members
      add column account_id uuid generated always as (case when left_at is null then user_id end) stored,
      add constraint members_account_fkey foreign key (account_id) references accounts
  `.execute(db);
  await sql`create index members_account on members (account_id) where account_id is not null`.execute(db);
}
