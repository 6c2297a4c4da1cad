import { describe, expect, test } from '@jest/globals';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { RememberedLine, ShoppingRepository } from '../../../application/shopping/ports.js';
import { HISTORY_LIMIT, type ShoppingItem } from '../../../domain/shopping/item.js';
import {
  firstList,
  type ShoppingList,
  type ShoppingListEdit,
  type ShoppingListId,
} from '../../../domain/shopping/list.js';
import { PURCHASES_KEPT } from '../../../domain/shopping/staples.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { aStoredHome, inOne, throughPages, times, type Contract, type Home } from '../persistence.js';

export const shoppingRepositoryContract: Contract = (persistence) => {
  const anItem = ({ household, members }: Home, fields: Partial<ShoppingItem> = {}): ShoppingItem => ({
    id: anId(),
    householdId: household.id,
    listId: null,
    name: 'milk',
    quantity: null,
    unit: null,
    note: null,
    section: null,
    position: 0,
    checked: false,
    checkedBy: null,
    checkedAt: null,
    tickedAt: null,
    addedBy: members[0].id,
    createdAt: NOON,
    updatedAt: NOON,
    ...fields,
  });
  const aLine = (name: string, fields: Partial<RememberedLine> = {}): RememberedLine => ({
    name,
    quantity: null,
    unit: null,
    note: null,
    section: null,
    sectionByHand: false,
    ...fields,
  });
  const checkedBy = ({ members }: Home) => ({
    checked: true,
    checkedBy: members[1].id,
    checkedAt: NOON + 1,
    tickedAt: NOON + 2,
  });
  const save = (...items: readonly ShoppingItem[]) =>
    inOne(persistence(), ({ shopping }) => shopping.saveAll(items));
  const list = ({ household }: Home, limit = 10) =>
    throughPages((page) => persistence().readers.shopping.list(household.id, page), limit);
  const remember = (id: HouseholdId, at: number, ...lines: RememberedLine[]) =>
    inOne(persistence(), ({ shopping }) => shopping.remember(id, lines, at));
  const suggest = async (id: HouseholdId, prefix = '', limit = 10) =>
    (await persistence().readers.shopping.suggestions(id, prefix, limit)).map(({ name }) => name);

  describe('shopping items', () => {
    test('are found with all fields, only in their household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const whole = anItem(home, {
        quantity: 0.125,
        unit: 'kg',
        note: 'ripe',
        section: 'Fruit',
        position: 3,
        updatedAt: NOON + 2,
        ...checkedBy(home),
      });
      const bare = anItem(home);
      await save(whole, bare);
      expect(await list(home)).toEqual([bare, whole]);
      expect(await list(other)).toEqual([]);
      const find = (householdId: HouseholdId) =>
        inOne(persistence(), ({ shopping }) => shopping.findForUpdate(householdId, whole.id));
      expect(await find(home.household.id)).toEqual(whole);
      expect(await find(other.household.id)).toBeNull();
    });

    test.each([1, 2, 4, 5])('are listed by position, then id, in pages of %i', async (limit) => {
      const home = await aStoredHome(persistence());
      const items = [2, 0, 0, 7].map((position) => anItem(home, { position }));
      await save(...items);
      const listed = await list(home, limit);
      expect(listed.map((item) => items.indexOf(items.find(({ id }) => id === item.id)!))).toEqual([
        1, 2, 0, 3,
      ]);
      expect(await inOne(persistence(), ({ shopping }) => shopping.whole(home.household.id))).toEqual(listed);
    });

    test('can be changed and added in the same call', async () => {
      const home = await aStoredHome(persistence());
      const item = anItem(home, checkedBy(home));
      await save(item);
      const changed = {
        ...item,
        name: 'oat milk',
        checked: false,
        checkedBy: null,
        checkedAt: null,
        position: 5,
      };
      const added = anItem(home, { position: 6 });
      await save(changed, added);
      expect(await list(home)).toEqual([changed, added]);
      await save();
    });

    test('are removed by only one of 5 parallel calls', async () => {
      const home = await aStoredHome(persistence());
      const [item, kept] = [anItem(home), anItem(home)];
      await save(item, kept);
      const remove = () =>
        inOne(persistence(), ({ shopping }) => shopping.remove(home.household.id, item.id));
      const removed = await Promise.all(times(5, remove));
      expect(removed.filter(Boolean)).toHaveLength(1);
      expect(await list(home)).toEqual([kept]);
    });

    test('that are checked are all removed from a list by one call, and unchecked items stay [T-S6]', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [kept, elsewhere] = [anItem(home), anItem(other, checkedBy(other))];
      await save(anItem(home, checkedBy(home)), anItem(home, checkedBy(home)), kept, elsewhere);
      const clear = () =>
        inOne(persistence(), ({ shopping }) => shopping.removeChecked(home.household.id, { listId: null }));
      expect(await clear()).toBe(2);
      expect(await clear()).toBe(0);
      expect(await list(home)).toEqual([kept]);
      expect(await list(other)).toEqual([elsewhere]);
    });

    test('are neither added nor changed by a unit of work that fails, which also adds no names to the suggestions', async () => {
      const home = await aStoredHome(persistence());
      const item = anItem(home);
      await save(item);
      const run = inOne(persistence(), async ({ shopping }) => {
        await shopping.saveAll([{ ...item, name: 'x' }, anItem(home)]);
        await shopping.remember(home.household.id, [aLine('x')], NOON);
        throw new Error('surprise');
      });
      await expect(run).rejects.toThrow('surprise');
      expect(await list(home)).toEqual([item]);
      expect(await suggest(home.household.id)).toEqual([]);
    });
  });

  describe('shopping lists', () => {
    const aList = ({ household }: Home, fields: Partial<ShoppingList> = {}): ShoppingList => ({
      ...{ id: anId(), householdId: household.id, name: 'Market', sections: [], position: 1 },
      ...fields,
    });
    const lists = ({ household }: Home) => persistence().readers.shopping.lists(household.id);
    const keep = (...all: readonly ShoppingList[]) =>
      inOne(persistence(), async ({ shopping, households }) => {
        for (const list of all) {
          await households.findForUpdate(list.householdId);
          await shopping.lockLists(list.householdId);
          await shopping.saveList(list);
        }
      });
    const edit = ({ household }: Home, id: ShoppingListId, fields: ShoppingListEdit) =>
      inOne(persistence(), ({ shopping }) => shopping.editList(household.id, id, fields));

    test('are stored with all fields and can be removed once, only in their household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const list = aList(home, { sections: ['Fruit', 'Cheese'], position: 7 });
      await keep(list);
      expect(await lists(home)).toEqual([list]);
      expect(await lists(other)).toEqual([]);
      await keep({ ...list, name: 'Hall', sections: [] });
      expect(await lists(home)).toEqual([{ ...list, name: 'Hall', sections: [] }]);
      const remove = ({ household }: Home) =>
        inOne(persistence(), ({ shopping }) => shopping.removeList(household.id, list.id));
      expect(await remove(other)).toBe(false);
      expect(await remove(home)).toBe(true);
      expect(await remove(home)).toBe(false);
      expect(await lists(home)).toEqual([]);
    });

    test('are changed only in the fields that an edit contains', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const list = aList(home);
      await keep(list);
      const sorted = { ...list, sections: ['Fruit'] };
      expect(await edit(home, list.id, { sections: ['Fruit'] })).toEqual(sorted);
      expect(await edit(home, list.id, { name: 'Hall' })).toEqual({ ...sorted, name: 'Hall' });
      expect(await edit(home, list.id, {})).toEqual({ ...sorted, name: 'Hall' });
      expect(await edit(other, list.id, { name: 'Theirs' })).toBeNull();
      expect(await lists(home)).toEqual([{ ...sorted, name: 'Hall' }]);
    });

    test('have a stored row for the first list of a household only while its name or sections differ from the defaults', async () => {
      const home = await aStoredHome(persistence());
      const first = firstList(home.household.id);
      expect(await edit(home, first.id, { sections: [] })).toEqual(first);
      expect(await lists(home)).toEqual([]);
      expect(await edit(home, first.id, { sections: ['Fruit'] })).toEqual({ ...first, sections: ['Fruit'] });
      expect(await lists(home)).toEqual([{ ...first, sections: ['Fruit'] }]);
      expect(await edit(home, first.id, { sections: [] })).toEqual(first);
      expect(await lists(home)).toEqual([]);
      await keep({ ...first, name: 'Food' });
      expect(await lists(home)).toEqual([{ ...first, name: 'Food' }]);
      await keep(first);
      expect(await lists(home)).toEqual([]);
    });

    test('contain their own items, which are removed with the list', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = [aList(home), aList(home)];
      await keep(one, other);
      const ticked = checkedBy(home);
      const [first, onOne, onOther] = [null, one.id, other.id].map((listId) =>
        anItem(home, { listId, ...ticked }),
      ) as [ShoppingItem, ShoppingItem, ShoppingItem];
      await save(first, onOne, onOther);
      const on = async (listId: ShoppingListId | null) => {
        const page = { limit: 10, after: null };
        return (await persistence().readers.shopping.list(home.household.id, page, { listId })).rows;
      };
      expect(await list(home)).toHaveLength(3);
      expect(await on(null)).toEqual([first]);
      expect(await on(one.id)).toEqual([onOne]);
      const change = (work: (shopping: ShoppingRepository) => Promise<unknown>) =>
        inOne(persistence(), ({ shopping }) => work(shopping));
      expect(
        await change((shopping) => shopping.removeChecked(home.household.id, { listId: other.id })),
      ).toBe(1);
      expect(await on(other.id)).toEqual([]);
      await save({ ...first, listId: other.id });
      expect(await on(other.id)).toEqual([{ ...first, listId: other.id }]);
      await change((shopping) => shopping.removeList(home.household.id, one.id));
      expect(await list(home)).toEqual([{ ...first, listId: other.id }]);
    });
  });

  describe('the shopping history', () => {
    test('suggests names by frequency, then by last use, and leaves out names that are on a list', async () => {
      const home = await aStoredHome(persistence());
      const { id } = home.household;
      await remember(id, NOON, aLine('Lait'), aLine('Beurre'), aLine('Œufs'), aLine('Laitue'));
      await remember(id, NOON + 1, aLine('Œuf'), aLine('Laitue'));
      await remember(id, NOON + 2, aLine('Beurre'));
      expect(await suggest(id)).toEqual(['Beurre', 'Laitue', 'Œuf', 'Lait']);
      expect(await suggest(id, '', 2)).toEqual(['Beurre', 'Laitue']);
      expect(await suggest(id, 'lai')).toEqual(['Laitue', 'Lait']);
      await save(anItem(home, { name: 'laitues' }), anItem(home, { name: 'beurre', ...checkedBy(home) }));
      expect(await suggest(id)).toEqual(['Œuf', 'Lait']);
      expect(await suggest((await aStoredHome(persistence())).household.id)).toEqual([]);
    });

    test('finds names by the beginning of any word', async () => {
      const { household } = await aStoredHome(persistence());
      await remember(household.id, NOON, aLine('Crème fraîche'), aLine('100% jus'));
      expect(await suggest(household.id, 'frai')).toEqual(['Crème fraîche']);
      expect(await suggest(household.id, 'creme')).toEqual(['Crème fraîche']);
      expect(await suggest(household.id, 'raiche')).toEqual([]);
      expect(await suggest(household.id, '%')).toEqual([]);
      expect(await suggest(household.id, '_')).toEqual([]);
    });

    test('prefers the section that a member chose for a name over a guessed section', async () => {
      const home = await aStoredHome(persistence());
      const { id } = home.household;
      const sections = (...keys: string[]) =>
        inOne(persistence(), ({ shopping }) => shopping.knownSections(id, keys));
      const learn = (name: string, section: string | null) =>
        inOne(persistence(), ({ shopping }) =>
          shopping.learnSection(id, anItem(home, { name, section }), NOON),
        );
      const saidOf = (section: string) => ({ section, sectionByHand: true });
      await remember(id, NOON, aLine('Milk', saidOf('Cold')), aLine('Salt', { section: 'Grocery' }));
      await remember(id, NOON, aLine('milk', { section: 'Dairy' }));
      expect(await sections('milk', 'salt')).toEqual(new Map([['milk', 'Cold']]));
      await remember(id, NOON, aLine('milk', saidOf('Fridge')));
      expect(await sections('milk')).toEqual(new Map([['milk', 'Fridge']]));
      await learn('Milks', null);
      await learn('Sesame', 'Far away');
      await remember(id, NOON, aLine('milk', { section: 'Dairy' }));
      expect(await sections('milk', 'sesame')).toEqual(
        new Map([
          ['milk', null],
          ['sesame', 'Far away'],
        ]),
      );
      expect(await suggest(id)).toEqual(['milk', 'Salt', 'Sesame']);
    });

    test('remembers the last section, spelling and unit of a name', async () => {
      const { household } = await aStoredHome(persistence());
      await remember(household.id, NOON, aLine('Milk', { unit: 'l', section: 'Dairy' }));
      await remember(household.id, NOON, aLine('milk', { section: 'Cold' }));
      expect(await persistence().readers.shopping.suggestions(household.id, 'milk', 1)).toEqual([
        { name: 'milk', unit: 'l', section: 'Cold' },
      ]);
    });

    test('removes the oldest names when it has more than the maximum number of names', async () => {
      const { household } = await aStoredHome(persistence());
      const others = times(HISTORY_LIMIT, (i) => `thing ${i}`);
      const known = { sectionByHand: true };
      await remember(household.id, NOON, aLine('oldest', known), aLine('kept', known));
      await remember(household.id, NOON + 1, ...others.slice(1).map((name) => aLine(name, known)));
      await remember(household.id, NOON + 2, aLine('kept'));
      const left = await inOne(persistence(), ({ shopping }) =>
        shopping.knownSections(household.id, ['oldest', 'kept', ...others]),
      );
      expect(left.size).toBe(HISTORY_LIMIT);
      expect(left.has('oldest')).toBe(false);
      expect(left.has('kept')).toBe(true);
      const home = await aStoredHome(persistence());
      const learnt = { ...anItem(home, { name: 'learnt', section: 'Here' }), householdId: household.id };
      await inOne(persistence(), ({ shopping }) => shopping.learnSection(household.id, learnt, NOON + 3));
      const sections = await inOne(persistence(), ({ shopping }) =>
        shopping.knownSections(household.id, ['learnt', 'kept', ...others]),
      );
      expect(sections.size).toBe(HISTORY_LIMIT);
      expect(sections.get('learnt')).toBe('Here');
    });

    test('counts one purchase for each ticked item unless the tick is removed, and returns purchases only of names that are not on the list', async () => {
      const home = await aStoredHome(persistence());
      const { id } = home.household;
      const tick = (item: ShoppingItem, checkedAt: number | null) =>
        inOne(persistence(), async ({ shopping }) => {
          const [checked, checkedMember] = [
            checkedAt !== null,
            checkedAt === null ? null : home.members[0].id,
          ];
          const before = await shopping.findForUpdate(id, item.id);
          await shopping.saveAll([{ ...(before ?? item), checked, checkedBy: checkedMember, checkedAt }]);
        });
      const bought = async () => await persistence().readers.shopping.bought(id);
      const clear = () =>
        inOne(persistence(), ({ shopping }) => shopping.removeChecked(id, { listId: null }));
      const milk = anItem(home, { name: 'Milk' });
      await save(milk);
      await tick(milk, NOON);
      await remember(id, NOON, aLine('milk', { unit: 'l', section: 'Cold' }));
      for (const at of [1, 2, 3]) await tick(milk, NOON + at);
      expect(await bought()).toEqual([]);
      await tick(milk, null);
      for (const at of [5, 4, 6]) await tick(anItem(home, { name: 'milks' }), NOON + at);
      await tick(milk, NOON + 7);
      expect(await bought()).toEqual([]);
      await clear();
      const told = { name: 'milk', unit: 'l', section: 'Cold', declinedAt: null };
      expect(await bought()).toEqual([{ ...told, bought: [7, 6, 5, 4].map((at) => NOON + at) }]);
      const open = anItem(home, { name: 'milk' });
      await save(open);
      expect(await bought()).toEqual([]);
      for (let at = 8; at < 30; at++) await tick(anItem(home, { name: 'milk' }), NOON + at);
      await clear();
      expect(await bought()).toEqual([]);
      await tick(open, NOON + 40);
      await clear();
      const latest = [40, ...times(PURCHASES_KEPT - 1, (i) => 29 - i)];
      expect(await bought()).toEqual([{ ...told, bought: latest.map((at) => NOON + at) }]);
      const decline = (key: string) =>
        inOne(persistence(), ({ shopping }) => shopping.decline(id, key, NOON + 50));
      expect(await decline('milk')).toBe(true);
      expect(await decline('bread')).toBe(false);
      expect(await bought()).toMatchObject([{ name: 'milk', declinedAt: NOON + 50 }]);
      await remember(id, NOON + 60, aLine('Milk'));
      expect(await bought()).toMatchObject([{ name: 'Milk', declinedAt: NOON + 50, bought: { length: 12 } }]);
      expect(
        await persistence().readers.shopping.bought((await aStoredHome(persistence())).household.id),
      ).toEqual([]);
    });

    test('keeps one entry for a name when items are added in parallel [T-S2]', async () => {
      const { household } = await aStoredHome(persistence());
      await Promise.all(times(8, () => remember(household.id, NOON, aLine('milk'), aLine('Milks'))));
      await remember(household.id, NOON + 1, aLine('salt'));
      expect(await suggest(household.id)).toHaveLength(2);
      expect((await suggest(household.id))[0]).toMatch(/^milk/i);
    });
  });
};
