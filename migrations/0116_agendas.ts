import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds when the agenda of a user is due, with an index for the job that runs every minute. Few users want an agenda.
 */
export const agendas: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_preferences
      add column agenda_at timestamptz,
      add column agenda_mailed_on date
  `.execute(db);
  await sql`
    create index notification_preferences_agenda on notification_preferences (agenda_at, user_id)
      where agenda_at is not null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification_preferences drop column agenda_at, drop column agenda_mailed_on`.execute(
    db,
  );
}
