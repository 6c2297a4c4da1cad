import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who has a turn by a swap, while nobody has touched it since: in an absence of theirs it goes round like their own. */
export const swappedTo: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences add column swapped_to uuid[]`.execute(db);
  await sql`
    create index occurrences_swapped on occurrences (household_id, series_id) where swapped_to is not null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index occurrences_swapped`.execute(db);
  await sql`alter table occurrences drop column swapped_to`.execute(db);
}
