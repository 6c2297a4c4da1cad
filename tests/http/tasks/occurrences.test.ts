import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { ana, anaId, ben, benId, home, service, householdOfTwo } from './two-members.js';
import { shareServiceInFile } from '../../support/fresh-service.js';

const freshService = shareServiceInFile();

householdOfTwo(freshService);

const create = async (fields: object, api = ana, path = home) =>
  (await api.post(`${path}/tasks`, { title: 'Task', ...fields })).body as Record<string, any>;
const at = (occurrence: { id?: string }) => `${home}/occurrences/${occurrence.id}`;

test('the list of occurrences answers HEAD with the Content-Length of GET if the answer is not compressed', async () => {
  const path = await ana.household({ timeZone: 'Europe/Paris', name: 'Long' });
  for (let i = 0; i < 40; i++) await create({ title: `Évier ${i}` }, ana, path);
  // A compressed answer has another length, and HEAD returns no length for it.
  const plain = { headers: { 'accept-encoding': 'identity' } };
  const get = await ana.get(`${path}/occurrences`, plain);
  const head = await ana.call('HEAD', `${path}/occurrences`, plain);
  expect(head.status).toBe(200);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
  expect(Number(get.headers['content-length'])).toBe(Buffer.byteLength(get.text));
});

describe('the list of occurrences', () => {
  let list: string;
  const titles = async (query: string, api = ana) =>
    (await api.get(`${list}/occurrences?${query}`)).body.map(({ title }: any) => title);

  beforeAll(async () => {
    list = await ana.household({ timeZone: 'Europe/Paris', name: 'List' });
    await service.join(list, benId);
    const category = await ana.post(`${list}/categories`, { name: 'Kitchen' });
    const rows: Record<string, unknown>[] = [
      { title: 'yesterday', date: '2026-11-20', responsibleMemberIds: [anaId] },
      { title: 'today whole', date: '2026-11-21', priority: 'LOW' },
      { title: 'today passed', date: '2026-11-21', time: '12:59', responsibleMemberIds: [anaId, benId] },
      { title: 'today ahead urgent', date: '2026-11-21', time: '18:00', priority: 'URGENT' },
      { title: 'today ahead', date: '2026-11-21', time: '18:00', categoryId: category.body.id },
      { title: 'tomorrow', date: '2026-11-22', responsibleMemberIds: [benId] },
      { title: 'someday', notes: '50% of the Évier_ \\ done' },
      { title: 'this week', softDue: { kind: 'THIS_WEEK' } },
      { title: 'someday urgent', priority: 'URGENT' },
      { title: 'secret', visibility: 'PERSONAL', date: '2026-11-21', time: '20:00' },
    ];
    for (const row of rows) await create(row, ana, list);
    for (const [title, minutes] of [
      ['done first', 0],
      ['done second', 1],
    ] as const) {
      const { id } = await create({ title, date: '2026-11-19' }, ana, list);
      service.clock.advance(minutes);
      await ana.post(`${list}/occurrences/${id}/complete`);
    }
  });

  test.each([
    ['view=today', ['today whole', 'today passed', 'today ahead urgent', 'today ahead', 'secret']],
    ['view=upcoming', ['tomorrow']],
    ['view=overdue', ['yesterday', 'today passed']],
    ['view=unscheduled', ['this week', 'someday urgent', 'someday']],
    ['view=done', ['done second', 'done first']],
    [
      'view=all',
      [
        'done first',
        'done second',
        'yesterday',
        'today whole',
        'today passed',
        'today ahead urgent',
        'today ahead',
        'secret',
        'tomorrow',
        'this week',
        'someday urgent',
        'someday',
      ],
    ],
    [
      'from=2026-11-20&to=2026-11-21&status=TODO',
      ['yesterday', 'today whole', 'today passed', 'today ahead urgent', 'today ahead', 'secret'],
    ],
    ['from=2026-11-22', ['tomorrow']],
    ['to=2026-11-19', ['done first', 'done second']],
    ['assignee=me', ['yesterday', 'today passed']],
    ['assignee=together', ['today passed']],
    ['assignee=unassigned&view=today', ['today whole', 'today ahead urgent', 'today ahead', 'secret']],
    ['priority=URGENT', ['today ahead urgent', 'someday urgent']],
    ['visibility=PERSONAL', ['secret']],
    ['status=DONE', ['done first', 'done second']],
    ['status=CANCELLED', []],
    ['q=EVIER', ['someday']],
    ['q=50%25', ['someday']],
    ['q=r_', ['someday']],
    ['q=%5C', ['someday']],
    ['q=%25%25', []],
    [`categoryId=${randomUUID()}`, []],
    [`assignee=${randomUUID()}`, []],
  ])('shows exactly the expected occurrences, in order, for %s', async (query, expected) =>
    expect(await titles(query)).toEqual(expected),
  );

  test('searches for the exact characters of a text of at most a hundred characters', async () => {
    for (const wild of ['%25', '_', '%5C', '%5C%25'])
      expect(await titles(`q=${wild}`)).toEqual(wild === '%5C%25' ? [] : ['someday']);
    const status = async (length: number) =>
      (await ana.get(`${list}/occurrences?q=${'é'.repeat(length)}`)).status;
    expect(await status(100)).toBe(200);
    expect(await status(101)).toBe(400);
  });

  test('filters by member and category', async () => {
    const [category] = (await ana.get(`${list}/categories`)).body;
    expect(await titles(`assignee=${benId}`)).toEqual(['today passed', 'tomorrow']);
    expect(await titles(`categoryId=${category.id}`)).toEqual(['today ahead']);
  });

  test('hides personal tasks of other members, and does not count them for the page size', async () => {
    expect(await titles('visibility=PERSONAL', ben)).toEqual([]);
    expect(await titles('view=today&limit=4', ben)).toEqual([
      'today whole',
      'today passed',
      'today ahead urgent',
      'today ahead',
    ]);
    const page = await ben.get(`${list}/occurrences?view=today&limit=4`);
    expect(page.headers['link']).toBeUndefined();
  });

  test.each(['all', 'today', 'unscheduled', 'done', 'overdue'])(
    'has pages that together are the whole view %s',
    async (view) => {
      const whole = await titles(`view=${view}`);
      const paged: string[] = [];
      let next: string | undefined = `${list}/occurrences?view=${view}&limit=2`;
      while (next !== undefined) {
        const page: { body: any[]; headers: Record<string, any> } = await ana.get(next);
        paged.push(...page.body.map(({ title }) => title));
        next = /^<([^>]+)>; rel="next"$/.exec(page.headers['link'] ?? '')?.[1];
      }
      expect(paged).toEqual(whole);
    },
  );

  test('shows in the view today what is due by the date of the household, not of UTC [T-O9]', async () => {
    const kiritimati = await ana.household({ timeZone: 'Pacific/Kiritimati' });
    await create({ title: 'there', date: '2026-11-22' }, ana, kiritimati);
    expect((await ana.get(`${kiritimati}/occurrences?view=today`)).body).toHaveLength(1);
  });
});

