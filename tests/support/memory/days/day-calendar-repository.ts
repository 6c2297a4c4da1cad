import type { DayCalendarRepository, FetchClaim } from '../../../../application/days/ports.js';
import type { DayCalendar } from '../../../../domain/days/calendar.js';
import type { DayCalendarId, HouseholdId } from '../../../../domain/shared/ids.js';
import { InMemoryLimitedRepository } from '../households/quota-guard.js';
import { toKey } from '../store.js';

export class InMemoryDayCalendarRepository
  extends InMemoryLimitedRepository
  implements DayCalendarRepository
{
  async list(householdId: HouseholdId): Promise<readonly DayCalendar[]> {
    return this.store.dayCalendars
      .filter((calendar) => calendar.householdId === householdId)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async ofHouseholds(
    householdIds: readonly HouseholdId[],
  ): Promise<ReadonlyMap<HouseholdId, readonly DayCalendar[]>> {
    const wanted = new Set(householdIds);
    const all = this.store.dayCalendars
      .filter((calendar) => wanted.has(calendar.householdId))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return Map.groupBy(all, ({ householdId }) => householdId);
  }

  lockAll(householdId: HouseholdId): Promise<readonly DayCalendar[]> {
    return this.list(householdId);
  }

  async insert(calendar: DayCalendar): Promise<void> {
    const { householdId, id } = calendar;
    const createdBy = await this.quota.reserveRow('dayCalendars', householdId);
    this.store.creators.set(toKey(householdId, id), { householdId, createdBy });
    this.store.dayCalendars.set(toKey(householdId, id), calendar);
  }

  async save(calendar: DayCalendar): Promise<void> {
    const key = toKey(calendar.householdId, calendar.id);
    const before = this.store.dayCalendars.get(key);
    if (before === undefined) return;
    this.quota.requireSpaceFor([before.days, before.ignored], [calendar.days, calendar.ignored]);
    this.store.dayCalendars.set(key, calendar);
  }

  async claimDue({ now, until, limit, only = null }: FetchClaim): Promise<readonly DayCalendar[]> {
    const isMeant = ({ householdId, id }: DayCalendar) =>
      only === null || (householdId === only.householdId && id === only.id);
    const due = this.store.dayCalendars
      .filter((one) => isMeant(one) && one.nextFetchAt !== null && one.nextFetchAt <= now)
      .filter(({ claimedUntil }) => claimedUntil === null || claimedUntil <= now)
      .sort((a, b) => (a.nextFetchAt ?? 0) - (b.nextFetchAt ?? 0))
      .slice(0, limit)
      .map((one) => ({ ...one, claimedUntil: until }));
    for (const one of due) await this.save(one);
    return due;
  }

  async withUrlForUpdate(after: DayCalendarId | null, limit: number): Promise<readonly DayCalendar[]> {
    return this.store.dayCalendars
      .filter(({ url, id }) => url !== null && (after === null || id > after))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  async remove(householdId: HouseholdId, id: DayCalendarId): Promise<boolean> {
    return this.store.dayCalendars.delete(toKey(householdId, id));
  }
}
