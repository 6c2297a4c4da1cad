import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Makes visibility a property of the task. A series or occurrence whose visibility differs from that of its task
 * becomes a task of its own with its own id; such an occurrence leaves its series. Files stay with their task.
 * Foreign keys then ensure that all rows of a task have its visibility. They are deferrable, because the rows are
 * updated one after the other.
 */
export const taskVisibility: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    TASKS,
    ...LATER_SERIES,
    EXCLUDED_DATES,
    ...CHAINS,
    ...OCCURRENCES,
    ...PEOPLE,
    ...CONSTRAINTS,
  ])
    await sql.raw(statement).execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
        alter table occurrences
          drop constraint occurrences_personal,
          drop constraint occurrences_visibility_fkey,
          add foreign key (household_id, task_id) references tasks;
        alter table series
          drop constraint series_visibility_fkey,
          add foreign key (household_id, task_id) references tasks;
        alter table tasks drop constraint tasks_visibility_key, drop column visibility;
      `,
    )
    .execute(db);
}

/**
 * A task gets the visibility of its first series, or else of its first occurrence. The default is for processes of
 * the older version.
 */
const TASKS = `
  alter table tasks add column visibility text not null default 'SHARED'
    check (visibility in ('PERSONAL', 'SHARED'));
  update tasks t set visibility = first.visibility
  from (
    select distinct on (household_id, task_id) household_id, task_id, visibility
    from (
      select household_id, task_id, visibility, 1 as rank, created_at, id from series
      union all
      select household_id, task_id, visibility, 2, created_at, id from occurrences
    ) as part
    order by household_id, task_id, rank, created_at, id
  ) as first
  where t.household_id = first.household_id and t.id = first.task_id and first.visibility = 'PERSONAL';
`;

/**
 * The row gets a new version for clients, and its calendar event is written again, because the event contains the id
 * of the task.
 */
const CHANGED = `version = o.version + 1, sync_version = o.sync_version + 1, google_sync_status = 'PENDING',
  updated_at = now()`;

const LATER_SERIES = [
  `insert into tasks (household_id, id, visibility, created_by, created_at)
   select s.household_id, s.id, s.visibility, s.created_by, s.created_at
   from series s join tasks t on t.household_id = s.household_id and t.id = s.task_id
   where s.visibility <> t.visibility`,
  `update series s set task_id = s.id
   from tasks t
   where t.household_id = s.household_id and t.id = s.task_id and s.visibility <> t.visibility`,
  `update occurrences o set task_id = s.task_id, attachment_count = 0, ${CHANGED}
   from series s
   where s.household_id = o.household_id and s.id = o.series_id and s.task_id <> o.task_id`,
];

/** Excludes the dates of occurrences that leave their series, so that the series does not create them again. */
const EXCLUDED_DATES = `
  update series s set excluded_dates = (
    select jsonb_agg(date order by date)
    from (
      select jsonb_array_elements_text(s.excluded_dates) as date
      union
      select to_char(o.original_date, 'YYYY-MM-DD') from occurrences o
      where o.household_id = s.household_id and o.series_id = s.id and o.visibility <> s.visibility
    ) as dates
  )
  where exists (
    select from occurrences o
    where o.household_id = s.household_id and o.series_id = s.id and o.visibility <> s.visibility
  )
