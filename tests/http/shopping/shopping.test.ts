import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import type { TestService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { home, told } from '../households/people.js';

const freshService = shareServiceInFile();

let service: TestService;

describe('shopping items', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  type Item = {
    id: string;
    name: string;
    quantity: number | null;
    unit: string | null;
    checked: boolean;
    position: number;
  };
  const add = async (api: Api, path: string, body: object) => {
    const answer = await api.post(`${path}/shopping/items`, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body as Item[];
  };
  const listOf = async (api: Api, path: string) => (await api.get(`${path}/shopping/items`)).body as Item[];
  const names = async (api: Api, path: string) => (await listOf(api, path)).map(({ name }) => name);
  const times = <Answer>(count: number, call: (i: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, i) => call(i)));

  describe('the shopping list', () => {
    test('is empty at first, accepts items as fields or text, and is the same for every member [T-S5]', async () => {
      const { path, owner, member } = await home(service.api);
      expect(await listOf(owner.api, path)).toEqual([]);
      await owner.api.patch(path, { locale: 'fr' });
      const [flour, milk, eggs] = await add(owner.api, path, { text: '2 kg de farine, lait, 6 œufs' });
      expect(flour).toEqual({
        id: expect.any(String),
        listId: path.split('/').at(-1),
        name: 'farine',
        quantity: 2,
        unit: 'kg',
        note: null,
        section: 'Épicerie',
        checked: false,
        checkedBy: null,
        checkedAt: null,
        addedBy: owner.id,
        position: 0,
        createdAt: '2026-11-21T12:00:00.000Z',
        updatedAt: '2026-11-21T12:00:00.000Z',
      });
      expect(milk?.name).toBe('lait');
      expect(eggs?.name).toBe('œufs');
      await add(member.api, path, {
        items: [{ name: 'Bread', quantity: 1.5, note: 'sliced', section: 'X' }],
      });
      expect(await listOf(owner.api, path)).toEqual(await listOf(member.api, path));
      expect(await names(owner.api, path)).toEqual(['farine', 'lait', 'œufs', 'Bread']);
    });

    test('stores half a kilo sent as text or fields, and 0.75 kg after a quarter of a kilo was added [T-S4]', async () => {
      const { path, owner, member } = await home(service.api);
      await add(owner.api, path, { text: '0,5 kg de sucre' });
      await add(owner.api, path, { items: [{ name: 'flour', quantity: 0.5, unit: 'kg' }] });
      const amounts = async () =>
        (await listOf(member.api, path)).map(({ name, quantity, unit }) => [name, quantity, unit]);
      expect(await amounts()).toEqual([
        ['sucre', 0.5, 'kg'],
        ['flour', 0.5, 'kg'],
      ]);
      await add(member.api, path, { text: '0,25 kg de sucre' });
      await add(member.api, path, { items: [{ name: 'flour', quantity: 0.25, unit: 'kg' }] });
      expect(await amounts()).toEqual([
        ['sucre', 0.75, 'kg'],
        ['flour', 0.75, 'kg'],
      ]);
    });

    test('merges items of the same name from twenty requests at the same time into one item [T-S2]', async () => {
      const { path, owner, member } = await home(service.api);
      await times(20, (i) =>
        add(i % 2 ? owner.api : member.api, path, { text: `${i + 1} eggs, milk ${i + 1}00 g` }),
      );
      const list = await listOf(owner.api, path);
      expect(list.map(({ name }) => name).sort()).toEqual(['eggs', 'milk']);
      expect(list.find(({ name }) => name === 'eggs')?.quantity).toBe(210);
      expect(new Set(list.map(({ position }) => position)).size).toBe(2);
    });

    /** Texts that other planners misread, each with the items that it becomes, as `name|quantity|unit`. */
    test.each<readonly [locale: string, texts: Readonly<Record<string, readonly string[]>>]>([
      [
        'en',
        {
          '6 duck eggs': ['duck eggs|6|'],
          '500 g dumplings': ['dumplings|500|g'],
          "Ben & Jerry's": ["Ben & Jerry's||"],
          'milk, 2 l': ['milk|2|l'],
          '1,500 g flour': ['flour|1500|g'],
          '1 kg 500 g potatoes': ['potatoes|1.5|kg'],
          '2 - 3 onions': ['2 - 3 onions||'],
          '500 g - 600 g beef': ['500 g - 600 g beef||'],
          '- [ ] bread': ['bread||'],
          '⅓ cup honey': ['honey|0.333|cup'],
          'pasta 2x500g': ['pasta|1000|g'],
          'a few apples': ['a few apples||'],
          'Chicken breast | 500g': ['Chicken breast|500|g'],
        },
      ],
      [
        'fr',
        {
          '2 desserts': ['desserts|2|'],
          '1 pâté': ['pâté|1|'],
          '2 pâtes': ['pâtes|2|'],
          '1 500 g de farine': ['farine|1500|g'],
          'un peu de persil': ['un peu de persil||'],
          '10 % de réduction': ['10 % de réduction||'],
          'bœuf 500 g à 600 g': ['bœuf 500 g à 600 g||'],
        },
      ],
    ])(
      'reads each of the texts that other planners misread, in %s (S01, S02, S04, S06, S08, S11, S13, S15, S16, S19, S20, S25, S27, S29, S30, S31, S32)',
      async (locale, texts) => {
        const { path, owner } = await home(service.api);
        await owner.api.patch(path, { locale });
        for (const [text, expected] of Object.entries(texts)) {
          const items = await add(owner.api, path, { text });
          expect(items.map((item) => `${item.name}|${item.quantity ?? ''}|${item.unit ?? ''}`)).toEqual(
            expected,
          );
        }
        expect(await names(owner.api, path)).toHaveLength(Object.keys(texts).length);
      },
    );

    test('adds none of a hundred items if one is invalid, and names the invalid item [T-S3]', async () => {
      const { path, owner } = await home(service.api);
      const items = Array.from({ length: 100 }, (_, i) => ({ name: `thing ${i}` }));
      const bad = items.with(41, { name: '' });
      const answer = await owner.api.post(`${path}/shopping/items`, { items: bad });
      expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.body.error.details).toMatchObject([{ field: 'items.41.name' }]);
      expect(await listOf(owner.api, path)).toEqual([]);
      expect(await add(owner.api, path, { items })).toHaveLength(100);
    });

    test.each([
      [{}, 'text'],
      [{ text: ' , ' }, 'text'],
      [{ text: 'x'.repeat(81) }, 'text'],
      [{ text: Array.from({ length: 101 }, (_, i) => `thing${i}`).join(',') }, 'text'],
      [{ items: Array.from({ length: 101 }, () => ({ name: 'x' })) }, 'items'],
      [{ items: [{ name: 'x', quantity: 0 }] }, 'items.0.quantity'],
      [{ items: [{ name: 'x', quantity: '2' }] }, 'items.0.quantity'],
      [{ items: [{ name: 'x', quantity: 0.0001 }] }, 'items.0.quantity'],
      [{ items: [{ quantity: 1 }] }, 'items.0.name'],
      [{ items: ['milk'] }, 'items.0'],
      [{ items: [[]] }, 'items.0'],
    ])('refuses new items in the form %j', async (body, field) => {
      const { path, owner } = await home(service.api);
      const answer = await owner.api.post(`${path}/shopping/items`, body);
      expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.body.error.details[0].field).toBe(field);
    });

    test('has at most five hundred items, and LIMIT_REACHED is returned above that [limit-told-otherwise, L01]', async () => {
      const { path, owner } = await home(service.api);
      const hundred = (i: number) => ({
        items: Array.from({ length: 100 }, (_, n) => ({ name: `thing ${i}-${n}` })),
      });
      const answers = await times(7, (i) => owner.api.post(`${path}/shopping/items`, hundred(i)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
      const refused = answers.find(({ status }) => status === 409)!;
      expect(refused.body.error).toMatchObject({
        code: 'LIMIT_REACHED',
        details: { limit: 'shoppingItems' },
      });
      expect((await owner.api.get(`${path}/shopping/items?limit=500`)).body).toHaveLength(500);
    });

    test('refuses an undo that would restore more items than fit on the list', async () => {
      const { path, owner } = await home(service.api);
      const [milk] = (await add(owner.api, path, { text: 'milk' })) as [Item];
      await owner.api.patch(`${path}/shopping/items/${milk.id}`, { checked: true });
      const cleared = await owner.api.post(`${path}/shopping/clear-checked`);
      for (let i = 0; i < 5; i++) {
        const items = Array.from({ length: 100 }, (_, n) => ({ name: `thing ${i}-${n}` }));
        expect((await owner.api.post(`${path}/shopping/items`, { items })).status).toBe(201);
      }
      const refused = await owner.api.post(`${path}/operations/${cleared.headers['operation-id']}/undo`);
      expect(refused.body.error).toMatchObject({
        code: 'LIMIT_REACHED',
        details: { limit: 'shoppingItems' },
      });
      expect((await owner.api.get(`${path}/shopping/items?limit=500`)).body).toHaveLength(500);
    });
  });

  describe('an item', () => {
    test('keeps the name of the member who ticked it first, and can be unticked', async () => {
      const { path, owner, member } = await home(service.api);
      const [milk] = (await add(owner.api, path, { text: 'milk' })) as [Item];
      const edit = (api: Api, body: object) => api.patch(`${path}/shopping/items/${milk.id}`, body);
      expect((await edit(member.api, { checked: true })).body).toMatchObject({
        checked: true,
        checkedBy: member.id,
        checkedAt: '2026-11-21T12:00:00.000Z',
      });
      expect((await edit(owner.api, { checked: true })).body).toMatchObject({ checkedBy: member.id });
      expect((await edit(owner.api, { checked: false })).body).toMatchObject({
        checkedBy: null,
        checkedAt: null,
      });
    });

    test('keeps all of three changes at the same time', async () => {
      const { path, owner, member } = await home(service.api);
      const [milk] = (await add(owner.api, path, { text: 'milk' })) as [Item];
      const one = `${path}/shopping/items/${milk.id}`;
      for (let i = 1; i <= 5; i++)
        await Promise.all([
          owner.api.patch(one, { quantity: i }),
          member.api.patch(one, { note: `note ${i}` }),
          member.api.patch(one, { checked: i % 2 === 1 }),
        ]);
      expect((await listOf(owner.api, path))[0]).toMatchObject({
        quantity: 5,
        note: 'note 5',
        checked: true,
      });
    });

    test('is not restored by a late tick after it was removed [T-S1]', async () => {
      const { path, owner, member } = await home(service.api);
      const [milk] = (await add(owner.api, path, { text: 'milk' })) as [Item];
      const one = `${path}/shopping/items/${milk.id}`;
      expect((await owner.api.delete(one)).status).toBe(204);
      expect(told(await member.api.patch(one, { checked: true }))).toEqual([404, 'NOT_FOUND']);
      expect(told(await member.api.delete(one))).toEqual([404, 'NOT_FOUND']);
      expect(await listOf(owner.api, path)).toEqual([]);
    });

    test('moves to a position, and after ten moves at the same time every position is used once [T-O15]', async () => {
      const { path, owner } = await home(service.api);
      const items = await add(owner.api, path, { text: 'aa, bb, cc, dd, ee' });
      const move = (i: number, position: number) =>
        owner.api.patch(`${path}/shopping/items/${items[i]?.id}`, { position });
      expect((await move(4, 0)).body.position).toBe(0);
      expect(await names(owner.api, path)).toEqual(['ee', 'aa', 'bb', 'cc', 'dd']);
      await times(10, (i) => move(i % 5, (i * 3) % 5));
      const positions = (await listOf(owner.api, path)).map(({ position }) => position);
      expect(positions).toEqual([0, 1, 2, 3, 4]);
    });

    test.each([
      [{ name: null }, 'name'],
      [{ checked: 'yes' }, 'checked'],
      [{ position: -1 }, 'position'],
    ])('cannot be edited with %j', async (body, field) => {
      const { path, owner } = await home(service.api);
      const [milk] = (await add(owner.api, path, { text: 'milk' })) as [Item];
      const answer = await owner.api.patch(`${path}/shopping/items/${milk.id}`, body);
      expect(answer.body.error.details[0].field).toBe(field);
      expect(await listOf(owner.api, path)).toEqual([milk]);
    });

    test('of another household is answered with 404', async () => {
      const { path, owner } = await home(service.api);
      const other = await home(service.api);
      const [milk] = (await add(owner.api, path, { text: 'milk' })) as [Item];
      const foreign = `${other.path}/shopping/items/${milk.id}`;
      expect(told(await other.owner.api.patch(foreign, { checked: true }))).toEqual([404, 'NOT_FOUND']);
      expect(told(await other.owner.api.delete(foreign))).toEqual([404, 'NOT_FOUND']);
      expect(await listOf(other.owner.api, other.path)).toEqual([]);
    });
  });

  test('that are ticked are removed by clearing the list, except an item that a simultaneous request unticks first [T-S6]', async () => {
    const { path, owner, member } = await home(service.api);
    const items = await add(owner.api, path, { text: 'aa, bb, cc' });
    for (const { id } of items) await owner.api.patch(`${path}/shopping/items/${id}`, { checked: true });
    const [uncheck, clear] = await Promise.all([
      member.api.patch(`${path}/shopping/items/${items[0]?.id}`, { checked: false }),
      owner.api.post(`${path}/shopping/clear-checked`),
    ]);
    const left = await names(owner.api, path);
    expect(left).toEqual(uncheck.status === 200 ? ['aa'] : []);
    expect(clear.body).toEqual({ removed: 3 - left.length });
    expect((await owner.api.post(`${path}/shopping/clear-checked`)).body).toEqual({ removed: 0 });
  });

  test('are suggested from the history of the household, with their section', async () => {
    const { path, owner } = await home(service.api);
    const [milk] = await add(owner.api, path, { text: '2 l Milk, oat milk' });
    await add(owner.api, path, { items: [{ name: 'Milk', section: 'Cold room' }] });
    const suggest = async (q: string) => (await owner.api.get(`${path}/shopping/suggestions?q=${q}`)).body;
    expect(await suggest('mil')).toEqual([]);
    await owner.api.delete(`${path}/shopping/items/${milk?.id}`);
    expect(await suggest('MIL')).toEqual([{ name: 'Milk', unit: 'l', section: 'Cold room' }]);
    expect(await suggest('')).toHaveLength(1);
    const [again] = await add(owner.api, path, { text: 'milk' });
    expect(again).toMatchObject({ section: 'Cold room' });
  });

  describe('the order of sections', () => {
    const put = (api: Api, path: string, body: unknown) =>
      api.call('PUT', `${path}/shopping/sections`, { body });
    const way = async (api: Api, path: string) =>
      (await api.get(`${path}/shopping/sections`)).body as object[];

    test('is empty until it is saved, and is then the same for every member', async () => {
      const { path, owner, member } = await home(service.api);
      expect(await way(owner.api, path)).toEqual([]);
      const sections = [{ name: 'Bakery' }, { name: 'Fruit and vegetables' }];
      const saved = await put(owner.api, path, [
        ...sections.slice(0, 1),
        { name: '  Fruit and vegetables ' },
      ]);
      expect(saved.status).toBe(200);
      expect(saved.body).toEqual(sections);
      expect(await way(member.api, path)).toEqual(sections);
      await put(member.api, path, sections.toReversed());
      expect(await way(owner.api, path)).toEqual(sections.toReversed());
      expect((await put(owner.api, path, [])).body).toEqual([]);
      expect(await way(owner.api, path)).toEqual([]);
    });

    test('belongs to one household, is deleted with it, and changes no items', async () => {
      const { path, owner } = await home(service.api);
      const other = await owner.api.household();
      await add(owner.api, path, { items: [{ name: 'Nails', section: 'Tools' }] });
      await put(owner.api, path, [{ name: 'Bakery' }]);
      expect(await way(owner.api, other)).toEqual([]);
      expect((await listOf(owner.api, path)).map((item) => (item as { section?: string }).section)).toEqual([
        'Tools',
      ]);
      const stranger = await service.api.register();
      expect(told(await stranger.api.get(`${path}/shopping/sections`))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
      expect((await owner.api.delete(path)).status).toBe(204);
      expect(
        await service.query(`select from shopping_lists where household_id = '${path.split('/').at(-1)}'`),
      ).toEqual([]);
    });

    test.each<[string, unknown, string, string]>([
      ['an object instead of a list', { sections: [] }, '', 'malformed'],
      ['an entry that is not an object', [7], '0', 'isObject'],
      ['no name', [{}], '0.name', 'isString'],
      ['a blank name', [{ name: 'a' }, { name: ' ' }], '1.name', 'notBlank'],
      ['a long name', [{ name: 'x'.repeat(81) }], '0.name', 'maxLength'],
      ['the same name twice', [{ name: 'Épicerie' }, { name: 'épicerie' }], '1.name', 'unique'],
      [
        'more than sixty sections',
        Array.from({ length: 61 }, (_, i) => ({ name: `${i}` })),
        '',
        'arrayMaxSize',
      ],
    ])('is refused with %s, and the saved order stays unchanged', async (_case, body, field, rule) => {
      const { path, owner } = await home(service.api);
      await put(owner.api, path, [{ name: 'Bakery' }]);
      const refused = await put(owner.api, path, body);
      expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
      expect(refused.body.error.details).toContainEqual({ field, rule, message: expect.any(String) });
      expect(await way(owner.api, path)).toEqual([{ name: 'Bakery' }]);
    });
  });
});

describe('several shopping lists', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  type Row = Readonly<Record<string, any>>;
  const all = async (api: Api, path: string): Promise<readonly Row[]> => (await api.get(path)).body as Row[];
  const idOf = (path: string) => path.split('/').at(-1)!;

  describe('shopping lists', () => {
    const create = async (api: Api, path: string, body: object = { name: 'Market' }): Promise<Row> =>
      (await api.post(`${path}/shopping/lists`, body)).body as Row;

    test('are listed together with the first list, whose id is the id of the household', async () => {
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

    test('are in the change feed', async () => {
      const { path, owner, member } = await home(service.api);
      const market = await create(owner.api, path);
      let cursor = '';
      const read = async () => {
        let page: Row = {};
        await until(async () => {
          const { body } = await member.api.get(`${path}/changes${cursor && `?since=${cursor}`}`);
          [page, cursor] = [body, body.cursor];
          return body.hasMore !== true || body.changed.shoppingLists.length > 0;
        }, 'the change feed shows shopping lists, or ends');
        return page;
      };
      expect((await read())['changed'].shoppingLists).toEqual([market]);
      await until(async () => (await read())['hasMore'] !== true, 'the member has read all changes');
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

    test('cost no SQL statement in a household that has only the first list', async () => {
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
        'the same section twice',
        { name: 'x', sections: [{ name: 'Épicerie' }, { name: 'épicerie' }] },
        'sections.1.name',
      ],
      ['a blank section', { name: 'x', sections: [{ name: '' }] }, 'sections.0.name'],
      [
        'more than sixty sections',
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

    test('are limited to ten, also for requests at the same time, and the first list cannot be deleted', async () => {
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

  test('show staples on the day on which they are due', async () => {
    const { path, owner } = await home(service.api);
    const id = idOf(path);
    await owner.api.post(`${path}/shopping/items`, { text: '2 l milk' });
    const [milk] = await all(owner.api, `${path}/shopping/items`);
    await owner.api.patch(`${path}/shopping/items/${milk!['id']}`, { checked: true });
    await service.query(`update shopping_history set bought = array(
    select timestamptz '2026-11-14 10:00+01' - n * interval '7 days' from generate_series(0, 4) n)
    where household_id = '${id}'`);
    // A ticked item is still on the list. It is due again only after it was removed from the list.
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
});
