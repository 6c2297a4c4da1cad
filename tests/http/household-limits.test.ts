import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { UsageCounter } from '../../adapters/postgres/households/usage.js';
import { HOUSEHOLD_LIMITS, HOUSEHOLDS_LIMIT } from '../../domain/limits/limits.js';
import type { Api } from '../support/api.js';
import { startService, type TestService } from '../support/service.js';
import { longText } from '../support/long-text.js';

let service: TestService;
let api: Api;
let home: string;
const ids: Record<
  | 'filler'
  | 'daily'
  | 'series'
  | 'chained'
  | 'template'
  | 'done'
  | 'deleted'
  | 'deletion'
  | 'list'
  | 'item'
  | 'starter'
  | 'me'
  | 'categoryDeletion'
  | 'invitation',
  string
> = {
  ...{ filler: '', daily: '', series: '', chained: '', template: '' },
  ...{ done: '', deleted: '', deletion: '', list: '', item: '', starter: '', me: '' },
  ...{ categoryDeletion: '', invitation: '' },
};
const daily = { date: '2026-11-21', recurrence: { frequency: 'daily' } };

const one = (id: string, rest = '') => `${home}/occurrences/${id}${rest}`;

beforeAll(async () => {
  // The test fills the household with SQL, so the process must not remember any counts.
  service = await startService({ usageCounter: new UsageCounter({ rememberedMs: 0 }) });
  ({ api, id: ids.me } = await service.api.register());
  home = await api.household();
  const create = async (body: object, path = 'tasks') =>
    ((await api.post(`${home}/${path}`, body)).body as { id: string }).id;
  ids.filler = await create({ title: 'Filler', notes: 'x' });
  ids.daily = await create({ title: 'Daily', ...daily });
  ids.chained = await create({
    title: 'Chained',
    date: '2026-11-21',
    recurrence: { kind: 'afterCompletion', every: 3, unit: 'day' },
  });
  const [row] = await service.query(`select series_id from occurrences where id = '${ids.daily}'`);
  ids.series = String(row?.['series_id']);
  ids.done = await create({ title: 'Done' });
  await api.post(one(ids.done, '/complete'));
  ids.deleted = await create({ title: 'Deleted' });
  await api.delete(one(ids.deleted));
  const undone = await api.delete(one(await create({ title: 'Deleted, and to come back' })));
  ids.deletion = String(undone.headers['operation-id']);
  const list = await api.post(`${home}/tasks`, { title: 'List', checklist: [{ title: 'a' }] });
  ids.list = list.body.id;
  ids.item = list.body.checklist[0].id;
  ids.starter = (await api.get('/v1/starters')).body[0].key;
  const category = await create({ name: 'Deleted' }, 'categories');
  ids.categoryDeletion = String((await api.delete(`${home}/categories/${category}`)).headers['operation-id']);
  const other = (await service.api.register()).api;
  ids.invitation = (await other.post(`${await other.household()}/invitations`, {})).body.token;
  ids.template = await create({ name: 'Many', tasks: [{ title: 'x' }] }, 'templates');
});
afterAll(() => service.close());

const LONGER = { notes: 'more than there was', version: 1 };

