import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { OPERATION_POLICIES, policyOf, type OperationName } from '../../../application/policy/operations.js';
import type { Route } from '../../../adapters/http/route.js';
import type { Right } from '../../../domain/households/rights.js';
import { furnish, type FurnishedHousehold } from '../../support/furnished-household.js';
import { VALID_BODIES } from '../../support/isolation/valid-bodies.js';
import { startService, type TestService } from '../../support/service.js';
import { home, newcomer, told, type Person } from './people.js';

const rightOf = (operationId: string) => policyOf(operationId as OperationName).who;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const done = async (answer: PromiseLike<{ status: number; text: string; body: any }>): Promise<any> => {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
};

describe('the routes of a household', () => {
  const ofHouseholds = () => service.routes.filter(({ access }) => access === 'member');

  test('let children and guests make exactly the changes that this test lists', () => {
    const changing = ofHouseholds().filter(
      ({ method, operationId }) => method !== 'get' && !/^preview/.test(operationId),
    );
    const allowed = changing
      .map(({ operationId }) => operationId)
      .filter((one) => ['everybody', 'own'].includes(rightOf(one)));
    expect(allowed.toSorted()).toEqual([
      'addShoppingItems',
      'clearCheckedShoppingItems',
      'completeOccurrence',
      'createTask',
      'declineStaple',
      'quickAdd',
      'readAllNotifications',
      'readNotification',
      'readQuickAddLines',
      'removePin',
      'removeShoppingItem',
      'reopenOccurrence',
      'runCommands',
      'setPin',
      'skipOccurrence',
      'updateChecklistItem',
      'updateShoppingItem',
    ]);
  });

  /** All routes of households except streams, which do not end. */
  const asked = () => ofHouseholds().filter(({ endless }) => !endless);
  const ask = (route: Route, { api }: Person, ids: FurnishedHousehold['ids']) => {
    const address = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? randomUUID());
    const call = request(api.app)
      [route.method](address)
      .set({ authorization: `Bearer ${api.token ?? ''}`, 'x-client': 'mobile', 'x-requested-with': 'app' });
    if (route.upload)
      return call.attach('file', Buffer.from('text'), { filename: 'a.txt', contentType: 'text/plain' });
    return call.send((VALID_BODIES[route.operationId] as object | undefined) ?? {});
  };

  test.each(['CHILD', 'GUEST'] as const)(
    'are refused to a %s if their right excludes the group, and never if everybody has the right',
    async (group) => {
      const owner: Person = await service.api.register();
      const { path, ids } = await furnish(service, owner.api);
      const child = await newcomer(owner.api, path);
      await done(owner.api.patch(`${path}/members/${child.id}`, { group }));
      const refused: string[] = [];
      for (const route of asked()) {
        const { status, body } = await ask(route, child, ids);
        expect({ route: route.operationId, isOurs: status < 500 }).toMatchObject({ isOurs: true });
        if (status === 403) expect(body.error.code).toBe('FORBIDDEN');
        if (status === 403) refused.push(route.operationId);
      }
      const of = (right: Right) =>
        asked()
          .map(({ operationId }) => operationId)
          .filter((one) => rightOf(one) === right);
      const wrong = refused.filter((one) => rightOf(one) === 'everybody');
      expect(wrong).toEqual([]);
      const forOthers = [...of('adult'), ...of('owner'), ...of('onDisplay')];
      expect(forOthers.filter((one) => !refused.includes(one))).toEqual([]);
      expect(forOthers.length).toBeGreaterThan(40);
    },
  );

  test('refuse a member of a group without the right before they check the body, and a member without the required role after that check', async () => {
    const { path, owner, member } = await home(service.api);
    const answers = async () => {
      const [invalid, valid] = [await member.api.patch(path, { name: 7 }), await member.api.patch(path, {})];
      return [invalid, valid].map(({ body: { error } }) => [error.code, error.details.reason]);
    };
    expect(await answers()).toEqual([
      ['VALIDATION_FAILED', undefined],
      ['FORBIDDEN', 'OWNERS_ONLY'],
    ]);
    const { body } = await member.api.get(path);
    await done(owner.api.patch(`${path}/members/${body.memberId as string}`, { group: 'CHILD' }));
    const forChildren = ['FORBIDDEN', 'GROWN_UPS_ONLY'];
    expect(await answers()).toEqual([forChildren, forChildren]);
  });

  test('are never refused to adults because of their group', async () => {
    const owner: Person = await service.api.register();
    const { path, ids } = await furnish(service, owner.api);
    const ben = await newcomer(owner.api, path);
    const forOwners = /^(updateHousehold|deleteHousehold|createMember|emptyTrash|removeMember)$/;
    const refused: string[] = [];
    for (const route of asked().filter(({ operationId }) => !forOwners.test(operationId))) {
      const { status, text } = await ask(route, ben, ids);
      if (status === 403 && text.includes('Children and guests')) refused.push(route.operationId);
    }
    expect(refused).toEqual([]);
  });
});

