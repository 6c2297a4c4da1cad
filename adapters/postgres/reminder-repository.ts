import { sql } from 'kysely';
import type {
  ReminderCandidate,
  ReminderRepository,
  Window,
} from '../../application/ports/reminder-repository.js';
import { DEFAULT_MORNING } from '../../domain/notifications/preferences.js';
import type { SortKey } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Database } from './database.js';
import { timestamp } from './schema.js';

/** The largest distance between an instant's day in some zone and in UTC, and the largest lead of a reminder. */
const DAYS = { zone: 2, lead: 28 };

export class PostgresReminderRepository implements ReminderRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async claim(): Promise<{ madeUntil: Instant | null } | null> {
    const { rows: first } = await sql<{ madeUntil: Instant }>`
      select made_until as "madeUntil" from reminders_made for update skip locked
    `.execute(this.#db);
    if (first[0] !== undefined) return first[0];
    const { rows } = await sql<{ is_there: boolean }>`
      select exists (select from reminders_made) as is_there
    `.execute(this.#db);
    return rows[0]?.is_there ? null : { madeUntil: null };
  }

  async made(until: Instant): Promise<void> {
    await sql`
      insert into reminders_made (made_until) values (${timestamp(until)})
      on conflict (only_row) do update set made_until = excluded.made_until
    `.execute(this.#db);
  }

  /**
   * An hour that the clock shows twice is the later one in SQL and the earlier one in the domain, so an hour more is
   * read than is due; the domain decides.
   */
  async candidates(
    { since, now }: Window,
    after: SortKey | null,
    limit: number,
  ): Promise<readonly ReminderCandidate[]> {
    const [from, to] = [sql`${timestamp(since)}::timestamptz`, sql`${timestamp(now)}::timestamptz`];
    const isDue = (at: ReturnType<typeof sql>) => sql`${at} > ${from} and ${at} <= ${to} + interval '1 hour'`;
    const { rows } = await sql<ReminderCandidate>`
      select o.household_id as "householdId", o.id as "occurrenceId", m.user_id as "memberId", o.title,
        o.date, o.time, o.reminders, h.time_zone as "householdZone", a.time_zone as "memberZone",
        s.morning as "morningTime", m.away_periods as "awayPeriods"
      from occurrences o
      join households h on h.id = o.household_id
      join members m on m.household_id = o.household_id and m.left_at is null and case o.visibility
        when 'PERSONAL' then m.user_id = o.created_by
        else m.user_id = any(o.responsible_member_ids) end
      join accounts a on a.id = m.user_id and a.disabled_at is null
      left join notification_preferences p on p.user_id = m.user_id
      cross join lateral (
        select coalesce(p.preferences->>'morningTime', ${DEFAULT_MORNING}) as morning
      ) s
      where o.status = 'TODO' and o.deleted_at is null
        and o.date between (${from} at time zone 'UTC')::date - ${DAYS.zone}::int
          and (${to} at time zone 'UTC')::date + ${DAYS.zone + DAYS.lead}::int
        and (o.remind_on <= (${to} at time zone 'UTC')::date + ${DAYS.zone}::int
          or o.date <= (${to} at time zone 'UTC')::date + ${DAYS.zone}::int)
        and (
          ${isDue(sql`((o.date + 1 + s.morning::time) at time zone a.time_zone)`)}
          or exists (
            select from unnest(o.reminders) as minutes
            where ${isDue(sql`(case when o.time is null
              then (o.date + s.morning::time) at time zone a.time_zone
              else (o.date + o.time) at time zone h.time_zone end - make_interval(mins => minutes))`)}
          )
        )
        ${after === null ? sql`` : sql`and (o.household_id, o.id, m.user_id) > (${sql.join([...after])})`}
      order by o.household_id, o.id, m.user_id limit ${limit}
    `.execute(this.#db);
    return rows;
  }
}
