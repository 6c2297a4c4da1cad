import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds whether a task is done with the first tick, or only once every assignee has ticked. */
export const completion: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['series', 'occurrences'])
    await sql`
      alter table ${sql.table(table)}
        add column completion text not null default 'any' check (completion in ('any', 'all'))
    `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['occurrences', 'series'])
    await sql`alter table ${sql.table(table)} drop column completion`.execute(db);
}
