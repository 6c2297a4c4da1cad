import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * If one of several tokens issued for the same refresh is used, the others become invalid. Replays are no longer
 * counted: the column `replays` stays for processes of the previous version.
 */
export const refreshTokenSiblings: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refresh_tokens add column ended_at timestamptz, alter column replays set default 0
  `.execute(db);
  await sql`
    create index refresh_tokens_current on refresh_tokens (session_id)
    where rotated_at is null and ended_at is null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index refresh_tokens_current`.execute(db);
  await sql`
    alter table refresh_tokens drop column ended_at, alter column replays drop default
  `.execute(db);
}
