import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Balanced rotations whose next draw is due are looked for each hour; few series have one. */
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
