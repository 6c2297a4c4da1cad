import { withClient } from '../database.js';

/** The columns of `tasks` that an answer contains, with their types and with the defaults of a new task. */
const TASK_COLUMNS = {
  household_id: 'uuid not null',
  id: 'uuid not null',
  task_id: 'uuid not null',
  series_id: 'uuid',
  series_index: 'integer',
  original_date: 'date',
  title: 'text not null',
  notes: 'text',
  category_id: 'uuid',
  visibility: "text not null default 'SHARED'",
  priority: 'smallint not null',
  date: 'date',
  date_reason: 'jsonb',
  time: 'time',
  duration_minutes: 'integer',
  all_day: 'boolean not null default false',
  soft_due_kind: 'text',
  soft_due_by: 'date',
  reminders: 'integer[] not null',
  show_from: 'smallint',
  nag: 'jsonb',
  escalate_after_minutes: 'smallint',
  completion: "text not null default 'any'",
  status: "text not null default 'TODO'",
  skipped_reason: 'text',
  responsible_member_ids: 'uuid[] not null',
  turn_reason: "text default 'MANUAL'",
  turn_of: 'uuid[]',
  checklist: "jsonb not null default '[]'",
  attachment_count: 'integer not null default 0',
  is_exception: 'boolean not null default false',
  version: 'integer not null default 1',
  sync_version: 'integer not null default 1',
  synced_version: 'integer not null default 0',
  google_sync_status: "text not null default 'PENDING'",
  created_by: 'uuid not null',
  created_at: 'timestamptz not null default now()',
  updated_by: 'uuid',
  updated_at: 'timestamptz not null default now()',
  completed_by: 'uuid',
  completed_for: 'uuid',
  completed_at: 'timestamptz',
  deleted_at: 'timestamptz',
} as const;

export type TaskColumn = keyof typeof TASK_COLUMNS;

/** The columns of an answer, for statements that call the table `t`. */
export const SELECTED = Object.keys(TASK_COLUMNS)
  .map((column) => `t.${column}`)
  .join(', ');

const COLUMN_NAMES = Object.keys(TASK_COLUMNS).join(', ');
const COLUMN_TYPES = Object.entries(TASK_COLUMNS).map(([column, type]) => `${column} ${type}`);

/**
 * Creates the tables of the floor in a copy of the service's database, fills them with the rows of the service,
 * and deletes the tables of the service. They have the indexes that the requests of this benchmark need.
 *
 * `change_number` is the position of the latest change of a task in the change feed of the household.
 */
const CREATE_TABLES = `
  create schema floor;

  create table floor.sessions as select id, user_id from public.sessions where revoked_at is null;
  alter table floor.sessions add primary key (id);

  create table floor.members as select household_id, user_id from public.members where left_at is null;
  alter table floor.members add primary key (household_id, user_id);

  create table floor.tasks (
    ${COLUMN_TYPES.join(',\n    ')},
    change_number bigint not null,
    idempotency_key uuid
  );
  insert into floor.tasks (${COLUMN_NAMES}, change_number)
  select ${COLUMN_NAMES}, row_number() over (partition by household_id order by created_at, id)
  from public.occurrences;
  alter table floor.tasks add primary key (household_id, id);
  create index on floor.tasks (household_id, date, time nulls first, soft_due_by, priority, id)
    where deleted_at is null;
  create unique index on floor.tasks (household_id, change_number);
  create unique index on floor.tasks (household_id, created_by, idempotency_key)
    where idempotency_key is not null;

  create table floor.change_heads as
    select h.id as household_id, count(t.id) as change_number
    from public.households h left join floor.tasks t on t.household_id = h.id
    group by h.id;
  alter table floor.change_heads add primary key (household_id);

  create table floor.activities as
    select household_id, id, at, actor_id, action, subject_id, subject_title, subject_date, task_id
    from public.activities;
  alter table floor.activities add primary key (household_id, id);

  drop schema public cascade;
`;

/** Replaces the tables of the service by those of the floor, in a copy of the service's database. */
export async function createFloorTables(connectionString: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(CREATE_TABLES);
    await client.query('vacuum (analyze)');
  });
}
