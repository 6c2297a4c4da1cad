import { sql, type RawBuilder } from 'kysely';
import type {
  Badge,
  DueAgenda,
  MemberNow,
  NotificationRepository,
  NotificationTarget,
} from '../../../application/notifications/ports.js';
import type { Notification, NotificationId } from '../../../domain/notifications/notification.js';
import { completePreferences, type StoredPreferences } from '../../../domain/notifications/preferences.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { toMinutes } from '../../../domain/shared/civil-time.js';
import type { HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import {
  compareSortKeys,
  newestFirst,
  type Page,
  cutPage,
  type PageRequest,
} from '../../../domain/shared/page.js';
import type { Instant, TimeZone } from '../../../domain/shared/zone.js';
import { listColumns, timestamp } from '../field-map.js';
import { listHouseholdsOf } from '../households/lookups.js';
import { createdAfter } from '../newest-first.js';
import { JournaledRepository } from '../sync/journal.js';
import { visibleTo } from '../tasks/occurrence-list.js';
import { changeUnlockedRows } from '../unlocked-rows.js';
import { NOTIFICATIONS } from '../schema.js';

const COLUMNS = NOTIFICATIONS.select();

export class PostgresNotificationRepository extends JournaledRepository implements NotificationRepository {
  async list(
    householdId: HouseholdId,
    recipient: MemberId,
    { unread }: { unread: boolean },
    { limit, after }: PageRequest,
  ): Promise<Page<Notification>> {
    const { rows } = await sql<Notification>`
      select ${COLUMNS} from notifications
      where ${notificationsShownTo(householdId, recipient)}
        ${unread ? sql`and read_at is null` : sql``} ${createdAfter(after)}
      order by created_at desc, id limit ${limit + 1}
    `.execute(this.db);
    return cutPage(rows, limit, newestFirst);
  }

  async listAll(
    userId: UserId,
    { unread }: { unread: boolean },
    { limit, after }: PageRequest,
  ): Promise<Page<Notification>> {
    const rows: Notification[] = [];
    for (const home of await listHouseholdsOf(this.db, userId)) {
      const { rows: own } = await sql<Notification>`
        select ${NOTIFICATIONS.select('notifications')} from members m
        join notifications on ${notificationsShownTo(home, sql`m.user_id`)}
        where m.household_id = ${home} and m.account_id = ${userId} and m.left_at is null
          ${unread ? sql`and read_at is null` : sql``} ${createdAfter(after)}
        order by created_at desc, id limit ${limit + 1}
      `.execute(this.db);
      rows.push(...own);
    }
    return cutPage(rows.toSorted(byCreation), limit, newestFirst);
  }

  async badges(homes: readonly MemberNow[]): Promise<readonly Badge[]> {
    const badges: Badge[] = [];
    for (const { householdId, memberId, now } of homes) {
      const minute = toMinutes(now.time);
      const overdue = sql`(sort_date < ${now.date} or (sort_minute >= 0 and sort_minute < ${minute}))`;
      const { rows } = await sql<Omit<Badge, 'householdId'>>`
        select count(*) filter (where not ${overdue}) as "dueToday", count(*) filter (where ${overdue}) as overdue, (
            select count(*) from notifications
            where ${notificationsShownTo(householdId, memberId)} and notifications.read_at is null
          ) as unread, (
            select count(*) from swaps s
            join occurrences on occurrences.household_id = s.household_id and occurrences.id = s.with_occurrence_id
            where s.household_id = ${householdId} and s.status = 'OPEN'
              and ${answersOneOfThem({ householdId, memberId, today: now.date })}
          ) as "openSwaps"
        from occurrences
        where household_id = ${householdId} and deleted_at is null and status = 'TODO' and sort_date <= ${now.date}
          and ${visibleTo(memberId)} and ${memberId} = any(responsible_member_ids)
      `.execute(this.db);
      badges.push(...rows.map((row) => ({ householdId, ...row })));
    }
    return badges;
  }

  async preferences(userId: UserId): Promise<StoredPreferences | null> {
    const row = await this.db
      .selectFrom('notification_preferences')
      .select('preferences')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.preferences ?? null;
  }

  async insertNew(notifications: readonly Notification[]): Promise<readonly Notification[]> {
    if (notifications.length === 0) return [];
    // `params` is embedded as JSON and not as text.
    const records = notifications.map((one) => ({ ...NOTIFICATIONS.toRow(one), params: one.params }));
    const columns = listColumns(Object.keys(records[0] ?? {}));
    const { rows } = await sql<{ id: NotificationId }>`
      insert into notifications (${columns})
      select ${columns} from jsonb_populate_recordset(null::notifications, ${JSON.stringify(records)}::jsonb)
      on conflict (household_id, recipient_id, type, cause) do nothing
      returning id
    `.execute(this.db);
    const written = new Set(rows.map(({ id }) => id));
    const inserted = notifications.filter(({ id }) => written.has(id));
    this.journal.inserted('notification', inserted);
    return inserted;
  }

  async markRead(
    householdId: HouseholdId,
    recipient: MemberId,
    id: NotificationId,
    at: Instant,
  ): Promise<Notification | null> {
    const [found] = await this.#markRead(
      householdId,
      sql`${notificationsShownTo(householdId, recipient)} and id = ${id}`,
      at,
    );
    return found ?? null;
  }

  async markAllRead(householdId: HouseholdId, recipient: MemberId, at: Instant): Promise<number> {
    const unread = sql`${notificationsShownTo(householdId, recipient)} and read_at is null`;
    return (await this.#markRead(householdId, unread, at)).length;
  }

  async #markRead(
    householdId: HouseholdId,
    which: RawBuilder<unknown>,
    at: Instant,
  ): Promise<readonly Notification[]> {
    const { rows } = await sql<Notification>`
      with was as materialized (
        select ${COLUMNS} from notifications where ${which} order by id for no key update
      )
      update notifications n set read_at = coalesce(n.read_at, ${timestamp(at)})
      from was where n.household_id = ${householdId} and n.id = was.id
      returning ${NOTIFICATIONS.fields('was')}
    `.execute(this.db);
    const read = (one: Notification) => ({ ...one, readAt: one.readAt ?? at });
    this.journal.changed('notification', rows, read);
    return rows.map(read);
  }

  async reachable(
    householdIds: readonly HouseholdId[],
    memberIds: readonly MemberId[],
  ): Promise<ReadonlyMap<MemberId, NotificationTarget>> {
    const { rows } = await sql<{
      member_id: MemberId;
      user_id: UserId;
      time_zone: TimeZone;
      preferences: StoredPreferences | null;
      has_devices: boolean;
      email_verified: boolean;
    }>`
      select m.user_id as member_id, a.id as user_id, a.time_zone, a.email_verified, p.preferences,
        exists (select from devices d where d.user_id = a.id) as has_devices
      from members m
      join accounts a on a.id = m.account_id and a.disabled_at is null
      left join notification_preferences p on p.user_id = a.id
      where m.household_id = any(${householdIds}::uuid[]) and m.user_id = any(${memberIds}::uuid[])
    `.execute(this.db);
    return new Map(
      rows.map(({ preferences, ...row }) => [
        row.member_id,
        {
          userId: row.user_id,
          timeZone: row.time_zone,
          preferences: completePreferences(preferences),
          hasDevices: row.has_devices,
          emailVerified: row.email_verified,
        },
      ]),
    );
  }

  async savePreferences(userId: UserId, preferences: StoredPreferences): Promise<void> {
    const text = JSON.stringify(preferences);
    await this.db
      .insertInto('notification_preferences')
      .values({ user_id: userId, preferences: text })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ preferences: text }))
      .execute();
  }

  async planAgenda(userId: UserId, at: Instant | null): Promise<void> {
    await this.db
      .updateTable('notification_preferences')
      .set({ agenda_at: at === null ? null : timestamp(at) })
      .where('user_id', '=', userId)
      .execute();
  }

  async dueAgendas(now: Instant, limit: number): Promise<readonly DueAgenda[]> {
    const { rows } = await sql<
      Omit<DueAgenda, 'preferences'> & { readonly preferences: StoredPreferences | null }
    >`
      select p.user_id as "userId", p.preferences, p.agenda_at as at, a.time_zone as "timeZone",
        a.disabled_at is not null as "isDisabled", a.email_verified as "emailVerified",
        exists (select from devices d where d.user_id = p.user_id) as "hasDevices"
      from notification_preferences p join accounts a on a.id = p.user_id
      where p.agenda_at <= ${timestamp(now)}
      order by p.agenda_at, p.user_id limit ${limit}
      for update of p skip locked
    `.execute(this.db);
    return rows.map((row) => ({ ...row, preferences: completePreferences(row.preferences) }));
  }

  async claimAgendaMail(userId: UserId, date: CivilDate): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('notification_preferences')
      .set({ agenda_mailed_on: date })
      .where('user_id', '=', userId)
      .where((where) =>
        where.or([where('agenda_mailed_on', 'is', null), where('agenda_mailed_on', '<', date)]),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async releaseAgendaMail(userId: UserId, date: CivilDate): Promise<void> {
    await this.db
      .updateTable('notification_preferences')
      .set({ agenda_mailed_on: null })
      .where('user_id', '=', userId)
      .where('agenda_mailed_on', '=', date)
      .execute();
  }

  async removeThoseOf(householdId: HouseholdId, recipient: MemberId): Promise<void> {
    const { rows } = await sql<Notification>`
      delete from notifications where household_id = ${householdId} and recipient_id = ${recipient}
      returning ${COLUMNS}
    `.execute(this.db);
    this.journal.removed('notification', rows);
  }

  async purge(before: Instant, limit: number): Promise<number> {
    const isOld = sql`created_at < ${timestamp(before)}`;
    const rows = await changeUnlockedRows(
      this.db,
      'notifications',
      isOld,
      limit,
      (isTaken) => sql<Notification>`delete from notifications where ${isTaken} returning ${COLUMNS}`,
    );
    this.journal.removed('notification', rows);
    return rows.length;
  }
}

