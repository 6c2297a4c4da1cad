import { sql, type RawBuilder } from 'kysely';
import {
  NIL_ID,
  type ReminderCandidate,
  type ReminderWindow,
} from '../../../application/notifications/ports.js';
import { DEFAULT_MORNING } from '../../../domain/notifications/preferences.js';
import { MAX_CHASE_DAYS } from '../../../domain/notifications/reminders.js';
import type { SortKey } from '../../../domain/shared/page.js';
import { timestamp } from '../field-map.js';

/**
 * Makes PostgreSQL evaluate the inner query completely. Without it, PostgreSQL goes through all households in
 * order, because it expects to fill the first page soon. But in most minutes no reminder is due, so it would read
 * everything.
 */
const FENCE = sql`offset 0`;
/** Time zones are at most 12 hours behind and 14 hours ahead of UTC. */
const [BEHIND, AHEAD] = [sql`interval '12 hours'`, sql`interval '14 hours'`];
const MAX_LEAD = sql`28`;
const MAX_CHASE = sql.raw(String(MAX_CHASE_DAYS));
/**
 * The number of minutes after the start when the other members are notified. null if they are not, as for personal
 * tasks.
 */
const ESCALATE_AFTER = sql`(case when visibility = 'SHARED' then escalate_after_minutes end)::int`;
/**
 * The repeated reminders and the escalation, in minutes after the start. They are negative, because reminders are in
 * minutes before the start.
 */
const LATER = sql`array(
  select -(count * (nag->>'everyMinutes')::int) from generate_series(1, (nag->>'times')::int) as count
) || array_remove(array[-${ESCALATE_AFTER}], null)`;
/**
 * The statement also reads this much time before and after the window, because SQL and the domain may compute
 * different times. If an hour occurs twice because clocks are set back, SQL uses the later one and the domain the
 * earlier one. SQL and the domain may also have different versions of the time zone data.
 */
const SLACK = sql`interval '1 hour'`;

const presence = (member: string) => sql`
  'id', ${sql.ref(`${member}.user_id`)}, 'awayPeriods', ${sql.ref(`${member}.away_periods`)},
  'activeFrom', ${sql.ref(`${member}.active_from`)}, 'activeUntil', ${sql.ref(`${member}.active_until`)}`;

/** The presence of a member `m` without an account, and of their managers, as JSON. null for other members. */
const forMember = sql`case when m.proxy then jsonb_build_object(${presence('m')}, 'managers', (
  select coalesce(jsonb_agg(jsonb_build_object(${presence('g')})), '[]') from members g
  where g.household_id = m.household_id and g.user_id = any(m.manager_ids) and g.left_at is null and not g.proxy
)) end`;
/** The same rule as `listExpected` of the domain, in SQL, for an open occurrence. */
const EXPECTED = sql`case when completion = 'all' then coalesce(nullif(array(
  select id from unnest(responsible_member_ids) as id
  where not done_by @> jsonb_build_array(jsonb_build_object('memberId', id))
), '{}'::uuid[]), responsible_member_ids) else responsible_member_ids end`;
const forId = sql`case when m.proxy then m.user_id else ${NIL_ID}::uuid end`;
/**
 * The members who may get the reminders for the member `m`: the member, or, if the member has no account, their
 * managers and the owners.
 */
const recipientUserIds = sql`case when m.proxy then m.manager_ids || array(
  select w.user_id from members w where w.household_id = m.household_id and w.role = 'OWNER'
) else array[m.user_id] end`;

/**
 * Returns the statement that finds candidates for reminders. It first selects days with an index and then the
 * exact minutes. It reads one hour (SLACK) more than is due at both ends, and everything in time zones that
 * PostgreSQL does not know. The domain decides which candidates are due.
 */
