import { sql, type RawBuilder } from 'kysely';
import type { DayCalendarRepository, FetchClaim } from '../../../application/days/ports.js';
import type { DayCalendar } from '../../../domain/days/calendar.js';
import type { DayCalendarId, HouseholdId } from '../../../domain/shared/ids.js';
import { updateRow } from '../database.js';
import { LimitedJournaledRepository } from '../households/usage.js';
import { timestamp } from '../field-map.js';
import { DAY_CALENDARS } from '../schema.js';

type Key = Pick<DayCalendar, 'householdId' | 'id'>;

export class PostgresDayCalendarRepository
  extends LimitedJournaledRepository
  implements DayCalendarRepository
{
  list(householdId: HouseholdId): Promise<readonly DayCalendar[]> {
    return this.#select(sql`household_id = ${householdId} order by id`);
  }

  async ofHouseholds(
    householdIds: readonly HouseholdId[],
  ): Promise<ReadonlyMap<HouseholdId, readonly DayCalendar[]>> {
    const all = await this.#select(sql`household_id = any(${householdIds}) order by household_id, id`);
    return Map.groupBy(all, ({ householdId }) => householdId);
  }

  async lockAll(householdId: HouseholdId): Promise<readonly DayCalendar[]> {
    const all = await this.#select(sql`household_id = ${householdId} order by id for no key update`);
    return this.journal.locked('dayCalendar', all);
  }

  async insert(calendar: DayCalendar): Promise<void> {
    const createdBy = await this.quota.reserveRow('dayCalendars', calendar.householdId);
    const row = { ...DAY_CALENDARS.toRow(calendar), created_by: createdBy };
    await this.db.insertInto('day_calendars').values(row).execute();
    this.journal.inserted('dayCalendar', [calendar]);
  }

  async save(calendar: DayCalendar): Promise<void> {
    const before =
      this.journal.known('dayCalendar', calendar) ??
      (await this.lockAll(calendar.householdId)).find((one) => one.id === calendar.id);
    if (before === undefined) return;
    this.quota.requireSpaceFor([before.days, before.ignored], [calendar.days, calendar.ignored]);
    await updateRow(this.db, 'day_calendars', DAY_CALENDARS.toRow(calendar));
    this.journal.note('dayCalendar', before, calendar);
  }

  async remove(householdId: HouseholdId, id: DayCalendarId): Promise<boolean> {
    const { rows } = await sql<DayCalendar>`
      delete from day_calendars where household_id = ${householdId} and id = ${id} returning ${DAY_CALENDARS.select()}
    `.execute(this.db);
    this.journal.removed('dayCalendar', rows);
    return rows.length > 0;
  }

  async claimDue({ now, until, limit, only = null }: FetchClaim): Promise<readonly DayCalendar[]> {
    const isDue = sql`
      next_fetch_at <= ${timestamp(now)} and (claimed_until is null or claimed_until <= ${timestamp(now)})`;
    const claim = async ({ householdId, id }: Key) => {
      const { rows } = await sql<DayCalendar>`
        update day_calendars set claimed_until = ${timestamp(until)}
        where household_id = ${householdId} and id in (
          select id from day_calendars where household_id = ${householdId} and id = ${id} and ${isDue}
          for no key update skip locked
        )
        returning ${DAY_CALENDARS.select()}
      `.execute(this.db);
      return rows;
    };
    if (only !== null) return claim(only);
    const claimed: DayCalendar[] = [];
    // Calendars that another worker is claiming at the same time still look due. Their ids are collected here, so
    // that the loop does not find them again.
    const passed: DayCalendarId[] = [];
    while (claimed.length < limit) {
      const isLeft = sql`${isDue} and not id = any(${passed}::uuid[])`;
      const keys = await this.#keys(sql`${isLeft} order by next_fetch_at limit ${limit - claimed.length}`);
      for (const key of keys) {
        const rows = await claim(key);
        if (rows.length === 0) passed.push(key.id);
        claimed.push(...rows);
      }
      if (keys.length === 0) break;
    }
    return claimed;
  }

  async withUrlForUpdate(after: DayCalendarId | null, limit: number): Promise<readonly DayCalendar[]> {
    const isNext = after === null ? sql`true` : sql`id > ${after}`;
    const keys = await this.#keys(sql`url is not null and ${isNext} order by id limit ${limit}`);
    const all: DayCalendar[] = [];
    for (const { householdId, id } of keys)
      all.push(
        ...(await this.#select(
          sql`household_id = ${householdId} and id = ${id} and url is not null for no key update`,
        )),
      );
    return this.journal.locked('dayCalendar', all);
  }

  async #keys(which: RawBuilder<unknown>): Promise<readonly Key[]> {
    const { rows } = await sql<Key>`
      select household_id as "householdId", id from day_calendars where ${which}
    `.execute(this.db);
    return rows;
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly DayCalendar[]> {
    const { rows } = await sql<DayCalendar>`
      select ${DAY_CALENDARS.select()} from day_calendars where ${which}
    `.execute(this.db);
    return rows;
  }
}
