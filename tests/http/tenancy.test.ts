import { withOwnResponses } from '../support/openapi/document.js';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Route } from '../../adapters/http/route.js';
import type { Api } from '../support/api.js';
import type { Response } from 'supertest';
import { createDatabase } from '../../adapters/postgres/database.js';
import { LAYOUT } from '../../adapters/postgres/citus/layout.js';
import { onCluster, onSingleServer } from '../support/requirement.js';
import { reachOf, type Reach } from '../support/database/household-scans.js';
import { startDemo } from '../support/demo-calendars.js';
import { furnish, type FurnishedHousehold } from '../support/furnished-household.js';
import { VALID_BODIES } from '../support/isolation/valid-bodies.js';
import { type TestService, startService } from '../support/service.js';
import { inFullTier } from '../support/tier.js';
import type { CommandType } from '../../domain/commands/command.js';
import { idPlaces, type Schema } from '../support/isolation/id-places.js';

describe('the separation of households', () => {
  let service: TestService;
  let owner: Api;
  let home: string;
  let ids: FurnishedHousehold['ids'];
  const others: Record<string, Api> = {};

  beforeAll(async () => {
    service = await startDemo();
    owner = (await service.api.register()).api;
    ({ path: home, ids } = await furnish(service, owner));
    others['a stranger'] = (await service.api.register()).api;
    await others['a stranger'].household();
    const former = await service.api.register();
    await service.join(home, former.id);
    await service.leave(home, former.id);
    others['an ex-member'] = former.api;
  });
  afterAll(() => service.close());

  const householdRoutes = () => service.routes.filter(({ path }) => path.includes('{householdId}'));
  const addressOf = ({ path }: Route, known: Readonly<Record<string, string>>) =>
    path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => known[name] ?? randomUUID());
  const call = (api: Api, route: Route, known: Readonly<Record<string, string>>) =>
    api.call(route.method.toUpperCase(), addressOf(route, known), {
      ...(route.method !== 'get' && { body: VALID_BODIES[route.operationId] ?? {} }),
    });

  describe('every household route', () => {
    test('is tested here with an existing row for each id in its path', () => {
      expect(householdRoutes().length).toBeGreaterThan(50);
      const named = householdRoutes().flatMap(({ path }) =>
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      expect(Object.keys(ids)).toEqual(expect.arrayContaining(named));
    });

    test.each(['a stranger', 'an ex-member'])(
      'answers %s with 404 HOUSEHOLD_NOT_FOUND, byte for byte as for an unknown household',
      async (who) => {
        const api = others[who] as Api;
        for (const route of householdRoutes()) {
          const real = await call(api, route, ids);
          const invented = await call(api, route, { ...ids, householdId: randomUUID() });
          const malformed = await call(api, route, { ...ids, householdId: 'x' });
          const { operationId } = route;
          for (const { status, body } of [real, invented, malformed])
            expect({ operationId, status, code: body.error?.code }).toEqual({
              ...{ operationId, status: 404, code: 'HOUSEHOLD_NOT_FOUND' },
            });
          expect(real.text).toEqual(invented.text);
          expect(malformed.text).toEqual(invented.text);
        }
      },
    );

    test('returns 401 without a session, also for unknown ids', async () => {
      for (const route of householdRoutes()) {
        const answers = [await call(service.api, route, ids), await call(service.api, route, {})];
        const { operationId } = route;
        for (const { status } of answers)
          expect({ operationId, status }).toEqual({ operationId, status: 401 });
      }
    });

    test('gives the same 404 for ids of another household as for unknown ids', async () => {
      const api = others['a stranger'] as Api;
      const own = (await api.get('/v1/households')).body[0].id as string;
      // The demo calendars have the same ids in every household.
      for (const route of householdRoutes().filter(({ path }) => /\{(?!householdId|calendarId)/.test(path))) {
        const foreign = await call(api, route, { ...ids, householdId: own });
        const invented = await call(api, route, { householdId: own });
        const malformed = await call(api, route, {
          householdId: own,
          occurrenceId: "1' or '1'='1",
          itemId: '%00',
          categoryId: '-',
          invitationId: '1',
          memberId: 'me',
          seriesId: 'x'.repeat(10_000),
          swapId: '..',
          shoppingItemId: '%2e',
          shoppingListId: '%00',
          dayCalendarId: '-1',
          displayId: 'wall',
          pauseId: '-1',
          templateId: 'null',
          notificationId: '0',
          attachmentId: "'--",
        });
        const { operationId } = route;
        const { status, text, body } = foreign;
        expect({ operationId, status, text }).toEqual({ operationId, status: 404, text: invented.text });
        expect({ operationId, status: malformed.status, code: malformed.body.error?.code }).toEqual({
          ...{ operationId, status: 404, code: body.error.code },
        });
      }
    });

    test('reveals no more with HEAD than with GET', async () => {
      const api = others['a stranger'] as Api;
      for (const route of householdRoutes().filter(({ method }) => method === 'get')) {
        const head = await api.call('HEAD', addressOf(route, ids));
        const { operationId } = route;
        expect({ operationId, status: head.status }).toEqual({ operationId, status: 404 });
      }
    });
  });

  test('refuses ids of another household in bodies, and finds nothing by such ids in queries [T-A4]', async () => {
    const api = others['a stranger'] as Api;
    const own = `/v1/households/${(await api.get('/v1/households')).body[0].id}`;
    const ownerId = (await owner.get('/v1/me')).body.user.id;
    const answers = [
      await api.post(`${own}/tasks`, { title: 'x', categoryId: ids['categoryId'] }),
      await api.post(`${own}/tasks`, { title: 'x', responsibleMemberIds: [ownerId] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    for (const query of [`categoryId=${ids['categoryId']}`, `assignee=${ownerId}`])
      expect((await api.get(`${own}/occurrences?${query}`)).body).toEqual([]);
  });

  test('keeps the tasks of two households of one member apart', async () => {
    const { api } = await service.api.register();
    const [first, second] = [await api.household(), await api.household()];
    await api.post(`${first}/tasks`, { title: 'common word one' });
    await api.post(`${second}/tasks`, { title: 'common word two' });
    const titles = async (path: string) =>
      (await api.get(`${path}/occurrences?q=common`)).body.map(({ title }: any) => title);
    expect(await titles(first)).toEqual(['common word one']);
    expect(await titles(second)).toEqual(['common word two']);
  });

  test.each(["1' or '1'='1", '%00', '%25', 'x'.repeat(10_000), '..%2f..'])(
    'answers 400 or 404 for the household id %.20s',
    async (id) => {
      for (const path of [`/v1/households/${id}`, `/v1/households/${id}/occurrences`]) {
        const { status } = await owner.get(path);
        expect([400, 404]).toContain(status);
      }
    },
  );

  test('lets every answer to GET contain only UUIDs as ids', async () => {
    await owner.post(`${home}/shopping/items`, { text: 'milk' });
    await owner.post('/v1/me/feeds', { householdId: ids['householdId'] });
    const seen: unknown[] = [];
    for (const route of service.routes.filter(
      ({ method, path }) => method === 'get' && path.startsWith('/v1') && !path.includes('/events'),
    )) {
      const { body, status } = await owner.call('GET', addressOf(route, ids));
      if (status === 200) collectIds(body, seen);
    }
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.filter((id) => typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id))).toEqual([]);
  });

  function collectIds(value: unknown, into: unknown[]): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (/^id$|[a-z]Id$/.test(name) && inner !== null) into.push(inner);
      collectIds(inner, into);
    }
  }

  test('refuses ten member ids if one of them is of another household', async () => {
    const api = others['a stranger'] as Api;
    const own = `/v1/households/${(await api.get('/v1/households')).body[0].id}`;
    const mine = (await api.get('/v1/me')).body.user.id as string;
    const foreign = ids['memberId'] as string;
    const tasks = Array.from({ length: 10 }, (_, i) => ({
      title: `task ${i}`,
      responsibleMemberIds: [i === 7 ? foreign : mine],
    }));
    const template = await api.post(`${own}/templates`, { name: 'Ten', tasks });
    expect(template.status).toBe(400);
    expect((await api.get(`${own}/templates`)).body).toEqual([]);
    const responsible = await api.post(`${own}/tasks`, { title: 'x', responsibleMemberIds: [mine, foreign] });
    expect(responsible.status).toBe(400);
    expect((await api.get(`${own}/occurrences`)).body).toEqual([]);
  });

  test('returns 404 for an occurrence of another household, regardless of If-None-Match', async () => {
    const api = others['a stranger'] as Api;
    const own = (await api.get('/v1/households')).body[0].id as string;
    for (const known of ['"1"', '*', 'W/"1"']) {
      const answer = await api.call('GET', `/v1/households/${own}/occurrences/${ids['occurrenceId']}`, {
        headers: { 'if-none-match': known },
      });
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('TASK_NOT_FOUND');
    }
  });
});