describe('a child with an account', () => {
  let path: string;
  let ana: Person;
  let leo: Person;
  let mia: Person;
  beforeEach(async () => {
    ({ path, owner: ana, member: leo } = await home(service.api));
    mia = await newcomer(ana.api, path, { displayName: 'Mia' });
    await done(ana.api.patch(`${path}/members/${leo.id}`, { group: 'CHILD' }));
  });

  const task = (fields: object): Promise<any> =>
    done(ana.api.post(`${path}/tasks`, { title: 'Teeth', date: '2026-11-24', ...fields }));
  const act = (id: string, what: string, body: object = {}) =>
    leo.api.post(`${path}/occurrences/${id}/${what}`, body);
  const FORBIDDEN = [403, 'FORBIDDEN'];

  test.each([
    ['can complete, reopen and skip a task of the child', () => [leo.id], 200],
    ['can complete, reopen and skip a task of the child and another member', () => [leo.id, mia.id], 200],
    ['can complete, reopen and skip a task of nobody', () => [], 200],
    ['cannot complete, reopen or skip a task of another member', () => [mia.id], 403],
  ] as const)('%s', async (_whose, people, status) => {
    const { id } = await task({ responsibleMemberIds: people() });
    const answers: number[] = [];
    for (const what of ['complete', 'reopen', 'skip', 'reopen'] as const)
      answers.push((await act(id as string, what)).status);
    expect(answers).toEqual([status, status, status, status]);
    // A request that is not allowed changes nothing.
    const now = await done(ana.api.get(`${path}/occurrences/${id as string}`));
    expect(now).toMatchObject({ status: 'TODO', version: status === 200 ? 5 : 1 });
  });

  test('can complete a task only for themselves', async () => {
    const { id } = await task({ responsibleMemberIds: [leo.id, mia.id] });
    expect(told(await act(id, 'complete', { completedFor: mia.id }))).toEqual(FORBIDDEN);
    expect((await act(id, 'complete', { completedFor: leo.id })).status).toBe(200);
  });

  test('can only tick checklist items, and only in their own tasks', async () => {
    const own = await task({ responsibleMemberIds: [leo.id], checklist: [{ title: 'Brush' }] });
    const others = await task({ responsibleMemberIds: [mia.id], checklist: [{ title: 'Brush' }] });
    const item = ({ id, checklist }: any) => `${path}/occurrences/${id}/checklist/${checklist[0].id}`;
    expect((await leo.api.patch(item(own), { done: true })).status).toBe(200);
    expect(told(await leo.api.patch(item(own), { title: 'x' }))).toEqual(FORBIDDEN);
    expect(told(await leo.api.patch(item(others), { done: true }))).toEqual(FORBIDDEN);
  });

  test('can create tasks only for themselves', async () => {
    const create = (body: object) => leo.api.post(`${path}/tasks`, { title: 'Homework', ...body });
    expect((await create({})).body.responsibleMemberIds).toEqual([leo.id]);
    expect((await create({ responsibleMemberIds: [leo.id] })).status).toBe(201);
    expect((await create({ visibility: 'PERSONAL' })).status).toBe(201);
    expect(told(await create({ responsibleMemberIds: [mia.id] }))).toEqual(FORBIDDEN);
    const rotation = { kind: 'turns', order: [[leo.id], [mia.id]] };
    const series = { date: '2026-11-24', recurrence: 'FREQ=DAILY' };
    expect(told(await create({ ...series, rotation }))).toEqual(FORBIDDEN);
    expect((await create(series)).body.responsibleMemberIds).toEqual([leo.id]);
    const quick = (text: string) => leo.api.post(`${path}/tasks/quick`, { text });
    expect((await quick('Homework tomorrow')).body.responsibleMemberIds).toEqual([leo.id]);
    expect(told(await quick('Homework tomorrow #school'))).toEqual(FORBIDDEN);
    expect((await ana.api.get(`${path}/categories`)).body).toEqual([]);
  });

  test('has the same rights in offline commands as in requests', async () => {
    const [own, others] = [
      await task({ responsibleMemberIds: [leo.id], checklist: [{ title: 'Brush' }] }),
      await task({ responsibleMemberIds: [mia.id] }),
    ];
    const at = new Date(service.clock.now()).toISOString();
    const command = (type: string, fields: object) => ({ id: randomUUID(), type, at, ...fields });
    const occurrenceId = own.id as string;
    const commands = [
      command('occurrence.complete', { occurrenceId }),
      command('occurrence.complete', { occurrenceId: others.id }),
      command('checklist.set', { occurrenceId, itemId: own.checklist[0].id, done: true }),
      command('checklist.set', { occurrenceId, itemId: own.checklist[0].id, title: 'x' }),
      command('occurrence.delete', { occurrenceId, scope: 'this' }),
      command('shopping.add', { itemId: randomUUID(), name: 'Milk' }),
    ];
    const { results } = await done(leo.api.post(`${path}/commands`, { sentAt: at, commands }));
    expect(results.map((one: any) => one.error?.code ?? one.status)).toEqual([
      'DONE',
      'FORBIDDEN',
      'DONE',
      'FORBIDDEN',
      'FORBIDDEN',
      'DONE',
    ]);
  });

  describe('acting for another member', () => {
    /** An open and a completed task of Mia. */
    type Hers = { readonly todo: any; readonly ticked: any };
    type Request = readonly [method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', at: string, body?: object];
    const command = (type: string, fields: object) => {
      const at = new Date(service.clock.now()).toISOString();
      return { sentAt: at, commands: [{ id: randomUUID(), type, at, ...fields }] };
    };
    const of = ({ id }: any, what: string) => `/occurrences/${id as string}/${what}`;
    const REQUESTS: Readonly<Record<string, (hers: Hers) => readonly Request[]>> = {
      createTask: () => [['POST', '/tasks', { title: 'Homework', responsibleMemberIds: [mia.id] }]],
      quickAdd: () => [['POST', '/tasks/quick', { text: 'Homework tomorrow @Mia' }]],
      completeOccurrence: ({ todo, ticked }) => [
        ['POST', of(todo, 'complete')],
        ['POST', of(todo, 'complete'), { completedFor: mia.id }],
        ['POST', of(ticked, 'complete'), { completedFor: leo.id, version: ticked.version }],
      ],
      reopenOccurrence: ({ ticked }) => [
        ['POST', of(ticked, 'reopen')],
        ['POST', of(ticked, 'reopen'), { completedForIds: [mia.id] }],
      ],
      skipOccurrence: ({ todo }) => [['POST', of(todo, 'skip')]],
      updateChecklistItem: ({ todo }) => [
        ['PATCH', of(todo, `checklist/${todo.checklist[0].id as string}`), { done: true }],
      ],
      runCommands: ({ todo, ticked }) =>
        [
          command('task.create', {
            ...{ taskId: randomUUID(), occurrenceId: randomUUID(), title: 'Homework' },
            responsibleMemberIds: [mia.id],
          }),
          command('task.quick', {
            ...{ taskId: randomUUID(), occurrenceId: randomUUID(), text: 'Homework tomorrow @Mia' },
          }),
          command('occurrence.complete', { occurrenceId: todo.id }),
          command('occurrence.reopen', { occurrenceId: ticked.id }),
          command('occurrence.skip', { occurrenceId: todo.id }),
          command('checklist.set', { occurrenceId: todo.id, itemId: todo.checklist[0].id, done: true }),
        ].map((body): Request => ['POST', '/commands', body]),
      setPin: () => [['PUT', `/members/${mia.id}/pin`, { pin: '4321' }]],
      removePin: () => [['DELETE', `/members/${mia.id}/pin`]],
    };

    test('is tested here with every route that children may use for themselves', () => {
      const own = Object.keys(OPERATION_POLICIES).filter((one) => rightOf(one) === 'own');
      expect(Object.keys(REQUESTS).toSorted()).toEqual(own.toSorted());
    });

    test.each(Object.keys(REQUESTS))('is refused by %s and changes nothing', async (operationId) => {
      const fields = { responsibleMemberIds: [mia.id], checklist: [{ title: 'Brush' }] };
      const [todo, open] = [await task(fields), await task(fields)];
      const ticked = await done(mia.api.post(`${path}/occurrences/${open.id as string}/complete`));
      await done(mia.api.call('PUT', `${path}/members/${mia.id}/pin`, { body: { pin: '1234' } }));
      const lists = ['', '/occurrences?view=all', '/operations', '/activity'];
      const state = async () => [
        ...(await Promise.all(lists.map((list) => done(ana.api.get(`${path}${list}`))))),
        await service.query(`select * from member_pins where member_id = '${mia.id}'`),
      ];
      const before = await state();
      for (const [method, at, body] of REQUESTS[operationId]!({ todo, ticked })) {
        const { status, body: answer } = await leo.api.call(method, `${path}${at}`, body && { body });
        const code = status === 200 ? answer.results?.[0].error?.code : answer.error?.code;
        expect({ at, body, status, code }).toMatchObject({
          code: 'FORBIDDEN',
          status: operationId === 'runCommands' ? 200 : 403,
        });
      }
      expect(await state()).toEqual(before);
    });
  });

  test('can complete a task of another member as soon as their group is adult', async () => {
    const { id } = await task({ responsibleMemberIds: [mia.id] });
    expect(told(await act(id, 'complete'))).toEqual(FORBIDDEN);
    await done(ana.api.patch(`${path}/members/${leo.id}`, { group: 'ADULT' }));
    expect((await act(id, 'complete')).status).toBe(200);
  });
});
