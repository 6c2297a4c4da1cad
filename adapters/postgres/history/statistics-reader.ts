import { sql, type RawBuilder } from 'kysely';
import type { LocalDays, StatisticsReader, WorkFilter } from '../../../application/history/ports.js';
import type { DoneCell, TurnCell } from '../../../domain/history/statistics.js';
import { addDays, type DateRange } from '../../../domain/shared/civil-date.js';
import type { PlannedCell } from '../../../domain/balance/balance.js';
import type { HouseholdId, MemberId, TaskId } from '../../../domain/shared/ids.js';
import { type Instant, type TimeZone, toInstant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { timestamp } from '../field-map.js';

/**
 * Reads the statistics. A query with a range of dates reads only this range, through an index, so its cost does not
 * depend on the age of the household.
 */
export class PostgresStatisticsReader extends Repository implements StatisticsReader {
  async done(
    householdId: HouseholdId,
    work: WorkFilter,
    { from, to, timeZone }: LocalDays,
  ): Promise<readonly DoneCell[]> {
    const [begin, end] = [toInstant(timeZone, from, null), toInstant(timeZone, addDays(to, 1), null)];
    // A personal task does not count as the turn of any other member, even if it had assignees before it became
    // personal.
    const dueTo = work.visibility === 'SHARED' ? sql`responsible_member_ids` : sql`'{}'::uuid[]`;
    const { rows } = await sql<DoneCell>`
      select doers, is_for_each as "isForEach", category_id as "categoryId", done_on as "date",
        due_to as "dueTo", given_by as "givenBy",
        count(*)::int as "done", (count(*) filter (where done_on > date))::int as "late", punctual,
        ${MINUTES}
      from (
        select ${DOERS} as doers, ${COUNTS_FOR_EACH} as is_for_each, category_id, date, duration_minutes, ${dueTo} as due_to,
          case when turn_reason in ('SWAP', 'MANUAL') then coalesce(turn_of, '{}') else '{}' end as given_by,
          done_on, case when done_on > date then ${listPunctual(timeZone)} else '{}' end as punctual
        from occurrences, lateral (select ${dayIn(timeZone)} as done_on) as day
        where household_id = ${householdId} and status = 'DONE' and deleted_at is null
          and completed_at >= ${timestamp(begin)} and completed_at < ${timestamp(end)}
          and completed_for is not null and ${ofWork(work)}
      ) as finished
      group by doers, is_for_each, category_id, done_on, due_to, given_by, punctual
    `.execute(this.db);
    return rows;
  }

  async turns(
    householdId: HouseholdId,
    work: WorkFilter,
    { from, to, timeZone }: LocalDays,
  ): Promise<readonly TurnCell[]> {
    const doers = work.visibility === 'SHARED' ? sql`responsible_member_ids` : sql`array[created_by]`;
    const isOwed = sql`
      (status = 'TODO' or status = 'DONE' and ${dayIn(timeZone)} > date
      or status = 'SKIPPED' and skipped_reason = 'MISSED') and member <> all(${listPunctual(timeZone)})
    `;
    const isSkipped = sql`status = 'SKIPPED' and not ${HAS_TICKED}`;
    const { rows } = await sql<TurnCell>`
      select member as "memberId", date, (count(*) filter (where ${isSkipped}))::int as "skipped",
        (count(*) filter (where ${isOwed}))::int as "owed"
      from occurrences, unnest(${doers}) as member
      where household_id = ${householdId} and deleted_at is null and date between ${from} and ${to}
        and (${isSkipped} or ${isOwed}) and ${ofWork(work)}
      group by member, date
    `.execute(this.db);
    return rows;
  }

  async planned(householdId: HouseholdId, { from, to }: DateRange): Promise<readonly PlannedCell[]> {
    const { rows } = await sql<PlannedCell>`
      select responsible_member_ids as "memberIds", ${COUNTS_FOR_EACH} as "isForEach", ${MINUTES}
      from occurrences
      where household_id = ${householdId} and status = 'TODO' and deleted_at is null
        and date between ${from} and ${to} and visibility = 'SHARED' and responsible_member_ids <> '{}'
      group by responsible_member_ids, ${COUNTS_FOR_EACH}
    `.execute(this.db);
    return rows;
  }

  async lastDone(householdId: HouseholdId, taskId: TaskId): Promise<ReadonlyMap<MemberId, Instant>> {
    const { rows } = await sql<{ memberId: MemberId; at: Instant }>`
      select (tick->>'memberId')::uuid as "memberId", max((tick->>'at')::bigint) as "at"
      from occurrences, jsonb_array_elements(${TICKS}) as tick
      where household_id = ${householdId} and task_id = ${taskId} and status = 'DONE' and deleted_at is null
        and ${ofWork({ visibility: 'SHARED' })} and completed_for is not null and completed_at is not null
      group by 1
    `.execute(this.db);
    return new Map(rows.map(({ memberId, at }) => [memberId, at]));
  }
}

/**
 * True if `done_by` and `completed_for` agree, so that the ticks can be read from `done_by`. They disagree if a
 * process of an older version, which knows only one doer, has changed `completed_for` without changing `done_by`.
 * `listTicks` of the domain has the same rule.
 */
const IS_TOGETHER = sql`done_by->0->>'memberId' = completed_for::text`;
const TICKS = sql`
  case when completed_for is null or ${IS_TOGETHER} then done_by else jsonb_build_array(jsonb_build_object(
    'memberId', completed_for, 'at', floor(extract(epoch from completed_at) * 1000)::bigint)) end
`;
const DOERS = sql`
  case when ${IS_TOGETHER}
    then array(select (tick->>'memberId')::uuid from jsonb_array_elements(done_by) as tick)
    else array[completed_for] end
`;

/** The same rule as `creditsEveryone` of the domain: each assignee gets the whole credit. */
const COUNTS_FOR_EACH = sql`(completion = 'all' and visibility = 'SHARED' and cardinality(responsible_member_ids) > 1)`;

const MINUTES = sql`
  coalesce(sum(duration_minutes), 0)::int as "minutes",
  (count(*) filter (where duration_minutes is null))::int as "unmeasured"
`;

/** True if every assignee ticks separately and the member whose turn is counted has ticked. */
const HAS_TICKED = sql`(completion = 'all'
  and done_by @> jsonb_build_array(jsonb_build_object('memberId', member)))`;

/** Lists the members who ticked by the end of the occurrence's day, if every assignee ticks separately. */
function listPunctual(timeZone: TimeZone): RawBuilder<unknown> {
  const at = sql`to_timestamp((tick->>'at')::bigint / 1000.0)`;
  return sql`case when completion = 'all' then array(
    select (tick->>'memberId')::uuid from jsonb_array_elements(${TICKS}) as tick where ${dayIn(timeZone, at)} <= date
  ) else '{}'::uuid[] end`;
}

/** Returns the day on which an instant (by default the completion) falls in the time zone. */
function dayIn(timeZone: TimeZone, at: RawBuilder<unknown> = sql`completed_at`): RawBuilder<unknown> {
  return sql`coalesce(in_zone(${at}, ${timeZone}), ${at} at time zone 'UTC')::date`;
}

function ofWork(work: WorkFilter): RawBuilder<unknown> {
  if (work.visibility === 'SHARED') return sql`visibility = 'SHARED' and not finished_privately`;
  return sql`(visibility = 'PERSONAL' or finished_privately) and created_by = ${work.author}`;
}
