import { sql, type RawBuilder } from 'kysely';
import type { ReminderCandidate, Window } from '../../../application/notifications/ports.js';
import { DEFAULT_MORNING } from '../../../domain/notifications/preferences.js';
import type { SortKey } from '../../../domain/shared/page.js';
import { timestamp } from '../schema.js';

/**
 * What is below is found first, whole. Else the planner walks through all that there is, household by household, in
 * the hope that the first page is soon full; most minutes nothing is due, and it never is.
 */
const FENCE = sql`offset 0`;
/** Zones are from 12 hours behind UTC to 14 ahead. */
const [BEHIND, AHEAD] = [sql`interval '12 hours'`, sql`interval '14 hours'`];
const MAX_LEAD = sql`28`;
/**
 * An hour that the clock shows twice is the later one in SQL and the earlier one in the domain, and their time zone
 * databases may be of different years.
 */
const SLACK = sql`interval '1 hour'`;

/**
 * What the index finds by days, and then by the minute; an hour more is read at both ends than is due, and all of a zone
 * that PostgreSQL does not know. The domain decides.
 */
export function candidatesStatement(
  { since, now }: Window,
  after: SortKey | null,
  limit: number,
): RawBuilder<ReminderCandidate> {
  const from = sql`(${timestamp(since)}::timestamptz - ${SLACK})`;
  const to = sql`(${timestamp(now)}::timestamptz + ${SLACK})`;
  const isDue = (at: ReturnType<typeof sql>) => sql`coalesce(${at} > ${from} and ${at} <= ${to}, true)`;
  return sql<ReminderCandidate>`
    select "householdId", "occurrenceId", "memberId", title, date, time, reminders, "showFrom", "householdZone", "memberZone",
      "morningTime", "awayPeriods", "activeFrom", "activeUntil"
    from (
      select o.household_id as "householdId", o.id as "occurrenceId", m.user_id as "memberId", o.title,
        o.date, o.time, o.reminders, o.show_from as "showFrom", h.time_zone as "householdZone", a.time_zone as "memberZone",
        s.morning as "morningTime", m.away_periods as "awayPeriods",
        m.active_from as "activeFrom", m.active_until as "activeUntil"
      from (${nearOccurrences(from, to)}) o
      join households h on h.id = o.household_id
      join members m on m.household_id = o.household_id and m.left_at is null and case
        when o.visibility = 'PERSONAL' then m.user_id = o.created_by
        else cardinality(o.responsible_member_ids) = 0 or m.user_id = any(o.responsible_member_ids) end
      join accounts a on a.id = m.account_id and a.disabled_at is null
      left join notification_preferences p on p.user_id = m.account_id
      cross join lateral (
        select coalesce(p.preferences->>'morningTime', ${DEFAULT_MORNING}) as morning
      ) s
      where (
          ${isDue(sql`in_zone(o.date + 1 + s.morning::time, a.time_zone)`)}
          or exists (
            select from unnest(o.reminders) as minutes
            where ${isDue(sql`(case when o.time is null
              then in_zone(o.date + s.morning::time, a.time_zone)
              else in_zone(o.date + o.time, h.time_zone) end - make_interval(mins => minutes))`)}
          )
        )
        ${after === null ? sql`` : sql`and (o.household_id, o.id, m.user_id) > (${sql.join([...after])})`}
      ${FENCE}
    ) due
    order by "householdId", "occurrenceId", "memberId" limit ${limit}
  `;
}

/**
 * Open occurrences of the few days in which something can fall due in some zone: overdue ones, and those ahead whose
 * earliest reminder can have come.
 */
function nearOccurrences(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> {
  const toUtcDate = (at: RawBuilder<unknown>) => sql`((${at}) at time zone 'UTC')::date`;
  const columns = sql`household_id, id, title, date, time, reminders, show_from, visibility, created_by, responsible_member_ids`;
  // Overdue at the end of the next morning in the zone farthest behind; at its begin in the one farthest ahead.
  const first = toUtcDate(sql`${from} - interval '2 days' - ${BEHIND}`);
  const latest = toUtcDate(sql`${to} - interval '1 day' + ${AHEAD}`);
  const last = sql`${toUtcDate(sql`${to} + ${AHEAD}`)} + ${MAX_LEAD}`;
  return sql`
    select ${columns} from occurrences
    where status = 'TODO' and deleted_at is null and date between ${first} and ${latest}
    union all
    select ${columns} from occurrences
    where status = 'TODO' and deleted_at is null and date > ${latest} and date <= ${last} and remind_on <= ${latest}
    ${FENCE}
  `;
}
