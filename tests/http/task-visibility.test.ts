import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import type { Api } from '../support/api.js';
import { startService, type TestService } from '../support/service.js';
import { home, told } from './households/people.js';

let service: TestService;
let olga: Api;
let olgaId: string;
let milan: Api;
let milanId: string;
let path: string;
beforeAll(async () => {
  service = await startService({ now: '2026-11-21T12:00:00Z' });
});
afterAll(() => service.close());
beforeAll(async () => {
  const people = await home(service.api);
  ({ path } = people);
  [olga, milan] = [people.owner.api, people.member.api];
  [olgaId, milanId] = [people.owner.id, people.member.id];
});

type Row = Record<string, any>;
const at = ({ id }: Row) => `${path}/occurrences/${id}`;
const seriesAt = ({ seriesId }: Row) => `${path}/series/${seriesId}`;
const turns = () => ({ kind: 'turns', order: [[olgaId], [milanId]] });

const create = async (fields: object = {}): Promise<Row> => {
  const { status, body } = await olga.post(`${path}/tasks`, { title: 'Bins', ...fields });
  expect(status).toBe(201);
  return body;
};
const weekly = (fields: object = {}) =>
  create({ date: '2026-11-24', recurrence: { frequency: 'weekly' }, ...fields });
const fresh = async (row: Row): Promise<Row> => (await olga.get(at(row))).body;
const patch = async (row: Row, scope: string, edit: object, api = olga) =>
  api.patch(`${at(row)}?scope=${scope}`, { version: (await fresh(row))['version'], ...edit });
/** Returns all rows of its series from the database, by date, including rows that not everybody may see. */
const rowsOf = ({ seriesId }: Row): Promise<Row[]> =>
  service.query(`select id, task_id, title, visibility, status, date::text, deleted_at is not null as deleted,
    responsible_member_ids as responsible from occurrences where series_id = '${seriesId}' order by original_date`);
const seen = async (api: Api, { taskId }: Row): Promise<Row[]> =>
  (await api.get(`${path}/occurrences?limit=500`)).body.filter((row: Row) => row['taskId'] === taskId);
const attach = (row: Row) =>
  request(olga.app)
    .post(`${at(row)}/attachments`)
    .set('authorization', `Bearer ${olga.token}`)
    .set('x-requested-with', 'app')
    .attach('file', Buffer.from('text'), { filename: 'note.txt', contentType: 'text/plain' });

/**
 * Creates a series that was split in two. Each half has a completed date, a changed date and a date in the
 * trash.
 */
async function livedIn(visibility: string): Promise<{ first: Row; later: Row }> {
  const first = await weekly({ visibility });
  const rows = await rowsOf(first);
  const live = async ([done, changed, trashed]: Row[]) => {
    await olga.post(`${at(done!)}/complete`);
    expect((await patch(changed!, 'this', { title: 'Bins and glass' })).status).toBe(200);
    await olga.delete(at(trashed!));
  };
  expect((await patch(rows[6]!, 'following', { time: '19:00' })).status).toBe(200);
  await live(rows.slice(1, 4));
  const later = await fresh(rows[6]!);
  await live((await rowsOf(later)).slice(1, 4));
  return { first: await fresh(first), later };
}

/** The three edits that change a whole repeating task. */
const WHOLE: readonly [string, (row: Row, edit: object) => Promise<{ status: number; body: any }>][] = [
  ['PATCH of an occurrence with scope=all', (row, edit) => patch(row, 'all', edit)],
  ['PATCH of the first occurrence with scope=following', (row, edit) => patch(row, 'following', edit)],
  ['PATCH of the series', (row, edit) => olga.patch(seriesAt(row), edit)],
];
const BOTH_WAYS = [
  ['SHARED', 'PERSONAL'],
  ['PERSONAL', 'SHARED'],
] as const;

