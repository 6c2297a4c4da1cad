import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Whether somebody has said in which section of the shop a name is found: then it holds, and is not guessed any more. Of
 * what is there nobody knows, so that all sections stay.
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
