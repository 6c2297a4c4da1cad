import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds series, their occurrences, and swaps of turns. */
export const series: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [SERIES, OCCURRENCES_OF_SERIES, SWAPS]) await sql.raw(statement).execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
        drop table swaps;
        drop index occurrences_series_date_key, occurrences_series_open, occurrences_history;
        alter table occurrences
          drop constraint occurrences_series_fkey,
          drop constraint occurrences_series_position;
        drop table series;
      `,
    )
    .execute(db);
}

/**
 * `horizon` and `next_index` say how far rows were created, and change daily. They are in no index, so that the daily
 * update changes no index. `ended_at` is null until the series has ended.
 */
const SERIES = `
  create table series (
    household_id uuid not null,
    id uuid not null,
    task_id uuid not null,
    recurrence jsonb not null check (jsonb_typeof(recurrence) = 'object'),
    start_date date not null,
    start_index integer not null check (start_index >= 0),
    segments jsonb not null check (jsonb_typeof(segments) = 'array'),
    missed text not null check (missed in ('keep', 'keepLatest')),
    title text not null check (title <> ''),
    notes text,
    category_id uuid,
    visibility text not null check (visibility in ('PERSONAL', 'SHARED')),
    priority smallint not null check (priority between 0 and 3),
    "time" time(0) check ("time" < '24:00'),
    duration_minutes integer check (duration_minutes >= 0),
    all_day boolean not null,
    reminders integer[] not null,
    checklist jsonb not null check (jsonb_typeof(checklist) = 'array'),
    horizon date not null,
    next_index integer not null check (next_index >= 0),
    excluded_dates jsonb not null check (jsonb_typeof(excluded_dates) = 'array'),
    created_by uuid not null,
    created_at timestamptz not null,
    ended_at timestamptz,

    primary key (household_id, id),
    foreign key (household_id, task_id) references tasks,
    constraint series_author_fkey foreign key (household_id, created_by) references members,
    constraint series_category_fkey foreign key (household_id, category_id) references categories
      on delete set null (category_id),
    constraint series_all_day check (not all_day or "time" is null)
  ) with (fillfactor = 90);
  create index series_open on series (household_id, id) where ended_at is null;
  create index series_due on series (household_id, id) where ended_at is null and recurrence ->> 'kind' is null;
  create index series_keeping_latest on series (household_id, id)
    where ended_at is null and missed = 'keepLatest';
  create index series_task on series (household_id, task_id);
  create index series_category on series (household_id, category_id) where category_id is not null;
`;

/**
 * The unique index prevents two jobs from creating the same row. For an old series, planning finds future rows by
 * this index, and open and moved rows of the past by `occurrences_series_open`.
 */
const OCCURRENCES_OF_SERIES = `
  alter table occurrences
    add constraint occurrences_series_fkey foreign key (household_id, series_id) references series,
    add constraint occurrences_series_position
      check (series_id is null or (series_index is not null and original_date is not null));
  create unique index occurrences_series_date_key
    on occurrences (household_id, series_id, original_date) where series_id is not null;
  create index occurrences_series_open
    on occurrences (household_id, series_id) where series_id is not null and (status = 'TODO' or date <> original_date);
  create index occurrences_history
    on occurrences (household_id, series_id, original_date)
    where status in ('DONE', 'SKIPPED') and deleted_at is null and series_id is not null;
`;

/** Allows at most one open swap for the same two occurrences, no matter which of them was offered. */
const SWAPS = `
  create table swaps (
    household_id uuid not null,
    id uuid not null,
    occurrence_id uuid not null,
    with_occurrence_id uuid not null,
    requested_by uuid not null,
    status text not null check (status in ('OPEN', 'ACCEPTED', 'DECLINED')),
    created_at timestamptz not null,
    answered_by uuid,
    answered_at timestamptz,
    primary key (household_id, id),
    foreign key (household_id, occurrence_id) references occurrences on delete cascade,
    foreign key (household_id, with_occurrence_id) references occurrences on delete cascade,
    foreign key (household_id, requested_by) references members,
    foreign key (household_id, answered_by) references members,
    constraint swaps_two_occurrences check (occurrence_id <> with_occurrence_id),
    constraint swaps_answered check
      ((status = 'OPEN') = (answered_at is null) and (answered_by is null or answered_at is not null))
  );
  create unique index swaps_open_key on swaps
    (household_id, least(occurrence_id, with_occurrence_id), greatest(occurrence_id, with_occurrence_id))
    where status = 'OPEN';
  create index swaps_list on swaps (household_id, created_at desc, id);
  create index swaps_occurrence on swaps (household_id, occurrence_id);
  create index swaps_with_occurrence on swaps (household_id, with_occurrence_id);
`;
