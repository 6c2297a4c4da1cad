import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Ensures that each index of a series has only one occurrence outside the trash. The constraint is checked at the
 * commit, because an edit moves many indexes at once.
 *
 * If older versions have created two, the one that follows the rule keeps the index. The other becomes an exception
 * and gets an index before the first one. All indexes, and everything that counts by them, increase by the number of
 * such rows, so no date and no turn changes.
 */
export const seriesPlaces: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table surplus on commit drop as
    select household_id, series_id, id,
      row_number() over (partition by household_id, series_id order by original_date, id) - 1 as index,
      count(*) over (partition by household_id, series_id) as places
    from (
      select household_id, series_id, id, original_date, row_number() over (
        partition by household_id, series_id, series_index
        order by is_exception, status <> 'TODO', original_date desc, id
      ) as place
      from occurrences where series_id is not null and deleted_at is null
    ) live where place > 1
  `.execute(db);
  await sql`
    update occurrences o set
      series_index = coalesce(s.index, o.series_index + moved.places),
      is_exception = o.is_exception or s.id is not null
    from (select distinct household_id, series_id, places from surplus) moved, occurrences same
      left join surplus s on s.household_id = same.household_id and s.id = same.id
    where o.household_id = moved.household_id and o.series_id = moved.series_id
      and same.household_id = o.household_id and same.id = o.id
  `.execute(db);
  await sql`
    update series s set
      start_index = s.start_index + moved.places,
      next_index = s.next_index + moved.places,
      recurrence = case when s.recurrence ? 'count'
        then jsonb_set(s.recurrence, '{count}', to_jsonb((s.recurrence ->> 'count')::int + moved.places))
        else s.recurrence end,
      segments = (
        select coalesce(jsonb_agg(jsonb_set(one, '{fromIndex}', to_jsonb(begins)) order by begins), '[]')
        from (
          select s.segments -> 0 as one, 0 as begins where s.segments <> '[]'
          union all
          select one, (one ->> 'fromIndex')::int + moved.places from jsonb_array_elements(s.segments) one
        ) segment
      )
    from (select distinct household_id, series_id, places from surplus) moved
    where s.household_id = moved.household_id and s.id = moved.series_id
  `.execute(db);
  await sql`drop table surplus`.execute(db);
  await sql`
    alter table occurrences add constraint occurrences_series_index_key
      exclude using btree (household_id with =, series_id with =, series_index with =)
      where (series_id is not null and deleted_at is null) deferrable initially deferred
  `.execute(db);
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences drop constraint occurrences_series_index_key`.execute(db);
}
