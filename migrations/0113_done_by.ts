import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who did a task together, each with the moment; of one alone `completed_for` says it, which the version before reads. */
export const doneBy: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences add column done_by jsonb not null default '[]'`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences drop column done_by`.execute(db);
}
