import { beforeEach, describe, expect, test } from '@jest/globals';
import { linesOfText } from '../../../application/shopping/add-items.js';
import type { CommandAct } from '../../../domain/commands/command.js';
import type { ShoppingItem, ShoppingItemId } from '../../../domain/shopping/item.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const add = (text: string, who: 'ana' | 'ben' = 'ana') =>
  home.useCases.addShoppingItems(home[who], linesOfText(text, 'en'));
const list = async () => (await home.useCases.listShoppingItems(home.cleo, ALL)).rows;

test('adding the same name again adds the amount to the existing line, also if another member adds it (T-S2, T-S4)', async () => {
  await add('0.5 kg sugar, milk');
  await add('0.25 kg Sugar', 'ben');
  expect(await list()).toMatchObject([
    { name: 'sugar', quantity: 0.75, unit: 'kg', addedBy: home.ana.userId },
    { name: 'milk', quantity: null, unit: null },
  ]);
});

test('a line that two members tick records the first of them, until somebody unticks the line', async () => {
  const [milk] = await add('milk');
  const tick = (who: 'ana' | 'ben', checked: boolean) =>
    home.useCases.editShoppingItem(home[who], milk!.id, { checked });
  await tick('ben', true);
  expect(await tick('ana', true)).toMatchObject({ checked: true, checkedBy: home.ben.userId });
  expect(await tick('ana', false)).toMatchObject({ checked: false, checkedBy: null, checkedAt: null });
});

test('ticking a deleted line does not bring it back (T-S1)', async () => {
  const [milk] = await add('milk');
  await home.useCases.removeShoppingItem(home.ana, milk!.id);
  const late = home.useCases.editShoppingItem(home.ben, milk!.id, { checked: true });
  await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await list()).toEqual([]);
});

test('clearing a list removes the ticked lines (T-S6)', async () => {
  const [milk] = await add('milk, bread');
  await home.useCases.editShoppingItem(home.ben, milk!.id, { checked: true });
  expect(await home.useCases.clearCheckedItems(home.ana)).toBe(1);
  expect(await list()).toMatchObject([{ name: 'bread' }]);
  expect(await home.useCases.clearCheckedItems(home.ana)).toBe(0);
});

test("suggestions come from the household's own history, without items that are on a list", async () => {
  const [milk] = await add('2 l Milk');
  expect(await home.useCases.suggestShoppingItems(home.ben, 'mil')).toEqual([]);
  await home.useCases.removeShoppingItem(home.ana, milk!.id);
  expect(await home.useCases.suggestShoppingItems(home.ben, 'MIL')).toMatchObject([
    { name: 'Milk', unit: 'l' },
  ]);
});

test('suggestions leave out an item that is on a list in another spelling, even if it is ticked', async () => {
  const [old] = await add('egg');
  await home.useCases.removeShoppingItem(home.ana, old!.id);
  const [eggs] = await add('eggs, milk');
  await home.useCases.editShoppingItem(home.ben, eggs!.id, { checked: true });
  expect(await home.useCases.suggestShoppingItems(home.ben, '')).toEqual([]);
});

test.each([
  ['creme', 'Crème fraîche'],
  ['berry', 'berries'],
  ['toma', 'Tomates'],
])('typing %j suggests %j, which the household bought before', async (typed, name) => {
  const [item] = await add(name);
  await home.useCases.removeShoppingItem(home.ana, item!.id);
  expect(await home.useCases.suggestShoppingItems(home.ben, typed)).toMatchObject([{ name }]);
});

describe('the section of a shopping item', () => {
  const said: Readonly<Record<string, (itemId: ShoppingItem) => Promise<unknown>>> = {
    'when adding the item': () =>
      home.useCases.addShoppingItems(
        home.ben,
        linesOfText('milk', 'en').map((line) => ({ ...line, section: 'Cellar' })),
      ),
    'by editing the item': ({ id }) => home.useCases.editShoppingItem(home.ben, id, { section: 'Cellar' }),
    'by a command of an offline client': ({ id }) =>
      command({ type: 'shopping.set', itemId: id, edit: { section: 'Cellar' }, seen: null }),
    'when an offline client added the item': () => {
      const [line] = linesOfText('milk', 'en');
      const itemId = '00000000-0000-4000-8000-000000000001' as ShoppingItemId;
      return command({ type: 'shopping.add', itemId, listId: null, line: { ...line!, section: 'Cellar' } });
    },
  };
  const command = (act: CommandAct) =>
    home.useCases.runCommands(home.ben, {
      sentAt: home.app.clock.now(),
      commands: [
        {
          kind: 'read',
          command: { ...act, id: '00000000-0000-4000-8000-000000000009', at: home.app.clock.now() },
          fingerprint: 'print',
        },
      ],
    });
  const bought = async () => {
    for (const { id } of await list()) await home.useCases.removeShoppingItem(home.ana, id);
  };

  test.each(Object.keys(said))('that a member chose %s is used for the same name later', async (way) => {
    const [milk] = await add('milk');
    expect(milk).toMatchObject({ section: 'Dairy and eggs' });
    await said[way]!(milk!);
    expect(await list()).toMatchObject([{ section: 'Cellar' }]);
    await bought();
    expect(await add('2 l Milks, butter')).toMatchObject([
      { section: 'Cellar' },
      { section: 'Dairy and eggs' },
    ]);
    await bought();
    expect(await add('milk', 'ben')).toMatchObject([{ section: 'Cellar' }]);
  });

  test('stays empty for later items with a name from which a member removed the section', async () => {
    const [milk] = await add('milk');
    await home.useCases.editShoppingItem(home.ana, milk!.id, { section: null });
    await bought();
    expect(await add('milk')).toMatchObject([{ section: null }]);
  });

  test('that a member chose is no longer used for later items when the choice is undone', async () => {
    const [milk] = await add('milk');
    const edit = () => home.useCases.editShoppingItem(home.ben, milk!.id, { section: 'Cellar' });
    const { operationId } = await runOperation(home, home.ben, edit);
    await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
    expect(await list()).toMatchObject([{ section: 'Dairy and eggs' }]);
    await bought();
    expect(await add('milk')).toMatchObject([{ section: 'Dairy and eggs' }]);
  });

  test('is guessed in the language of the household if no member chose one', async () => {
    await add('lait');
    await bought();
    const ana = { ...home.ana, household: { ...home.ana.household, locale: 'fr' as const } };
    expect(await home.useCases.addShoppingItems(ana, linesOfText('lait', 'en'))).toMatchObject([
      { section: 'Crèmerie et œufs' },
    ]);
  });
});
