import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { LOCK_WAITS } from '../../support/database/lock-waits.js';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { home, told, newcomer } from '../households/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('task templates', () => {
  const PARTY = {
    name: 'Party',
    tasks: [
      { title: 'Invite', dayOffset: -14 },
      { title: 'Cake', dayOffset: 0, time: '15:00', checklist: [{ title: 'eggs' }], priority: 'HIGH' },
      { title: 'Thank', dayOffset: null, softDue: { kind: 'THIS_MONTH' } },
    ],
  };
  const create = async (api: Api, path: string, body: object = PARTY): Promise<any> => {
    const answer = await api.post(`${path}/templates`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const apply = (api: Api, path: string, { id }: { id: string }, body?: object) =>
    api.post(`${path}/templates/${id}/apply`, body);
  const tasksOf = async (api: Api, path: string) => (await api.get(`${path}/occurrences`)).body as any[];
  const fieldsOf = ({ body }: { body: any }) => body.error.details.map(({ field }: any) => field);
  /** Waits until a request waits for a row that another transaction has locked. */
  const lockAwaited = () =>
    until(
      async () => (await service.query(LOCK_WAITS)).length > 0,
      'a request waits for a row that another transaction has locked',
    );
  const withTask = (task: object) => ({ name: 'x', tasks: [{ title: 'fine' }, { title: 'y', ...task }] });

  describe('templates', () => {
    test('are stored, shown to all members, renamed, replaced and deleted', async () => {
      const { path, owner, member } = await home(service.api);
      expect((await owner.api.get(`${path}/templates`)).body).toEqual([]);
      const answer = await owner.api.post(`${path}/templates`, PARTY);
      const one = `${path}/templates/${answer.body.id}`;
      expect(answer.status).toBe(201);
      expect(answer.headers['location']).toEqual(one);
      expect(answer.body.tasks[1]).toEqual({
        title: 'Cake',
        dayOffset: 0,
        notes: null,
        categoryId: null,
        visibility: 'SHARED',
        priority: 'HIGH',
        time: '15:00',
        durationMinutes: null,
        softDue: null,
        responsibleMemberIds: [],
        checklist: [{ title: 'eggs' }],
        reminders: [],
        showFrom: null,
        nag: null,
        escalateAfterMinutes: null,
        completion: 'any',
        recurrence: null,
        rotation: null,
        missed: 'keep',
        season: null,
        shift: null,
        whenAway: null,
      });
      expect((await member.api.get(one)).body).toEqual(answer.body);
      expect((await member.api.get(`${path}/templates`)).body).toEqual([answer.body]);
      const renamed = await member.api.patch(one, { name: ' Feast ' });
      expect(renamed.body).toEqual({ ...answer.body, name: 'Feast' });
      const replaced = await owner.api.patch(one, { tasks: [{ title: 'Only' }] });
      expect(replaced.body).toMatchObject({ name: 'Feast', tasks: [{ title: 'Only', dayOffset: null }] });
      expect((await owner.api.delete(one)).status).toBe(204);
      for (const gone of [
        await owner.api.get(one),
        await owner.api.delete(one),
        await owner.api.patch(one, {}),
      ])
        expect(told(gone)).toEqual([404, 'NOT_FOUND']);
    });

    test('can be sent again in the form in which they are shown', async () => {
      const { path, owner } = await home(service.api);
      const recurring = {
        dayOffset: 1,
        recurrence: 'FREQ=WEEKLY',
        rotation: { kind: 'shuffle', order: [owner.id], length: 7 },
        missed: 'keepLatest',
      };
      const template = await create(owner.api, path, withTask(recurring));
      expect(template.tasks[1].rotation).toEqual({ kind: 'shuffle', order: [owner.id] });
      const again = await owner.api.patch(`${path}/templates/${template.id}`, { tasks: template.tasks });
      expect(again.body).toEqual(template);
    });

    test.each<[string, object, string]>([
      ['a task without title', { title: '' }, 'tasks.1.title'],
      ['a day more than a year away', { dayOffset: 367 }, 'tasks.1.dayOffset'],
      ['half a day as offset', { dayOffset: 0.5 }, 'tasks.1.dayOffset'],
      ['a time without a day', { time: '10:00' }, 'tasks.1.time'],
      ['an invalid rule', { dayOffset: 0, recurrence: { frequency: 'x' } }, 'tasks.1.recurrence.frequency'],
      ['a rule without a day', { recurrence: 'FREQ=DAILY' }, 'tasks.1.recurrence'],
      ['an invalid rotation', { rotation: { kind: 'x' } }, 'tasks.1.rotation.kind'],
      [
        'a seed that cannot be stored',
        {
          dayOffset: 0,
          recurrence: 'FREQ=DAILY',
          rotation: { kind: 'shuffle', order: ['01900000-0000-7000-8000-000000000001'], seed: '\0' },
        },
        'tasks.1.rotation.seed',
      ],
      ['a PERSONAL task', { visibility: 'PERSONAL' }, 'tasks.1.visibility'],
      [
        'an unknown category (T-A4)',
        { categoryId: '01900000-0000-7000-8000-000000000001' },
        'tasks.1.categoryId',
      ],
      [
        'an unknown member (T-A4)',
        { responsibleMemberIds: ['01900000-0000-7000-8000-000000000001'] },
        'tasks.1.responsibleMemberIds.0',
      ],
      [
        'turns of an unknown member',
        {
          dayOffset: 0,
          recurrence: 'FREQ=DAILY',
          rotation: { kind: 'fixed', members: ['01900000-0000-7000-8000-000000000001'] },
        },
        'tasks.1.rotation.members[0]',
      ],
    ])('with %s are refused, and no template is stored', async (_name, task, field) => {
      const { path, owner } = await home(service.api);
      const answer = await owner.api.post(`${path}/templates`, withTask(task));
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer)).toEqual([field]);
      expect((await owner.api.get(`${path}/templates`)).body).toEqual([]);
    });

    test.each<[object, string]>([
      [{ name: 'x', tasks: [] }, 'tasks'],
      [{ name: 'x' }, 'tasks'],
      [{ name: 'x', tasks: Array.from({ length: 51 }, () => ({ title: 'x' })) }, 'tasks'],
      [{ name: 'x', tasks: ['milk'] }, 'tasks.0'],
      [{ name: '', tasks: PARTY.tasks }, 'name'],
      [{ name: 'x'.repeat(81), tasks: PARTY.tasks }, 'name'],
    ])('are refused in the form %j', async (body, field) => {
      const { path, owner } = await home(service.api);
      const answer = await owner.api.post(`${path}/templates`, body);
      expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
      expect(fieldsOf(answer)).toContain(field);
    });

    test('are limited to fifty, also for requests at the same time', async () => {
      const { path, owner } = await home(service.api);
      const small = { name: 'x', tasks: [{ title: 'x' }] };
      const answers = await Promise.all(
        Array.from({ length: 53 }, () => owner.api.post(`${path}/templates`, small)),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
      for (const refused of answers.filter(({ status }) => status !== 201)) {
        expect(told(refused)).toEqual([409, 'LIMIT_REACHED']);
        expect(refused.body.error.details).toEqual({ limit: 'templates' });
      }
      expect((await owner.api.get(`${path}/templates`)).body).toHaveLength(50);
    });

    test('keep both of two changes at the same time', async () => {
      const { path, owner, member } = await home(service.api);
      const template = await create(owner.api, path);
      const one = `${path}/templates/${template.id}`;
      const { id } = template;
      const renamed = await service.unitOfWork.run(async ({ templates }) => {
        const householdId = path.split('/').at(-1) as HouseholdId;
        const held = await templates.findForUpdate(householdId, id);
        const rename = member.api.patch(one, { name: 'Feast' });
        await lockAwaited();
        await templates.save({ ...held!, tasks: held!.tasks.slice(0, 1) });
        return { rename };
      });
      await renamed.rename;
      expect((await owner.api.get(one)).body).toEqual({ id, name: 'Feast', tasks: [template.tasks[0]] });
    });

    test('of another household are answered with 404', async () => {
      const { path, owner } = await home(service.api);
      const other = await home(service.api);
      const template = await create(owner.api, path);
      const foreign = `${other.path}/templates/${template.id}`;
      const { api } = other.owner;
      for (const answer of [
        await api.get(foreign),
        await api.patch(foreign, { name: 'x' }),
        await api.delete(foreign),
        await apply(api, other.path, template),
      ])
        expect(told(answer)).toEqual([404, 'NOT_FOUND']);
      expect((await owner.api.get(`${path}/templates`)).body).toEqual([template]);
      expect(await tasksOf(api, other.path)).toEqual([]);
    });
  });

  describe('applying a template', () => {
    test('creates its tasks in their order, even if another member applies the template', async () => {
      const { path, owner, member } = await home(service.api);
      const template = await create(owner.api, path);
      const answer = await apply(member.api, path, template, { date: '2026-12-24' });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject([
        { title: 'Invite', date: '2026-12-10', allDay: true, createdBy: member.id },
        { title: 'Cake', date: '2026-12-24', time: '15:00', allDay: false, checklist: [{ title: 'eggs' }] },
        { title: 'Thank', date: null, softDue: { kind: 'THIS_MONTH', by: '2026-11-30' } },
      ]);
      expect(await tasksOf(owner.api, path)).toHaveLength(3);
      const activity = (await owner.api.get(`${path}/activity`)).body as any[];
      expect(activity.filter(({ action }) => action === 'CREATED')).toHaveLength(3);
    });

    test('uses the present date in the household if no date is given', async () => {
      const { path, owner } = await home(service.api);
      await owner.api.patch(path, { timeZone: 'Pacific/Kiritimati' });
      const template = await create(owner.api, path, { name: 'x', tasks: [{ title: 'x', dayOffset: 1 }] });
      expect((await apply(owner.api, path, template)).body[0].date).toBe('2026-11-23');
    });

    test('creates a series for a repeating task', async () => {
      const { path, owner, member } = await home(service.api);
      const rotation = { kind: 'turns', order: [[owner.id], [member.id]] };
      const template = await create(
        owner.api,
        path,
        withTask({ dayOffset: 0, recurrence: 'FREQ=WEEKLY;COUNT=3', rotation }),
      );
      const [, first] = (await apply(owner.api, path, template, { date: '2026-12-01' })).body;
      expect(first).toMatchObject({ seriesIndex: 0, date: '2026-12-01', responsibleMemberIds: [owner.id] });
      expect(await tasksOf(owner.api, path)).toHaveLength(4);
      const theirs = await apply(owner.api, path, template, { responsibleMemberIds: [member.id] });
      expect(theirs.body.map((one: any) => one.responsibleMemberIds)).toEqual([[member.id], [member.id]]);
    });

    test('leaves out a deleted category and a member who has left', async () => {
      const { path, owner, member } = await home(service.api);
      const category = (await owner.api.post(`${path}/categories`, { name: 'Kitchen' })).body;
      const task = { categoryId: category.id, responsibleMemberIds: [owner.id, member.id] };
      const template = await create(owner.api, path, withTask(task));
      expect((await apply(owner.api, path, template)).body[1]).toMatchObject(task);
      await owner.api.delete(`${path}/categories/${category.id}`);
      await owner.api.delete(`${path}/members/${member.id}`);
      expect((await apply(owner.api, path, template)).body[1]).toMatchObject({
        categoryId: null,
        responsibleMemberIds: [owner.id],
      });
    });

    test('creates nothing if one task cannot be created, and names that task', async () => {
      const { path, owner, member } = await home(service.api);
      const rotation = { kind: 'turns', order: [[owner.id], [member.id]] };
      const template = await create(
        owner.api,
        path,
        withTask({ dayOffset: 0, recurrence: 'FREQ=WEEKLY', rotation }),
      );
      await owner.api.delete(`${path}/members/${member.id}`);
      const answer = await apply(owner.api, path, template);
      expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
      expect(fieldsOf(answer)).toEqual(['tasks.1.rotation.order[1][0]']);
      expect(await tasksOf(owner.api, path)).toEqual([]);
      expect((await apply(owner.api, path, template, { responsibleMemberIds: [owner.id] })).status).toBe(201);
    });

    test.each<[object, string]>([
      [{ date: '2026-02-30' }, 'date'],
      [{ date: '0001-01-05' }, 'date'],
      [{ responsibleMemberIds: ['01900000-0000-7000-8000-000000000001'] }, 'responsibleMemberIds.0'],
    ])('refuses %j, and creates nothing', async (body, field) => {
      const { path, owner } = await home(service.api);
      const answer = await apply(owner.api, path, await create(owner.api, path), body);
      expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
      expect(fieldsOf(answer)).toEqual([field]);
      expect(await tasksOf(owner.api, path)).toEqual([]);
    });

    test('creates all tasks for each of ten requests at the same time', async () => {
      const { path, owner, member } = await home(service.api);
      const [a, b] = [
        (await owner.api.post(`${path}/categories`, { name: 'A' })).body.id,
        (await owner.api.post(`${path}/categories`, { name: 'B' })).body.id,
      ];
      const tasks = (ids: string[]) => ids.map((categoryId) => ({ title: 'x', categoryId }));
      const one = await create(owner.api, path, { name: 'x', tasks: tasks([a, b]) });
      const other = await create(owner.api, path, { name: 'y', tasks: tasks([b, a]) });
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          i % 2 ? apply(owner.api, path, one) : apply(member.api, path, other),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
      expect(await tasksOf(owner.api, path)).toHaveLength(20);
    });
  });
});

