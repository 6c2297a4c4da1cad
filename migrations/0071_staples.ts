import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a household bought what it has on its lists again and again, the latest only, and when it wanted none of it. */
export const staples: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shopping_history
      add column bought timestamptz[] not null default '{}',
      add column declined_at timestamptz
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shopping_history drop column bought, drop column declined_at`.execute(db);
}
