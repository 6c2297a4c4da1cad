import { describe, expect, test } from '@jest/globals';
import type { DayCalendar } from '../../../domain/days/calendar.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDayCalendar } from '../../builders/days.js';
import { aStoredHome, inOne, times, type Contract, type Home } from '../persistence.js';

export const dayCalendarRepositoryContract: Contract = (persistence) => {
  const insert = (...calendars: readonly DayCalendar[]) =>
    inOne(persistence(), async (scope) => {
      for (const calendar of calendars) await scope.dayCalendars.insert(calendar);
    });
  const list = ({ household }: Home) => persistence().readers.dayCalendars.list(household.id);

  describe('calendars of days', () => {
    test('are listed by id with all fields, only in their household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const calendars = times(3, () =>
        aDayCalendar({ householdId: home.household.id, ignored: ['Été', '"'] }),
      );
      await insert(...calendars.toReversed(), aDayCalendar({ householdId: other.household.id }));
      const sorted = calendars.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(await list(home)).toEqual(sorted);
      const locked = await inOne(persistence(), ({ dayCalendars }) =>
        dayCalendars.lockAll(home.household.id),
      );
      expect(locked).toEqual(sorted);
    });

    test('are saved if they exist, and not created when an unknown calendar is saved', async () => {
      const home = await aStoredHome(persistence());
      const calendar = aDayCalendar({ householdId: home.household.id });
      await insert(calendar);
      const changed: DayCalendar = {
        ...{ ...calendar, name: 'Tip', days: [], ignored: ['Toussaint'] },
        warnings: [{ code: 'RULE_NOT_SUPPORTED', count: 2, examples: ['Fair'] }],
        keptBefore: civilDate('2027-01-01'),
      };
      await inOne(persistence(), async ({ dayCalendars }) => {
        await dayCalendars.save(changed);
        await dayCalendars.save(aDayCalendar({ householdId: home.household.id }));
      });
      expect(await list(home)).toEqual([changed]);
    });

    test('can be removed once, only in their household, and are removed with the household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [first, second] = times(2, () => aDayCalendar({ householdId: home.household.id }));
      await insert(first!, second!);
      const remove = ({ household }: Home) =>
        inOne(persistence(), ({ dayCalendars }) => dayCalendars.remove(household.id, first!.id));
      expect(await remove(other)).toBe(false);
      const removed = await Promise.all(times(5, () => remove(home)));
      expect(removed.filter(Boolean)).toHaveLength(1);
      expect(await list(home)).toEqual([second]);
      await inOne(persistence(), ({ households }) => households.remove(home.household.id));
      expect(await list(home)).toEqual([]);
    });

    test('are claimed once when they are due for a fetch, the longest waiting first', async () => {
      const home = await aStoredHome(persistence());
      const fetched = { url: 'sealed', host: 'x.example.com', etag: '"1"', fetchedAt: 5_000 } as const;
      const at = (nextFetchAt: number) =>
        aDayCalendar({ householdId: home.household.id, ...fetched, nextFetchAt });
      const [late, first, second] = [at(90_000), at(1_000), at(2_000)];
      await insert(late, second, first, aDayCalendar({ householdId: home.household.id }));
      const claim = (now: number, limit: number, only: DayCalendar | null = null) =>
        inOne(persistence(), ({ dayCalendars }) =>
          dayCalendars.claimDue({ now, until: now + 10_000, limit, only }),
        );
      const idsOf = (found: readonly DayCalendar[]) => found.map(({ id }) => id);
      expect(idsOf(await claim(10_000, 1))).toEqual([first.id]);
      const rest = await Promise.all([claim(10_000, 5), claim(10_000, 5), claim(10_000, 5)]);
      expect(idsOf(rest.flat())).toEqual([second.id]);
      expect(await claim(20_000, 5, late)).toEqual([]);
      expect(await claim(20_000, 5, second)).toEqual([{ ...second, claimedUntil: 30_000 }]);
      expect(await claim(20_000, 5)).toEqual([{ ...first, claimedUntil: 30_000 }]);
    });

    test('with an address are listed and locked by id, in pages', async () => {
      const home = await aStoredHome(persistence());
      const made = times(3, () =>
        aDayCalendar({ householdId: home.household.id, url: 'sealed', host: 'x.org', nextFetchAt: 1_000 }),
      ).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      await insert(...made, aDayCalendar({ householdId: home.household.id }));
      const page = (after: DayCalendar['id'] | null) =>
        inOne(persistence(), ({ dayCalendars }) => dayCalendars.withUrlForUpdate(after, 1_000));
      const own = (all: readonly DayCalendar[]) =>
        all.filter(({ householdId }) => householdId === home.household.id);
      expect(own(await page(null))).toEqual(made);
      expect(own(await page(made[1]!.id))).toEqual([made[2]]);
    });

    test('are unchanged after their unit of work fails', async () => {
      const home = await aStoredHome(persistence());
      const calendar = aDayCalendar({ householdId: home.household.id });
      await insert(calendar);
      const run = inOne(persistence(), async ({ dayCalendars }) => {
        await dayCalendars.insert(aDayCalendar({ householdId: home.household.id }));
        await dayCalendars.remove(home.household.id, calendar.id);
        throw new Error('surprise');
      });
      await expect(run).rejects.toThrow('surprise');
      expect(await list(home)).toEqual([calendar]);
    });
  });
};
