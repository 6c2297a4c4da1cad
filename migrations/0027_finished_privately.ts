import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What was done or skipped while its task was PERSONAL stays its author's when the task is shared. The default is for
 * processes of the older version.
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