describe('the visibility of a task', () => {
  test.each(BOTH_WAYS)(
    'cannot be changed for a single date of a series from %s to %s',
    async (visibility, other) => {
      const { first, later } = await livedIn(visibility);
      for (const row of [...(await rowsOf(first)), ...(await rowsOf(later))].filter((one) => !one['deleted']))
        for (const query of ['', '?scope=this']) {
          const { version } = await fresh(row);
          const refused = await olga.patch(at(row) + query, { version, visibility: other });
          expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
          expect(refused.body.error.details).toMatchObject([{ field: 'visibility', rule: 'scope' }]);
          expect((await olga.patch(at(row) + query, { version, visibility })).status).toBe(200);
        }
      expect(await service.query(MIXED)).toEqual([]);
    },
  );

  test.each(BOTH_WAYS)('can be changed for a one-off task from %s to %s', async (visibility, other) => {
    const task = await create({ visibility });
    const { status, body } = await olga.patch(at(task), { version: 1, visibility: other });
    expect(status).toBe(200);
    expect(body.visibility).toEqual(other);
    expect(body.version).toBe(2);
    expect(await seen(milan, task)).toHaveLength(other === 'SHARED' ? 1 : 0);
    expect(await service.query(MIXED)).toEqual([]);
  });

  describe.each(WHOLE.filter(([name]) => !name.includes('following')))('%s', (_, edit) => {
    test.each(BOTH_WAYS)(
      'changes the visibility of every date of the task from %s to %s',
      async (visibility, other) => {
        const { first, later } = await livedIn(visibility);
        expect((await edit(first, { visibility: other })).status).toBe(200);
        const rows = [...(await rowsOf(first)), ...(await rowsOf(later))];
        expect(rows.filter((row) => row['deleted'])).toHaveLength(2);
        expect(new Set(rows.map((row) => row['visibility']))).toEqual(new Set([other]));
        expect(new Set(rows.map((row) => row['task_id']))).toEqual(new Set([first['taskId']]));
        expect(await seen(milan, first)).toHaveLength(other === 'SHARED' ? rows.length - 2 : 0);
        expect((await milan.get(seriesAt(later))).status).toBe(other === 'SHARED' ? 200 : 404);
        expect(await service.query(MIXED)).toEqual([]);
      },
    );
  });

  test.each(BOTH_WAYS)(
    'can be changed for the later dates of a %s series with scope=following, which makes these dates a separate %s task',
    async (...ways) => {
      const [visibility, other] = ways;
      const first = await weekly({ visibility });
      expect((await attach(first)).status).toBe(201);
      const rows = await rowsOf(first);
      await olga.post(`${at(rows[6]!)}/complete`);
      const { status, body } = await patch(rows[5]!, 'following', { visibility: other });
      expect(status).toBe(200);
      expect(body).toMatchObject({ visibility: other, attachmentCount: 0 });
      expect(body.taskId).not.toBe(first['taskId']);
      expect(body.seriesId).not.toBe(first['seriesId']);
      const [head, tail] = [await rowsOf(first), await rowsOf(body)];
      expect(head.map((row) => row['visibility'])).toEqual(Array(5).fill(visibility));
      expect(tail.map((row) => row['visibility'])).toEqual(Array(rows.length - 5).fill(other));
      expect(new Set(tail.map((row) => row['task_id']))).toEqual(new Set([body.taskId]));
      expect((await olga.get(`${at(first)}/attachments`)).body).toHaveLength(1);
      expect((await olga.get(`${at(body)}/attachments`)).body).toEqual([]);
      const [shared, hidden] = visibility === 'SHARED' ? [first, body] : [body, first];
      expect((await milan.get(at(shared))).status).toBe(200);
      expect((await milan.get(at(hidden))).status).toBe(404);
      expect((await milan.get(seriesAt(hidden))).status).toBe(404);
      expect(await service.query(MIXED)).toEqual([]);
    },
  );

  test('stays unchanged in the earlier part of a split series if it is changed with scope=following on the first date of the later part', async () => {
    const { first, later } = await livedIn('PERSONAL');
    const { status, body } = await patch(later, 'following', { visibility: 'SHARED' });
    expect(status).toBe(200);
    expect(body.visibility).toBe('SHARED');
    expect(body.seriesId).toEqual(later['seriesId']);
    expect(body.taskId).not.toBe(first['taskId']);
    expect(new Set((await rowsOf(first)).map((row) => row['visibility']))).toEqual(new Set(['PERSONAL']));
    expect(new Set((await rowsOf(later)).map((row) => row['visibility']))).toEqual(new Set(['SHARED']));
    expect(await service.query(MIXED)).toEqual([]);
  });

  test('can change in the same edit that ends a series', async () => {
    const [all, following] = [await weekly(), await weekly()];
    const single = await patch(all, 'all', { recurrence: null, visibility: 'PERSONAL' });
    expect(single.body).toMatchObject({ seriesId: null, taskId: all['taskId'], visibility: 'PERSONAL' });
    const [, , third] = await rowsOf(following);
    const apart = await patch(third!, 'following', { recurrence: null, visibility: 'PERSONAL' });
    expect(apart.body).toMatchObject({ seriesId: null, visibility: 'PERSONAL' });
    expect(apart.body.taskId).not.toBe(following['taskId']);
    expect(await seen(milan, following)).toHaveLength(2);
    expect(await service.query(MIXED)).toEqual([]);
  });

  test('is enforced by the database for all parts of a task', async () => {
    const { later } = await livedIn('SHARED');
    for (const statement of [
      `update occurrences set visibility = 'PERSONAL' where id = '${later['id']}'`,
      `update series set visibility = 'PERSONAL' where id = '${later['seriesId']}'`,
      `update tasks set visibility = 'PERSONAL' where id = '${later['taskId']}'`,
    ])
      await expect(service.query(statement)).rejects.toThrow(/visibility_fkey/);
  });
});

