import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whom the rule named of a turn that somebody else has; not known of older ones, until they are planned again. */
export const turnOf: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences add column turn_of uuid[]`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences drop column turn_of`.execute(db);
}
