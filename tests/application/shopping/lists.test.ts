import { beforeEach, describe, expect, test } from '@jest/globals';
import { linesOfText } from '../../../application/shopping/add-items.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { CommandAct } from '../../../domain/commands/command.js';
import { firstListId, LISTS_LIMIT, type ShoppingListId } from '../../../domain/shopping/list.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import type { ShoppingItemId } from '../../../domain/shopping/item.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, type Home } from '../../support/application/home.js';

let home: Home;
let first: ShoppingListId;
beforeEach(async () => {
  home = await aHome();
  first = firstListId(home.householdId);
});

const lists = () => home.useCases.listShoppingLists(home.cleo);
const create = async (name = 'Market', sections: readonly string[] = []) =>
  home.useCases.createShoppingList(home.ana, { name, sections });
const add = (text: string, listId?: ShoppingListId) =>
  home.useCases.addShoppingItems(home.ana, linesOfText(text, 'en'), listId);
const names = async (listId?: ShoppingListId) =>
  (await home.useCases.listShoppingItems(home.cleo, ALL, listId)).rows.map(({ name }) => name);
const operationOf = async (caller: MemberCaller, work: () => Promise<unknown>): Promise<OperationId> =>
  (await runOperation(home, caller, work)).operationId!;
const undo = (id: OperationId) =>
  runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, id)).then(
    ({ operationId }) => operationId!,
  );
const elsewhere = '00000000-0000-4000-8000-00000000000e' as ShoppingListId;

describe('the first shopping list', () => {
  test('exists in a new household, and its name and sections can be changed', async () => {
    const implied = { id: first, householdId: home.householdId, name: null, sections: [], position: 0 };
    expect(await lists()).toEqual([implied]);
    await home.useCases.updateShoppingList(home.ben, first, { name: 'Food' });
    await home.useCases.saveShoppingSections(home.ana, ['Fruit', 'Bread']);
    expect(await lists()).toEqual([{ ...implied, name: 'Food', sections: ['Fruit', 'Bread'] }]);
    expect(await home.useCases.listShoppingSections(home.cleo)).toEqual(['Fruit', 'Bread']);
  });

  test('is used if a request names no list', async () => {
    const market = await create();
    await add('milk');
    await add('cheese', market.id);
    await add('bread', first);
    expect(await names()).toEqual(['milk', 'bread']);
    expect(await names(first)).toEqual(['milk', 'bread']);
    const [milk] = (await home.useCases.listShoppingItems(home.ana, ALL)).rows;
    await home.useCases.editShoppingItem(home.ben, milk!.id, { checked: true });
    expect(await home.useCases.clearCheckedItems(home.ben, market.id)).toBe(0);
    expect(await home.useCases.clearCheckedItems(home.ben)).toBe(1);
  });

  test('cannot be deleted', async () => {
    await home.useCases.updateShoppingList(home.ben, first, { name: 'Food' });
    const refused = home.useCases.deleteShoppingList(home.ana, first);
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });
});