describe('PATCH of an occurrence', () => {
  test('changes the sent fields, keeps the other fields, and increases version and syncVersion [T-O5]', async () => {
    const before = await create({
      date: '2026-12-01',
      time: '10:00',
      notes: 'n',
      checklist: [{ title: 'c' }],
      reminders: [5],
    });
    service.clock.advance(1000);
    const { status, body, headers } = await ana.patch(at(before), { version: 1, title: 'New' });
    expect(status).toBe(200);
    expect(headers['etag']).toBe('"2"');
    expect(body).toEqual({
      ...before,
      title: 'New',
      version: 2,
      syncVersion: 2,
      googleSyncStatus: 'PENDING',
      updatedAt: new Date(service.clock.now()).toISOString(),
    });
  });

  test.each<[string, object, object, object]>([
    [
      'removes a value that is set to null',
      { notes: 'n', date: '2026-12-01', durationMinutes: 5 },
      { notes: null, durationMinutes: null },
      { notes: null, durationMinutes: null, date: '2026-12-01' },
    ],
    [
      'removes the time if the date is removed',
      { date: '2026-12-01', time: '10:00' },
      { date: null },
      { date: null, time: null, allDay: false, startsAt: null },
    ],
    [
      'removes the soft due date if a date is set',
      { softDue: { kind: 'THIS_WEEK' } },
      { date: '2026-12-01' },
      { date: '2026-12-01', softDue: null, allDay: true },
    ],
    [
      'gives a whole-day task a time',
      { date: '2026-12-01' },
      { time: '08:00' },
      { time: '08:00', allDay: false },
    ],
    [
      'removes the time if the task becomes a whole-day task',
      { date: '2026-12-01', time: '10:00' },
      { allDay: true },
      { time: null, allDay: true },
    ],
    [
      'accepts an empty list of responsible members',
      { responsibleMemberIds: [] },
      { responsibleMemberIds: [] },
      { responsibleMemberIds: [], turnReason: 'MANUAL' },
    ],
  ])('%s', async (_name, fields, patch, expected) => {
    const before = await create(fields);
    const { status, body } = await ana.patch(at(before), { version: 1, ...patch });
    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
  });

  test.each<[string, object, string]>([
    ['no version', { title: 'x' }, 'version isInt'],
    ['a version as text', { version: '1' }, 'version isInt'],
    ['a negative version', { version: -1 }, 'version min'],
    ['a time without a date', { version: 1, time: '10:00' }, 'time needsDate'],
    [
      'a soft due date with a date',
      { version: 1, date: '2026-12-01', softDue: { kind: 'THIS_WEEK' } },
      'softDue withoutDate',
    ],
    ['a null title', { version: 1, title: null }, 'title titleRequired'],
    ['null priority', { version: 1, priority: null }, 'priority isIn'],
    ['an unknown category', { version: 1, categoryId: randomUUID() }, 'categoryId exists'],
    [
      'a stranger as responsible member',
      { version: 1, responsibleMemberIds: [randomUUID()] },
      'responsibleMemberIds.0 member',
    ],
  ])('is refused with %s, and changes nothing', async (_name, patch, problem) => {
    const before = await create({});
    const response = await ana.patch(at(before), patch);
    expect(response.status).toBe(400);
    expect(response.body.error.details.map(({ field, rule }: any) => `${field} ${rule}`)).toContain(problem);
    expect((await ana.get(at(before))).body).toEqual(before);
  });

  test('returns a conflict with the present state if the version is not the current one', async () => {
    const before = await create({});
    const { body: now } = await ana.patch(at(before), { version: 1, title: 'Newer' });
    for (const version of [1, 3]) {
      const response = await ana.patch(at(before), { version, title: 'Lost' });
      expect(response.status).toBe(409);
      expect(response.body.error.code).toBe('VERSION_CONFLICT');
      expect(response.body.error.details.current).toEqual(now);
    }
  });

  test.each([
    ['"1"', 200],
    ['*', 200],
    ['"2"', 412],
    ['W/"1"', 400],
    ['nonsense', 400],
  ])('with If-Match: %s is answered with %i', async (ifMatch, status) => {
    const before = await create({});
    const response = await ana.patch(at(before), { version: 1, title: 'x' }, { 'if-match': ifMatch });
    expect(response.status).toBe(status);
    if (status === 412)
      expect(response.body.error).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: before } });
  });

  test('succeeds for only one of two edits with the same version [T-O8]', async () => {
    const before = await create({});
    const answers = await Promise.all([
      ana.patch(at(before), { version: 1, title: 'Ana' }),
      ben.patch(at(before), { version: 1, title: 'Ben' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('lets only the author make a shared task personal', async () => {
    const mine = await create({ responsibleMemberIds: [benId] });
    const refused = await ben.patch(at(mine), { version: 1, visibility: 'PERSONAL' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe('FORBIDDEN');
    const hidden = await ana.patch(at(mine), { version: 1, visibility: 'PERSONAL' });
    expect(hidden.body).toMatchObject({ visibility: 'PERSONAL', createdBy: anaId, responsibleMemberIds: [] });
    expect((await ben.get(at(mine))).body.error.code).toBe('TASK_NOT_FOUND');
  });

  test('ignores householdId in the body', async () => {
    const other = await ana.household();
    const before = await create({});
    const { body } = await ana.patch(at(before), {
      version: 1,
      householdId: other.split('/').at(-1),
      title: 'x',
    });
    expect(body.householdId).toBe(before['householdId']);
  });
});

describe('the status of an occurrence', () => {
  test('does not change again when completing or reopening is repeated', async () => {
    const before = await create({ date: '2026-11-21' });
    const done = await ben.post(`${at(before)}/complete`);
    expect(done.body).toMatchObject({
      status: 'DONE',
      completedBy: benId,
      completedFor: benId,
      version: 2,
      googleSyncStatus: 'PENDING',
    });
    expect(done.body.completedAt).not.toBeNull();
    expect((await ana.post(`${at(before)}/complete`)).body).toEqual(done.body);
    const open = await ana.post(`${at(before)}/reopen`);
    expect(open.body).toMatchObject({
      status: 'TODO',
      completedAt: null,
      completedBy: null,
      completedFor: null,
      version: 3,
    });
    expect((await ana.post(`${at(before)}/reopen`)).body).toEqual(open.body);
  });

  test('records which members did the task together, and can be corrected with the current version', async () => {
    const before = await create({ date: '2026-11-21' });
    const done = await ben.post(`${at(before)}/complete`, { completedForIds: [benId, anaId, benId] });
    expect(done.body).toMatchObject({
      ...{ status: 'DONE', completedBy: benId, completedFor: benId },
      completedForIds: [benId, anaId],
    });
    const refused = await ana.post(`${at(before)}/complete`, { completedForIds: [anaId] });
    expect(refused.body.error.code).toBe('INVALID_STATE');
    const { version } = done.body;
    const corrected = await ana.post(`${at(before)}/complete`, { completedForIds: [anaId], version });
    expect(corrected.body).toMatchObject({ completedFor: anaId, completedForIds: [anaId] });
    const { body: told } = await ana.get(`${home}/activity?limit=100`);
    const isCorrection = ({ action, changes }: { action: string; changes: { from: unknown }[] }) =>
      action === 'COMPLETED' && changes.length > 0 && changes.every(({ from }) => from !== null);
    expect(told.find(isCorrection)).toMatchObject({
      changes: [
        { field: 'completedFor', from: benId, to: anaId },
        { field: 'completedForIds', from: [benId, anaId], to: [anaId] },
      ],
    });
    expect((await ana.post(`${at(before)}/reopen`)).body).toMatchObject({
      completedFor: null,
      completedForIds: [],
    });
  });

  test.each([
    ['nobody', { completedForIds: [] }, 'arrayMinSize'],
    [
      'a member and a stranger',
      () => ({ completedForIds: [benId, '01900000-0000-7000-8000-000000000001'] }),
      'member',
    ],
    [
      'a member who is not the first of the list',
      () => ({ completedForIds: [benId, anaId], completedFor: anaId }),
      'first',
    ],
  ])('cannot become done by %s', async (_, body, rule) => {
    const before = await create({ date: '2026-11-21' });
    const refused = await ana.post(`${at(before)}/complete`, typeof body === 'function' ? body() : body);
    expect(refused.body.error.details).toMatchObject([{ rule }]);
  });

  test.each(['0001-01-01T00:00:00+14:00', '0001-01-01T00:00:00Z', '0000-12-31T00:00:00Z'])(
    'cannot become done at %s, because some time zones have no date for that time',
    async (completedAt) => {
      const before = await create({});
      const response = await ana.post(`${at(before)}/complete`, { completedAt });
      expect(response.status).toBe(400);
      expect(response.body.error.details[0].field).toBe('completedAt');
    },
  );

  test('becomes done only once by twenty completions at the same time [T-O1]', async () => {
    const before = await create({});
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? ana : ben).post(`${at(before)}/complete`)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body.version).toBe(2);
  });

  test('becomes done even if an edit arrives at the same time', async () => {
    const before = await create({});
    const [edit, done] = await Promise.all([
      ana.patch(at(before), { version: 1, title: 'Edited' }),
      ben.post(`${at(before)}/complete`),
    ]);
    const { body } = await ana.get(at(before));
    expect(done.status).toBe(200);
    expect(body.status).toBe('DONE');
    expect(body.title).toEqual(edit.status === 200 ? 'Edited' : 'Task');
  });

  test('is unchanged after a deleted task was restored from the trash', async () => {
    const before = await create({ title: 'Bin me' });
    await ana.post(`${at(before)}/complete`);
    expect((await ana.delete(at(before), { 'if-match': '"1"' })).status).toBe(412);
    expect((await ana.delete(at(before))).status).toBe(204);
    for (const path of [at(before)]) {
      expect((await ana.get(path)).body.error.code).toBe('TASK_NOT_FOUND');
      expect((await ana.delete(path)).status).toBe(404);
      expect((await ana.post(`${path}/complete`)).status).toBe(404);
      expect((await ana.patch(path, { version: 3, title: 'x' })).status).toBe(404);
    }
    expect((await ana.get(`${home}/occurrences?q=bin me`)).body).toEqual([]);
    const [trashed] = (await ben.get(`${home}/trash`)).body;
    expect(trashed).toMatchObject({ id: before['id'], status: 'CANCELLED', deletedAt: expect.any(String) });
    const restored = await ben.post(`${at(before)}/restore`);
    expect(restored.body).toMatchObject({ status: 'DONE', deletedAt: null, version: 4 });
    expect((await ben.post(`${at(before)}/restore`)).body.error.code).toBe('INVALID_STATE');
  });

  test('is CANCELLED while the task is in the trash, and lists show such tasks only with status=CANCELLED', async () => {
    const create = async (api: Api, fields: object) => {
      const { body } = await api.post(`${home}/tasks`, { date: '2026-11-25', ...fields });
      return `${home}/occurrences/${body.id}`;
    };
    await ana.delete(await create(ana, { title: 'Thrown away' }));
    await ana.delete(await create(ana, { title: 'Hers alone', visibility: 'PERSONAL' }));
    const titles = async (api: Api, query: string) => {
      const { body } = await api.get(`${home}/occurrences?from=2026-11-25&to=2026-11-25${query}`);
      return body.map(({ title }: { title: string }) => title).sort();
    };
    expect(await titles(ana, '&status=CANCELLED')).toEqual(['Hers alone', 'Thrown away']);
    expect(await titles(ben, '&status=CANCELLED')).toEqual(['Thrown away']);
    expect(await titles(ben, '&status=CANCELLED&q=hers')).toEqual([]);
    expect(await titles(ana, '')).not.toContain('Thrown away');
    expect(await titles(ana, '&status=TODO')).not.toContain('Thrown away');
  });

  test('cannot be restored after an owner has emptied the trash, which deletes only tasks that the owner can see', async () => {
    const path = await ana.household({ timeZone: 'Europe/Paris', name: 'Emptied' });
    await service.join(path, benId);
    const made = (fields: object, api = ana) => create({ date: '2026-11-24', ...fields }, api, path);
    const [gone, kept, series] = [
      await made({ title: 'Gone' }),
      await made({ title: 'Kept' }),
      await made({ title: 'Weekly', recurrence: { frequency: 'weekly' } }),
    ];
    const secret = await made({ title: 'Secret', visibility: 'PERSONAL' }, ben);
    const one = ({ id }: { id?: string }) => `${path}/occurrences/${id}`;
    await ana.delete(one(gone));
    await ana.delete(`${one(series)}?scope=all`);
    await ben.delete(one(secret));
    expect((await ana.get(`${path}/trash?limit=500`)).body.length).toBeGreaterThan(10);
    expect((await ben.delete(`${path}/trash`)).body.error.code).toBe('FORBIDDEN');
    expect((await ana.get(`${path}/trash?limit=500`)).body.length).toBeGreaterThan(10);
    expect((await ana.delete(`${path}/trash`)).status).toBe(204);
    expect((await ana.get(`${path}/trash`)).body).toEqual([]);
    expect((await ana.post(`${one(gone)}/restore`)).status).toBe(404);
    expect((await ana.get(one(kept))).status).toBe(200);
    expect((await ben.get(`${path}/trash`)).body).toMatchObject([{ id: secret['id'] }]);
    expect((await ben.post(`${one(secret)}/restore`)).status).toBe(200);
    expect((await ana.delete(`${path}/trash`)).status).toBe(204);
  });

  test('can be neither seen nor restored by other members if a personal task is in the trash', async () => {
    const secret = await create({ title: 'Secret', visibility: 'PERSONAL' });
    await ana.delete(at(secret));
    expect((await ben.get(`${home}/trash`)).text).not.toContain('Secret');
    expect((await ben.post(`${at(secret)}/restore`)).status).toBe(404);
  });
});

describe('the checklist of an occurrence', () => {
  test('is returned with the whole occurrence after every change', async () => {
    const before = await create({ checklist: [{ title: 'a' }] });
    const path = `${at(before)}/checklist`;
    const added = await ben.post(path, { title: 'b' });
    expect(added.status).toBe(201);
    expect(added.body.version).toBe(2);
    const [a, b] = added.body.checklist;
    const ticked = await ana.patch(`${path}/${b.id}`, { done: true, position: 0 });
    expect(ticked.body).toMatchObject({
      checklist: [
        { id: b.id, title: 'b', done: true, position: 0 },
        { id: a.id, title: 'a', done: false, position: 1 },
      ],
      checklistProgress: { done: 1, total: 2 },
      version: 3,
    });
    const renamed = await ana.patch(`${path}/${a.id}`, { title: 'A' });
    expect(renamed.body.checklist[1]).toMatchObject({ title: 'A', done: false });
    const removed = await ana.delete(`${path}/${b.id}`);
    expect(removed.status).toBe(200);
    expect(removed.body.checklist.length).toBe(1);
    expect(removed.body.version).toBe(5);
    const gone = await ana.delete(`${path}/${b.id}`);
    expect(gone.status).toBe(404);
    expect(gone.body.error.code).toBe('NOT_FOUND');
  });

  test('keeps every item once in one order after moves at the same time [T-O15]', async () => {
    const before = await create({ checklist: Array.from({ length: 8 }, (_, i) => ({ title: String(i) })) });
    await Promise.all(
      before['checklist'].map(({ id }: any, i: number) =>
        (i % 2 ? ana : ben).patch(`${at(before)}/checklist/${id}`, { position: 7 - i }),
      ),
    );
    const { checklist } = (await ana.get(at(before))).body;
    expect(checklist.map(({ position }: any) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(checklist.map(({ id }: any) => id)).size).toBe(8);
    expect((await ben.get(at(before))).body.checklist).toEqual(checklist);
  });

  test('keeps all ticks that arrive at the same time, and accepts no more items than its limit', async () => {
    const before = await create({ checklist: Array.from({ length: 20 }, (_, i) => ({ title: String(i) })) });
    await Promise.all(
      before['checklist'].map(({ id }: any, i: number) =>
        (i % 2 ? ana : ben).patch(`${at(before)}/checklist/${id}`, { done: true }),
      ),
    );
    expect((await ana.get(at(before))).body).toMatchObject({
      checklistProgress: { done: 20, total: 20 },
      version: 21,
    });

    const full = await create({ checklist: Array.from({ length: 100 }, () => ({ title: 'x' })) });
    expect((await ana.post(`${at(full)}/checklist`, { title: 'one more' })).status).toBe(400);
    expect((await ana.post(`${at(full)}/checklist`, { title: ' ' })).status).toBe(400);
  });
});

describe('categories', () => {
  test('can be created, renamed and deleted, have unique names, and leave their tasks without a category when they are deleted', async () => {
    const created = await ana.post(`${home}/categories`, { name: 'Küche', color: '#AABBCC', icon: '🍳' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      name: 'Küche',
      color: '#aabbcc',
      icon: '🍳',
      createdAt: expect.any(String),
    });
    const twin = await ben.post(`${home}/categories`, { name: 'KÜCHE' });
    expect(twin.status).toBe(409);
    expect(twin.body.error.code).toBe('CATEGORY_NAME_TAKEN');

    const path = `${home}/categories/${created.body.id}`;
    const renamed = await ben.patch(path, { name: 'Cuisine', color: null });
    expect(renamed.body).toEqual({ ...created.body, name: 'Cuisine', color: null });
    expect((await ana.get(`${home}/categories`)).body).toEqual([renamed.body]);

    const task = await create({ categoryId: created.body.id });
    expect((await ana.delete(path)).status).toBe(204);
    expect((await ana.delete(path)).status).toBe(404);
    expect((await ana.get(at(task))).body).toMatchObject({ categoryId: null, version: 2 });
  });
});

type Counted = { id: string; version: number; syncVersion: number; checklist: { id: string }[] };

test('changes of an occurrence increase its version by one each', async () => {
  const list = await ana.household();
  const { body: task } = await ana.post(`${list}/tasks`, { title: 'Counted', date: '2026-11-30' });
  let current = task as Counted;
  const one = `${list}/occurrences/${current.id}`;
  const item = ({ checklist }: Counted) => `${one}/checklist/${checklist[0]?.id}`;
  const changes: ((current: Counted) => Promise<{ status: number; body: Counted }>)[] = [
    () => ana.patch(one, { version: 1, title: 'Counted twice' }),
    () => ana.post(`${one}/checklist`, { title: 'item' }),
    (known) => ana.patch(item(known), { done: true }),
    (known) => ana.delete(item(known)),
    () => ana.post(`${one}/complete`),
    () => ana.post(`${one}/reopen`),
    () => ana.post(`${one}/skip`),
    () => ana.post(`${one}/reopen`),
  ];
  for (const change of changes) {
    const { status, body } = await change(current);
    expect([200, 201]).toContain(status);
    expect(body.version).toEqual(current.version + 1);
    expect(body.syncVersion).toEqual(current.syncVersion + 1);
    current = body;
  }
  expect((await ana.delete(one)).status).toBe(204);
  const { body } = await ana.post(`${one}/restore`);
  expect(body.version).toBe(current.version + 2);
});
