import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `at time zone`, but null where PostgreSQL does not know the zone: it has a time zone database of its own, in which
 * names are missing that Node accepts, and one such zone would end a statement that is about everybody.
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
