import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds how many days before its date a task is listed as upcoming. null means always. */
export const showFrom: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['series', 'occurrences'])
    await sql`
      alter table ${sql.table(table)} add column show_from smallint check (show_from between 0 and 366)
    `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['occurrences', 'series'])
    await sql`alter table ${sql.table(table)} drop column show_from`.execute(db);
}
