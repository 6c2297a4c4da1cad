import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { home } from '../households/people.js';

/* Groceries, told over the API from beginning to end. */

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Row = Readonly<Record<string, any>>;
const all = async (api: Api, path: string): Promise<readonly Row[]> => (await api.get(path)).body as Row[];

/** What is taken where, on the way through the shop. */
const SHOP: Readonly<Record<string, readonly string[]>> = {
  'Fruit and vegetables': ['apples', 'leeks', 'carrots', 'lemons'],
  Bakery: ['bread', 'croissants', 'brioche'],
  Fishmonger: ['mussels'],
  'Dairy and eggs': ['milk', 'butter', 'eggs'],
  Groceries: ['rice', 'oil'],
};

test('groceries by aisle, in a shop without network: every line is right afterwards, once', async () => {
  const { path, owner, member } = await home(service.api);
  const way = Object.keys(SHOP).map((name) => ({ name }));
  await owner.api.call('PUT', `${path}/shopping/sections`, { body: way.toReversed() });
  await member.api.call('PUT', `${path}/shopping/sections`, { body: way });
  // Written down as they come to mind; where they stand is known of all but the mussels.
  const written = Object.values(SHOP).flat().toSorted();
  const body = {
    items: written.map((name) => (name === 'mussels' ? { name, section: 'Fishmonger' } : { name })),
  };
  const items = (await owner.api.post(`${path}/shopping/items`, body)).body as Row[];
  const listed = async (api: Api): Promise<readonly Row[]> => {
    const [list, sections] = [
      await all(api, `${path}/shopping/items`),
      await all(api, `${path}/shopping/sections`),
    ];
    const walk = sections.flatMap(({ name }) => list.filter(({ section }) => section === name));
    // Nothing stands elsewhere.
    expect(walk).toHaveLength(list.length);
    return walk;
  };
  const bySection = (list: readonly Row[]) => [...Map.groupBy(list, ({ section }) => section as string)];
  const names = (list: readonly Row[]) => list.map(({ name }) => name as string);
  const wanted = Object.entries(SHOP).map(([section, here]) => [section, here.toSorted()] as const);
  const walk = await listed(member.api);
  expect(bySection(walk).map(([section, here]) => [section, names(here)])).toEqual(wanted);

  // In the shop: twelve ticks as they come to them, another by mistake, and two kilos of flour.
  const at = (minute: number) => new Date(service.clock.now() - (60 - minute) * 60_000).toISOString();
  const flour = randomUUID();
  const [taken, left] = [walk.slice(0, 12), walk[12]!];
  const tick = ({ id }: Row, checked = true) => ({ type: 'shopping.set', itemId: id, checked });
  const acts = [
    ...taken.map((item) => tick(item)),
    ...[tick(left), tick(left, false)],
    { type: 'shopping.add', itemId: flour, name: 'Flour', quantity: 2, unit: 'kg' },
  ];
  const commands = acts.map((act, i) => ({ id: randomUUID(), at: at(i), ...act }));
  // At home meanwhile.
  await owner.api.post(`${path}/shopping/items`, { text: '500 g flour' });
  await owner.api.patch(`${path}/shopping/items/${taken[3]!['id']}`, { note: 'the large ones' });
  const send = () =>
    member.api.post(`${path}/commands`, { sentAt: new Date(service.clock.now()).toISOString(), commands });
  const [first, again] = [await send(), await send()];
  expect(again.body).toEqual(first.body);
  expect((first.body.results as Row[]).map(({ status }) => status as string)).toEqual([
    ...Array.from({ length: 14 }, () => 'DONE'),
    'MERGED',
  ]);

  const list = await listed(member.api);
  expect(list).toEqual(await listed(owner.api));
  expect(bySection(list).map(([section, here]) => [section, names(here)])).toEqual(
    wanted.map(([section, here]) => [section, section === 'Groceries' ? [...here, 'flour'] : here]),
  );
  expect(list.filter(({ checked }) => checked === true)).toEqual(
    taken.map((item) =>
      expect.objectContaining({
        id: item['id'],
        checkedBy: member.id,
        note: item === taken[3] ? 'the large ones' : null,
      }),
    ),
  );
  expect(list.slice(12)).toMatchObject([
    { id: left['id'], checked: false, checkedBy: null },
    { name: 'flour', quantity: 2500, unit: 'g', checked: false },
  ]);
  expect(items.map(({ id }) => id as string).toSorted()).toEqual(
    list
      .slice(0, 13)
      .map(({ id }) => id as string)
      .toSorted(),
  );
});