/** Finds tasks whose parts differ in their visibility. */
const MIXED = `
  select task_id from (
    select task_id, visibility from occurrences union select task_id, visibility from series
    union select id, visibility from tasks
  ) as part group by task_id having count(distinct visibility) > 1`;

describe('the history of a task that was personal for a time', () => {
  const told = async (api: Api) => JSON.stringify((await api.get(`${path}/activity?limit=200`)).body);
  const ONE_OFF: (typeof WHOLE)[number] = [
    'PATCH of a task that does not repeat',
    (row, edit) => patch(row, 'this', edit),
  ];

  test.each([
    ONE_OFF,
    ...WHOLE,
    ['scope following', (row: Row, edit: object) => patch(row, 'following', edit)] as const,
  ])('gets one entry when the task is shared by %s, and earlier entries stay hidden', async (name, edit) => {
    const [secret, notes] = [`Secret ${name}`, `Hidden ${name}`];
    const fields = { title: secret, notes, visibility: 'PERSONAL' };
    const first = name === ONE_OFF[0] ? await create(fields) : await weekly(fields);
    const row = name === 'scope following' ? (await rowsOf(first))[3]! : first;
    await olga.post(`${at(row)}/complete`);
    await olga.post(`${at(row)}/reopen`);
    await patch(row, 'this', { title: `${secret}, the second` });
    const before = (await milan.get(`${path}/activity?limit=200`)).body;
    const shared = { visibility: 'SHARED', title: `Open ${name}`, notes: null };
    expect((await edit(row, shared)).status).toBe(200);
    expect(await told(milan)).not.toMatch(secret);
    expect(await told(milan)).not.toMatch(notes);
    const after = (await milan.get(`${path}/activity?limit=200`)).body as Row[];
    const known = new Set(before.map((entry: Row) => entry['id']));
    const added = after.filter((entry) => !known.has(entry['id']));
    expect(added).toMatchObject([{ action: 'EDITED', subject: { title: `Open ${name}` } }]);
    expect(await told(olga)).toMatch(`${secret}, the second`);
  });

  test.each(WHOLE)(
    'stays out of the statistics of other members after the task was shared by %s',
    async (_, edit) => {
      const first = await weekly({ visibility: 'PERSONAL' });
      const [done, skipped] = await rowsOf(first);
      const figures = async () => {
        const query = `${path}/statistics?from=2026-11-01&to=2026-12-31`;
        const { personal: own, ...shared } = (await olga.get(query)).body;
        return { own, shared, seen: (await milan.get(query)).body };
      };
      const history = async (api: Api) => (await api.get(`${seriesAt(first)}/history`)).body as Row[];
      const none = await figures();
      await olga.post(`${at(done!)}/complete`);
      await olga.post(`${at(skipped!)}/skip`);
      const before = await figures();
      expect((await edit(await fresh(first), { visibility: 'SHARED' })).status).toBe(200);
      expect(await figures()).toEqual(before);
      expect({ ...before, own: none.own }).toEqual(none);
      expect(before.own).not.toEqual(none.own);
      expect((await history(olga)).length).toBe(2);
      expect(await history(milan)).toEqual([]);
      await milan.post(`${at(done!)}/reopen`);
      await milan.post(`${at(done!)}/complete`);
      expect((await figures()).seen).not.toEqual(before.seen);
      expect(await history(milan)).toMatchObject([{ occurrenceId: done!['id'] }]);
    },
  );

  test('stays visible for other tasks when one task becomes personal', async () => {
    const [task, other] = [await weekly({ title: 'Stays' }), await weekly({ title: 'Goes' })];
    expect((await patch(other, 'all', { visibility: 'PERSONAL' })).status).toBe(200);
    expect(await told(milan)).toMatch('Stays');
    expect(await told(milan)).not.toMatch('Goes');
    expect((await patch((await rowsOf(task))[2]!, 'following', { visibility: 'PERSONAL' })).status).toBe(200);
    expect(await told(milan)).toMatch('Stays');
    await patch(other, 'all', { visibility: 'SHARED', title: 'Comes back' });
    expect(await told(milan)).toMatch('Goes');
  });
});

