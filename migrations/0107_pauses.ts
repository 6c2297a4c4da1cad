import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates pauses, the state of a pause in each series, and which series continue during absences and pauses of the
 * whole household.
 */
export const pauses: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pauses (
      household_id uuid not null references households,
      id uuid not null,
      from_date date not null,
      to_date date check (to_date >= from_date),
      series_ids uuid[],
      mode text not null check (mode in ('skip', 'later', 'assign')),
      assign_to uuid check ((assign_to is not null) = (mode = 'assign')),
      note text,
      visibility text not null check (visibility in ('SHARED', 'PERSONAL')),
      tasks jsonb not null,
      affected jsonb not null,
      created_by uuid not null,
      created_at timestamptz not null,
      primary key (household_id, id)
    )
  `.execute(db);
  await sql`
    alter table series
      add column when_away text check (when_away in ('keep')),
      add column pauses jsonb not null default '[]'
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table series drop column pauses, drop column when_away`.execute(db);
  await sql`drop table pauses`.execute(db);
}
