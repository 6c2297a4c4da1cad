import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Api } from '../../support/api.js';
import { until } from '../../support/until.js';
import { ana, anaId, ben, benId, home, service, householdOfTwo } from './two-members.js';

householdOfTwo();

const details = (response: { body: any }) =>
  response.body.error.details.map(({ field, rule }: any) => `${field} ${rule}`);

describe('creating a one-off task', () => {
  test('with every field gives the whole occurrence, and its address', async () => {
    const category = await ana.post(`${home}/categories`, { name: 'Garden' });
    const response = await ana.post(`${home}/tasks`, {
      title: '  Mow the lawn ',
      notes: 'front\nand back',
      categoryId: category.body.id,
      visibility: 'SHARED',
      priority: 'HIGH',
      date: '2026-11-24',
      time: '18:30',
      durationMinutes: 45,
      responsibleMemberIds: [anaId, benId, anaId],
      checklist: [{ title: 'petrol' }, { title: 'rake' }],
      reminders: [30, 0],
    });
    expect(response.status).toBe(201);
    expect(response.headers['location']).toBe(`${home}/occurrences/${response.body.id}`);
    expect(response.headers['etag']).toBe('"1"');
    expect(response.body).toEqual({
      id: expect.any(String),
      householdId: home.split('/').at(-1),
      taskId: expect.any(String),
      seriesId: null,
      seriesIndex: null,
      originalDate: null,
      title: 'Mow the lawn',
      notes: 'front\nand back',
      categoryId: category.body.id,
      visibility: 'SHARED',
      priority: 'HIGH',
      status: 'TODO',
      date: '2026-11-24',
      time: '18:30',
      durationMinutes: 45,
      allDay: false,
      startsAt: '2026-11-24T17:30:00.000Z',
      endsAt: '2026-11-24T18:15:00.000Z',
      softDue: null,
      responsibleMemberIds: [anaId, benId],
      together: true,
      turnReason: 'MANUAL',
      turnOf: null,
      skippedReason: null,
      checklist: [
        { id: expect.any(String), title: 'petrol', done: false, position: 0 },
        { id: expect.any(String), title: 'rake', done: false, position: 1 },
      ],
      checklistProgress: { done: 0, total: 2 },
      attachmentCount: 0,
      reminders: [30, 0],
      showFrom: null,
      dateReason: null,
      nag: null,
      escalateAfterMinutes: null,
      completion: 'any',
      isException: false,
      overdue: false,
      overdueFrom: '2026-11-24T17:31:00.000Z',
      version: 1,
      syncVersion: 1,
      syncedVersion: 0,
      googleSyncStatus: 'PENDING',
      createdBy: anaId,
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
      updatedBy: anaId,
      completedAt: null,
      completedBy: null,
      completedFor: null,
      completedForIds: [],
      doneBy: [],
      deletedAt: null,
    });
    expect((await ben.get(`${home}/occurrences/${response.body.id}`)).body).toEqual(response.body);
  });

  test.each([
    [
      'a title alone',
      {},
      { date: null, allDay: false, startsAt: null, endsAt: null, visibility: 'SHARED', priority: 'NORMAL' },
    ],
    [
      'a date alone is a whole day',
      { date: '2026-03-29' },
      {
        allDay: true,
        time: null,
        startsAt: '2026-03-28T23:00:00.000Z',
        endsAt: '2026-03-29T22:00:00.000Z',
        overdue: true,
        overdueFrom: '2026-03-29T22:00:00.000Z',
      },
    ],
    ['this week', { softDue: { kind: 'THIS_WEEK' } }, { softDue: { kind: 'THIS_WEEK', by: '2026-11-22' } }],
    [
      'this month',
      { softDue: { kind: 'THIS_MONTH' } },
      { softDue: { kind: 'THIS_MONTH', by: '2026-11-30' } },
    ],
    [
      'before a date',
      { softDue: { kind: 'BEFORE', date: '2026-12-24' } },
      { softDue: { kind: 'BEFORE', by: '2026-12-24' } },
    ],
    [
      'null where nothing is meant',
      { notes: null, date: null, softDue: null, categoryId: null },
      { notes: null, date: null },
    ],
    ['markup is text', { notes: '<script>alert(1)</script>' }, { notes: '<script>alert(1)</script>' }],
  ])('%s', async (_name, fields, expected) => {
    const response = await ana.post(`${home}/tasks`, { title: 'Task', ...fields });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject(expected);
  });

  test.each([
    ['no title', { title: undefined }],
    ['a null title', { title: null }],
    ['a blank title', { title: ' \n ' }],
  ])('%s is TASK_TITLE_REQUIRED', async (_name, fields) => {
    const response = await ana.post(`${home}/tasks`, { notes: 'x', ...fields });
    expect(response.status).toBe(400);
    expect(response.body.error.code).toBe('TASK_TITLE_REQUIRED');
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['201 characters', { title: 'x'.repeat(201) }, ['title maxLength']],
    ['a title that is no text', { title: 5 }, ['title isString']],
    ['a time without date', { time: '10:00' }, ['time needsDate']],
    ['a whole day without date', { allDay: true }, ['allDay needsDate']],
    ['a whole day with a time', { date: '2026-01-01', time: '10:00', allDay: true }, ['allDay withoutTime']],
    [
      'a soft due date with a date',
      { date: '2026-01-01', softDue: { kind: 'THIS_WEEK' } },
      ['softDue withoutDate'],
    ],
    ['BEFORE without its date', { softDue: { kind: 'BEFORE' } }, ['softDue.date civilDate']],
    ['24:00', { date: '2026-01-01', time: '24:00' }, ['time civilTime']],
    ['a week date', { date: '2026-W05' }, ['date civilDate']],
    ['half a minute', { durationMinutes: 1.5 }, ['durationMinutes isInt']],
    ['minutes as text', { durationMinutes: '5' }, ['durationMinutes isInt']],
    ['1441 minutes', { durationMinutes: 1441 }, ['durationMinutes max']],
    ['six reminders', { reminders: [1, 2, 3, 4, 5, 6] }, ['reminders arrayMaxSize']],
    [
      '101 checklist items',
      { checklist: Array.from({ length: 101 }, () => ({ title: 'x' })) },
      ['checklist arrayMaxSize'],
    ],
    ['an item that is no object', { checklist: [{ title: 'x' }, 5] }, ['checklist.1 isObject']],
    ['null visibility', { visibility: null }, ['visibility isIn']],
    [
      'eleven people',
      { responsibleMemberIds: Array.from({ length: 11 }, () => randomUUID()) },
      ['responsibleMemberIds arrayMaxSize'],
    ],
    ['a stranger', { responsibleMemberIds: [randomUUID()] }, ['responsibleMemberIds.0 member']],
    ['an unknown category', { categoryId: randomUUID() }, ['categoryId exists']],
  ])('%s is VALIDATION_FAILED and writes nothing', async (_name, fields, expected) => {
    const before = await ana.get(`${home}/occurrences?limit=500`);
    const response = await ana.post(`${home}/tasks`, { title: 'x', ...fields });
    expect(response.status).toBe(400);
    expect(response.body.error.code).toBe('VALIDATION_FAILED');
    expect(details(response)).toEqual(expected);
    expect((await ana.get(`${home}/occurrences?limit=500`)).body).toEqual(before.body);
  });

  test('a PERSONAL task for somebody else is refused', async () => {
    const response = await ana.post(`${home}/tasks`, {
      title: 'x',
      visibility: 'PERSONAL',
      responsibleMemberIds: [benId],
    });
    expect(details(response)).toEqual(['responsibleMemberIds personal']);
  });

  test('the length of a title is counted in code points', async () => {
    const response = await ana.post(`${home}/tasks`, { title: '🧹'.repeat(200) });
    expect(response.status).toBe(201);
  });
});

