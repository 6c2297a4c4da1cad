import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds who got a turn by balancing, as long as nobody has reassigned it. If that member is away, a stand-in does it
 * as for their own turns.
 */
export const balancedTo: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences add column balanced_to uuid[]`.execute(db);
  await sql`
    create index occurrences_balanced on occurrences (household_id, series_id) where balanced_to is not null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index occurrences_balanced`.execute(db);
  await sql`alter table occurrences drop column balanced_to`.execute(db);
}
