import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { gather, isSpread, placeTable } from './spread.js';

/**
 * In a Citus cluster, refreshing a session and finding a household need only the coordinator. The last use of a
 * session is now read from its tokens, and the lookup tables move to the coordinator.
 */
export const renewingOnOneNode: Migration = { up, down };

const LOOKUPS = ['household_of_token', 'households_of_user'];

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index refresh_tokens_use on refresh_tokens (session_id, issued_at)`.execute(db);
  await sql`drop index refresh_tokens_session`.execute(db);
  if (!(await isSpread(db))) return;
  await gather(db, LOOKUPS);
  for (const table of LOOKUPS) await placeTable(db, table, 'coordinator');
}

/**
 * Writes the last use back to the sessions, where the previous version reads it. The lookup tables stay where they
 * are, which the previous version does not notice.
 */
async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    update sessions s set last_used_at = r.issued_at
    from (select session_id, max(issued_at) as issued_at from refresh_tokens group by session_id) r
    where r.session_id = s.id and s.last_used_at < r.issued_at
  `.execute(db);
  await sql`create index refresh_tokens_session on refresh_tokens (session_id)`.execute(db);
  await sql`drop index refresh_tokens_use`.execute(db);
}
