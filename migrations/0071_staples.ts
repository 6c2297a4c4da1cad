import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds when a household bought an item (the latest purchases only), and when it declined the suggestion to buy it.
 */
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