describe('ids of another household', () => {
  type Operation = {
    operationId: string;
    parameters?: { in: string; name: string; schema: Schema }[];
    requestBody?: { content: Record<string, { schema: Schema }> };
  };
  type Document = {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  /** A place for an id in the query or the body of an operation. */
  type Place = {
    operation: Operation;
    method: string;
    path: string;
    name: string;
    in: string;
    send: (id: string, other: string) => { query: string; body?: object };
  };

  let service: TestService;
  let document: Document;
  let me: Api;
  let mine: FurnishedHousehold;
  let theirs: FurnishedHousehold;

  beforeAll(async () => {
    service = await startService();
    document = (await service.api.get('/openapi.json')).body as Document;
    me = (await service.api.register()).api;
    mine = await furnish(service, me);
    theirs = await furnish(service, (await service.api.register()).api);
  });
  afterAll(() => service.close());

  /** Tested with foreign ids in the tests of the calendar, because they need a calendar. */
  const WITH_A_CALENDAR = new Set(['linkCalendar', 'listAvailableCalendars']);

  /** Tested elsewhere: commands below, and displays in their own tests. */
  const OTHERWISE_HELD = new Set(['runCommands', 'actOnDisplay']);

  /** These constants say what kind of id each field contains. New names of fields must be added here. */
  const OCCURRENCE_EDITS = /^(updateOccurrence|previewOccurrenceEdit)$/;
  const MEMBERS =
    /^(responsibleMemberIds|memberIds|managerIds|completedFor|completedForIds|assignee|assignTo|members|order|mo|tu|we|th|fr|sa|su)$/;
  const SAME_AS: Readonly<Record<string, string>> = {
    ...{ subjectId: 'occurrenceId', listId: 'shoppingListId', seriesIds: 'seriesId' },
    calendarIds: 'dayCalendarId',
  };
  function idOf(name: string, { ids, theirTurn }: FurnishedHousehold): string {
    const id = MEMBERS.test(name)
      ? ids['memberId']
      : name === 'withOccurrenceId'
        ? theirTurn
        : ids[SAME_AS[name] ?? name];
    if (id === undefined) throw new Error(`what is ${name}?`);
    return id;
  }

  const shiftWith = ({ shift }: any) => ({ ...shift, when: 'onDay', then: 'nextFree' });
  const OF_SERIES = /^\.(rotation|shift)/;

  /** Adds the fields without which the body would be refused for another reason. */
  function completed(operationId: string, body: any): object {
    const repeating = { recurrence: 'FREQ=DAILY' };
    if (Array.isArray(body.tasks)) {
      const [task] = body.tasks;
      return {
        ...body,
        tasks: [
          {
            ...task,
            title: 'x',
            ...(task.shift && { shift: shiftWith(task) }),
            ...((task.rotation || task.shift) && { ...repeating, dayOffset: 0 }),
          },
        ],
      };
    }
    if (body.shift) {
      const begun = operationId === 'createTask' ? { ...repeating, date: '2026-11-23' } : {};
      return { ...body, ...begun, shift: shiftWith(body) };
    }
    if (operationId === 'createTask' && body.rotation) return { ...body, ...repeating, date: '2026-11-23' };
    if (operationId === 'previewRecurrence') return { ...body, ...repeating, startDate: '2026-11-23' };
    if (operationId === 'rebalance' || operationId === 'foretellRebalance')
      return { ...body, from: '2026-11-23', to: '2026-12-06' };
    if (operationId === 'shiftByDays') return { ...body, days: 7, from: '2026-11-23' };
    if (operationId === 'createPause')
      return { ...body, from: '2026-12-01', mode: 'assignTo' in body ? 'assign' : 'skip' };
    if (operationId === 'addShoppingItems') return { ...body, text: 'x' };
    if (operationId === 'applyStarters' || operationId === 'previewStarters')
      return { ...body, keys: ['vacuum'] };
    return body;
  }

  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split('/').at(-1)!] ?? {});

  function places(): Place[] {
    return Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) => {
        const { operationId, parameters = [], requestBody } = operation;
        const at = { operation, method: method.toUpperCase(), path };
        const inQuery = parameters
          .filter((one) => one.in === 'query')
          .flatMap(({ name, schema }) => idPlaces(schema, resolve, name, `?${name}`))
          .map(({ name, path: where, fill }) => ({
            ...at,
            name,
            in: where,
            send: (id: string, other: string) => ({ query: `?${name}=${String(fill(id, other))}` }),
          }));
        const inBody = idPlaces(requestBody?.content['application/json']?.schema ?? {}, resolve).map(
          ({ name, path: where, fill }) => ({
            ...at,
            name,
            in: where,
            send: (id: string, other: string) => ({
              query: OF_SERIES.test(where) && OCCURRENCE_EDITS.test(operationId) ? '?scope=all' : '',
              body: completed(operationId, fill(id, other)),
            }),
          }),
        );
        return WITH_A_CALENDAR.has(operationId) || OTHERWISE_HELD.has(operationId)
          ? []
          : [...inQuery, ...inBody];
      }),
    );
  }

  /** Sends a request with `id` in this place and own ids in all other places. */
  async function call({ operation, method, path, in: where, send }: Place, id: string) {
    let known: Record<string, string> = { ...mine.ids };
    if (OCCURRENCE_EDITS.test(operation.operationId) && OF_SERIES.test(where))
      known = { ...known, occurrenceId: (await me.get(`${mine.path}/occurrences?q=Every`)).body[0].id };
    const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => known[name] ?? name);
    const { query, body } = send(id, mine.ids['memberId']!);
    if (body === undefined) return me.call(method, `${address}${query}`);
    const edited = /^.*\/occurrences\/[^/]+(?=(\/preview)?$)/.exec(address)?.[0];
    const { version } = edited === undefined ? {} : (await me.get(edited)).body;
    return me.call(method, `${address}${query}`, { body: { ...body, ...(version && { version }) } });
  }

  /** Returns all stored rows of a household as text. */
  async function rowsOf({ ids }: FurnishedHousehold): Promise<string[]> {
    const tables = await service.query(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'household_id'`);
    const rows: string[] = [];
    for (const { name } of tables)
      for (const { row } of await service.query(
        `select to_jsonb(t)::text as row from "${String(name)}" t where household_id = '${ids['householdId']}'`,
      ))
        rows.push(`${String(name)} ${String(row)}`);
    return rows.sort();
  }

  test('are refused or find nothing in every body and query', async () => {
    const all = places();
    expect(all.length).toBeGreaterThan(40);
    const [ownBefore, foreignBefore] = [await rowsOf(mine), await rowsOf(theirs)];
    for (const place of all) {
      const { status, body, text } = await call(place, idOf(place.name, theirs));
      expect((await call(place, randomUUID())).text).toBe(text);
      const refused = status === 400 || status === 404;
      const empty = status === 200 && Array.isArray(body) && body.length === 0;
      const { operationId } = place.operation;
      expect({ operationId, in: place.in, status, harmless: refused || empty }).toEqual({
        ...{ operationId, in: place.in, status, harmless: true },
      });
    }
    expect(await rowsOf(mine)).toEqual(ownBefore);
    expect(await rowsOf(theirs)).toEqual(foreignBefore);
  }, 180_000);

  /** A command of each type that contains ids of existing things. */
  const COMMAND_IDS: Readonly<Record<CommandType, (ids: Readonly<Record<string, string>>) => object | null>> =
    {
      'task.create': ({ memberId }) => ({ ...newTask(), title: 'x', responsibleMemberIds: [memberId] }),
      'task.quick': () => null,
      'occurrence.complete': ({ occurrenceId }) => ({ occurrenceId }),
      'occurrence.reopen': ({ occurrenceId }) => ({ occurrenceId }),
      'occurrence.skip': ({ occurrenceId }) => ({ occurrenceId }),
      'occurrence.restore': ({ occurrenceId }) => ({ occurrenceId }),
      'occurrence.claim': ({ occurrenceId }) => ({ occurrenceId }),
      'occurrence.delete': ({ occurrenceId }) => ({ occurrenceId }),
      'occurrence.set': ({ occurrenceId }) => ({ occurrenceId, set: { title: 'x' }, base: { title: 'x' } }),
      'checklist.add': ({ occurrenceId }) => ({ occurrenceId, itemId: randomUUID(), title: 'x' }),
      'checklist.set': ({ itemId }) => ({ occurrenceId: mine.ids['occurrenceId'], itemId, done: true }),
      'checklist.remove': ({ itemId }) => ({ occurrenceId: mine.ids['occurrenceId'], itemId }),
      'shopping.add': ({ shoppingListId: listId }) => ({ itemId: randomUUID(), name: 'x', listId }),
      'shopping.set': ({ shoppingItemId: itemId }) => ({ itemId, checked: true }),
      'shopping.remove': ({ shoppingItemId: itemId }) => ({ itemId }),
      'notification.read': ({ notificationId }) => ({ notificationId }),
    };
  const newTask = () => ({ occurrenceId: randomUUID(), taskId: randomUUID() });

  test('are answered like unknown ids in commands', async () => {
    const [ownBefore, foreignBefore] = [await rowsOf(mine), await rowsOf(theirs)];
    const invented = Object.fromEntries(Object.keys(theirs.ids).map((name) => [name, randomUUID()]));
    const now = new Date(service.clock.now()).toISOString();
    const results = async (
      ids: Readonly<Record<string, string>>,
      more: object = {},
      types = Object.keys(COMMAND_IDS) as CommandType[],
    ) => {
      const commands = types.flatMap((type) => {
        const filled = COMMAND_IDS[type](ids);
        return filled === null ? [] : [{ id: randomUUID(), at: now, type, ...filled, ...more }];
      });
      const { body } = await me.post(`${mine.path}/commands`, { sentAt: now, commands });
      return (body.results as Record<string, any>[]).map(({ status, reason, error, conflict }, i) => ({
        ...{ type: commands[i]?.type, status, reason, conflict },
        code: error?.code,
      }));
    };
    const foreign = await results(theirs.ids);
    expect(foreign).toEqual(await results(invented));
    expect(foreign.map(({ status }) => status)).not.toContain('DONE');
    const [member, category] = [theirs.ids['memberId'], theirs.ids['categoryId']];
    const named = await results(mine.ids, { completedFor: member, categoryId: category }, [
      'task.create',
      'occurrence.complete',
    ]);
    const codes = Object.fromEntries(named.map(({ type, code }) => [type, code]));
    expect(codes).toMatchObject({
      'task.create': 'VALIDATION_FAILED',
      'occurrence.complete': 'VALIDATION_FAILED',
    });
    expect(await rowsOf(theirs)).toEqual(foreignBefore);
    expect(await rowsOf(mine)).toEqual(ownBefore);
  });

  test('are answered like unknown ids in paths of the household of the caller', async () => {
    const [ownBefore, foreignBefore] = [await rowsOf(mine), await rowsOf(theirs)];
    const seen: string[] = [];
    const { paths } = withOwnResponses((await me.get('/openapi.json')).body as never);
    for (const { method, path, operationId } of service.routes) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      if (names[0] !== 'householdId') continue;
      const answer = (known: Readonly<Record<string, string>>) =>
        me.call(
          method.toUpperCase(),
          path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => known[name]!),
          {
            ...(method !== 'get' && { body: VALID_BODIES[operationId] ?? {} }),
          },
        );
      for (const name of names.slice(1)) {
        const foreign = await answer({ ...mine.ids, [name]: theirs.ids[name]! });
        const invented = await answer({ ...mine.ids, [name]: randomUUID() });
        const { status, text } = foreign;
        expect({ operationId, name, status, text }).toEqual({
          ...{ operationId, name, status: 404, text: invented.text },
        });
        expect(paths[path]?.[method]?.responses['404']?.description).toContain(
          `\`${invented.body.error.code}\``,
        );
        seen.push(name);
      }
    }
    expect(seen).toEqual(
      expect.arrayContaining(['itemId', 'swapId', 'attachmentId', 'notificationId', 'templateId']),
    );
    expect(await rowsOf(mine)).toEqual(ownBefore);
    expect(await rowsOf(theirs)).toEqual(foreignBefore);
  });

  test('get the same 404 as a checklist item that belongs to another occurrence of the caller’s own household', async () => {
    const { body: other } = await me.post(`${mine.path}/tasks`, {
      title: 'Other',
      checklist: [{ title: 'x' }],
    });
    const item = `${mine.path}/occurrences/${mine.ids['occurrenceId']}/checklist/${other.checklist[0].id}`;
    expect((await me.patch(item, { done: true })).status).toBe(404);
    expect((await me.delete(item)).status).toBe(404);
  });

  inFullTier.test(
    'are the only reason for the refusals, because the same requests succeed with ids of the own household',
    async () => {
      // The order matters: a completed turn cannot be swapped, swapped turns cannot be rebalanced, and a shift
      // moves the dates.
      const ORDER: Readonly<Record<string, number>> = {
        rebalance: -1,
        completeOccurrence: 1,
        shiftByDays: 2,
      };
      const order = ({ operation }: Place) => ORDER[operation.operationId] ?? 0;
      for (const place of places().toSorted((a, b) => order(a) - order(b))) {
        const { status, body } = await call(place, idOf(place.name, mine));
        const found = !Array.isArray(body) || body.length > 0;
        const { operationId } = place.operation;
        expect({ operationId, in: place.in, status, found, error: body.error }).toEqual({
          ...{ operationId, in: place.in, status: status < 300 ? status : 'accepted', found: true },
        });
      }
    },
  );

  /**
   * Calls every route of a member with a valid body, except the deletion of the household, which the others
   * need.
   */
  async function askEverything(
    api: Api,
    heard: (operationId: string, ask: () => PromiseLike<Response>) => Promise<void>,
  ) {
    for (const { method, path, operationId, access, responses } of service.routes) {
      const streams = responses.some(({ contentType }) => contentType === 'text/event-stream');
      if (access !== 'member' || streams || operationId === 'deleteHousehold') continue;
      const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => mine.ids[name]!);
      const body = method === 'get' ? {} : { body: VALID_BODIES[operationId] ?? {} };
      await heard(operationId, () => api.call(method.toUpperCase(), address, body));
    }
  }

  /**
   * We do not use row-level security, because it would need the household in every session of the connection
   * pool. Instead every statement of a household route must name the household for each table, so that Citus
   * asks a single node. The foreign keys between these tables contain the household too
   * (tests/postgres/tenancy.test.ts).
   */
  onSingleServer.test(
    'cannot be reached, because every statement of a household route names the household of its rows',
    async () => {
      const db = createDatabase({ connectionString: service.connectionString });
      const reaches = new Map<string, Reach | null>();
      const careless: string[] = [];
      const listen = async (operationId: string, ask: () => PromiseLike<Response>) => {
        for (const text of await service.statementsOf(async () => ask())) {
          if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue;
          if (!reaches.has(text)) reaches.set(text, await reachOf(db, text));
          const reach = reaches.get(text) ?? null;
          if (reach === 'each' || reach === 'across') careless.push(`${operationId}: ${text}`);
        }
      };
      await askEverything(me, listen);
      const { path } = await furnish(service, me);
      await listen('deleteHousehold', async () => {
        const answer = await me.delete(path);
        expect(answer.status).toBe(204);
        return answer;
      });
      await db.destroy();
      expect(careless).toEqual([]);
      expect([...reaches.values()].filter((reach) => reach === 'routed').length).toBeGreaterThan(100);
    },
  );

  onSingleServer.test(
    'are not touched by a token refresh, which uses no tables that are distributed over the nodes of a cluster',
    async () => {
      const db = createDatabase({ connectionString: service.connectionString });
      const { auth } = await service.api.register();
      const texts = await service.statementsOf(() =>
        service.api.post('/v1/auth/refresh', { refreshToken: auth['refreshToken'] }),
      );
      const written = texts.flatMap(
        (text) => /^\s*(?:insert into|update|delete from) "?(\w+)/.exec(text)?.[1] ?? [],
      );
      expect(written).toEqual(['refresh_tokens', 'refresh_tokens', 'refresh_tokens']);
      expect(written.filter((table) => table in LAYOUT)).toEqual([]);
      for (const text of texts.filter((one) => /^\s*(select|insert|update)\b/.test(one)))
        expect(await reachOf(db, text)).toBeNull();
      await db.destroy();
    },
  );

  onCluster.test(
    'are not searched on other nodes, because no household route asks several nodes of a cluster',
    async () => {
      const database = new URL(service.connectionString).pathname.slice(1);
      await service.query(`alter database ${database} set citus.multi_task_query_log_level to 'error'`);
      const strict = await service.another();
      const broken: string[] = [];
      await askEverything(strict.api.as(me.token), async (operationId, ask) => {
        const { status, text } = await ask();
        if (status >= 500) broken.push(`${operationId}: ${text}`);
      });
      await strict.close();
      expect(broken).toEqual([]);
    },
  );
});