/** All requests that can add a row or text, with their operation. */
const ENTRANCES: readonly (readonly [operation: string, name: string, () => Promise<Response>])[] = [
  ['createTask', 'a task', () => api.post(`${home}/tasks`, { title: 'x' })],
  ['createTask', 'a task that repeats', () => api.post(`${home}/tasks`, { title: 'x', ...daily })],
  ['quickAdd', 'a sentence', () => api.post(`${home}/tasks/quick`, { text: 'Bins tomorrow' })],
  [
    'quickAdd',
    'a sentence that repeats',
    () => api.post(`${home}/tasks/quick`, { text: 'Bins every monday' }),
  ],
  ['applyTemplate', 'a template', () => api.post(`${home}/templates/${ids.template}/apply`, {})],
  [
    'applyStarters',
    'a starter',
    () => api.post(`${home}/starters/apply`, { keys: [ids.starter], memberIds: [ids.me] }),
  ],
  ['previewOccurrenceEdit', 'a preview of longer notes', () => api.post(one(ids.list, '/preview'), LONGER)],
  [
    'previewSeriesEdit',
    'a preview of longer notes of a series',
    () => api.post(`${home}/series/${ids.series}/preview`, { notes: LONGER.notes }),
  ],
  [
    'completeOccurrence',
    'the next occurrence after a completion',
    () => api.post(one(ids.chained, '/complete')),
  ],
  ['skipOccurrence', 'the next occurrence after a skip', () => api.post(one(ids.chained, '/skip'))],
  ['deleteOccurrence', 'the next occurrence after a deletion', () => api.delete(one(ids.chained))],
  ['reopenOccurrence', 'a completed task', () => api.post(one(ids.done, '/reopen'))],
  ['restoreOccurrence', 'a deleted task', () => api.post(one(ids.deleted, '/restore'))],
  ['undoOperation', 'a deletion', () => api.post(`${home}/operations/${ids.deletion}/undo`)],
  ['updateOccurrence', 'longer notes', () => api.patch(one(ids.list), LONGER)],
  ...['this', 'following', 'all'].map(
    (scope) =>
      [
        'updateOccurrence',
        `longer notes with scope ${scope}`,
        () => api.patch(one(ids.daily, `?scope=${scope}`), LONGER),
      ] as const,
  ),
  [
    'updateSeries',
    'longer notes of a series',
    () => api.patch(`${home}/series/${ids.series}`, { notes: LONGER.notes }),
  ],
  ['addChecklistItem', 'a checklist item', () => api.post(one(ids.list, '/checklist'), { title: 'b' })],
  [
    'updateChecklistItem',
    'a longer checklist item',
    () => api.patch(one(ids.list, `/checklist/${ids.item}`), { title: 'aa' }),
  ],
];

const OF_CATEGORIES: typeof ENTRANCES = [
  ['createCategory', 'a new category', () => api.post(`${home}/categories`, { name: 'One more' })],
  [
    'quickAdd',
    'a new category in a sentence',
    () => api.post(`${home}/tasks/quick`, { text: 'Bins tomorrow #unheard' }),
  ],
  [
    'applyStarters',
    'the category of a starter',
    () => api.post(`${home}/starters/apply`, { keys: [ids.starter], memberIds: [ids.me] }),
  ],
  ['undoOperation', 'a deleted category', () => api.post(`${home}/operations/${ids.categoryDeletion}/undo`)],
];

const OF_HOUSEHOLDS: typeof ENTRANCES = [
  ['createHousehold', 'a new household', () => api.post('/v1/households', { name: 'One more' })],
  [
    'acceptInvitation',
    'the household of an invitation',
    () => api.post('/v1/invitations/accept', { token: ids.invitation }),
  ],
];

const OF_LISTS: typeof ENTRANCES = [
  ['createShoppingList', 'one more', () => api.post(`${home}/shopping/lists`, { name: 'One more' })],
];

const OF_SHOPPING_ITEMS: typeof ENTRANCES = [
  [
    'addShoppingItems',
    'one more',
    () => api.post(`${home}/shopping/items`, { items: [{ name: 'One more' }] }),
  ],
];

/** Operations whose limits are tested together with their area, or in account-limits.test.ts. */
const TESTED_ELSEWHERE = [
  'addAttachment',
  'createFeed',
  'createInvitation',
  'createTemplate',
  'inviteMember',
];

const OF_DAY_CALENDARS: typeof ENTRANCES = [
  ['createDayCalendar', 'one more', () => api.post(`${home}/day-calendars`, { name: 'One more' })],
];

const aDay = { from: '2026-12-20', to: '2026-12-20', mode: 'skip' };

const OF_PAUSES: typeof ENTRANCES = [
  ['createPause', 'one more', () => api.post(`${home}/pauses`, { ...aDay, seriesIds: [ids.series] })],
];

const OF_SHIFTS: typeof ENTRANCES = [
  [
    'shiftByDays',
    'more series than one moves',
    () => api.post(`${home}/shift`, { days: 7, from: '2026-11-23', all: true }),
  ],
];