describe('shopping lists', () => {
  test('are listed in the order of their creation, and limited to ten', async () => {
    for (let i = 1; i < LISTS_LIMIT; i++) await create(`List ${i}`);
    expect((await lists()).map(({ name }) => name)).toEqual([
      null,
      ...Array.from({ length: LISTS_LIMIT - 1 }, (_, i) => `List ${i + 1}`),
    ]);
    await expect(create()).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      details: { limit: 'shoppingLists' },
    });
  });

  test('have their own sections, and two sections of a list cannot have the same name', async () => {
    const market = await create('Market', ['Fish', 'Cheese']);
    await home.useCases.updateShoppingList(home.ben, market.id, { sections: ['Cheese', 'Fish'] });
    await home.useCases.saveShoppingSections(home.ana, ['Bread']);
    expect((await lists()).map(({ sections }) => sections)).toEqual([['Bread'], ['Cheese', 'Fish']]);
    const twice = { code: 'VALIDATION_FAILED', details: [{ field: 'sections.1.name' }] };
    await expect(create('x', ['Fish', 'fish'])).rejects.toMatchObject(twice);
    await expect(
      home.useCases.updateShoppingList(home.ana, market.id, { sections: ['Été', 'été'] }),
    ).rejects.toMatchObject(twice);
    await home.useCases.updateShoppingList(home.ana, market.id, { sections: ['Pâtés', 'Pâtes'] });
  });

  test('can contain the same item, and each list adds up its own amounts', async () => {
    const market = await create();
    await add('2 eggs');
    await add('3 eggs', market.id);
    const [eggs] = await add('1 egg', market.id);
    expect(eggs).toMatchObject({ listId: market.id, quantity: 4, position: 0 });
    expect(await names()).toEqual(['eggs']);
  });

  test('share the sections that members chose for item names, and never suggest an item that is on another list', async () => {
    const market = await create();
    const [milk] = await add('milk');
    await home.useCases.editShoppingItem(home.ben, milk!.id, { section: 'Cellar' });
    await home.useCases.removeShoppingItem(home.ben, milk!.id);
    expect(await home.useCases.suggestShoppingItems(home.ben, '')).toMatchObject([{ name: 'milk' }]);
    expect(await add('milk', market.id)).toMatchObject([{ section: 'Cellar' }]);
    expect(await home.useCases.suggestShoppingItems(home.ben, '')).toEqual([]);
  });

  test('fail with NOT_FOUND if their id is unknown in the household', async () => {
    const gone = { code: 'NOT_FOUND' };
    const [milk] = await add('milk');
    await expect(names(elsewhere)).rejects.toMatchObject(gone);
    await expect(add('bread', elsewhere)).rejects.toMatchObject(gone);
    await expect(home.useCases.clearCheckedItems(home.ana, elsewhere)).rejects.toMatchObject(gone);
    await expect(home.useCases.deleteShoppingList(home.ana, elsewhere)).rejects.toMatchObject(gone);
    await expect(home.useCases.updateShoppingList(home.ana, elsewhere, { name: 'x' })).rejects.toMatchObject(
      gone,
    );
    await expect(
      home.useCases.editShoppingItem(home.ana, milk!.id, { listId: elsewhere }),
    ).rejects.toMatchObject(gone);
    expect(await names()).toEqual(['milk']);
  });
});

describe('a line of a shopping list', () => {
  test('moves to the end or to a given position of another list', async () => {
    const market = await create();
    await add('fish, cheese', market.id);
    const [milk, bread] = await add('milk, bread');
    const move = (id: ShoppingItemId, place: object) => home.useCases.editShoppingItem(home.ben, id, place);
    expect(await move(milk!.id, { listId: market.id })).toMatchObject({ listId: market.id, position: 2 });
    await move(bread!.id, { listId: market.id, position: 0 });
    expect(await names(market.id)).toEqual(['bread', 'fish', 'cheese', 'milk']);
    expect(await names()).toEqual([]);
    await move(milk!.id, { listId: first, checked: true });
    expect(await home.useCases.listShoppingItems(home.ana, ALL)).toMatchObject({
      rows: [{ name: 'milk', listId: null, checked: true, checkedBy: home.ben.userId }],
    });
  });

  test('can be added and moved to a list by commands of an offline client', async () => {
    const market = await create();
    const run = async (...acts: readonly CommandAct[]) =>
      (
        await home.useCases.runCommands(home.ben, {
          sentAt: home.app.clock.now(),
          commands: acts.map((act) => ({
            kind: 'read',
            command: { ...act, id: crypto.randomUUID(), at: home.app.clock.now() },
            fingerprint: 'print',
          })),
        })
      ).map((result) => ('error' in result ? result.error.code : result.status));
    const [line] = linesOfText('fish', 'en');
    const ids = Array.from({ length: 3 }, () => crypto.randomUUID() as ShoppingItemId);
    const added = (itemId: ShoppingItemId, listId: ShoppingListId | null): CommandAct => ({
      ...{ type: 'shopping.add', itemId, listId, line: line! },
    });
    const put = (itemId: ShoppingItemId, listId: ShoppingListId): CommandAct => ({
      ...{ type: 'shopping.set', itemId, edit: { listId }, seen: null },
    });
    expect(
      await run(
        added(ids[0]!, market.id),
        added(ids[1]!, null),
        added(ids[2]!, elsewhere),
        put(ids[0]!, first),
        put(ids[0]!, elsewhere),
        put(ids[0]!, first),
      ),
    ).toEqual(['DONE', 'DONE', 'NOT_FOUND', 'DONE', 'NOT_FOUND', 'UNCHANGED']);
    expect(await names()).toEqual(['fish']);
    expect(await names(market.id)).toEqual([]);
  });
});

