import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Records whether a member has chosen the shop section of an item. Then the section is no longer guessed. We do not
 * know it for existing rows, so they keep their sections.
 */
export const sectionsByHand: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shopping_history add column section_by_hand boolean not null default false`.execute(
    db,
  );
  await sql`update shopping_history set section_by_hand = section is not null`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shopping_history drop column section_by_hand`.execute(db);
}
