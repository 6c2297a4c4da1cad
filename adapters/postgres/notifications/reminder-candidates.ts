import { sql, type RawBuilder } from 'kysely';
import { NOBODY, type ReminderCandidate, type Window } from '../../../application/notifications/ports.js';
import { DEFAULT_MORNING } from '../../../domain/notifications/preferences.js';
import { MAX_CHASE_DAYS } from '../../../domain/notifications/reminders.js';
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
const MAX_CHASE = sql.raw(String(MAX_CHASE_DAYS));
/** When others are told of what is theirs too. */
const ESCALATE_AFTER = sql`(case when visibility = 'SHARED' then escalate_after_minutes end)::int`;
/** Minutes after the start, as reminders have those before. */
const LATER = sql`array(
  select -(count * (nag->>'everyMinutes')::int) from generate_series(1, (nag->>'times')::int) as count
) || array_remove(array[-${ESCALATE_AFTER}], null)`;
/**
 * An hour that the clock shows twice is the later one in SQL and the earlier one in the domain, and their time zone
 * databases may be of different years.
 */
const SLACK = sql`interval '1 hour'`;

const presence = (member: string) => sql`
  'id', ${sql.ref(`${member}.user_id`)}, 'awayPeriods', ${sql.ref(`${member}.away_periods`)},
  'activeFrom', ${sql.ref(`${member}.active_from`)}, 'activeUntil', ${sql.ref(`${member}.active_until`)}`;

/** Of members `m` without an account, with their managers. */
const forMember = sql`case when m.proxy then jsonb_build_object(${presence('m')}, 'managers', (
  select coalesce(jsonb_agg(jsonb_build_object(${presence('g')})), '[]') from members g
  where g.household_id = m.household_id and g.user_id = any(m.manager_ids) and g.left_at is null and not g.proxy
)) end`;
/** `listExpected` of an open occurrence. */
const EXPECTED = sql`case when completion = 'all' then coalesce(nullif(array(
  select id from unnest(responsible_member_ids) as id
  where not done_by @> jsonb_build_array(jsonb_build_object('memberId', id))
), '{}'::uuid[]), responsible_member_ids) else responsible_member_ids end`;
const forId = sql`case when m.proxy then m.user_id else ${NOBODY}::uuid end`;
/** The member, or who may speak for them. */
const mayBeTold = sql`case when m.proxy then m.manager_ids || array(
  select w.user_id from members w where w.household_id = m.household_id and w.role = 'OWNER'
) else array[m.user_id] end`;

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
      join members r on r.household_id = m.household_id and r.left_at is null and r.user_id = any(${mayBeTold})
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
 * Open occurrences of the few days in which something can fall due in some zone: overdue ones, and those ahead whose
 * earliest reminder can have come.
 */
function nearOccurrences(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> {
  const toUtcDate = (at: RawBuilder<unknown>) => sql`((${at}) at time zone 'UTC')::date`;
  const columns = sql`household_id, id, title, date, time, reminders, show_from, nag,
    ${ESCALATE_AFTER} as escalate_after, visibility, created_by, responsible_member_ids,
    ${EXPECTED} as expected, ${LATER} as later`;
  // Overdue at the end of the next morning in the zone farthest behind; at its begin in the one farthest ahead.
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
