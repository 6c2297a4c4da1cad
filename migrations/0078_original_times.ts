import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds a column with date and time for rows of rules with several times a day. Processes of the previous version keep
 * creating one row per date, and do not see these rows as part of a series.
 */
export const originalTimes: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table occurrences
      add column original_at timestamp(0),
      drop constraint occurrences_series_position,
      add constraint occurrences_series_position check (series_id is null
        or (series_index is not null and (original_date is null) <> (original_at is null)))
  `.execute(db);
  await sql`
    create unique index occurrences_series_time_key on occurrences (household_id, series_id, original_at)
      where original_at is not null
  `.execute(db);
  await sql`
    create index occurrences_series_time_moved on occurrences (household_id, series_id)
      where original_at is not null and date <> original_at::date
  `.execute(db);
  await replaceHistory(db, sql`coalesce(original_date, original_at::date)`);
}

/** For the previous version, the first occurrence of each day stays in the series. The others leave it. */
async function down(db: Kysely<unknown>): Promise<void> {
  await replaceHistory(db, sql`original_date`);
  await sql`alter table occurrences drop constraint occurrences_series_position`.execute(db);
  await sql`
    update occurrences o set
      series_id = case when place.first then o.series_id end,
      series_index = case when place.first then o.series_index end,
      original_date = case when place.first then o.original_at::date end
    from (
      select household_id, id, row_number() over (
        partition by household_id, series_id, original_at::date order by original_at
      ) = 1 and not exists (
        select from occurrences other where other.household_id = one.household_id
          and other.series_id = one.series_id and other.original_date = one.original_at::date
      ) as first
      from occurrences one where original_at is not null
    ) place
    where o.household_id = place.household_id and o.id = place.id
  `.execute(db);
  await sql`update series set recurrence = recurrence - 'times' where recurrence ? 'times'`.execute(db);
  await sql`
    alter table occurrences drop column original_at,
      add constraint occurrences_series_position
        check (series_id is null or (series_index is not null and original_date is not null))
  `.execute(db);
}

async function replaceHistory(db: Kysely<unknown>, date: ReturnType<typeof sql>): Promise<void> {
  await sql`drop index occurrences_task_history`.execute(db);
  await sql`
    create index occurrences_task_history
      on occurrences (household_id, task_id, (${date}) desc, series_index desc, id)
      where status in ('DONE', 'SKIPPED') and deleted_at is null and series_id is not null
  `.execute(db);
}
