import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the creator of templates, shopping lists, names in the shopping history, day calendars and members without an
 * account, so that they count towards the limits of one account. Rows of earlier versions keep null and count for none.
 */
export const creators: Migration = { up, down };

const TABLES = ['task_templates', 'shopping_lists', 'shopping_history', 'day_calendars', 'members'] as const;

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES)
    await sql`alter table ${sql.table(table)} add column created_by uuid`.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await sql`alter table ${sql.table(table)} drop column created_by`.execute(db);
}
