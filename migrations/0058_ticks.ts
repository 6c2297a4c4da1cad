import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds when a person last ticked or unticked a shopping item. If requests arrive late, the later action wins.
 * Processes of the older version do not change this column.
 */
export const ticks: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shopping_items add column ticked_at timestamptz`.execute(db);
  await sql`update shopping_items set ticked_at = checked_at where checked_at is not null`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shopping_items drop column ticked_at`.execute(db);
}