describe('undo of changes to shopping lists', () => {
  test('restores a deleted list with its lines, and redo deletes it again', async () => {
    const market = await create('Market', ['Fish']);
    await add('fish, cheese', market.id);
    const remove = () => home.useCases.deleteShoppingList(home.ana, market.id);
    const id = await operationOf(home.ana, remove);
    expect(await lists()).toHaveLength(1);
    expect((await home.useCases.listAllShoppingItems(home.ana, ALL)).rows).toEqual([]);
    const redo = await undo(id);
    expect((await lists())[1]).toEqual(market);
    expect(await names(market.id)).toEqual(['fish', 'cheese']);
    await undo(redo);
    expect(await lists()).toHaveLength(1);
  });

  test('deletes a new list, unless a line was added to it', async () => {
    const id = await operationOf(home.ana, () => create());
    const [, market] = await lists();
    const [fish] = await add('fish', market!.id);
    await expect(undo(id)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: { blockers: [{ kind: 'shoppingList', id: market!.id, title: 'Market', reason: 'CHANGED' }] },
    });
    await home.useCases.removeShoppingItem(home.ana, fish!.id);
    await undo(id);
    expect(await lists()).toHaveLength(1);
  });

  test('restores the name and sections of a list, also of the first list', async () => {
    const market = await create('Market', ['Fish']);
    for (const list of [first, market.id]) {
      const before = await lists();
      const change = () => home.useCases.updateShoppingList(home.ana, list, { name: 'x', sections: ['y'] });
      const id = await operationOf(home.ana, change);
      expect(await lists()).not.toEqual(before);
      await undo(id);
      expect(await lists()).toEqual(before);
    }
  });

  test('is blocked if the list to which a line returns was deleted, or if the household already has ten lists', async () => {
    const market = await create();
    const [fish] = await add('fish', market.id);
    const id = await operationOf(home.ana, () => home.useCases.removeShoppingItem(home.ana, fish!.id));
    const deleted = await operationOf(home.ana, () => home.useCases.deleteShoppingList(home.ana, market.id));
    const blockers = (reason: string) => ({ code: 'UNDO_BLOCKED', details: { blockers: [{ reason }] } });
    await expect(undo(id)).rejects.toMatchObject(blockers('GONE'));
    for (let i = 1; i < LISTS_LIMIT; i++) await create(`List ${i}`);
    await expect(undo(deleted)).rejects.toMatchObject(blockers('NO_ROOM'));
  });

  test('moves a line back to its former list and position', async () => {
    const market = await create();
    const [milk] = await add('milk, bread');
    const move = () => home.useCases.editShoppingItem(home.ana, milk!.id, { listId: market.id });
    await undo(await operationOf(home.ana, move));
    expect(await names()).toEqual(['milk', 'bread']);
  });
});