const OF_DISPLAYS: typeof ENTRANCES = [
  ['createDisplay', 'one more', () => api.post(`${home}/displays`, { name: 'One more' })],
];

const OF_PASSES: typeof ENTRANCES = [
  [
    'issuePass',
    'one more, as the tests of passes fill them',
    () => api.post(`${home}/members/${ids.me}/pass`, { until: '2026-11-22' }),
  ],
];

const OF_PROXIES: typeof ENTRANCES = [
  ['createMember', 'one more', () => api.post(`${home}/members`, { displayName: 'x', group: 'CHILD' })],
];

const OF_ABSENCES: typeof ENTRANCES = [
  [
    'createAwayPeriod',
    'one more',
    () => api.post(`${home}/members/${ids.me}/away`, { from: '2040-01-01', to: '2040-01-02' }),
  ],
];

const fill = (bytes: number) =>
  service.query(`update occurrences set notes = ${longText(bytes)} where id = '${ids.filler}'`);
const rows = () =>
  service.query(
    'select id, status, deleted_at, title, octet_length(notes), checklist from occurrences order by id',
  );

describe('a household at its limit of text', () => {
  beforeAll(() => fill(HOUSEHOLD_LIMITS.textBytes));
  afterAll(() => fill(0));

  test('is tested, like other limits, with every operation that can answer LIMIT_REACHED, except listed operations with tests elsewhere', () => {
    const refusing = service.routes.filter(({ errors }) => errors?.includes('LIMIT_REACHED'));
    const known = [
      ...ENTRANCES,
      ...OF_CATEGORIES,
      ...OF_HOUSEHOLDS,
      ...OF_LISTS,
      ...OF_SHOPPING_ITEMS,
      ...OF_DAY_CALENDARS,
      ...OF_PROXIES,
      ...OF_PAUSES,
      ...OF_SHIFTS,
      ...OF_DISPLAYS,
      ...OF_PASSES,
      ...OF_ABSENCES,
    ];
    expect(new Set([...known.map(([operation]) => operation), ...TESTED_ELSEWHERE])).toEqual(
      new Set(refusing.map(({ operationId }) => operationId)),
    );
  });

  test.each(ENTRANCES)('refuses %s and stores nothing: %s', async (_operation, _name, create) => {
    const before = await rows();
    const { status, body } = await create();
    expect([status, body.error]).toMatchObject([
      409,
      { code: 'LIMIT_REACHED', details: { limit: 'textBytes' } },
    ]);
    expect(await rows()).toEqual(before);
  });

  test('refuses all commands of a batch that would each add an occurrence or text, and stores nothing', async () => {
    const before = await rows();
    const at = new Date(service.clock.now()).toISOString();
    const isNew = () => ({ occurrenceId: randomUUID(), taskId: randomUUID() });
    const commands = [
      { type: 'task.create', ...isNew(), title: 'x' },
      { type: 'task.quick', ...isNew(), text: 'Bins tomorrow' },
      { type: 'occurrence.complete', occurrenceId: ids.chained },
      { type: 'occurrence.skip', occurrenceId: ids.chained },
      { type: 'occurrence.delete', occurrenceId: ids.chained },
      { type: 'occurrence.reopen', occurrenceId: ids.done },
      { type: 'occurrence.restore', occurrenceId: ids.deleted },
      { type: 'occurrence.set', occurrenceId: ids.list, set: { notes: 'more' }, base: { notes: null } },
      { type: 'checklist.add', occurrenceId: ids.list, itemId: randomUUID(), title: 'b' },
      { type: 'checklist.set', occurrenceId: ids.list, itemId: ids.item, title: 'aa' },
    ].map((command) => ({ id: randomUUID(), at, ...command }));
    const { status, body } = await api.post(`${home}/commands`, { sentAt: at, commands });
    expect(status).toBe(200);
    const results = body.results as { status: string; error?: { code: string; details: unknown } }[];
    expect(results.map((one) => [one.status, one.error?.code, one.error?.details])).toEqual(
      commands.map(() => ['REFUSED', 'LIMIT_REACHED', { limit: 'textBytes' }]),
    );
    expect(await rows()).toEqual(before);
  });
});

