import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request, { type Response } from 'supertest';
import { UsageCounter } from '../../adapters/postgres/households/usage.js';
import { DAY_CALENDARS_LIMIT } from '../../domain/days/calendar.js';
import { PAUSES_LIMIT } from '../../domain/days/pause.js';
import { DISPLAYS_LIMIT, PASSES_LIMIT } from '../../domain/displays/display.js';
import { FEEDS_LIMIT } from '../../domain/feeds/feed.js';
import { ACCOUNT_LIMITS, ACCOUNT_HOUSEHOLDS, HOUSEHOLD_LIMITS } from '../../domain/limits/limits.js';
import { OPEN_INVITATIONS_LIMIT } from '../../domain/households/invitation.js';
import { FORMER_PROXIES_LIMIT, PROXIES_LIMIT } from '../../domain/households/membership.js';
import { LISTS_LIMIT } from '../../domain/shopping/list.js';
import { TEMPLATES_LIMIT } from '../../domain/templates/template.js';
import type { Api } from '../support/api.js';
import { startService, type TestService } from '../support/service.js';
import { longText } from '../support/long-text.js';
import { told } from './households/people.js';

let service: TestService;
/**
 * Ana is a member of one household more than her account limits let her fill. Ben is a member of the last one
 * only.
 */
let ana: { id: string; api: Api };
let ben: { id: string; api: Api };
let homes: readonly string[];

beforeAll(async () => {
  // The tests fill the households with SQL, so the process must not remember any counts.
  service = await startService({ usageCounter: new UsageCounter({ rememberedMs: 0 }) });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.forgetEverything();
  ana = await service.api.register();
  ben = await service.api.register();
  const made: string[] = [];
  for (let i = 0; i <= ACCOUNT_HOUSEHOLDS; i++) made.push(await ana.api.household());
  homes = made;
  await service.join(last(), ben.id);
});

const last = () => homes.at(-1)!;
const idOf = (path: string) => path.split('/').at(-1)!;
const daily = { date: '2026-11-21', recurrence: { frequency: 'daily' } };

/** Creates `count` categories by Ana in each of the first five households. */
async function fillCategories(count: number): Promise<void> {
  for (const home of homes.slice(0, ACCOUNT_HOUSEHOLDS))
    await service.query(`
      insert into categories (household_id, id, name, unique_name, sort_name, created_by, created_at)
      select '${idOf(home)}', gen_random_uuid(), 'f-' || n, 'f-' || n, 'f-' || n, '${ana.id}', now()
      from generate_series(1, ${count}) n
    `);
}

const addCategory = (api: Api, home: string, name = 'One more') => api.post(`${home}/categories`, { name });
const limitOf = ({ status, body }: Response) => [status, body.error?.code, body.error?.details];
const refusedBy = (limit: string) => [409, 'LIMIT_REACHED', { limit }];

