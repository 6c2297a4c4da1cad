import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds when a person last changed the status of an occurrence, which shows that it was reopened, and how often a
 * series was edited. The defaults are for processes of the older version.
 */
export const lastActs: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences add column status_at timestamptz`.execute(db);
  await sql`
    update occurrences set status_at = coalesce(deleted_at, completed_at)
    where deleted_at is not null or completed_at is not null
  `.execute(db);
  await sql`alter table series add column version integer not null default 1`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table series drop column version`.execute(db);
  await sql`alter table occurrences drop column status_at`.execute(db);
}