test('a household at its limit of open series refuses a new series, a split of a series, and a shift of more series than one shift may move', async () => {
  await service.query(`
    insert into series select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
    from series s, generate_series(1, ${HOUSEHOLD_LIMITS.openSeries}) where s.recurrence ->> 'kind' is null
  `);
  const { status, body } = await api.post(`${home}/tasks`, { title: 'x', ...daily });
  expect([status, body.error]).toMatchObject([
    409,
    { code: 'LIMIT_REACHED', details: { limit: 'openSeries' } },
  ]);
  expect((await api.post(`${home}/tasks`, { title: 'x' })).status).toBe(201);
  const [coming] = await service.query(
    `select id from occurrences where series_id is not null and date = '2026-12-20' limit 1`,
  );
  const split = await api.patch(`${home}/occurrences/${String(coming?.['id'])}?scope=following`, {
    title: 'Later',
    version: 1,
  });
  expect(split.status).toBe(409);
  expect(split.body.error?.code).toBe('LIMIT_REACHED');
  for (const [, , shift] of OF_SHIFTS) {
    const refused = await shift();
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'LIMIT_REACHED', details: { limit: 'shiftedSeries' } },
    ]);
  }
});

test.each([
  {
    limit: 'shoppingLists',
    most: 10,
    entrances: OF_LISTS,
    body: (n: number) => ({ name: `List ${n}` }),
    path: 'shopping/lists',
  },
  {
    limit: 'shoppingItems',
    most: 500,
    entrances: OF_SHOPPING_ITEMS,
    body: (n: number) => ({
      items: Array.from({ length: n < 4 ? 100 : 1 }, (_, i) => ({ name: `thing ${n}-${i}x` })),
    }),
    path: 'shopping/items',
  },
  {
    limit: 'dayCalendars',
    most: 10,
    entrances: OF_DAY_CALENDARS,
    body: (n: number) => ({ name: `Calendar ${n}` }),
    path: 'day-calendars',
  },
  {
    limit: 'pauses',
    most: 20,
    entrances: OF_PAUSES,
    body: () => ({ ...aDay, seriesIds: [ids.series] }),
    path: 'pauses',
  },
  {
    limit: 'displays',
    most: 10,
    entrances: OF_DISPLAYS,
    body: (n: number) => ({ name: `Display ${n}` }),
    path: 'displays',
  },
  {
    limit: 'awayPeriods',
    most: 50,
    entrances: OF_ABSENCES,
    body: (n: number) => ({ from: `${2027 + n}-01-01`, to: `${2027 + n}-01-02` }),
    path: 'members/:me/away',
  },
  {
    limit: 'membersWithoutAccount',
    most: 30,
    entrances: OF_PROXIES,
    body: (n: number) => ({ displayName: `Child ${n}`, group: 'CHILD' }),
    path: 'members',
  },
])('a household is refused more than $most $limit', async ({ limit, most, entrances, body, path }) => {
  let created = 0;
  for (let n = 0; created < most; n += 1) {
    const sent = body(n);
    const { status } = await api.post(`${home}/${path.replace(':me', ids.me)}`, sent);
    if (status === 409) break;
    expect(status).toBe(201);
    created += 'items' in sent ? sent.items.length : 1;
  }
  expect(created).toBeGreaterThanOrEqual(most - 1);
  for (const [, , create] of entrances) {
    const refused = await create();
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'LIMIT_REACHED', details: { limit } },
    ]);
  }
});

