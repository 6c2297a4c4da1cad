import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates accounts, households and tasks. Every table of a household's data has the household in its primary key and
 * in each foreign key to another such table, so no row can refer to another household.
 */
export const foundation: Migration = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [ACCOUNTS, HOUSEHOLDS, TASKS, OCCURRENCES, OCCURRENCE_INDEXES, IDEMPOTENCY_KEYS])
    await sql.raw(statement).execute(db);
}

async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table idempotency_keys, occurrences, tasks, categories, members, households,
      refresh_tokens, sessions, accounts
  `.execute(db);
}

const ACCOUNTS = `
  create table accounts (
    id uuid primary key,
    email text not null constraint accounts_email_key unique check (email <> ''),
    email_verified boolean not null,
    display_name text not null,
    locale text not null check (locale in ('en', 'fr')),
    time_zone text not null,
    password_hash text,
    disabled_at timestamptz,
    created_at timestamptz not null
  );

  create table sessions (
    id uuid primary key,
    user_id uuid not null references accounts on delete cascade,
    user_agent text,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    revoked_at timestamptz
  );
  create index sessions_user on sessions (user_id);

  create table refresh_tokens (
    hash text primary key,
    session_id uuid not null references sessions on delete cascade,
    issued_at timestamptz not null,
    rotated_at timestamptz,
    replays integer not null check (replays >= 0)
  );
  create index refresh_tokens_session on refresh_tokens (session_id);
`;

/** Besides its name, a category has two forms of it: one that must be unique, and one by which lists are sorted. */
const HOUSEHOLDS = `
  create table households (
    id uuid primary key,
    name text not null check (name <> ''),
    time_zone text not null,
    locale text not null check (locale in ('en', 'fr')),
    week_starts_on text not null check (week_starts_on in ('mo', 'tu', 'we', 'th', 'fr', 'sa', 'su')),
    calendar_title_format text not null,
    created_at timestamptz not null
  );

  create table members (
    household_id uuid not null references households,
    user_id uuid not null references accounts,
    display_name text,
    role text not null check (role in ('OWNER', 'MEMBER')),
    color text not null check (color ~* '^#[0-9a-f]{6}$'),
    joined_at timestamptz not null,
    left_at timestamptz,
    away_periods jsonb not null check (jsonb_typeof(away_periods) = 'array'),
    primary key (household_id, user_id)
  );
  create index members_user on members (user_id, household_id);

  create table categories (
    household_id uuid not null references households,
    id uuid not null,
    name text not null check (name <> ''),
    unique_name text not null,
    sort_name text collate "C" not null,
    color text,
    icon text,
    created_by uuid not null,
    created_at timestamptz not null,
    primary key (household_id, id),
    constraint categories_name_key unique (household_id, unique_name),
    foreign key (household_id, created_by) references members
  );
`;

const TASKS = `
  create table tasks (
    household_id uuid not null,
    id uuid not null,
    created_by uuid not null,
    created_at timestamptz not null,
    primary key (household_id, id),
    constraint tasks_household_fkey foreign key (household_id) references households,
    constraint tasks_author_fkey foreign key (household_id, created_by) references members
  );
`;

/**
 * A row has everything that a list shows. The sort columns are never null, so that a page begins with a single row
 * comparison. Rows without a date are sorted under 9999-12-31, which no task can have as its date.
 */
const OCCURRENCES = `
  create table occurrences (
    household_id uuid not null,
    id uuid not null,
    task_id uuid not null,
    series_id uuid,
    series_index integer check (series_index >= 0),
    original_date date,
    title text not null check (title <> ''),
    notes text,
    search_text text not null,
    category_id uuid,
    visibility text not null check (visibility in ('PERSONAL', 'SHARED')),
    priority smallint not null check (priority between 0 and 3),
    status text not null check (status in ('TODO', 'DONE', 'SKIPPED', 'CANCELLED')),
    date date check (date between '0001-01-01' and '9998-12-31'),
    "time" time(0) check ("time" < '24:00'),
    duration_minutes integer check (duration_minutes >= 0),
    all_day boolean not null,
    soft_due_kind text check (soft_due_kind in ('THIS_WEEK', 'THIS_MONTH', 'BEFORE')),
    soft_due_by date,
    responsible_member_ids uuid[] not null,
    turn_reason text check (turn_reason in ('ROTATION', 'SWAP', 'AWAY', 'MANUAL')),
    skipped_reason text check (skipped_reason in ('MANUAL', 'MISSED')),
    checklist jsonb not null check (jsonb_typeof(checklist) = 'array'),
    attachment_count integer not null check (attachment_count >= 0),
    reminders integer[] not null,
    is_exception boolean not null,
    version integer not null check (version >= 1),
    sync_version integer not null,
    synced_version integer not null check (synced_version between 0 and sync_version),
    google_sync_status text not null check (google_sync_status in
      ('NOT_SYNCED', 'PENDING', 'SYNCED', 'BLOCKED', 'ERROR', 'DELETED_IN_GOOGLE')),
    created_by uuid not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    completed_at timestamptz,
    completed_by uuid,
    completed_for uuid,
    deleted_at timestamptz,
    status_before_deletion text check (status_before_deletion in ('TODO', 'DONE', 'SKIPPED', 'CANCELLED')),

    sort_date date not null generated always as (coalesce(date, '9999-12-31')) stored,
    sort_minute smallint not null generated always as
      (coalesce(extract(hour from "time") * 60 + extract(minute from "time"), -1)) stored,
    sort_due date not null generated always as (coalesce(soft_due_by, '9999-12-31')) stored,

    primary key (household_id, id),
    foreign key (household_id, task_id) references tasks,
    constraint occurrences_author_fkey foreign key (household_id, created_by) references members,
    constraint occurrences_category_fkey foreign key (household_id, category_id) references categories
      on delete set null (category_id),
    foreign key (household_id, completed_by) references members,
    foreign key (household_id, completed_for) references members,
    constraint occurrences_time_needs_date check ("time" is null or date is not null),
    constraint occurrences_all_day check (not all_day or (date is not null and "time" is null)),
    constraint occurrences_soft_due check
      ((soft_due_kind is null) = (soft_due_by is null) and (soft_due_by is null or date is null)),
    constraint occurrences_done_has_instant check (status <> 'DONE' or completed_at is not null)
  ) with (fillfactor = 90);
`;

const OCCURRENCE_INDEXES = `
  create index occurrences_list
    on occurrences (household_id, sort_date, sort_minute, sort_due, priority, id) where deleted_at is null;
  create index occurrences_done
    on occurrences (household_id, completed_at desc, id) where status = 'DONE' and deleted_at is null;
  create index occurrences_trash
    on occurrences (household_id, deleted_at desc, id) where deleted_at is not null;
  create index occurrences_task on occurrences (household_id, task_id);
  create index occurrences_category on occurrences (household_id, category_id) where category_id is not null;
`;

/**
 * Has no foreign keys, because a key is reserved before we know whether its user and household exist, and lives only
 * for a day. The response is `json` and not `jsonb`, so that a repeated response has its keys in the original order.
 */
const IDEMPOTENCY_KEYS = `
  create table idempotency_keys (
    user_id uuid not null,
    household_id uuid not null,
    route text not null,
    key text not null,
    fingerprint text not null,
    reserved_at timestamptz not null,
    response json,
    primary key (user_id, household_id, route, key)
  );
`;
