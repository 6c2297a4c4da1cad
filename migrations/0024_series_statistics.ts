import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Nearly all series have no `kind`, but PostgreSQL takes one in two hundred for granted of what stands inside JSON, and
 * would sort all due series for each batch instead of reading the batch in the order of its index.
 */
export const seriesStatistics: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create statistics series_kind on (recurrence ->> 'kind') from series`.execute(db);
  await sql`analyze series`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop statistics series_kind`.execute(db);
}
