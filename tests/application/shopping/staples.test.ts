import { beforeEach, expect, test } from '@jest/globals';
import { linesOfText } from '../../../application/shopping/add-items.js';
import { runOperation } from '../../support/application/run-operation.js';
import { aHome, type Home } from '../../support/application/home.js';

const DAY_MS = 86_400_000;

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const pass = (days: number) => home.app.clock.advance(days * DAY_MS);
const add = (text: string) => home.useCases.addShoppingItems(home.ana, linesOfText(text, 'en'));
const staples = async () => (await home.useCases.listStaples(home.cleo)).map(({ name }) => name);
async function buy(text: string) {
  const items = await add(text);
  for (const { id } of items) await home.useCases.editShoppingItem(home.ben, id, { checked: true });
  await home.useCases.clearCheckedItems(home.ana);
}
async function weekly(text: string, times = 4) {
  for (let i = 0; i < times; i++) {
    if (i > 0) pass(7);
    await buy(text);
  }
}

test('an item that is bought every week is suggested a week after the last purchase, until it is on a list', async () => {
  await weekly('2 l milk, bread');
  await buy('candles');
  pass(6);
  expect(await staples()).toEqual([]);
  pass(1);
  expect(await home.useCases.listStaples(home.ben)).toMatchObject([
    { name: 'bread', everyDays: 7, lastBoughtOn: '2026-12-12', dueOn: '2026-12-19' },
    { name: 'milk', unit: 'l', section: 'Dairy and eggs' },
  ]);
  const list = await home.useCases.createShoppingList(home.ana, { name: 'Market', sections: [] });
  await home.useCases.addShoppingItems(home.ana, linesOfText('Milks', 'en'), list.id);
  expect(await staples()).toEqual(['bread']);
  await buy('bread');
  expect(await staples()).toEqual([]);
});

test('an item that is due is not added to a list automatically', async () => {
  await weekly('milk', 6);
  pass(8);
  expect(await staples()).toEqual(['milk']);
  expect((await home.useCases.listAllShoppingItems(home.ana, { limit: 10, after: null })).rows).toEqual([]);
});

test('a tick that is undone or removed does not count as a purchase', async () => {
  await weekly('milk', 3);
  pass(7);
  const [milk] = await add('milk');
  const tick = (checked: boolean) => home.useCases.editShoppingItem(home.ana, milk!.id, { checked });
  const { operationId } = await runOperation(home, home.ana, () => tick(true));
  await runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, operationId!));
  await tick(true);
  await tick(false);
  await home.useCases.removeShoppingItem(home.ana, milk!.id);
  pass(8);
  expect(await staples()).toEqual([]);
  await weekly('milk', 1);
  pass(10);
  expect(await staples()).toEqual(['milk']);
});

test('declining a suggested item hides it for one interval, and is refused for a name that was never added', async () => {
  await weekly('milk');
  pass(8);
  const { operationId } = await runOperation(home, home.ben, () =>
    home.useCases.declineStaple(home.ben, 'Milks'),
  );
  expect(operationId).not.toBeNull();
  expect(await staples()).toEqual([]);
  pass(6);
  expect(await staples()).toEqual([]);
  pass(1);
  expect(await staples()).toEqual(['milk']);
  const refused = home.useCases.declineStaple(home.ben, 'caviar');
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
