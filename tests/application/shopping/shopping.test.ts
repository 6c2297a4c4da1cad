import { beforeEach, expect, test } from '@jest/globals';
import { linesOfText } from '../../../application/shopping/add-items.js';
import { ALL, aHome, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const add = (text: string, who: 'ana' | 'ben' = 'ana') =>
  home.useCases.addShoppingItems(home[who], linesOfText(text));
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
