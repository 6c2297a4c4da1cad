import { sql, type RawBuilder } from 'kysely';
import type { Days, StatisticsReader, Work } from '../../../application/history/ports.js';
import type { DoneCell, SkippedCount } from '../../../domain/history/statistics.js';
import { addDays } from '../../../domain/shared/civil-date.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { toInstant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { timestamp } from '../schema.js';

/** Reads the range that was asked for through an index, and nothing older. */
export class PostgresStatisticsReader implements StatisticsReader {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async done(
    householdId: HouseholdId,
    work: Work,
    { from, to, timeZone }: Days,
  ): Promise<readonly DoneCell[]> {
    const [begin, end] = [toInstant(timeZone, from, null), toInstant(timeZone, addDays(to, 1), null)];
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
          and completed_for is not null and ${ofWork(work)}
      ) as finished
      group by completed_for, category_id, done_on
    `.execute(this.#db);
    return rows;
  }

  async skipped(
    householdId: HouseholdId,
    work: Work,
    { from, to }: Omit<Days, 'timeZone'>,
  ): Promise<readonly SkippedCount[]> {
    const doers = work.visibility === 'SHARED' ? sql`responsible_member_ids` : sql`array[created_by]`;
    const { rows } = await sql<SkippedCount>`
      select member as "memberId", count(*)::int as "skipped"
      from occurrences, unnest(${doers}) as member
      where household_id = ${householdId} and status = 'SKIPPED' and deleted_at is null
        and date between ${from} and ${to} and ${ofWork(work)}
      group by member
    `.execute(this.#db);
    return rows;
  }
}

function ofWork(work: Work): RawBuilder<unknown> {
  if (work.visibility === 'SHARED') return sql`visibility = 'SHARED' and not finished_privately`;
  return sql`(visibility = 'PERSONAL' or finished_privately) and created_by = ${work.author}`;
}
