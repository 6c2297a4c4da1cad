import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds a function like `at time zone` that returns null for an unknown time zone. PostgreSQL has its own time zone
 * database, which lacks names that Node accepts. One such name would make a statement about all households fail.
 */
export const unknownZones: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of [
    ['timestamp', 'timestamptz'],
    ['timestamptz', 'timestamp'],
  ])
    await sql
      .raw(
        `create function in_zone(moment ${from}, zone text) returns ${to} language plpgsql stable strict as $$
           begin return moment at time zone zone;
           exception when invalid_parameter_value then return null;
           end $$`,
      )
      .execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function in_zone(timestamp, text)`.execute(db);
  await sql`drop function in_zone(timestamptz, text)`.execute(db);
}