export function candidatesStatement(
  { since, now }: ReminderWindow,
  after: SortKey | null,
  limit: number,
): RawBuilder<ReminderCandidate> {
  const from = sql`(${timestamp(since)}::timestamptz - ${SLACK})`;
  const to = sql`(${timestamp(now)}::timestamptz + ${SLACK})`;
  const isDue = (at: ReturnType<typeof sql>) => sql`coalesce(${at} > ${from} and ${at} <= ${to}, true)`;
  return sql<ReminderCandidate>`
    select "householdId", "occurrenceId", "memberId", title, date, time, reminders, "showFrom",
      nag, "escalateAfterMinutes", "responsibleMemberIds", "expectedMemberIds", "householdZone", "memberZone",
      "morningTime", "awayPeriods", "activeFrom", "activeUntil", role, "forMember"
    from (
      select o.household_id as "householdId", o.id as "occurrenceId", r.user_id as "memberId", o.title,
        o.date, o.time, o.reminders, o.show_from as "showFrom", o.nag, o.escalate_after as "escalateAfterMinutes",
        o.responsible_member_ids as "responsibleMemberIds", o.expected as "expectedMemberIds", h.time_zone as "householdZone", a.time_zone as "memberZone",
        s.morning as "morningTime", r.role, r.away_periods as "awayPeriods",
        r.active_from as "activeFrom", r.active_until as "activeUntil", ${forMember} as "forMember", ${forId} as "forId"
      from (${nearOccurrences(from, to)}) o
      join households h on h.id = o.household_id
      join members m on m.household_id = o.household_id and m.left_at is null and case
        when o.visibility = 'PERSONAL' then m.user_id = o.created_by
        else cardinality(o.responsible_member_ids) = 0 and not m.proxy or m.user_id = any(o.expected) end
      join members r on r.household_id = m.household_id and r.left_at is null and r.user_id = any(${recipientUserIds})
      join accounts a on a.id = r.account_id and a.disabled_at is null
      left join notification_preferences p on p.user_id = r.account_id
      cross join lateral (
        select coalesce(p.preferences->>'morningTime', ${DEFAULT_MORNING}) as morning
      ) s
      where (
          ${isDue(sql`in_zone(o.date + 1 + s.morning::time, a.time_zone)`)}
          or exists (
            select from unnest(o.reminders || o.later) as minutes
            where ${isDue(sql`(case when o.time is null
              then in_zone(o.date + s.morning::time, a.time_zone)
              else in_zone(o.date + o.time, h.time_zone) end - make_interval(mins => minutes))`)}
          )
        )
        ${after === null ? sql`` : sql`and (o.household_id, o.id, r.user_id, ${forId}) > (${sql.join([...after])})`}
      ${FENCE}
    ) due
    order by "householdId", "occurrenceId", "memberId", "forId" limit ${limit}
  `;
}

/**
 * Returns the query for the open occurrences that can need a reminder in any time zone. There are three groups:
 * occurrences of the last few days, older ones (up to MAX_CHASE_DAYS) with repeated reminders or an escalation, and
 * future ones whose earliest reminder may be due (`remind_on`).
 */
function nearOccurrences(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> {
  const toUtcDate = (at: RawBuilder<unknown>) => sql`((${at}) at time zone 'UTC')::date`;
  const columns = sql`household_id, id, title, date, time, reminders, show_from, nag,
    ${ESCALATE_AFTER} as escalate_after, visibility, created_by, responsible_member_ids,
    ${EXPECTED} as expected, ${LATER} as later`;
  // The reminder about an overdue occurrence is due in the morning after its date. So the range begins early enough
  // for the end of that day in the zone farthest behind, and ends late enough for its beginning in the zone farthest
  // ahead.
  const first = toUtcDate(sql`${from} - interval '2 days' - ${BEHIND}`);
  const latest = toUtcDate(sql`${to} - interval '1 day' + ${AHEAD}`);
  const last = sql`${toUtcDate(sql`${to} + ${AHEAD}`)} + ${MAX_LEAD}`;
  return sql`
    select ${columns} from occurrences
    where status = 'TODO' and deleted_at is null and date between ${first} and ${latest}
    union all
    select ${columns} from occurrences
    where status = 'TODO' and deleted_at is null and date >= ${first} - ${MAX_CHASE} and date < ${first}
      and (nag is not null or escalate_after_minutes is not null)
    union all
    select ${columns} from occurrences
    where status = 'TODO' and deleted_at is null and date > ${latest} and date <= ${last} and remind_on <= ${latest}
    ${FENCE}
  `;
}