describe('a household at its limit of categories', () => {
  beforeAll(() =>
    service.query(`
      insert into categories (household_id, id, name, unique_name, sort_name, created_by, created_at)
      select '${home.split('/').at(-1)}', gen_random_uuid(), 'filler-' || n, 'filler-' || n, 'filler-' || n,
        '${ids.me}', now()
      from generate_series(1, ${HOUSEHOLD_LIMITS.categories}) n
    `),
  );
  afterAll(() =>
    service.query(`
      update occurrences set category_id = null;
      update series set category_id = null;
      delete from categories where name like 'filler-%' or name = 'Renamed'
    `),
  );

  test.each(OF_CATEGORIES)('is refused another category by %s: %s', async (_op, _name, create) => {
    const { status, body } = await create();
    expect([status, body.error]).toMatchObject([
      409,
      { code: 'LIMIT_REACHED', details: { limit: 'categories' } },
    ]);
  });

  test('refuses another category by a command, and still allows using and renaming a category', async () => {
    const at = new Date(service.clock.now()).toISOString();
    const command = {
      ...{ id: randomUUID(), at, type: 'task.quick', text: 'Bins tomorrow #unheard' },
      ...{ occurrenceId: randomUUID(), taskId: randomUUID() },
    };
    const { body } = await api.post(`${home}/commands`, { sentAt: at, commands: [command] });
    expect(body.results).toMatchObject([
      { status: 'REFUSED', error: { code: 'LIMIT_REACHED', details: { limit: 'categories' } } },
    ]);
    expect((await api.post(`${home}/tasks/quick`, { text: 'Bins tomorrow #filler-1' })).status).toBe(201);
    const [{ id }] = (await api.get(`${home}/categories?limit=1`)).body;
    expect((await api.patch(`${home}/categories/${id}`, { name: 'Renamed' })).status).toBe(200);
  });
});

describe('an account at its limit of households', () => {
  beforeAll(() =>
    service.query(`
      with home as (
        insert into households
        select (jsonb_populate_record(h, jsonb_build_object('id', gen_random_uuid()))).*
        from households h, generate_series(1, ${HOUSEHOLDS_LIMIT}) where h.id = '${home.split('/').at(-1)}'
        returning id
      )
      insert into members (household_id, user_id, account_id, role, color, joined_at, away_periods)
      select id, '${ids.me}', '${ids.me}', 'OWNER', '#dc2626', now(), '[]' from home;
      insert into households_of_user (user_id, household_id)
      select account_id, household_id from members where account_id = '${ids.me}' on conflict do nothing
    `),
  );

  test.each(OF_HOUSEHOLDS)('is refused another household by %s: %s', async (_operation, _name, join) => {
    const { status, body } = await join();
    expect([status, body.error]).toMatchObject([
      409,
      { code: 'LIMIT_REACHED', details: { limit: 'households' } },
    ]);
  });
});

test('the daily extension of series adds dates only while the household is below its limit of text', async () => {
  await service.query(
    `delete from series where id not in (select series_id from occurrences where series_id is not null)`,
  );
  await fill(HOUSEHOLD_LIMITS.textBytes);
  const before = await rows();
  service.clock.advance(7 * 86_400_000);
  expect(await service.useCases.extendHorizons()).toBe(0);
  expect(await rows()).toEqual(before);
  await fill(0);
  expect(await service.useCases.extendHorizons()).toBe(7);
});

test('a household with a full trash refuses new tasks and longer texts, but allows deleting tasks and emptying the trash', async () => {
  const { api: owner } = await service.api.register();
  const full = await owner.household();
  const create = (title: string) => owner.post(`${full}/tasks`, { title });
  const [open, done, large] = [await create('Open'), await create('Done'), await create('Large')];
  await owner.post(`${full}/occurrences/${done.body.id}/complete`);
  await owner.delete(`${full}/occurrences/${large.body.id}`);
  await service.query(
    `update occurrences set notes = ${longText(HOUSEHOLD_LIMITS.openAndDeletedTextBytes)} where id = '${large.body.id}'`,
  );
  const before = await rows();
  for (const refused of [
    await create('One more'),
    await owner.patch(`${full}/occurrences/${open.body.id}`, { notes: 'longer', version: 1 }),
  ])
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'LIMIT_REACHED', details: { limit: 'openAndDeletedTextBytes' } },
    ]);
  expect(await rows()).toEqual(before);
  for (const { body } of [open, done])
    expect((await owner.delete(`${full}/occurrences/${body.id}`)).status).toBe(204);
  expect((await owner.delete(`${full}/trash`)).status).toBe(204);
  expect((await create('One more')).status).toBe(201);
});
