import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds statistics about `kind` in the JSON of series. Nearly all series have no `kind`. Without statistics about a
 * JSON expression, PostgreSQL assumes that only one row in two hundred has none. With that estimate it would sort all
 * due series for each batch instead of reading them in the order of an index.
 */
export const seriesStatistics: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create statistics series_kind on (recurrence ->> 'kind') from series`.execute(db);
  await sql`analyze series`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop statistics series_kind`.execute(db);
}
