import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates the invitations with which people join a household. Only a hash of the token is stored; the token itself is
 * in the link.
 */
export const invitations: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      household_id uuid not null references households,
      id uuid not null,
      token_hash text not null constraint invitations_token_key unique,
      email text check (email <> ''),
      expires_at timestamptz not null,
      max_uses integer not null check (max_uses >= 1),
      uses integer not null check (uses between 0 and max_uses),
      revoked_at timestamptz,
      created_by uuid not null,
      created_at timestamptz not null,
      primary key (household_id, id),
      foreign key (household_id, created_by) references members
    );
  `.execute(db);
  await sql`create index invitations_list on invitations (household_id, created_at desc, id)`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table invitations`.execute(db);
}
