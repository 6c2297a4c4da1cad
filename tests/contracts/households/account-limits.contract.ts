import { describe, expect, test } from '@jest/globals';
import type { StoreScope } from '../../../application/composition/unit-of-work.js';
import { ACCOUNT_LIMITS, ACCOUNT_HOUSEHOLDS, type CountedRow } from '../../../domain/limits/limits.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { DAY_MS } from '../../../domain/shared/durations.js';
import { firstListId } from '../../../domain/shopping/list.js';
import { anAccount } from '../../builders/account.js';
import { aDayCalendar, aPause } from '../../builders/days.js';
import { aHousehold, aMember } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { aTemplateTask } from '../../builders/template.js';
import { inOne, times, type Contract } from '../persistence.js';

type Place = { readonly householdId: ReturnType<typeof aHousehold>['id']; readonly memberId: MemberId };
type Insert = (scope: StoreScope, place: Place) => Promise<void>;

const template = ({ householdId }: Place) => ({
  ...{ id: anId<never>(), householdId, name: 'Week', tasks: [aTemplateTask()] },
  ...{ createdAt: NOON, updatedAt: NOON },
});
const display = (kind: 'DISPLAY' | 'PASS', { householdId, memberId }: Place) => ({
  ...{ id: anId<never>(), householdId, kind, name: 'Kitchen', memberId: null, tokenHash: anId() },
  ...{ createdBy: memberId, createdAt: NOON, lastSeenAt: null },
  ...{ firstDate: null, lastDate: null, expiresAt: null },
});

const PASS_DAYS = {
  firstDate: civilDate('2026-11-21'),
  lastDate: civilDate('2026-12-01'),
  expiresAt: NOON + 10 * DAY_MS,
};

/** How to insert one row of each kind. Kinds whose limit is in the thousands are left out. */
const KINDS: Readonly<Partial<Record<CountedRow, Insert>>> = {
  templates: ({ templates }, place) => templates.insert(template(place)),
  shoppingLists: ({ shopping }, { householdId }) =>
    shopping.saveList({ id: anId<never>(), householdId, name: 'Shop', sections: [], position: 1 }),
  dayCalendars: ({ dayCalendars }, { householdId }) => dayCalendars.insert(aDayCalendar({ householdId })),
  pauses: ({ pauses }, { householdId, memberId }) =>
    pauses.insert(aPause({ id: anId<never>(), householdId, createdBy: memberId, to: null })),
  displays: ({ displays }, place) => displays.insert(display('DISPLAY', place)),
  passes: ({ displays }, place) =>
    displays.insert({ ...display('PASS', place), memberId: place.memberId, ...PASS_DAYS }),
  feeds: ({ feeds }, { householdId, memberId }) =>
    feeds.insert({
      ...{ id: anId<never>(), householdId, memberId, personal: false, tokenHash: anId() },
      ...{ createdAt: NOON, lastUsedAt: null },
    }),
};

export const accountCeilingsContract: Contract = (persistence) => {
  /**
   * Creates an account that is a member of ACCOUNT_HOUSEHOLDS + 1 households. The limits of an account are
   * what ACCOUNT_HOUSEHOLDS households may have.
   */
  async function anAccountOfMany(): Promise<readonly Place[]> {
    const account = anAccount();
    const homes = times(ACCOUNT_HOUSEHOLDS + 1, () => aHousehold());
    await inOne(persistence(), async ({ accounts, households }) => {
      await accounts.insert(account);
      for (const home of homes) {
        await households.insert(home);
        await households.insertMember(aMember({ id: account.id, householdId: home.id }));
      }
    });
    return homes.map(({ id: householdId }) => ({ householdId, memberId: account.id as string as MemberId }));
  }
  const acting = <T>(place: Place, work: (scope: StoreScope) => Promise<T>) =>
    inOne(persistence(), (scope) => {
      scope.quota.setActor(place, NOON);
      return work(scope);
    });

  describe('the limits of an account', () => {
    test.each(Object.entries(KINDS))(
      'apply to the rows of the account in all its households: %s',
      async (kind, insert) => {
        const places = await anAccountOfMany();
        const [first, last] = [places[0]!, places.at(-1)!];
        const most = ACCOUNT_LIMITS[kind as CountedRow];
        await acting(first, async (scope) => {
          for (let i = 0; i < most; i++) await insert(scope, first);
        });
        await expect(acting(last, (scope) => insert(scope, last))).rejects.toMatchObject({
          code: 'LIMIT_REACHED',
          details: { limit: `account${kind[0]!.toUpperCase()}${kind.slice(1)}` },
        });
        // A row that the service creates itself is counted for no account, so it is not refused.
        await inOne(persistence(), (scope) => insert(scope, last));
      },
    );

    test('do not count pauses that have ended, nor the first shopping list of a household', async () => {
      const places = await anAccountOfMany();
      const last = places.at(-1)!;
      const day = civilDate(new Date(NOON - 10 * DAY_MS).toISOString().slice(0, 10));
      // Without an acting member, rows are not counted for an account.
      await inOne(persistence(), async ({ pauses }) => {
        for (const { householdId, memberId } of places)
          for (let i = 0; i < ACCOUNT_LIMITS.pauses / ACCOUNT_HOUSEHOLDS; i++)
            await pauses.insert(
              aPause({ id: anId<never>(), householdId, createdBy: memberId, from: day, to: day }),
            );
      });
      await acting(last, (scope) => KINDS.pauses!(scope, last));
      await acting(last, async (scope) => {
        for (let i = 0; i < ACCOUNT_LIMITS.shoppingLists; i++) await KINDS.shoppingLists!(scope, last);
      });
      const id = firstListId(last.householdId);
      await acting(last, ({ shopping }) =>
        shopping.saveList({ id, householdId: last.householdId, name: 'Market', sections: [], position: 0 }),
      );
    });

    test('make the shopping history ignore new names without an error once they are reached', async () => {
      const places = await anAccountOfMany();
      const last = places.at(-1)!;
      const line = (name: string) => ({
        ...{ name, quantity: null, unit: null, note: null, section: null, sectionByHand: false },
      });
      const names = (prefix: string) => times(2_000, (i) => line(`${prefix} ${'abcdefghij'[i % 10]}${i}`));
      for (const [i, place] of places.slice(0, ACCOUNT_HOUSEHOLDS).entries())
        await acting(place, ({ shopping }) =>
          shopping.remember(place.householdId, names(`thing ${i}`), NOON),
        );
      const known = async ({ householdId }: Place) =>
        persistence().readers.shopping.suggestions(householdId, 'rice', 5);
      const one = line('rice');
      await acting(last, ({ shopping }) => shopping.remember(last.householdId, [one], NOON));
      expect(await known(last)).toEqual([]);
      await inOne(persistence(), ({ shopping }) => shopping.remember(last.householdId, [one], NOON));
      expect((await known(last)).map(({ name }) => name)).toEqual(['rice']);
      await acting(last, ({ shopping }) =>
        shopping.remember(last.householdId, [{ ...one, unit: 'kg' }], NOON),
      );
      expect((await known(last)).map(({ unit }) => unit)).toEqual(['kg']);
    });
  });
};
