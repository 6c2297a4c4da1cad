import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates devices that get pushes. A device is deleted with the session that registered it. */
export const devices: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table devices (
      id uuid primary key,
      user_id uuid not null references accounts on delete cascade,
      session_id uuid not null references sessions on delete cascade,
      address jsonb not null check (jsonb_typeof(address) = 'object'),
      address_hash text not null constraint devices_address_key unique,
      created_at timestamptz not null,
      last_seen_at timestamptz not null
    );
  `.execute(db);
  await sql`create index devices_user on devices (user_id, created_at desc, id)`.execute(db);
  await sql`create index devices_session on devices (session_id)`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table devices`.execute(db);
}
