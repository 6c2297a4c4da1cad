import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds who got a turn by a swap, as long as nobody has reassigned it. If that member is away, a stand-in does it as
 * for their own turns.
 */
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
