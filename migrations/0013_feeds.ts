import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates calendar addresses, where calendar programs read what a member sees. Only a hash of the token is stored;
 * the token itself is in the address.
 */
export const feeds: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feeds (
      household_id uuid not null references households,
      id uuid not null,
      member_id uuid not null,
      token_hash text not null constraint feeds_token_key unique,
      created_at timestamptz not null,
      last_used_at timestamptz,
      primary key (household_id, id),
      foreign key (household_id, member_id) references members
    );
  `.execute(db);
  await sql`create index feeds_member on feeds (member_id, created_at desc, id)`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table feeds`.execute(db);
}
