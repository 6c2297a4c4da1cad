import { sql } from 'kysely';
import type { Days, StatisticsReader } from '../../application/ports/statistics-reader.js';
import type { DoneCell, SkippedCount } from '../../domain/history/statistics.js';
import { addDays } from '../../domain/shared/civil-date.js';
import type { HouseholdId, UserId } from '../../domain/shared/ids.js';
import { instantOf } from '../../domain/shared/zone.js';
import type { Database } from './database.js';
import { visibleTo } from './occurrence-list.js';
import { timestamp } from './schema.js';

/** Reads the range that was asked for through an index, and nothing older. */
export class PostgresStatisticsReader implements StatisticsReader {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async done(
    householdId: HouseholdId,
    viewer: UserId,
    { from, to, timeZone }: Days,
  ): Promise<readonly DoneCell[]> {
    const [begin, end] = [instantOf(timeZone, from, null), instantOf(timeZone, addDays(to, 1), null)];
    const { rows } = await sql<DoneCell>`
      select completed_for as "memberId", category_id as "categoryId", done_on as "date",
        count(*)::int as "done", (count(*) filter (where done_on > date))::int as "late",
        coalesce(sum(duration_minutes), 0)::int as "minutes"
      from (
        select completed_for, category_id, date, duration_minutes,
          coalesce(in_zone(completed_at, ${timeZone}), completed_at at time zone 'UTC')::date as done_on
        from occurrences
        where household_id = ${householdId} and status = 'DONE' and deleted_at is null
          and completed_at >= ${timestamp(begin)} and completed_at < ${timestamp(end)}
          and completed_for is not null and ${visibleTo(viewer)}
      ) as finished
      group by completed_for, category_id, done_on
    `.execute(this.#db);
    return rows;
  }

  async skipped(
    householdId: HouseholdId,
    viewer: UserId,
    { from, to }: Omit<Days, 'timeZone'>,
  ): Promise<readonly SkippedCount[]> {
    const { rows } = await sql<SkippedCount>`
      select member as "memberId", count(*)::int as "skipped"
      from occurrences, unnest(responsible_member_ids) as member
      where household_id = ${householdId} and status = 'SKIPPED' and deleted_at is null
        and date between ${from} and ${to} and ${visibleTo(viewer)}
      group by member
    `.execute(this.#db);
    return rows;
  }
}
