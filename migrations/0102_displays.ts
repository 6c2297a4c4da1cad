import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates displays and guest links, which show a household without an account. */
export const displays: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table displays (
      household_id uuid not null references households,
      id uuid not null,
      kind text not null check (kind in ('DISPLAY', 'PASS')),
      name text not null check (name <> ''),
      member_id uuid,
      token_hash text constraint displays_token_key unique,
      created_by uuid not null,
      created_at timestamptz not null,
      last_seen_at timestamptz,
      first_date date,
      last_date date,
      expires_at timestamptz,
      primary key (household_id, id),
      foreign key (household_id, member_id) references members,
      check ((kind = 'PASS') = (member_id is not null)),
      check ((kind = 'PASS') = (first_date is not null and last_date is not null and expires_at is not null))
    )
  `.execute(db);
  await sql`
    create table display_pairings (
      code_hash text primary key,
      household_id uuid not null references households,
      display_id uuid not null,
      expires_at timestamptz not null,
      foreign key (household_id, display_id) references displays on delete cascade
    )
  `.execute(db);
  await sql`create index display_pairings_display on display_pairings (household_id, display_id)`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table display_pairings`.execute(db);
  await sql`drop table displays`.execute(db);
}
