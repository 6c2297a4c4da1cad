import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds members without an account, who are managed by others and may be members for some days only. */
export const membersWithoutAccounts: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table members
      add column proxy boolean not null default false,
      add column grouping text not null default 'ADULT'
        constraint members_grouping check (grouping in ('ADULT', 'CHILD', 'PET', 'GUEST')),
      add column takes_turns boolean not null default true,
      add column manager_ids uuid[] not null default '{}',
      add column active_from date,
      add column active_until date,
      add constraint members_active check (active_from <= active_until),
      add constraint members_proxy check (
        not proxy or (account_id is null and display_name is not null and role = 'MEMBER')
      ),
      drop constraint members_active_account,
      add constraint members_active_account check (proxy or left_at is not null or account_id is not null)
  `.execute(db);
  await sql`
    create or replace function name_member_account() returns trigger language plpgsql as $$
    begin
      if new.left_at is null and new.account_id is null and not new.proxy then new.account_id = new.user_id; end if;
      return new;
    end $$
  `.execute(db);
}

/** The previous version requires accounts, so members without one count as having left. */
async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function name_member_account() returns trigger language plpgsql as $$
    begin
      if new.left_at is null and new.account_id is null then new.account_id = new.user_id; end if;
      return new;
    end $$
  `.execute(db);
  await sql`update members set left_at = now() where proxy and left_at is null`.execute(db);
  await sql`
    alter table members
      drop constraint members_active_account,
      add constraint members_active_account check (left_at is not null or account_id is not null),
      drop column proxy,
      drop column grouping,
      drop column takes_turns,
      drop column manager_ids,
      drop column active_from,
      drop column active_until
  `.execute(db);
}
