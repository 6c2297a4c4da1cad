import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Text that folds to its small letters, as ASCII does, is not kept a second time: a search makes them of title and notes. */
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