describe('starter tasks', () => {
  type Made = {
    id: string;
    title: string;
    date: string;
    seriesId: string;
    categoryId: string | null;
    responsibleMemberIds: string[];
  };
  const apply = (api: Api, path: string, body: object) => api.post(`${path}/starters/apply`, body);
  const made = async (api: Api, path: string, body: object) => {
    const answer = await apply(api, path, body);
    expect(answer.status).toBe(201);
    return answer.body as Made[];
  };

  test('can be previewed for the first week without creating anything', async () => {
    const { path, owner, member } = await home(service.api);
    const choice = {
      keys: ['mop', 'vacuum', 'dust'],
      memberIds: [owner.id, member.id],
      startDate: '2026-11-30',
    };
    const shown = await owner.api.post(`${path}/starters/preview`, choice);
    expect(shown.status).toBe(200);
    expect((await owner.api.get(`${path}/occurrences?view=all`)).body).toEqual([]);
    await made(owner.api, path, choice);
    const week = (await owner.api.get(`${path}/occurrences?view=all&from=2026-11-30&to=2026-12-06`))
      .body as Made[];
    const told = (rows: readonly Made[]) =>
      new Set(rows.map(({ date, title, responsibleMemberIds }) => ({ date, title, responsibleMemberIds })));
    expect(told(shown.body)).toEqual(told(week));
    const stranger = await service.api.register();
    const refused = await owner.api.post(`${path}/starters/preview`, { ...choice, memberIds: [stranger.id] });
    expect(refused.body.error.details).toMatchObject([{ field: 'memberIds.0', rule: 'member' }]);
  });

  test('are listed in the language of the caller or of `locale`, with their rule in words', async () => {
    const { api } = await service.api.register({ locale: 'fr' });
    const french = (await api.get('/v1/starters')).body as { key: string; text: string }[];
    const english = (await api.get('/v1/starters?locale=en')).body as { key: string; text: string }[];
    expect(french.map(({ key }) => key)).toEqual(english.map(({ key }) => key));
    expect(new Set(french.map(({ key }) => key)).size).toBe(french.length);
    expect(french.find(({ key }) => key === 'mop')).toEqual({
      key: 'mop',
      group: 'Salon et chambres',
      title: 'Laver les sols',
      category: { name: 'Ménage', icon: 'sparkles' },
      recurrence: { frequency: 'weekly', interval: 2 },
      text: 'Une semaine sur deux',
      durationMinutes: 40,
      turns: true,
    });
    expect(english.find(({ key }) => key === 'mop')).toMatchObject({ title: 'Mop the floors' });
    for (const { text } of [...french, ...english]) expect(text).toMatch(/^\w.*\w$/);
    expect((await service.api.get('/v1/starters')).status).toBe(401);
  });

  test('become series with categories, and series with turns begin with different members', async () => {
    const { path, owner, member } = await home(service.api);
    await owner.api.post(`${path}/categories`, { name: 'cleaning', color: '#112233' });
    const body = {
      keys: ['vacuum', 'mop', 'bills', 'vacuum'],
      memberIds: [owner.id, member.id],
      startDate: '2026-11-23',
    };
    const rows = await made(member.api, path, body);
    expect(rows.map(({ title, date, responsibleMemberIds }) => [title, date, responsibleMemberIds])).toEqual([
      ['Vacuum', '2026-11-23', [owner.id]],
      ['Mop the floors', '2026-11-23', [member.id]],
      ['Go through the post and pay the bills', '2026-11-23', []],
    ]);
    const series = (await owner.api.get(`${path}/series`)).body as {
      title: string;
      rotation: { kind: string };
    }[];
    expect(series).toHaveLength(3);
    const categories = (await owner.api.get(`${path}/categories`)).body as {
      id: string;
      name: string;
      icon: string;
    }[];
    expect(categories.map(({ name, icon }) => [name, icon])).toEqual([
      ['cleaning', null],
      ['Papers and money', 'file-text'],
    ]);
    expect(rows[0]?.categoryId).toBe(categories[0]?.id);
  });

  test('can be assigned to one member or nobody, begin today, and have titles in the requested language', async () => {
    const { path, owner } = await home(service.api);
    const [own] = await made(owner.api, path, { keys: ['vacuum'], memberIds: [owner.id], locale: 'fr' });
    expect(own).toMatchObject({
      title: 'Passer l’aspirateur',
      date: '2026-11-21',
      responsibleMemberIds: [owner.id],
    });
    const [anybodys] = await made(owner.api, path, { keys: ['dust'], memberIds: [] });
    expect(anybodys?.responsibleMemberIds).toEqual([]);
  });

  test('are created only if all of them can be created', async () => {
    const { path, owner } = await home(service.api);
    const elsewhere = await service.api.register();
    const refused = await apply(owner.api, path, {
      keys: ['dishes', 'mop'],
      memberIds: [owner.id, elsewhere.id],
    });
    expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details).toMatchObject([{ field: 'memberIds.1', rule: 'member' }]);
    expect((await owner.api.get(`${path}/series`)).body).toEqual([]);
    expect((await owner.api.get(`${path}/categories`)).body).toEqual([]);
  });

  test.each<[string, object, string, string]>([
    ['an unknown key', { keys: ['dishes', 'fly'] }, 'keys', 'exists'],
    ['no key', { keys: [] }, 'keys', 'arrayNotEmpty'],
    ['a key that is not a text', { keys: [7] }, 'keys', 'isString'],
    ['null as keys', { keys: null }, 'keys', 'isArray'],
    ['an invalid date', { startDate: '2026-02-30' }, 'startDate', 'civilDate'],
    ['an invalid member id', { memberIds: ['me'] }, 'memberIds', 'uuid'],
  ])('are refused with %s', async (_case, input, field, rule) => {
    const { path, owner } = await home(service.api);
    const refused = await apply(owner.api, path, { keys: ['dishes'], memberIds: [], ...input });
    expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details).toContainEqual({ field, rule, message: expect.any(String) });
  });

  test('create each category only once, even if two members apply starters at the same time', async () => {
    const { path, owner } = await home(service.api);
    const third = await newcomer(owner.api, path);
    const keys = ['dishes', 'vacuum', 'wash', 'litter', 'bills'];
    await Promise.all([owner, third].map(({ api, id }) => made(api, path, { keys, memberIds: [id] })));
    const names = ((await owner.api.get(`${path}/categories`)).body as { name: string }[]).map(
      ({ name }) => name,
    );
    expect(new Set(names).size).toBe(names.length);
  });
});
