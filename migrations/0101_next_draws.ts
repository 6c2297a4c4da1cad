import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds an index for the job that regularly assigns the next turns of balanced rotations. Few series have such a
 * rotation.
 */
export const nextDraws: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index series_next_draw on series (household_id, id)
      where ended_at is null and segments #>> '{-1,rotation,drawn,next}' is not null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index series_next_draw`.execute(db);
}
