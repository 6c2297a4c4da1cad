import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds repeated reminders of an open task, and after how long others are notified. */
export const nagging: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['series', 'occurrences'])
    await sql`
      alter table ${sql.table(table)}
        add column nag jsonb check (jsonb_typeof(nag) = 'object'),
        add column escalate_after_minutes smallint check (escalate_after_minutes between 15 and 10080)
    `.execute(db);
  // The job that runs every minute reads these tasks for days after their date. Few tasks have such reminders.
  await sql`
    create index occurrences_to_chase on occurrences (date)
      where status = 'TODO' and deleted_at is null and (nag is not null or escalate_after_minutes is not null)
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['occurrences', 'series'])
    await sql`
      alter table ${sql.table(table)} drop column nag, drop column escalate_after_minutes
    `.execute(db);
}