/**
 * Returns the condition for the notifications of a recipient, without those about occurrences that the recipient may
 * not see.
 */
export function notificationsShownTo(
  householdId: HouseholdId,
  recipient: MemberId | RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`notifications.household_id = ${householdId} and notifications.recipient_id = ${recipient}
    and not exists (
      select from occurrences o
      where o.household_id = ${householdId} and o.id = notifications.occurrence_id
        and not ${visibleTo(recipient)}
    )`;
}

/**
 * Returns the condition that the member answers a swap for one of the assignees on that day, as `listAnswerers` of
 * the domain decides. If the member has requested the swap, they must answer for another member.
 */
function answersOneOfThem({
  householdId,
  memberId,
  today,
}: Pick<MemberNow, 'householdId' | 'memberId'> & { readonly today: CivilDate }): RawBuilder<unknown> {
  return sql`exists (
    select from members p, lateral (
      select array_agg(g.user_id) as ids from members g
      where g.household_id = ${householdId} and g.user_id = any(p.manager_ids) and g.left_at is null and not g.proxy
        and g.grouping = 'ADULT' and ${today}::date between coalesce(g.active_from, '-infinity') and coalesce(g.active_until, 'infinity')
        and not exists (
          select from jsonb_to_recordset(g.away_periods) as away ("from" date, "to" date)
          where ${today}::date between away."from" and coalesce(away."to", 'infinity')
        )
    ) here
    where p.household_id = ${householdId} and p.user_id = any(responsible_member_ids) and p.left_at is null
      and (p.user_id <> ${memberId} or s.requested_by <> ${memberId}) and case
        when not p.proxy and p.grouping = 'ADULT' then p.user_id = ${memberId}
        else coalesce(${memberId} = any(here.ids), exists (
          select from members o where o.household_id = ${householdId} and o.user_id = ${memberId}
            and o.left_at is null and o.role = 'OWNER'
        )) end
  )`;
}

const byCreation = (one: Notification, other: Notification) =>
  compareSortKeys(newestFirst(one), newestFirst(other));