describe('Idempotency-Key', () => {
  const create = (api: Api, key: string, body: object, path = home) =>
    api.post(`${path}/tasks`, body, { 'idempotency-key': key });

  test('the same request again gives the first answer, however it is written, and creates nothing', async () => {
    const key = randomUUID();
    const first = await create(ana, key, { title: 'Once', notes: 'n' });
    const again = await create(ana, key, { notes: 'n', title: 'Once ' });
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers['location']).toEqual(first.headers['location']);
    expect(again.body).toEqual(first.body);
    expect((await ana.get(`${home}/occurrences?q=once`)).body).toHaveLength(1);
  });

  test('T-O14 with another body it is refused', async () => {
    const key = randomUUID();
    await create(ana, key, { title: 'One' });
    const other = await create(ana, key, { title: 'Two' });
    expect(other.status).toBe(422);
    expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('of another caller, or for another household, it is another key', async () => {
    const key = randomUUID();
    const second = await ana.household();
    const answers = [
      await create(ana, key, { title: 'Mine' }),
      await create(ben, key, { title: 'Mine' }),
      await create(ana, key, { title: 'Mine' }, second),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3);
  });

  test.each([['not-a-uuid'], [''], ['x'.repeat(300)], [`${randomUUID()}, ${randomUUID()}`]])(
    'the key %p is refused',
    async (key) => {
      const response = await create(ana, key, { title: 'x' });
      expect(response.status).toBe(400);
      expect(details(response)).toEqual(['Idempotency-Key uuid']);
    },
  );

  test.each(['tasks', 'tasks/quick', 'shift'])(
    'names the operation of the first request when POST /%s is repeated',
    async (path) => {
      const body = {
        tasks: { title: 'Once' },
        'tasks/quick': { text: 'Once tomorrow' },
        shift: { all: true, days: 1, from: '2026-11-21', oneOff: true },
      }[path]!;
      await ana.post(`${home}/tasks`, { title: 'To move', date: '2026-11-30' });
      const key = randomUUID();
      const send = () => ana.post(`${home}/${path}`, body, { 'idempotency-key': key });
      const [first, again] = [await send(), await send()];
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(first.headers['operation-id']).toEqual(expect.any(String));
      expect(again.headers['operation-id']).toBe(first.headers['operation-id']);
    },
  );

  test('a refused request does not use up its key', async () => {
    const key = randomUUID();
    const refused = await create(ana, key, { title: 'x', responsibleMemberIds: [randomUUID()] });
    const good = await create(ana, key, { title: 'x' });
    expect(refused.status).toBe(400);
    expect(good.status).toBe(201);
  });

  test('twenty at once create one task; who comes too early is told when to come back', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(ana, key, { title: 'Race' })));
    const created = answers.filter(({ status }) => status === 201);
    const early = answers.filter(({ status }) => status === 409);
    expect(created.length + early.length).toBe(20);
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1);
    for (const { body, headers } of early) {
      expect(body.error.code).toBe('IDEMPOTENCY_IN_PROGRESS');
      expect(headers['retry-after']).toMatch(/^\d+$/);
    }
    expect((await ana.get(`${home}/occurrences?q=race`)).body).toHaveLength(1);
  });

  test('answers 409 IDEMPOTENCY_IN_PROGRESS while the first request is still running', async () => {
    const key = randomUUID();
    const other = new pg.Client({ connectionString: service.connectionString });
    await other.connect();
    await other.query('begin; lock table tasks in exclusive mode');
    const first = create(ana, key, { title: 'Slow' }).then((response) => response);
    const waiting = `select 1 from pg_locks where not granted and relation = 'tasks'::regclass`;
    await until(async () => (await service.query(waiting)).length > 0, 'the first request waits');
    const early = await create(ana, key, { title: 'Slow' });
    expect([early.status, early.body.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    expect(early.headers['retry-after']).toMatch(/^\d+$/);
    await other.query('rollback');
    await other.end();
    const [created, again] = [await first, await create(ana, key, { title: 'Slow' })];
    expect(again.body).toEqual(created.body);
    expect((await ana.get(`${home}/occurrences?q=slow`)).body).toHaveLength(1);
  });

  test('whoever has left gets no answer a second time', async () => {
    const [key, leaver] = [randomUUID(), await service.api.register()];
    await service.join(home, leaver.id);
    expect((await create(leaver.api, key, { title: 'Before' })).status).toBe(201);
    await service.leave(home, leaver.id);
    const again = await create(leaver.api, key, { title: 'Before' });
    expect(again.status).toBe(404);
    expect(again.body.error.code).toBe('HOUSEHOLD_NOT_FOUND');
  });

  test('after 24 hours nothing of the key is left', async () => {
    const key = randomUUID();
    await create(ana, key, { title: 'Kept a day' });
    const kept = async () =>
      (await service.query(`select 1 from idempotency_keys where key = '${key}'`)).length;
    await service.useCases.purgeExpired();
    expect(await kept()).toBe(1);
    service.clock.advance(24 * 3_600_000 + 1);
    await service.useCases.purgeExpired();
    expect(await kept()).toBe(0);
    service.clock.advance(-24 * 3_600_000 - 1);
  });

  test('after 24 hours the key is new', async () => {
    const key = randomUUID();
    const first = await create(ana, key, { title: 'Daily' });
    service.clock.advance(24 * 3_600_000 + 1);
    const token = (await service.api.post('/v1/auth/login', await service.credentialsOf(anaId))).body
      .accessToken;
    const later = await create(service.api.as(token), key, { title: 'Daily' });
    service.clock.advance(-24 * 3_600_000 - 1);
    expect(later.status).toBe(201);
    expect(later.body.id).not.toBe(first.body.id);
  });
});
