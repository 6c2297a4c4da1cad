import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Existing calendar addresses no longer show PERSONAL tasks. Nobody had asked to include these tasks, and an address
 * is easily shared.
 */
export const feedVisibility: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feeds add column personal boolean not null default false`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feeds drop column personal`.execute(db);
}
