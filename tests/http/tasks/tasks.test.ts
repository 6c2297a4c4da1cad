import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import request from 'supertest';
import { DAY } from '../../builders/instants.js';
import type { Api } from '../../support/api.js';
import { waitsFor } from '../../support/database/lock-waits.js';
import { until } from '../../support/until.js';
import { ana, anaId, ben, benId, home, householdOfTwo, service } from './two-members.js';
import { shareServiceInFile } from '../../support/fresh-service.js';

const freshService = shareServiceInFile();

describe('tasks', () => {
  householdOfTwo(freshService);

  const details = (response: { body: any }) =>
    response.body.error.details.map(({ field, rule }: any) => `${field} ${rule}`);

  describe('creating a one-off task', () => {
    test('returns the whole occurrence and its address', async () => {
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
        'only a title',
        {},
        { date: null, allDay: false, startsAt: null, endsAt: null, visibility: 'SHARED', priority: 'NORMAL' },
      ],
      [
        'only a date, which is a whole day',
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
      [
        'the soft due date "this week"',
        { softDue: { kind: 'THIS_WEEK' } },
        { softDue: { kind: 'THIS_WEEK', by: '2026-11-22' } },
      ],
      [
        'the soft due date "this month"',
        { softDue: { kind: 'THIS_MONTH' } },
        { softDue: { kind: 'THIS_MONTH', by: '2026-11-30' } },
      ],
      [
        'the soft due date "before a date"',
        { softDue: { kind: 'BEFORE', date: '2026-12-24' } },
        { softDue: { kind: 'BEFORE', by: '2026-12-24' } },
      ],
      [
        'null for missing values',
        { notes: null, date: null, softDue: null, categoryId: null },
        { notes: null, date: null },
      ],
      [
        'markup, which stays text',
        { notes: '<script>alert(1)</script>' },
        { notes: '<script>alert(1)</script>' },
      ],
    ])('accepts %s', async (_name, fields, expected) => {
      const response = await ana.post(`${home}/tasks`, { title: 'Task', ...fields });
      expect(response.status).toBe(201);
      expect(response.body).toMatchObject(expected);
    });

    test.each([
      ['no title', { title: undefined }],
      ['a null title', { title: null }],
      ['a blank title', { title: ' \n ' }],
    ])('is refused with TASK_TITLE_REQUIRED for %s', async (_name, fields) => {
      const response = await ana.post(`${home}/tasks`, { notes: 'x', ...fields });
      expect(response.status).toBe(400);
      expect(response.body.error.code).toBe('TASK_TITLE_REQUIRED');
    });

    test.each<[string, Record<string, unknown>, string[]]>([
      ['a title of 201 characters', { title: 'x'.repeat(201) }, ['title maxLength']],
      ['a title that is not a text', { title: 5 }, ['title isString']],
      ['a time without date', { time: '10:00' }, ['time needsDate']],
      ['a whole day without date', { allDay: true }, ['allDay needsDate']],
      [
        'a whole day with a time',
        { date: '2026-01-01', time: '10:00', allDay: true },
        ['allDay withoutTime'],
      ],
      [
        'a soft due date with a date',
        { date: '2026-01-01', softDue: { kind: 'THIS_WEEK' } },
        ['softDue withoutDate'],
      ],
      ['BEFORE without its date', { softDue: { kind: 'BEFORE' } }, ['softDue.date civilDate']],
      ['the time 24:00', { date: '2026-01-01', time: '24:00' }, ['time civilTime']],
      ['a week date', { date: '2026-W05' }, ['date civilDate']],
      ['a duration of one and a half minutes', { durationMinutes: 1.5 }, ['durationMinutes isInt']],
      ['a duration as text', { durationMinutes: '5' }, ['durationMinutes isInt']],
      ['a duration of 1441 minutes', { durationMinutes: 1441 }, ['durationMinutes max']],
      ['six reminders', { reminders: [1, 2, 3, 4, 5, 6] }, ['reminders arrayMaxSize']],
      [
        '101 checklist items',
        { checklist: Array.from({ length: 101 }, () => ({ title: 'x' })) },
        ['checklist arrayMaxSize'],
      ],
      [
        'a checklist item that is not an object',
        { checklist: [{ title: 'x' }, 5] },
        ['checklist.1 isObject'],
      ],
      ['null as visibility', { visibility: null }, ['visibility isIn']],
      [
        'eleven responsible members',
        { responsibleMemberIds: Array.from({ length: 11 }, () => randomUUID()) },
        ['responsibleMemberIds arrayMaxSize'],
      ],
      [
        'a stranger as responsible member',
        { responsibleMemberIds: [randomUUID()] },
        ['responsibleMemberIds.0 member'],
      ],
      ['an unknown category', { categoryId: randomUUID() }, ['categoryId exists']],
    ])('is refused with VALIDATION_FAILED and writes nothing for %s', async (_name, fields, expected) => {
      const before = await ana.get(`${home}/occurrences?limit=500`);
      const response = await ana.post(`${home}/tasks`, { title: 'x', ...fields });
      expect(response.status).toBe(400);
      expect(response.body.error.code).toBe('VALIDATION_FAILED');
      expect(details(response)).toEqual(expected);
      expect((await ana.get(`${home}/occurrences?limit=500`)).body).toEqual(before.body);
    });

    test('is refused for a personal task for which another member is responsible', async () => {
      const response = await ana.post(`${home}/tasks`, {
        title: 'x',
        visibility: 'PERSONAL',
        responsibleMemberIds: [benId],
      });
      expect(details(response)).toEqual(['responsibleMemberIds personal']);
    });

    test('counts the length of a title in code points', async () => {
      const response = await ana.post(`${home}/tasks`, { title: '🧹'.repeat(200) });
      expect(response.status).toBe(201);
    });
  });

  describe('an Idempotency-Key', () => {
    const create = (api: Api, key: string, body: object, path = home) =>
      api.post(`${path}/tasks`, body, { 'idempotency-key': key });

    test('returns the first answer if the request is repeated, even with its fields in another order', async () => {
      const key = randomUUID();
      const first = await create(ana, key, { title: 'Once', notes: 'n' });
      const again = await create(ana, key, { notes: 'n', title: 'Once ' });
      expect(again.status).toBe(201);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.headers['location']).toEqual(first.headers['location']);
      expect(again.body).toEqual(first.body);
      expect((await ana.get(`${home}/occurrences?q=once`)).body).toHaveLength(1);
    });

    test('is refused for a request with another body [T-O14]', async () => {
      const key = randomUUID();
      await create(ana, key, { title: 'One' });
      const other = await create(ana, key, { title: 'Two' });
      expect(other.status).toBe(422);
      expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    });

    test('is separate for each caller and household', async () => {
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
      'is refused if it is %p',
      async (key) => {
        const response = await create(ana, key, { title: 'x' });
        expect(response.status).toBe(400);
        expect(details(response)).toEqual(['Idempotency-Key uuid']);
      },
    );

    test.each(['tasks', 'tasks/quick', 'shift'])(
      'returns the operation id of the first request when POST /%s is repeated',
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

    test('can be used again after a refused request', async () => {
      const key = randomUUID();
      const refused = await create(ana, key, { title: 'x', responsibleMemberIds: [randomUUID()] });
      const good = await create(ana, key, { title: 'x' });
      expect(refused.status).toBe(400);
      expect(good.status).toBe(201);
    });

    test('creates one task for twenty requests at the same time, and refused requests get Retry-After', async () => {
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => create(ana, key, { title: 'Race' })),
      );
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
      const isWaiting = async () => (await service.query(waitsFor('tasks'))).length > 0;
      await until(isWaiting, 'the first request waits');
      const early = await create(ana, key, { title: 'Slow' });
      expect([early.status, early.body.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
      expect(early.headers['retry-after']).toMatch(/^\d+$/);
      await other.query('rollback');
      await other.end();
      const [created, again] = [await first, await create(ana, key, { title: 'Slow' })];
      expect(again.body).toEqual(created.body);
      expect((await ana.get(`${home}/occurrences?q=slow`)).body).toHaveLength(1);
    });

    test('returns the current state and the operation if the process died before it stored the answer', async () => {
      const key = randomUUID();
      const first = await create(ana, key, { title: 'Lost' });
      await service.query(`delete from idempotency_keys where key = '${key}'`);
      await ana.patch(`${home}/occurrences/${first.body.id}`, { version: 1, title: 'Lost and found' });
      const again = await create(ana, key, { title: 'Lost' });
      expect(again.status).toBe(201);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.headers['operation-id']).toBe(first.headers['operation-id']);
      expect(again.body).toMatchObject({ id: first.body.id, title: 'Lost and found' });
      const other = await create(ana, key, { title: 'Other' });
      expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    });

    test('returns the answer and headers that an earlier version stored, although that version stored no key with the operation', async () => {
      const key = randomUUID();
      const first = await create(ana, key, { title: 'Old' });
      const body = { ...first.body, title: 'As it was stored' };
      const headers = { Location: '/old', ETag: '"7"', 'Operation-Id': randomUUID() };
      await service.query(`
        update idempotency_keys set response = '${JSON.stringify({ status: 201, headers, body })}'
        where key = '${key}';
        update operations set credential = null, command_key = null, fingerprint = null where command_key = '${key}'`);
      const again = await create(ana, key, { title: 'Old' });
      expect([again.status, again.body]).toEqual([201, body]);
      expect(again.headers).toMatchObject({
        ...{ location: '/old', etag: '"7"', 'operation-id': headers['Operation-Id'] },
        'idempotent-replayed': 'true',
      });
      const other = await create(ana, key, { title: 'Other' });
      expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    });

    test('gives no stored answer to a former member', async () => {
      const [key, leaver] = [randomUUID(), await service.api.register()];
      await service.join(home, leaver.id);
      expect((await create(leaver.api, key, { title: 'Before' })).status).toBe(201);
      await service.leave(home, leaver.id);
      const again = await create(leaver.api, key, { title: 'Before' });
      expect(again.status).toBe(404);
      expect(again.body.error.code).toBe('HOUSEHOLD_NOT_FOUND');
    });

    test('is deleted after 24 hours', async () => {
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

    test('creates a new task after 24 hours', async () => {
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
});

describe('the field updatedBy', () => {
  /*
   * `updatedBy` is the member whose action changed an occurrence last, through any route. Ana creates the
   * tasks, and Ben acts.
   */
  householdOfTwo(freshService);

  type Body = Record<string, any>;
  type Act = () => PromiseLike<{ status: number; body: Body }>;

  async function made(path: string, given: object = {}): Promise<Body> {
    const { status, body, text } = await ana.post(`${home}/${path}`, given);
    if (status !== 201) throw new Error(text);
    return body as Body;
  }
  const task = (fields: object = {}) => made('tasks', { title: 'Task', date: '2026-11-25', ...fields });
  const series = () =>
    task({ recurrence: 'FREQ=WEEKLY', rotation: { kind: 'turns', order: [[anaId], [benId]] } });
  const at = ({ id }: Body) => `${home}/occurrences/${id as string}`;
  const withItem = () => task({ checklist: [{ title: 'item' }] });
  const item = (one: Body) => `${at(one)}/checklist/${one['checklist'][0].id as string}`;
  const attach = (one: Body, token: string | null | undefined) =>
    request(ben.app)
      .post(`${at(one)}/attachments`)
      .set({ authorization: `Bearer ${token ?? ''}`, 'x-client': 'mobile', 'x-requested-with': 'app' })
      .attach('file', Buffer.from('text'), { filename: 'notes.txt', contentType: 'text/plain' });

  /** Prepares each operation as Ana, and returns the request that Ben then sends. */
  const ACTS: Readonly<Record<string, () => Act | Promise<Act>>> = {
    createTask: () => () =>
      ben.post(`${home}/tasks`, { title: 'x', date: '2026-11-25', recurrence: 'FREQ=DAILY' }),
    quickAdd: () => () => ben.post(`${home}/tasks/quick`, { text: 'bins every day' }),
    updateOccurrence: async () => {
      const one = await series();
      return () => ben.patch(`${at(one)}?scope=following`, { version: 1, title: 'y' });
    },
    deleteOccurrence: async () => {
      const one = await series();
      return () => ben.delete(`${at(one)}?scope=following`);
    },
    completeOccurrence: async () => {
      const one = await task({ recurrence: { kind: 'afterCompletion', every: 2, unit: 'day' } });
      return () => ben.post(`${at(one)}/complete`);
    },
    skipOccurrence: async () => {
      const one = await task();
      return () => ben.post(`${at(one)}/skip`);
    },
    reopenOccurrence: async () => {
      const one = await task();
      await ana.post(`${at(one)}/complete`);
      return () => ben.post(`${at(one)}/reopen`);
    },
    restoreOccurrence: async () => {
      const one = await task();
      await ana.delete(at(one));
      return () => ben.post(`${at(one)}/restore`);
    },
    addChecklistItem: async () => {
      const one = await task();
      return () => ben.post(`${at(one)}/checklist`, { title: 'x' });
    },
    updateChecklistItem: async () => {
      const one = await withItem();
      return () => ben.patch(item(one), { done: true });
    },
    removeChecklistItem: async () => {
      const one = await withItem();
      return () => ben.delete(item(one));
    },
    addAttachment: async () => {
      const one = await task();
      return () => attach(one, ben.token);
    },
    removeAttachment: async () => {
      const { body } = await attach(await task(), ana.token);
      return () => ben.delete(`${home}/attachments/${body.id as string}`);
    },
    updateSeries: async () => {
      const { seriesId } = await series();
      return () => ben.patch(`${home}/series/${seriesId as string}`, { title: 'y' });
    },
    deleteSeries: async () => {
      const { seriesId } = await series();
      return () => ben.delete(`${home}/series/${seriesId as string}`);
    },
    acceptSwap: async () => {
      const mine = await task({ responsibleMemberIds: [anaId] });
      const theirs = await task({ responsibleMemberIds: [benId] });
      const { body } = await ana.post(`${at(mine)}/swap`, { withOccurrenceId: theirs['id'] });
      return () => ben.post(`${home}/swaps/${body.id as string}/accept`);
    },
    claimOccurrence: async () => {
      const one = await task({});
      return () => ben.post(`${at(one)}/claim`);
    },
    releaseOccurrence: async () => {
      const one = await task({});
      await ben.post(`${at(one)}/claim`);
      return () => ben.post(`${at(one)}/release`);
    },
    rebalance: async () => {
      await task({
        ...{ date: '2026-11-25', recurrence: 'FREQ=DAILY' },
        rotation: { kind: 'turns', order: [[anaId], [benId]], unit: 'week', length: 4 },
      });
      return () => ben.post(`${home}/rebalance`, { from: '2026-11-26', to: '2026-12-09' });
    },
    shiftByDays: async () => {
      await task();
      await series();
      return () => ben.post(`${home}/shift`, { days: 3, from: '2026-11-22', all: true, oneOff: true });
    },
    deleteCategory: async () => {
      const category = await made('categories', { name: 'Cellar' });
      await task({ categoryId: category['id'] });
      return () => ben.delete(`${home}/categories/${category['id'] as string}`);
    },
    applyTemplate: async () => {
      const template = await made('templates', { name: 'Week', tasks: [{ title: 'Bins' }] });
      const apply = `${home}/templates/${template['id'] as string}/apply`;
      return () => ben.post(apply, { startDate: '2026-11-25' });
    },
    applyStarters: () => () =>
      ben.post(`${home}/starters/apply`, { keys: ['vacuum'], memberIds: [anaId, benId] }),
    undoOperation: async () => {
      const one = await task();
      const { headers } = await ana.patch(at(one), { version: 1, title: 'y' });
      return () => ben.post(`${home}/operations/${headers['operation-id'] as string}/undo`);
    },
    runCommands: async () => {
      const one = await task();
      const at = new Date().toISOString();
      const command = { id: randomUUID(), type: 'occurrence.complete', at, occurrenceId: one['id'] };
      return () => ben.post(`${home}/commands`, { sentAt: at, commands: [command] });
    },
    createAwayPeriod: async () => {
      await atHome();
      return () => ben.post(`${home}/members/${benId}/away`, { from: '2026-11-24' });
    },
    updateAwayPeriod: async () => {
      const at = await atHome();
      const { body } = await ben.post(at, { from: '2029-11-24' });
      return () => ben.patch(`${at}/${body.awayPeriods[0].id as string}`, { from: '2026-11-24' });
    },
    deleteAwayPeriod: async () => {
      const at = await atHome();
      const { body } = await ben.post(at, { from: '2026-11-24' });
      return () => ben.delete(`${at}/${body.awayPeriods[0].id as string}`);
    },
    updateMember: async () => {
      await atHome();
      return () =>
        ben.patch(`${home}/members/${benId}`, { awayPeriods: [{ from: '2026-11-24', to: '2026-12-24' }] });
    },
  };

  /** Creates a series with turns of Ben, who has no absences. Returns the address of his absences. */
  async function atHome(): Promise<string> {
    await ben.patch(`${home}/members/${benId}`, { awayPeriods: [] });
    await series();
    return `${home}/members/${benId}/away`;
  }

  /** Routes with which a member writes without changing an occurrence that remains. */
  const OTHERS =
    /^(preview|foretell|(create|update|delete)Template|(create|update|delete)DayCalendar|setCalendarDays|(create|update)Category|(update|delete)Household|createInvitation|inviteMember|revokeInvitation|(add|create|update|remove|delete)Shopping|declineStaple|clearChecked|saveShopping|read|saveNotification|(create|update|delete)DemoEvent|requestSwap|withdrawSwap|declineSwap|emptyTrash|createMember|removeMember|(create|remove)Display|setPin|removePin|issuePass|(create|end)Pause|(link|unlink|synchronise)Calendar)/;

  type Row = { readonly id: string; readonly version: number; readonly by: string | null };

  async function rows(): Promise<readonly Row[]> {
    return (await service.query(
      `select id, version, updated_by as by from occurrences where household_id = '${home.split('/').at(-1)!}'`,
    )) as Row[];
  }

  async function changedBy(act: Act): Promise<readonly Row[]> {
    const before = new Map((await rows()).map(({ id, version }) => [id, version]));
    expect((await act()).status).toBeLessThan(300);
    return (await rows()).filter(({ id, version }) => before.get(id) !== version);
  }

  describe('updatedBy of an occurrence', () => {
    test('is tested here for every kind of change', () => {
      const writing = service.routes
        .filter(({ access, method }) => access === 'member' && method !== 'get')
        .map(({ operationId }) => operationId);
      expect(writing.filter((one) => !OTHERS.test(one) && !(one in ACTS))).toEqual([]);
    });

    test.each(Object.keys(ACTS))('is the member who makes the change: %s', async (operation) => {
      const changed = await changedBy(await ACTS[operation]!());
      expect(changed.length).toBeGreaterThan(0);
      expect(changed.filter(({ by }) => by !== benId)).toEqual([]);
    });

    test('is the same in the answer and in the database', async () => {
      const one = await task();
      expect(one['updatedBy']).toBe(anaId);
      expect((await ben.post(`${at(one)}/complete`)).body.updatedBy).toBe(benId);
      expect((await ana.get(at(one))).body.updatedBy).toBe(benId);
      expect((await ana.patch(at(one), { version: 2, title: 'z' })).body.updatedBy).toBe(anaId);
    });

    test('is null if the service makes the change', async () => {
      await task({ recurrence: 'FREQ=DAILY', missed: 'keepLatest' });
      service.clock.advance(10 * DAY);
      const changed = await changedBy(async () => {
        await service.useCases.skipMissed();
        await service.useCases.extendHorizons();
        return { status: 200, body: {} };
      });
      expect(changed.length).toBeGreaterThan(10);
      expect(new Set(changed.map(({ by }) => by))).toEqual(new Set([null]));
    });
  });
});

describe('upcoming dates of a series', () => {
  householdOfTwo(freshService);

  const weekly = async (title: string, fields: object = {}): Promise<any> =>
    (
      await ana.post(`${home}/tasks`, {
        ...{ title, date: '2026-11-24', time: '19:00', recurrence: 'FREQ=WEEKLY' },
        rotation: { kind: 'turns', order: [[anaId], [benId]] },
        ...fields,
      })
    ).body;
  const upcomingOf = async (seriesId: string): Promise<any[]> =>
    (await ben.get(`${home}/series/${seriesId}`)).body.upcoming;

  test('are the next five open occurrences with their assignees, wherever a series is shown', async () => {
    const { id, seriesId } = await weekly('Bins');
    const rows = async (): Promise<any[]> =>
      (await ben.get(`${home}/occurrences?seriesId=${seriesId}&limit=8`)).body;
    const [, second, third] = await rows();
    await ana.post(`${home}/occurrences/${id}/complete`);
    await ana.patch(`${home}/occurrences/${second.id}`, { version: 1, date: '2026-12-03', time: '08:00' });
    await ana.patch(`${home}/occurrences/${third.id}`, { version: 1, responsibleMemberIds: [benId] });

    const upcoming = await upcomingOf(seriesId);
    expect(upcoming.map(({ date, time }) => `${date} ${time}`)).toEqual([
      '2026-12-03 08:00',
      '2026-12-08 19:00',
      '2026-12-15 19:00',
      '2026-12-22 19:00',
      '2026-12-29 19:00',
    ]);
    expect(upcoming[1]).toEqual({
      ...{ occurrenceId: third.id, date: '2026-12-08', time: '19:00' },
      ...{ responsibleMemberIds: [benId], turnReason: 'MANUAL', provisional: false },
    });
    const isIt = (one: any) => one.id === seriesId;
    const listed = (await ben.get(`${home}/series`)).body.find(isIt);
    const fed = (await ben.get(`${home}/changes`)).body.changed.series.find(isIt);
    expect(listed.upcoming).toEqual(upcoming);
    expect(fed).toEqual(listed);
    const edited = await ben.patch(`${home}/series/${seriesId}`, { title: 'Glass' });
    expect(edited.body.upcoming).toEqual(upcoming);
  });

  test('contain the open occurrence of a series after completion even if it is overdue', async () => {
    const { id, seriesId } = await weekly('Filter', {
      date: '2026-11-03',
      recurrence: { kind: 'afterCompletion', every: 2, unit: 'week' },
    });
    expect(await upcomingOf(seriesId)).toMatchObject([{ occurrenceId: id, date: '2026-11-03' }]);
  });

  test('are read with a constant number of statements, without personal series of other members', async () => {
    // Other statements, such as those about the session, run only from time to time and may be in either
    // request.
    const statements = async () =>
      (await service.statementsOf(() => ben.get(`${home}/series`))).filter((sql) =>
        /from (series|occurrences)/.test(sql),
      );
    const before = (await statements()).length;
    expect(before).toBeGreaterThan(0);
    for (let i = 0; i < 5; i++) await weekly(`Plants ${i}`);
    expect(await statements()).toHaveLength(before);
    await weekly('Diary', { visibility: 'PERSONAL', rotation: { kind: 'turns', order: [[anaId]] } });
    const { body } = await ben.get(`${home}/series`);
    expect(body.map(({ title }: any) => title)).not.toContain('Diary');
    expect(body.every(({ upcoming }: any) => upcoming.length > 0)).toBe(true);
  });
});
