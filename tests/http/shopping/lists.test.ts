import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { home, told } from '../households/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Row = Readonly<Record<string, any>>;
const all = async (api: Api, path: string): Promise<readonly Row[]> => (await api.get(path)).body as Row[];
const idOf = (path: string) => path.split('/').at(-1)!;

describe('shopping lists', () => {
  const create = async (api: Api, path: string, body: object = { name: 'Market' }): Promise<Row> =>
    (await api.post(`${path}/shopping/lists`, body)).body as Row;

  test('are told with the first, whose id is that of the household', async () => {
    const { path, owner, member } = await home(service.api);
    const first = { id: idOf(path), name: null, sections: [], position: 0 };
    expect(await all(owner.api, `${path}/shopping/lists`)).toEqual([first]);
    const market = await create(owner.api, path, { name: ' Market ', sections: [{ name: 'Fish' }] });
    expect(market).toEqual({
      ...{ id: expect.any(String), name: 'Market', sections: [{ name: 'Fish' }], position: 1 },
    });
    await owner.api.patch(`${path}/shopping/lists/${first.id}`, { name: 'Food' });
    expect(await all(member.api, `${path}/shopping/lists`)).toEqual([{ ...first, name: 'Food' }, market]);
    const [fish] = (await member.api.post(`${path}/shopping/items`, { text: 'fish', listId: market['id'] }))
      .body as Row[];
    expect(fish).toMatchObject({ listId: market['id'] });
    expect(await all(owner.api, `${path}/shopping/items`)).toEqual([]);
    expect(await all(owner.api, `${path}/shopping/items?listId=${market['id']}`)).toEqual([fish]);
    const moved = await owner.api.patch(`${path}/shopping/items/${fish!['id']}`, { listId: first.id });
    expect(moved.body).toMatchObject({ listId: first.id });
    const { body } = await owner.api.get('/v1/me/export');
    const [exported] = body.households as Row[];
    expect(exported!['shoppingLists']).toEqual([{ ...first, name: 'Food' }, market]);
    expect(exported!['shoppingItems']).toMatchObject([{ name: 'fish', listId: first.id }]);
  });

  test('are told by the feed: the first while something is said of it, the others until they are deleted', async () => {
    const { path, owner, member } = await home(service.api);
    const market = await create(owner.api, path);
    let cursor = '';
    const read = async () => {
      for (;;) {
        const { body } = await member.api.get(`${path}/changes${cursor && `?since=${cursor}`}`);
        cursor = body.cursor as string;
        if (body.hasMore !== true || body.changed.shoppingLists.length > 0) return body as Row;
      }
    };
    expect((await read())['changed'].shoppingLists).toEqual([market]);
    while ((await read())['hasMore'] === true);
    await owner.api.call('PUT', `${path}/shopping/sections`, { body: [{ name: 'Bakery' }] });
    expect((await read())['changed'].shoppingLists).toMatchObject([
      { id: idOf(path), sections: [{ name: 'Bakery' }] },
    ]);
    await owner.api.call('PUT', `${path}/shopping/sections`, { body: [] });
    await owner.api.delete(`${path}/shopping/lists/${market['id']}`);
    const { changed, removed } = await read();
    expect(changed.shoppingLists).toEqual([]);
    expect(removed.shoppingLists.toSorted()).toEqual([idOf(path), market['id']].toSorted());
  });

  test('cost a household that has only the first no statement', async () => {
    const { path, owner } = await home(service.api);
    await owner.api.post(`${path}/shopping/items`, { text: 'milk' });
    const asked: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['a snapshot', () => owner.api.get(`${path}/changes`)],
      ['a list', () => owner.api.get(`${path}/shopping/items`)],
      ['an add', () => owner.api.post(`${path}/shopping/items`, { text: 'milk' })],
      ['a clearing', () => owner.api.post(`${path}/shopping/clear-checked`)],
    ];
    for (const [, ask] of asked) {
      const statements = await service.statementsOf(async () => {
        await ask();
      });
      expect(
        statements.filter((text) => /from "?shopping_lists/.test(text) && !/exists\(/.test(text)),
      ).toEqual([]);
    }
  });

  test.each<[string, object, string]>([
    ['no name', {}, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(61) }, 'name'],
    [
      'a section twice',
      { name: 'x', sections: [{ name: 'Épicerie' }, { name: 'épicerie' }] },
      'sections.1.name',
    ],
    ['a blank section', { name: 'x', sections: [{ name: '' }] }, 'sections.0.name'],
    [
      'too many',
      { name: 'x', sections: Array.from({ length: 61 }, (_, i) => ({ name: `${i}` })) },
      'sections',
    ],
  ])('are refused with %s', async (_case, body, field) => {
    const { path, owner } = await home(service.api);
    const refused = await owner.api.post(`${path}/shopping/lists`, body);
    expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details[0].field).toBe(field);
    expect(await all(owner.api, `${path}/shopping/lists`)).toHaveLength(1);
  });

  test('are ten at most, also when they are made at once, and the first stays', async () => {
    const { path, owner } = await home(service.api);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => owner.api.post(`${path}/shopping/lists`, { name: `List ${i}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(told(answers.find(({ status }) => status !== 201)!)).toEqual([409, 'LIMIT_REACHED']);
    expect(
      new Set((await all(owner.api, `${path}/shopping/lists`)).map(({ position }) => position)).size,
    ).toBe(10);
    expect(told(await owner.api.delete(`${path}/shopping/lists/${idOf(path)}`))).toEqual([
      409,
      'INVALID_STATE',
    ]);
  });
});

test('staples are told on their day, with what is known of them', async () => {
  const { path, owner } = await home(service.api);
  const id = idOf(path);
  await owner.api.post(`${path}/shopping/items`, { text: '2 l milk' });
  const [milk] = await all(owner.api, `${path}/shopping/items`);
  await owner.api.patch(`${path}/shopping/items/${milk!['id']}`, { checked: true });
  await service.query(`update shopping_history set bought = array(
    select timestamptz '2026-11-14 10:00+01' - n * interval '7 days' from generate_series(0, 4) n)
    where household_id = '${id}'`);
  // What stands there ticked is in the bag: it is due once it is off the list.
  expect(await all(owner.api, `${path}/shopping/staples`)).toEqual([]);
  await owner.api.post(`${path}/shopping/clear-checked`, {});
  expect(await all(owner.api, `${path}/shopping/staples`)).toEqual([
    {
      ...{ name: 'milk', unit: 'l', section: 'Dairy and eggs' },
      ...{ everyDays: 7, lastBoughtOn: '2026-11-14', dueOn: '2026-11-21' },
    },
  ]);
  expect((await owner.api.post(`${path}/shopping/staples/decline`, { name: 'Milk' })).status).toBe(204);
  expect(await all(owner.api, `${path}/shopping/staples`)).toEqual([]);
  expect(told(await owner.api.post(`${path}/shopping/staples/decline`, { name: 'tea' }))).toEqual([
    404,
    'NOT_FOUND',
  ]);
});
