import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates operations: what one request of an actor changed in one transaction. They are kept for thirty days, and
 * their inverses for seven. The key of a request is stored with its operation, so that a repeated request changes
 * nothing.
 */
export const operations: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operations (
      household_id uuid not null references households,
      id uuid not null,
      at timestamptz not null,
      actor_id uuid not null,
      only_for uuid,
      via_kind text,
      via_id uuid,
      via_name text,
      kind text not null,
      subject jsonb,
      task_id uuid,
      counts jsonb not null,
      params jsonb not null,
      credential text,
      command_key text,
      fingerprint text,
      inverse jsonb,
      undo_until timestamptz,
      undoes uuid,
      undone_by uuid,
      primary key (household_id, id)
    )
  `.execute(db);
  await sql`
    create unique index operations_command on operations (household_id, actor_id, credential, command_key)
    where command_key is not null
  `.execute(db);
  await sql`create index operations_newest on operations (household_id, at desc, id)`.execute(db);
  await sql`create index operations_age on operations using brin (at)`.execute(db);
  await sql`create index operations_undo on operations (undo_until) where inverse is not null`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table operations`.execute(db);
}