`;

/**
 * A series that repeats after completion always has one open row. If that row leaves the series, a new one replaces
 * it.
 */
const CHAINS = [
  `insert into occurrences (household_id, id, task_id, series_id, series_index, original_date, date, title, notes,
     search_text, category_id, visibility, priority, status, "time", duration_minutes, all_day,
     responsible_member_ids, checklist, attachment_count, reminders, remind_on, is_exception, version, sync_version,
     synced_version, google_sync_status, created_by, created_at, updated_at)
   select s.household_id, gen_random_uuid(), s.task_id, s.id, s.next_index, next.day, next.day, s.title, s.notes,
     lower(concat_ws(E'\\n', s.title, s.notes)), s.category_id, s.visibility, s.priority, 'TODO', s."time",
     s.duration_minutes, s.all_day, '{}',
     (select coalesce(jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'title', item.title, 'done', false)), '[]')
       from jsonb_array_elements_text(s.checklist) as item (title)),
     (select count(*) from attachments a
       where a.household_id = s.household_id and a.task_id = s.task_id and a.sha256 is not null),
     s.reminders,
     next.day - 1 - (select ceil(max(minutes) / 1440.0)::int from unnest(s.reminders) as minutes),
     false, 1, 1, 0, 'PENDING', s.created_by, now(), now()
   from series s, lateral (
     select greatest(max(o.original_date) + 1, current_date) as day,
       bool_or(o.status = 'TODO' and o.deleted_at is null and o.visibility <> s.visibility) as leaves,
       bool_or(o.status = 'TODO' and o.deleted_at is null and o.visibility = s.visibility) as remains
     from occurrences o where o.household_id = s.household_id and o.series_id = s.id
   ) as next
   where s.recurrence ->> 'kind' is not null and s.ended_at is null and next.leaves and not next.remains`,
  `update series s set next_index = s.next_index + 1, horizon = o.original_date + 1
   from occurrences o
   where o.household_id = s.household_id and o.series_id = s.id and o.series_index = s.next_index
     and s.recurrence ->> 'kind' is not null and s.ended_at is null`,
];

const OCCURRENCES = [
  `insert into tasks (household_id, id, visibility, created_by, created_at)
   select o.household_id, o.id, o.visibility, o.created_by, o.created_at
   from occurrences o join tasks t on t.household_id = o.household_id and t.id = o.task_id
   where o.visibility <> t.visibility`,
  `update occurrences o set task_id = o.id, series_id = null, series_index = null, original_date = null,
     is_exception = false, attachment_count = 0, ${CHANGED}
   from tasks t
   where t.household_id = o.household_id and t.id = o.task_id and o.visibility <> t.visibility`,
];

/** A PERSONAL task keeps only its author as assignee and doer. */
const PEOPLE = [
  `update occurrences o set
     responsible_member_ids = array(select id from unnest(o.responsible_member_ids) as id where id = o.created_by),
     turn_reason = case when o.created_by = any(o.responsible_member_ids) then o.turn_reason end,
     completed_for = case when o.completed_for = o.created_by then o.completed_for end,
     ${CHANGED}
   where o.visibility = 'PERSONAL'
     and (not o.responsible_member_ids <@ array[o.created_by] or o.completed_for <> o.created_by)`,
  `update series s set segments = jsonb_build_array(jsonb_build_object(
     'fromIndex', 0,
     'anchorDate', to_char(s.start_date, 'YYYY-MM-DD'),
     'rotation', jsonb_build_object('kind', 'fixed', 'members',
       case when s.segments::text like '%' || s.created_by || '%' then jsonb_build_array(s.created_by)
         else '[]'::jsonb end)))
   where s.visibility = 'PERSONAL' and exists (
     select from members m
     where m.household_id = s.household_id and m.user_id <> s.created_by and s.segments::text like '%' || m.user_id || '%'
   )`,
];

const CONSTRAINTS = [
  `alter table tasks add constraint tasks_visibility_key unique (household_id, id, visibility)`,
  `alter table series
     drop constraint series_household_id_task_id_fkey,
     add constraint series_visibility_fkey foreign key (household_id, task_id, visibility)
       references tasks (household_id, id, visibility) deferrable`,
  `alter table occurrences
     drop constraint occurrences_household_id_task_id_fkey,
     add constraint occurrences_visibility_fkey foreign key (household_id, task_id, visibility)
       references tasks (household_id, id, visibility) deferrable,
     add constraint occurrences_personal check (visibility = 'SHARED' or (
       responsible_member_ids <@ array[created_by] and (completed_for is null or completed_for = created_by)))`,
];
