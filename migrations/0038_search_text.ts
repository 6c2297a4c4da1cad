import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores the search text only if it differs from the lower-case text, which is rare for ASCII text. Otherwise the
 * search computes it from title and notes.
 */
export const searchText: Migration = { up, down };

const SMALL_LETTERS = sql`lower(concat_ws(E'\\n', title, notes) collate "C")`;

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences alter column search_text drop not null`.execute(db);
  await sql`update occurrences set search_text = null where search_text = ${SMALL_LETTERS}`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update occurrences set search_text = ${SMALL_LETTERS} where search_text is null`.execute(db);
  await sql`alter table occurrences alter column search_text set not null`.execute(db);
}
