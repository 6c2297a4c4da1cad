import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds all members who did a task, each with the time. If one member did it, `completed_for` has the id too, which
 * the previous version reads.
 */
export const doneBy: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences add column done_by jsonb not null default '[]'`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences drop column done_by`.execute(db);
}
