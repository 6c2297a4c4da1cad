import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { spread } from './spread.js';

/**
 * Records the ids of permanently deleted occurrences and tasks, so that clients cannot use them again. For earlier
 * deletions, it takes the occurrences from the change feed and the tasks from the activity.
 */
export const retiredIds: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retired_ids (
      household_id uuid not null,
      id uuid not null,
      kind text not null check (kind in ('occurrence', 'task')),
      expires_at timestamptz,
      primary key (household_id, id, kind)
    )
  `.execute(db);
  await sql`create index retired_ids_expiry on retired_ids using brin (expires_at)`.execute(db);
  await sql`
    insert into retired_ids (household_id, id, kind)
    select distinct e.household_id, e.entity_id, 'occurrence' from change_entries e
    where e.kind = 4 and not exists (
      select from occurrences o where o.household_id = e.household_id and o.id = e.entity_id
    )
  `.execute(db);
  await sql`
    insert into retired_ids (household_id, id, kind)
    select distinct a.household_id, a.task_id, 'task' from activities a
    where a.task_id is not null and not exists (
      select from tasks t where t.household_id = a.household_id and t.id = a.task_id
    )
  `.execute(db);
  await spread(db, 'retired_ids');
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table retired_ids`.execute(db);
}