describe('a task that was shared before its author hid it', () => {
  test.each([
    ['a single task', () => create({ title: 'Jeweller' }), 'this'],
    ['a series', () => weekly({ title: 'Jeweller' }), 'all'],
  ] as const)(
    'stays hidden in the lists of other members when %s is deleted for good',
    async (_, make, scope) => {
      const read = async (api: Api) =>
        JSON.stringify([
          (await api.get(`${path}/activity?limit=500`)).body,
          (await api.get(`${path}/operations?limit=500`)).body,
        ]).split('Jeweller').length;
      const before = await read(milan);
      const task = await make();
      expect((await patch(task, 'this', { notes: 'Before noon' }, milan)).status).toBe(200);
      expect(await read(milan)).toBeGreaterThan(before);
      expect((await patch(task, scope, { visibility: 'PERSONAL' })).status).toBe(200);
      expect(await read(milan)).toBe(before);
      const own = await read(olga);
      expect((await olga.delete(`${at(task)}?scope=${scope}`)).status).toBe(204);
      expect((await olga.delete(`${path}/trash`)).status).toBe(204);
      expect((await olga.get(at(task))).status).toBe(404);
      expect(await read(milan)).toBe(before);
      expect(await read(olga)).toBeGreaterThanOrEqual(own);
    },
  );
});

describe('a personal task', () => {
  const RULE = { rule: 'personal' };

  test.each(WHOLE)(
    'loses all other members in its rotation if a series becomes personal by %s',
    async (_, edit) => {
      const first = await weekly({ rotation: turns() });
      const [, second] = await rowsOf(first);
      await patch(second!, 'this', { responsibleMemberIds: [milanId] });
      expect((await edit(first, { visibility: 'PERSONAL' })).status).toBe(200);
      const own = (row: Row) => row['responsible'].every((id: string) => id === olgaId);
      expect((await rowsOf(first)).filter((row) => !own(row))).toEqual([]);
      expect((await olga.get(seriesAt(first))).body.rotation).toMatchObject({ order: [[olgaId]] });
      service.clock.advance(30 * 86_400_000);
      await service.useCases.extendHorizons();
      service.clock.set('2026-11-21T12:00:00Z');
      expect((await rowsOf(first)).filter((row) => !own(row))).toEqual([]);
    },
  );

  test.each([
    ...WHOLE,
    ['scope following', (row: Row, edit: object) => patch(row, 'following', edit)] as const,
  ])('cannot give another member a turn: %s', async (name, edit) => {
    for (const visibility of ['PERSONAL', 'SHARED']) {
      const first = await weekly({ visibility });
      const row =
        name === 'scope following' ? { ...(await rowsOf(first))[3], seriesId: first['seriesId'] } : first;
      for (const people of [{ rotation: turns() }, { responsibleMemberIds: [olgaId, milanId] }]) {
        const refused = await edit(row, { visibility: 'PERSONAL', ...people });
        expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
        expect(refused.body.error.details).toMatchObject([{ field: Object.keys(people)[0], ...RULE }]);
      }
      expect((await rowsOf(first)).filter((one) => one['responsible'].length > 0)).toEqual([]);
    }
  });

  test.each([
    ['a one-off task', () => create({ visibility: 'PERSONAL' })],
    ['a date of a series', () => weekly({ visibility: 'PERSONAL' })],
  ])('cannot be completed for another member if it is %s', async (_, make) => {
    const task = await make();
    const refused = await olga.post(`${at(task)}/complete`, { completedFor: milanId });
    expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details).toMatchObject([{ field: 'completedFor', ...RULE }]);
    expect(await fresh(task)).toMatchObject({ status: 'TODO', version: 1 });
  });

  test.each(WHOLE)('cannot be made of a task that another member has done, by %s', async (_, edit) => {
    const first = await weekly();
    const rows = await rowsOf(first);
    await milan.post(`${at(first)}/complete`);
    const refused = await edit(first, { visibility: 'PERSONAL' });
    expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(await seen(milan, first)).toHaveLength(rows.length);
    expect((await patch(rows[1]!, 'following', { visibility: 'PERSONAL' })).status).toBe(200);
    expect(await seen(milan, first)).toHaveLength(1);
  });

  test('cannot be read or deleted by other members through the earlier dates of the task, which are still shared', async () => {
    const first = await weekly();
    const { body: hidden } = await patch((await rowsOf(first))[4]!, 'following', { visibility: 'PERSONAL' });
    const file = (await attach(hidden)).headers['location'] as string;
    expect((await milan.get(`${at(first)}/attachments`)).body).toEqual([]);
    for (const answer of [await milan.get(file), await milan.delete(file)])
      expect(told(answer)).toEqual([404, 'NOT_FOUND']);
    expect((await milan.delete(`${at(first)}?scope=following`)).status).toBe(204);
    const second = await weekly();
    const { body: own } = await patch((await rowsOf(second))[4]!, 'following', { visibility: 'PERSONAL' });
    expect((await milan.delete(`${at(second)}?scope=all`)).status).toBe(204);
    expect(told(await milan.delete(seriesAt(own)))).toEqual([404, 'TASK_NOT_FOUND']);
    for (const row of [...(await rowsOf(hidden)), ...(await rowsOf(own))]) expect(row['deleted']).toBe(false);
    expect((await olga.get(file)).status).toBe(200);
  });
});
