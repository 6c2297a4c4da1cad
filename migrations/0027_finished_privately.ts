import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Marks occurrences that were completed or skipped while their task was PERSONAL. Only the author sees them, even if
 * the task is shared later. The default is for processes of the older version.
 */
export const finishedPrivately: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences add column finished_privately boolean not null default false`.execute(db);
  await sql`
    update occurrences set finished_privately = true
    where visibility = 'PERSONAL' and coalesce(status_before_deletion, status) in ('DONE', 'SKIPPED')
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences drop column finished_privately`.execute(db);
}