describe('a line of a shopping list that gets the same or a similar name as another line', () => {
  let count = 0;
  /** Runs a command as an offline client sends it later, and returns its operation. */
  const command = async (act: CommandAct): Promise<OperationId> => {
    const id = `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
    const [result] = await home.useCases.runCommands(home.ben, {
      sentAt: home.app.clock.now(),
      commands: [{ kind: 'read', command: { ...act, id, at: home.app.clock.now() }, fingerprint: id }],
    });
    if (result!.status === 'REFUSED') throw result!.error;
    return result!.operationId!;
  };
  const shown = async (listId?: ShoppingListId) =>
    (await home.useCases.listShoppingItems(home.cleo, ALL, listId)).rows.map(
      ({ id, name, quantity, checked }) => [id, name, quantity, checked].join(' '),
    );
  type Edit = {
    readonly name?: string;
    readonly note?: string;
    readonly listId?: ShoppingListId;
    readonly checked?: boolean;
  };
  const ways: Readonly<Record<string, (itemId: ShoppingItemId, edit: Edit) => Promise<OperationId>>> = {
    'an edit': (itemId, edit) =>
      operationOf(home.ben, () => home.useCases.editShoppingItem(home.ben, itemId, edit)),
    'a command of an offline client': (itemId, edit) =>
      command({ type: 'shopping.set', itemId, edit, seen: null }),
  };

  describe.each(Object.entries(ways))('by %s', (_way, edit) => {
    test('is joined with the other line when it is renamed, and undo separates the two lines', async () => {
      const [milk, cream] = await add('2 milk, 3 cream');
      const renaming = await edit(cream!.id, { name: 'Milk' });
      expect(await shown()).toEqual([`${cream!.id} Milk 5 false`]);
      await undo(renaming);
      expect(await shown()).toEqual([`${milk!.id} milk 2 false`, `${cream!.id} cream 3 false`]);
    });

    test('is joined with the other line when it is moved to the list of that line', async () => {
      const market = await create();
      const [milk] = await add('2 milk');
      await add('3 Milk', market.id);
      await edit(milk!.id, { listId: market.id });
      expect(await shown()).toEqual([]);
      expect(await shown(market.id)).toEqual([`${milk!.id} milk 5 false`]);
    });

    test('is joined with the other line when it is unticked', async () => {
      const [milk] = await add('2 milk');
      await edit(milk!.id, { checked: true });
      await add('3 milk');
      await edit(milk!.id, { checked: false });
      expect(await shown()).toEqual([`${milk!.id} milk 5 false`]);
    });

    const long = (text: string) => text.repeat(150);
    test.each<[string, (market: { readonly id: ShoppingListId }) => Edit]>([
      ['renamed', () => ({ name: 'Milk' })],
      ['moved to the list', (market) => ({ listId: market.id })],
      ['no longer ticked', () => ({ checked: false })],
    ])(
      'is refused with the id of the other line if the joined note would be too long when the line is %s',
      async (way, editFor) => {
        const market = await create();
        const list = way === 'moved to the list' ? market.id : undefined;
        const [line] = await add(way === 'renamed' ? '3 cream' : '3 milk');
        await edit(line!.id, { note: long('a') });
        if (way === 'no longer ticked') await edit(line!.id, { checked: true });
        const [milk] = await add('2 milk', list);
        await edit(milk!.id, { note: long('b') });
        const before = [await shown(), await shown(market.id)];
        await expect(edit(line!.id, editFor(market))).rejects.toMatchObject({
          code: 'INVALID_STATE',
          details: { reason: 'SHOPPING_NAME_TAKEN', itemId: milk!.id },
        });
        expect([await shown(), await shown(market.id)]).toEqual(before);
      },
    );

    test('blocks the undo of a rename with an error that names the other line', async () => {
      const [line] = await add('3 cream');
      const renaming = await edit(line!.id, { name: 'Butter' });
      const [cream] = await add('2 creams');
      await expect(undo(renaming)).rejects.toMatchObject({
        code: 'UNDO_BLOCKED',
        details: { blockers: [{ id: line!.id, reason: 'NAME_TAKEN', takenBy: cream!.id }] },
      });
    });

    test('is not joined if the names differ by accents, one line is ticked, or the lines are on different lists', async () => {
      const market = await create();
      const [pasta, bread] = await add('1 pâté, 2 bread');
      await add('3 Bread', market.id);
      await edit(pasta!.id, { name: 'pâtes' });
      await edit(bread!.id, { checked: true });
      const [other] = await add('1 roll');
      await edit(other!.id, { name: 'bread' });
      expect((await shown()).map((line) => line.slice(37))).toEqual([
        'pâtes 1 false',
        'bread 2 true',
        'bread 1 false',
      ]);
      expect(await names(market.id)).toEqual(['Bread']);
    });
  });
});
