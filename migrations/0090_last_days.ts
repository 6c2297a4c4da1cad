import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds an index for the hourly job that finds members whose last day is over. */
export const lastDays: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index members_last_day on members (household_id, user_id)
      where left_at is null and active_until is not null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index members_last_day`.execute(db);
}
