import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates notifications, the preferences of users, and the time until which reminders were created. `remind_on` is
 * the first day on which a reminder of an occurrence can be due. So the job that runs every minute reads only
 * occurrences of the next days.
 */
export const notifications: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      household_id uuid not null references households,
      id uuid not null,
      recipient_id uuid not null,
      type text not null,
      params jsonb not null check (jsonb_typeof(params) = 'object'),
      occurrence_id uuid,
      cause text not null,
      created_at timestamptz not null,
      read_at timestamptz,
      primary key (household_id, id),
      foreign key (household_id, recipient_id) references members,
      constraint notifications_cause_key unique (household_id, recipient_id, type, cause)
    );
  `.execute(db);
  await sql`
    create index notifications_list on notifications (household_id, recipient_id, created_at desc, id)
  `.execute(db);
  await sql`
    create index notifications_unread on notifications (household_id, recipient_id, created_at desc, id)
      where read_at is null
  `.execute(db);
  await sql`create index notifications_age on notifications using brin (created_at)`.execute(db);
  await sql`
    create table notification_preferences (
      user_id uuid primary key references accounts on delete cascade,
      preferences jsonb not null check (jsonb_typeof(preferences) = 'object')
    );
  `.execute(db);
  await sql`
    create table reminders_made (
      made_until timestamptz not null,
      only_row boolean primary key default true check (only_row)
    );
  `.execute(db);
  await sql`alter table occurrences add column remind_on date`.execute(db);
  await sql`
    update occurrences
    set remind_on = date - 1 - (select ceil(max(minutes) / 1440.0)::int from unnest(reminders) as minutes)
    where date is not null and reminders <> '{}'
  `.execute(db);
  await sql`
    create index occurrences_to_remind on occurrences (date, remind_on)
      where status = 'TODO' and deleted_at is null and date is not null
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index occurrences_to_remind`.execute(db);
  await sql`alter table occurrences drop column remind_on`.execute(db);
  await sql`drop table reminders_made`.execute(db);
  await sql`drop table notification_preferences`.execute(db);
  await sql`drop table notifications`.execute(db);
}
