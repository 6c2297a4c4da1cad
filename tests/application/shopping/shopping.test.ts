import { beforeEach, describe, expect, test } from '@jest/globals';
import { linesOfText } from '../../../application/shopping/add-items.js';
import type { CommandAct } from '../../../domain/commands/command.js';
import type { ShoppingItem, ShoppingItemId } from '../../../domain/shopping/item.js';
import { acting } from '../../support/application/acting.js';
import { ALL, aHome, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const add = (text: string, who: 'ana' | 'ben' = 'ana') =>
  home.useCases.addShoppingItems(home[who], linesOfText(text, 'en'));
const list = async () => (await home.useCases.listShoppingItems(home.cleo, ALL)).rows;

test('T-S2 T-S4 the same name is one line with everything in it, whoever adds it', async () => {
  await add('0.5 kg sugar, milk');
  await add('0.25 kg Sugar', 'ben');
  expect(await list()).toMatchObject([
    { name: 'sugar', quantity: 0.75, unit: 'kg', addedBy: home.ana.userId },
    { name: 'milk', quantity: null, unit: null },
  ]);
});

test('a line is ticked by whoever is first, and comes back unticked', async () => {
  const [milk] = await add('milk');
  const tick = (who: 'ana' | 'ben', checked: boolean) =>
    home.useCases.editShoppingItem(home[who], milk!.id, { checked });
  await tick('ben', true);
  expect(await tick('ana', true)).toMatchObject({ checked: true, checkedBy: home.ben.userId });
  expect(await tick('ana', false)).toMatchObject({ checked: false, checkedBy: null, checkedAt: null });
});

test('T-S1 a line that is gone is not brought back by a late tick', async () => {
  const [milk] = await add('milk');
  await home.useCases.removeShoppingItem(home.ana, milk!.id);
  const late = home.useCases.editShoppingItem(home.ben, milk!.id, { checked: true });
  await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await list()).toEqual([]);
});

test('T-S6 clearing takes what is ticked', async () => {
  const [milk] = await add('milk, bread');
  await home.useCases.editShoppingItem(home.ben, milk!.id, { checked: true });
  expect(await home.useCases.clearCheckedItems(home.ana)).toBe(1);
  expect(await list()).toMatchObject([{ name: 'bread' }]);
  expect(await home.useCases.clearCheckedItems(home.ana)).toBe(0);
});

test("suggestions come from the household's own history, without what is on the list", async () => {
  const [milk] = await add('2 l Milk');
  expect(await home.useCases.suggestShoppingItems(home.ben, 'mil')).toEqual([]);
  await home.useCases.removeShoppingItem(home.ana, milk!.id);
  expect(await home.useCases.suggestShoppingItems(home.ben, 'MIL')).toMatchObject([
    { name: 'Milk', unit: 'l' },
  ]);
});

test('suggests nothing that is on a list in another form and ticked', async () => {
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
])('suggests for %j what the household bought as %j', async (typed, name) => {
  const [item] = await add(name);
  await home.useCases.removeShoppingItem(home.ana, item!.id);
  expect(await home.useCases.suggestShoppingItems(home.ben, typed)).toMatchObject([{ name }]);
});

describe('a section that somebody said', () => {
  const said: Readonly<Record<string, (itemId: ShoppingItem) => Promise<unknown>>> = {
    'when it was added': () =>
      home.useCases.addShoppingItems(
        home.ben,
        linesOfText('milk', 'en').map((line) => ({ ...line, section: 'Cellar' })),
      ),
    'on the list': ({ id }) => home.useCases.editShoppingItem(home.ben, id, { section: 'Cellar' }),
    'on a client that was away': ({ id }) =>
      command({ type: 'shopping.set', itemId: id, edit: { section: 'Cellar' }, seen: null }),
    'on a client that added it while it was away': () => {
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

  test.each(Object.keys(said))('%s holds for the name from then on', async (way) => {
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

  test('is none when that is what was said', async () => {
    const [milk] = await add('milk');
    await home.useCases.editShoppingItem(home.ana, milk!.id, { section: null });
    await bought();
    expect(await add('milk')).toMatchObject([{ section: null }]);
  });

  test('gives way when it is taken back', async () => {
    const [milk] = await add('milk');
    const edit = () => home.useCases.editShoppingItem(home.ben, milk!.id, { section: 'Cellar' });
    const { operationId } = await acting(home, home.ben, edit);
    await acting(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
    expect(await list()).toMatchObject([{ section: 'Dairy and eggs' }]);
    await bought();
    expect(await add('milk')).toMatchObject([{ section: 'Dairy and eggs' }]);
  });

  test('is guessed anew where nobody said one, in the language of the household', async () => {
    await add('lait');
    await bought();
    const ana = { ...home.ana, household: { ...home.ana.household, locale: 'fr' as const } };
    expect(await home.useCases.addShoppingItems(ana, linesOfText('lait', 'en'))).toMatchObject([
      { section: 'Crèmerie et œufs' },
    ]);
  });
});