describe('an account that has reached the limits of what one account may create', () => {
  test('cannot create another category until it deletes one', async () => {
    await fillCategories(HOUSEHOLD_LIMITS.categories);
    expect(limitOf(await addCategory(ana.api, last()))).toEqual(refusedBy('accountCategories'));
    const byName = await ana.api.post(`${last()}/tasks/quick`, { text: 'Bins tomorrow #unheard' });
    expect(limitOf(byName)).toEqual(refusedBy('accountCategories'));
    const [{ id }] = (await ana.api.get(`${homes[0]}/categories?limit=1`)).body;
    expect((await ana.api.delete(`${homes[0]}/categories/${id}`)).status).toBe(204);
    expect((await addCategory(ana.api, last())).status).toBe(201);
  });

  test('cannot bring back a deleted category by an undo', async () => {
    const { body } = await addCategory(ana.api, last(), 'Deleted');
    const deleted = await ana.api.delete(`${last()}/categories/${body.id}`);
    await fillCategories(HOUSEHOLD_LIMITS.categories);
    const undo = await ana.api.post(`${last()}/operations/${deleted.headers['operation-id']}/undo`);
    expect(limitOf(undo)).toEqual(refusedBy('accountCategories'));
  });

  test('does not limit the other members', async () => {
    await fillCategories(HOUSEHOLD_LIMITS.categories);
    expect((await addCategory(ben.api, last())).status).toBe(201);
  });

  test('can still complete, edit and delete tasks', async () => {
    const { body } = await ana.api.post(`${last()}/tasks`, { title: 'Bins' });
    await fillCategories(HOUSEHOLD_LIMITS.categories);
    const occurrence = `${last()}/occurrences/${body.id}`;
    expect((await ana.api.patch(occurrence, { notes: 'longer', version: 1 })).status).toBe(200);
    expect((await ana.api.post(`${occurrence}/complete`)).status).toBe(200);
    expect((await ana.api.delete(occurrence)).status).toBe(204);
  });

  test('cannot create another category either if some of its rows are in a household that it has left', async () => {
    await fillCategories(HOUSEHOLD_LIMITS.categories);
    await service.join(homes[0]!, ben.id);
    await service.query(`update members set role = 'OWNER' where household_id = '${idOf(homes[0]!)}'`);
    expect((await ana.api.delete(`${homes[0]}/members/${ana.id}`)).status).toBe(204);
    expect(limitOf(await addCategory(ana.api, last()))).toEqual(refusedBy('accountCategories'));
  });

  test('can create only one row with two simultaneous requests if its limit allows one more', async () => {
    await fillCategories(HOUSEHOLD_LIMITS.categories);
    const other = await ana.api.household();
    await service.query(`delete from categories where name = 'f-1' and household_id = '${idOf(homes[0]!)}'`);
    for (let i = 0; i < 3; i++) {
      const answers = await Promise.all([addCategory(ana.api, last()), addCategory(ana.api, other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      await service.query(`delete from categories where name = 'One more'`);
    }
  });

  test('cannot create another series', async () => {
    await ana.api.post(`${last()}/tasks`, { title: 'Daily', ...daily });
    for (const home of homes.slice(0, ACCOUNT_HOUSEHOLDS))
      await service.query(`
        with task as (
          insert into tasks (household_id, id, visibility, created_by, created_at)
          select '${idOf(home)}', gen_random_uuid(), 'SHARED', '${ana.id}', now()
          from generate_series(1, ${HOUSEHOLD_LIMITS.openSeries}) returning id
        )
        insert into series select made.* from series s, task, jsonb_populate_record(s, jsonb_build_object(
          'household_id', '${idOf(home)}', 'id', gen_random_uuid(), 'task_id', task.id)) made
        where s.household_id = '${idOf(last())}'
      `);
    const refused = await ana.api.post(`${last()}/tasks`, { title: 'Another', ...daily });
    expect(limitOf(refused)).toEqual(refusedBy('accountOpenSeries'));
    expect((await ana.api.post(`${last()}/tasks`, { title: 'Once' })).status).toBe(201);
    expect((await ben.api.post(`${last()}/tasks`, { title: 'Ben', ...daily })).status).toBe(201);
  });

  test('cannot write more text, neither in new tasks nor in longer notes', async () => {
    const { body } = await ana.api.post(`${last()}/tasks`, { title: 'Bins' });
    for (const home of homes.slice(0, ACCOUNT_HOUSEHOLDS)) {
      const filler = await ana.api.post(`${home}/tasks`, { title: 'Filler' });
      await service.query(
        `update occurrences set notes = ${longText(HOUSEHOLD_LIMITS.textBytes)} where id = '${filler.body.id}'`,
      );
    }
    const created = await ana.api.post(`${last()}/tasks`, { title: 'x' });
    expect(limitOf(created)).toEqual(refusedBy('accountTextBytes'));
    const longer = await ana.api.patch(`${last()}/occurrences/${body.id}`, { notes: 'longer', version: 1 });
    expect(limitOf(longer)).toEqual(refusedBy('accountTextBytes'));
    // Ben may write to Ana's task, because Ana's rows in other households do not count for him.
    const byBen = await ben.api.patch(`${last()}/occurrences/${body.id}`, { notes: 'longer', version: 1 });
    expect(byBen.status).toBe(200);
  });

  test('cannot add items to shopping lists', async () => {
    for (const home of homes.slice(0, ACCOUNT_HOUSEHOLDS))
      for (let i = 0; i < 5; i++) {
        const items = Array.from({ length: 100 }, (_, n) => ({ name: `thing ${i}-${n}` }));
        expect((await ana.api.post(`${home}/shopping/items`, { items })).status).toBe(201);
      }
    const one = { items: [{ name: 'milk' }] };
    const refused = await ana.api.post(`${last()}/shopping/items`, one);
    expect(limitOf(refused)).toEqual(refusedBy('accountShoppingItems'));
    expect((await ben.api.post(`${last()}/shopping/items`, one)).status).toBe(201);
  });

  test('cannot upload files', async () => {
    const attach = async (api: Api, home: string) => {
      const { body } = await api.post(`${home}/tasks`, { title: 'Paper' });
      return request(api.app)
        .post(`${home}/occurrences/${body.id}/attachments`)
        .set('authorization', `Bearer ${api.token}`)
        .set('x-requested-with', 'app')
        .attach('file', Buffer.from('some text'), { filename: 'a.txt', contentType: 'text/plain' });
    };
    expect((await attach(ana.api, homes[0]!)).status).toBe(201);
    await service.query(`update attachments set size = ${ACCOUNT_LIMITS.attachmentBytes}`);
    expect(limitOf(await attach(ana.api, last()))).toEqual(refusedBy('accountAttachmentBytes'));
    expect((await attach(ben.api, last())).status).toBe(201);
  });
});

type Kind = {
  /** The name of the limit. */
  readonly limit: string;
  /** Fills the household to its own limit, as Ana. */
  readonly fill: (home: string) => Promise<unknown>;
  readonly add: (api: Api, home: string) => Promise<Response>;
  /** Removes one row from the filled household. */
  readonly free: (home: string) => Promise<unknown>;
};

const many = (home: string, count: number, table: string, columns: Readonly<Record<string, string>>) =>
  service.query(`
    insert into ${table} (household_id, ${Object.keys(columns).join(', ')})
    select '${idOf(home)}', ${Object.values(columns).join(', ')} from generate_series(1, ${count}) n
  `);
const firstOf = async (home: string, path: string, find: (row: { id: string }) => boolean = () => true) =>
  ((await ana.api.get(`${home}/${path}`)).body as { id: string }[]).find(find)!.id;
const deleteFirst = (path: string) => async (home: string) =>
  expect((await ana.api.delete(`${home}/${path}/${await firstOf(home, path)}`)).status).toBeLessThan(300);

const addTemplate = (api: Api, home: string) =>
  api.post(`${home}/templates`, { name: 'Week', tasks: [{ title: 'Bins' }] });
const addList = (api: Api, home: string) =>
  api.post(`${home}/shopping/lists`, { name: 'Shop', sections: [] });
const addDays = (api: Api, home: string) =>
  api.post(`${home}/day-calendars`, { name: 'Holidays', days: [{ from: '2026-12-24', name: 'Eve' }] });
const addPause = (api: Api, home: string) =>
  api.post(`${home}/pauses`, { from: '2026-12-01', to: '2026-12-02', mode: 'skip' });
const addProxy = (api: Api, home: string, group = 'CHILD') =>
  api.post(`${home}/members`, { displayName: 'Leo', group });

const KINDS: readonly Kind[] = [
  {
    limit: 'accountTemplates',
    fill: (home) =>
      many(home, TEMPLATES_LIMIT, 'task_templates', {
        ...{ id: 'gen_random_uuid()', name: `'Week'`, tasks: `'[]'` },
        ...{ created_at: 'now()', updated_at: 'now()', created_by: `'${ana.id}'` },
      }),
    add: addTemplate,
    free: deleteFirst('templates'),
  },
  {
    limit: 'accountShoppingLists',
    fill: (home) =>
      many(home, LISTS_LIMIT - 1, 'shopping_lists', {
        ...{ id: 'gen_random_uuid()', name: `'Shop'`, sections: `'{}'`, position: 'n' },
        created_by: `'${ana.id}'`,
      }),
    add: addList,
    free: async (home) => {
      const id = await firstOf(home, 'shopping/lists', (list) => list.id !== idOf(home));
      expect((await ana.api.delete(`${home}/shopping/lists/${id}`)).status).toBe(204);
    },
  },
  {
    limit: 'accountDayCalendars',
    fill: (home) =>
      many(home, DAY_CALENDARS_LIMIT, 'day_calendars', {
        ...{ id: 'gen_random_uuid()', name: `'Holidays'`, days: `'[]'`, ignored: `'[]'` },
        created_by: `'${ana.id}'`,
      }),
    add: addDays,
    free: deleteFirst('day-calendars'),
  },
  {
    limit: 'accountPauses',
    fill: (home) =>
      many(home, PAUSES_LIMIT, 'pauses', {
        ...{ id: 'gen_random_uuid()', from_date: `'2026-12-01'`, to_date: `'2026-12-02'`, mode: `'skip'` },
        ...{ visibility: `'SHARED'`, tasks: `'[]'`, affected: `'{}'` },
        ...{ created_by: `'${ana.id}'`, created_at: 'now()' },
      }),
    add: addPause,
    free: (home) =>
      service.query(`
      update pauses set from_date = '2026-11-01', to_date = '2026-11-02'
      where id = (select id from pauses where household_id = '${idOf(home)}' limit 1)
    `),
  },
  {
    limit: 'accountInvitations',
    fill: (home) => fillInvitations(home, OPEN_INVITATIONS_LIMIT),
    add: (api, home) => api.post(`${home}/invitations`, {}),
    free: deleteFirst('invitations'),
  },
  {
    limit: 'accountDisplays',
    fill: (home) => fillDisplays(home, DISPLAYS_LIMIT, 'DISPLAY'),
    add: (api, home) => api.post(`${home}/displays`, { name: 'Kitchen' }),
    free: deleteFirst('displays'),
  },
  {
    limit: 'accountPasses',
    fill: (home) => fillDisplays(home, PASSES_LIMIT, 'PASS'),
    add: async (api, home) => {
      const guest = await addProxy(api, home, 'GUEST');
      return api.post(`${home}/members/${guest.body.id}/pass`, { until: '2026-12-01' });
    },
    free: deleteFirst('displays'),
  },
  {
    limit: 'accountMembersWithoutAccount',
    fill: (home) =>
      many(home, PROXIES_LIMIT + FORMER_PROXIES_LIMIT, 'members', {
        ...{ user_id: 'gen_random_uuid()', display_name: `'Guest'`, role: `'MEMBER'`, color: `'#dc2626'` },
        ...{ joined_at: 'now()', left_at: 'now()', away_periods: `'[]'`, weight: '100', proxy: 'true' },
        ...{ grouping: `'GUEST'`, takes_turns: 'false', manager_ids: `'{}'`, created_by: `'${ana.id}'` },
      }),
    add: addProxy,
    free: (home) =>
      service.query(`
      delete from members where household_id = '${idOf(home)}' and user_id = (
        select user_id from members where household_id = '${idOf(home)}' and created_by = '${ana.id}' limit 1
      )
    `),
  },
  {
    limit: 'accountFeeds',
    fill: (home) =>
      many(home, FEEDS_LIMIT, 'feeds', {
        ...{ id: 'gen_random_uuid()', member_id: `'${ana.id}'`, token_hash: 'gen_random_uuid()' },
        ...{ created_at: 'now()', personal: 'false' },
      }),
    add: (api, home) => api.post('/v1/me/feeds', { householdId: idOf(home) }),
    free: async () => {
      const [feed] = (await ana.api.get('/v1/me/feeds')).body as { id: string }[];
      expect((await ana.api.delete(`/v1/me/feeds/${feed!.id}`)).status).toBe(204);
    },
  },
];

const fillInvitations = (home: string, count: number) =>
  many(home, count, 'invitations', {
    ...{ id: 'gen_random_uuid()', token_hash: 'gen_random_uuid()', expires_at: `'2026-11-28T00:00:00Z'` },
    ...{ max_uses: '1', uses: '0', created_by: `'${ana.id}'`, created_at: 'now()' },
  });
const fillDisplays = (home: string, count: number, kind: 'DISPLAY' | 'PASS') =>
  many(home, count, 'displays', {
    ...{ id: 'gen_random_uuid()', kind: `'${kind}'`, name: `'Wall'`, token_hash: 'gen_random_uuid()' },
    ...{ created_by: `'${ana.id}'`, created_at: 'now()', last_seen_at: 'now()' },
    ...(kind === 'PASS' && { member_id: `'${ana.id}'`, ...PASS_DAYS }),
  });
const PASS_DAYS = { first_date: `'2026-11-21'`, last_date: `'2026-12-01'`, expires_at: `'2026-12-02'` };

describe.each(KINDS)('an account at its limit $limit', ({ limit, fill, add, free }) => {
  test('cannot create another row until one of its rows is deleted or has ended. Another member can still create rows', async () => {
    await service.query(`update members set role = 'OWNER' where account_id = '${ben.id}'`);
    for (const home of homes.slice(0, ACCOUNT_HOUSEHOLDS)) await fill(home);
    expect(limitOf(await add(ana.api, last()))).toEqual(refusedBy(limit));
    expect((await add(ben.api, last())).status).toBe(201);
    await free(homes[0]!);
    expect((await add(ana.api, last())).status).toBe(201);
    expect(limitOf(await add(ana.api, last()))).toEqual(refusedBy(limit));
  });
});

describe('an undo by an account that has reached the limits of what one account may create', () => {
  test.each([
    ['a template', 'accountTemplates', addTemplate, 'templates'],
    ['a shopping list', 'accountShoppingLists', addList, 'shopping/lists'],
    ['a day calendar', 'accountDayCalendars', addDays, 'day-calendars'],
  ] as const)('does not bring back %s', async (_name, limit, add, path) => {
    const { fill } = KINDS.find((kind) => kind.limit === limit)!;
    const { body } = await add(ana.api, last());
    const deleted = await ana.api.delete(`${last()}/${path}/${body.id}`);
    expect(deleted.status).toBe(204);
    for (const home of homes.slice(0, ACCOUNT_HOUSEHOLDS)) await fill(home);
    const undo = `${last()}/operations/${deleted.headers['operation-id']}/undo`;
    expect(limitOf(await ana.api.post(undo))).toEqual(refusedBy(limit));
    expect((await ben.api.post(undo)).status).toBe(200);
  });

  test('does not bring back shopping items', async () => {
    const { body } = await ana.api.post(`${last()}/shopping/items`, { items: [{ name: 'milk' }] });
    const removed = await ana.api.delete(`${last()}/shopping/items/${body[0].id}`);
    for (const home of homes.slice(0, ACCOUNT_HOUSEHOLDS))
      for (let i = 0; i < 5; i++) {
        const items = Array.from({ length: 100 }, (_, n) => ({ name: `thing ${i}-${n}` }));
        expect((await ana.api.post(`${home}/shopping/items`, { items })).status).toBe(201);
      }
    const undo = `${last()}/operations/${removed.headers['operation-id']}/undo`;
    expect(limitOf(await ana.api.post(undo))).toEqual(refusedBy('accountShoppingItems'));
    expect((await ben.api.post(undo)).status).toBe(200);
  });
});

describe('an account in five households or fewer', () => {
  test('is limited only by the limits of each household', async () => {
    await fillCategories(HOUSEHOLD_LIMITS.categories - 1);
    expect((await ana.api.delete(`${last()}/members/${ben.id}`)).status).toBe(204);
    expect((await ana.api.delete(`${last()}/members/${ana.id}`)).status).toBe(204);
    const statements = await service.statementsOf(() => addCategory(ana.api, homes[0]!));
    expect(statements.filter((text) => text.includes('attachment_bytes'))).toEqual([]);
    expect(told(await addCategory(ana.api, homes[0]!, 'Another'))).toEqual([409, 'LIMIT_REACHED']);
  });
});

test('the service counts what an account has created as soon as the account is in more than five households', async () => {
  const other = await startService();
  const { id, api } = await other.api.register();
  const first = await api.household();
  expect((await addCategory(api, first)).status).toBe(201);
  await other.query(`
    insert into categories (household_id, id, name, unique_name, sort_name, created_by, created_at)
    select '${idOf(first)}', gen_random_uuid(), 'f-' || n, 'f-' || n, 'f-' || n, '${id}', now()
    from generate_series(1, ${ACCOUNT_LIMITS.categories}) n
  `);
  let sixth = '';
  for (let i = 0; i < ACCOUNT_HOUSEHOLDS; i++) sixth = await api.household();
  expect(limitOf(await addCategory(api, sixth))).toEqual(refusedBy('accountCategories'));
  await other.close();
});
