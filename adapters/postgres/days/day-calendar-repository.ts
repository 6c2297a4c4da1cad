import { sql, type RawBuilder } from 'kysely';
import type { DayCalendarRepository, FetchClaim } from '../../../application/days/ports.js';
import type { DayCalendar } from '../../../domain/days/calendar.js';
import type { DayCalendarId, HouseholdId } from '../../../domain/shared/ids.js';
import type { Database } from '../database.js';
import { instant, json, mapTable } from '../field-map.js';
import { timestamp, type DatabaseSchema } from '../schema.js';
import { RecordedJournal } from '../sync/journal.js';

export const DAY_CALENDARS = mapTable<DayCalendar, DatabaseSchema['day_calendars']>({
  id: 'id',
  householdId: 'household_id',
  name: 'name',
  days: json('days'),
  ignored: json('ignored'),
  url: 'url',
  host: 'host',
  etag: 'etag',
  fetchedAt: instant('fetched_at'),
  nextFetchAt: instant('next_fetch_at'),
  claimedUntil: instant('claimed_until'),
  failures: 'failures',
  error: 'error',
});

export class PostgresDayCalendarRepository implements DayCalendarRepository {
  readonly #db: Database;
  readonly #journal: RecordedJournal;

  constructor(db: Database, journal = new RecordedJournal()) {
    this.#db = db;
    this.#journal = journal;
  }

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
    return this.#journal.locked('dayCalendar', all);
  }

  async insert(calendar: DayCalendar): Promise<void> {
    await this.#db.insertInto('day_calendars').values(DAY_CALENDARS.toRow(calendar)).execute();
    this.#journal.inserted('dayCalendar', [calendar]);
  }

  async save(calendar: DayCalendar): Promise<void> {
    const before =
      this.#journal.known('dayCalendar', calendar) ??
      (await this.lockAll(calendar.householdId)).find(({ id }) => id === calendar.id);
    if (before === undefined) return;
    await this.#db
      .updateTable('day_calendars')
      .set(DAY_CALENDARS.toRow(calendar))
      .where('household_id', '=', calendar.householdId)
      .where('id', '=', calendar.id)
      .execute();
    this.#journal.note('dayCalendar', before, calendar);
  }

  async remove(householdId: HouseholdId, id: DayCalendarId): Promise<boolean> {
    const { rows } = await sql<DayCalendar>`
      delete from day_calendars where household_id = ${householdId} and id = ${id} returning ${DAY_CALENDARS.select()}
    `.execute(this.#db);
    this.#journal.removed('dayCalendar', rows);
    return rows.length > 0;
  }

  async claimDue({ now, until, limit, only = null }: FetchClaim): Promise<readonly DayCalendar[]> {
    const which = only && sql`and household_id = ${only.householdId} and id = ${only.id}`;
    const { rows } = await sql<DayCalendar>`
      with due as (
        select household_id, id from day_calendars
        where next_fetch_at <= ${timestamp(now)} and (claimed_until is null or claimed_until <= ${timestamp(now)})
          ${which ?? sql``}
        order by next_fetch_at limit ${limit} for no key update skip locked
      )
      update day_calendars c set claimed_until = ${timestamp(until)} from due
      where c.household_id = due.household_id and c.id = due.id
      returning ${DAY_CALENDARS.select('c')}
    `.execute(this.#db);
    return rows;
  }

  async withUrlForUpdate(after: DayCalendarId | null, limit: number): Promise<readonly DayCalendar[]> {
    const all = await this.#select(sql`
      url is not null and ${after === null ? sql`true` : sql`id > ${after}`}
      order by id limit ${limit} for no key update
    `);
    return this.#journal.locked('dayCalendar', all);
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly DayCalendar[]> {
    const { rows } = await sql<DayCalendar>`
      select ${DAY_CALENDARS.select()} from day_calendars where ${which}
    `.execute(this.#db);
    return rows;
  }
}
