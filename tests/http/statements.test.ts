import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { VIEWS } from '../../domain/tasks/views.js';
import type { Api } from '../support/api.js';
import { shareServiceInFile } from '../support/fresh-service.js';
import { furnish } from '../support/furnished-household.js';
import { VALID_BODIES } from '../support/isolation/valid-bodies.js';
import type { TestService } from '../support/service.js';
import { inFullTier, sampled } from '../support/tier.js';

const freshService = shareServiceInFile();

let service: TestService;
let api: Api;

describe('SQL statements of a request', () => {
  let home: string;
  let me: string;
  let ben: string;
  let category: string;

  beforeAll(async () => {
    service = await freshService();
    ({ api, id: me } = await service.api.register());
    home = await api.household();
    ben = (await service.api.register()).id;
    await service.join(home, ben);
    category = (await api.post(`${home}/categories`, { name: 'Kitchen' })).body.id;
  });

  /** Returns the statements that are sent before the answer. */
  async function statementsOf(work: () => Promise<Response>, status: number): Promise<readonly string[]> {
    let answered = 0;
    const statements = await service.statementsOf(async () => {
      answered = (await work()).status;
    });
    expect(answered).toBe(status);
    return statements;
  }

  const repeated = (statements: readonly string[]) =>
    statements.filter((text, i) => statements.indexOf(text) !== i);

  /** Two statements: the caller, and the rows. */
  const LIST = 2;
  /**
   * Five statements: the caller, begin and commit, the task, and the change feed with the history entry. No calendar is
   * linked, so no statement looks for its link.
   */
  const CREATE = 5;
  /**
   * Three more statements: one looks for an earlier request with the idempotency key, one claims the key at the
   * beginning of the transaction, one stores the answer after it.
   */
  const KEY = 3;
  /** Two statements: the caller, and the stored answer of the first request. */
  const REPLAY = 2;
  const GET = 2;
  /** As for creating a task, and in addition the locks and the swaps that end. */
  const COMPLETE = 7;

  describe('a list', () => {
    const ALL = `from=2026-11-01&to=2026-11-30&assignee=me&categoryId=<category>&priority=HIGH&status=TODO&visibility=SHARED&q=x`;
    const list = (query: string) =>
      api.get(`${home}/occurrences?${query.replace('<member>', ben).replace('<category>', category)}`);

    test.each([
      ...['', 'from=2026-11-01', 'to=2026-11-30', 'q=x', 'limit=1', 'limit=500'],
      ...['assignee=me', 'assignee=unassigned', 'assignee=together', 'assignee=<member>'],
      ...['categoryId=<category>', 'priority=HIGH', 'status=TODO', 'visibility=PERSONAL'],
      ...VIEWS.map((view) => `view=${view}`),
      ...VIEWS.map((view) => `view=${view}&${ALL}`),
    ])('takes at most a fixed number of statements for the query ?%s', async (query) => {
      expect((await statementsOf(() => list(query), 200)).length).toBeLessThanOrEqual(LIST);
    });

    test.each(['all', 'done'])(
      'takes at most a fixed number of statements for the next page of the view %s',
      async (view) => {
        for (let i = 0; i < 2; i++) {
          const { body } = await api.post(`${home}/tasks`, { title: 'x' });
          await api.post(`${home}/occurrences/${body.id}/complete`);
        }
        const { headers } = await list(`view=${view}&limit=1`);
        const next = /<[^>]*\?([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? '';
        expect(next).toContain('cursor=');
        expect((await statementsOf(() => list(next), 200)).length).toBeLessThanOrEqual(LIST);
      },
    );

    test('takes at most a fixed number of statements for the trash', async () => {
      const trash = () => api.get(`${home}/trash`);
      expect((await statementsOf(trash, 200)).length).toBeLessThanOrEqual(LIST);
    });
  });

  describe('a creation', () => {
    const newNames = ['garden', 'cellar'];
    const [MEMBERS, CATEGORIES, NEW_CATEGORY, CALENDAR_LINK, TOLD] = [1, 1, 1, 1, 1];

    test.each<readonly [name: string, path: string, body: () => object, atMost: number]>([
      ['for a task with only a title', 'tasks', () => ({ title: 'y' }), CREATE],
      [
        'for a task with all fields',
        'tasks',
        () => ({
          ...{ title: 'y', notes: 'n', visibility: 'SHARED', priority: 'HIGH' },
          ...{ date: '2026-11-25', time: '18:00', durationMinutes: 30, reminders: [10, 60] },
          ...{ categoryId: category, responsibleMemberIds: [me, ben], checklist: [{ title: 'a' }] },
        }),
        CREATE + MEMBERS + TOLD,
      ],
      [
        'for a series',
        'tasks',
        () => ({ title: 'y', date: '2026-11-25', recurrence: { frequency: 'weekly' } }),
        CREATE + MEMBERS,
      ],
      [
        'for a sentence',
        'tasks/quick',
        () => ({ text: 'Bins tomorrow 7pm #Kitchen' }),
        CREATE + MEMBERS + CATEGORIES,
      ],
      [
        'for a sentence with a new category',
        'tasks/quick',
        () => ({ text: `Bins tomorrow #${newNames.pop()}` }),
        CREATE + MEMBERS + CATEGORIES + NEW_CATEGORY + CALENDAR_LINK,
      ],
      [
        // Members are read for the sentence, and again with locks when turns are planned.
        'for a sentence that repeats',
        'tasks/quick',
        () => ({ text: 'Bins every monday' }),
        CREATE + 2 * MEMBERS + CATEGORIES,
      ],
    ])('takes at most a fixed number of statements %s', async (_name, path, body, atMost) => {
      const create = () => api.post(`${home}/${path}`, body());
      const statements = await statementsOf(create, 201);
      expect(statements.length).toBeLessThanOrEqual(atMost);

      const [key, content] = [{ 'idempotency-key': randomUUID() }, body()];
      const createOnce = () => api.post(`${home}/${path}`, content, key);
      expect((await statementsOf(createOnce, 201)).length).toBeLessThanOrEqual(atMost + KEY);
      expect((await statementsOf(createOnce, 201)).length).toBeLessThanOrEqual(REPLAY);
    });
  });

  test('are limited to a fixed number for a read and for a completion', async () => {
    const { body } = await api.post(`${home}/tasks`, { title: 'x' });
    const path = `${home}/occurrences/${body.id}`;
    expect((await statementsOf(() => api.get(path), 200)).length).toBeLessThanOrEqual(GET);
    const complete = () => api.post(`${path}/complete`);
    expect((await statementsOf(complete, 200)).length).toBeLessThanOrEqual(COMPLETE);
  });

  describe('an operation on many rows', () => {
    const rotation = () => ({ kind: 'turns', order: [[me], [ben]] });
    const few = () => ({
      ...{ recurrence: { frequency: 'daily', count: 3 }, checklist: [{ title: 'a' }], rotation: rotation() },
    });
    const many = () => ({
      recurrence: { frequency: 'daily' },
      checklist: Array.from({ length: 50 }, (_, i) => ({ title: `item ${i}` })),
      rotation: rotation(),
    });
    const create = (fields: object) =>
      api.post(`${home}/tasks`, {
        title: 'y',
        date: '2026-11-25',
        ...fields,
      });

    test.each<readonly [string, number, (path: string) => Promise<Response>]>([
      ['get', 200, (path) => api.get(path)],
      ['edit with scope=this', 200, (path) => api.patch(path, { version: 1, title: 'z' })],
      [
        'edit with scope=following',
        200,
        (path) => api.patch(`${path}?scope=following`, { version: 1, title: 'z' }),
      ],
      ['edit with scope=all', 200, (path) => api.patch(`${path}?scope=all`, { version: 1, title: 'z' })],
      ['complete', 200, (path) => api.post(`${path}/complete`)],
      ['skip', 200, (path) => api.post(`${path}/skip`)],
      ['delete with scope=this', 204, (path) => api.delete(path)],
      ['delete with scope=following', 204, (path) => api.delete(`${path}?scope=following`)],
      ['delete with scope=all', 204, (path) => api.delete(`${path}?scope=all`)],
    ])('takes no more statements than on few rows: %s', async (_name, status, work) => {
      const counts: number[] = [];
      for (const fields of [few(), many()]) {
        const { body } = await create(fields);
        const statements = await statementsOf(() => work(`${home}/occurrences/${body.id}`), status);
        expect(repeated(statements)).toEqual([]);
        counts.push(statements.length);
      }
      expect(counts[1]).toBe(counts[0]);
    });

    test('takes no more statements than on few rows: create', async () => {
      const some = await statementsOf(() => create(few()), 201);
      const lots = await statementsOf(() => create(many()), 201);
      expect(repeated(lots)).toEqual([]);
      expect(lots.length).toBe(some.length);
    });
  });

  test('do not include statements for displays, pauses and special days in a household without them', async () => {
    const rotation = { kind: 'turns', order: [[me], [ben]] };
    const daily = { title: 'Dishes', date: '2026-11-25', recurrence: 'FREQ=DAILY', rotation };
    const one = (await api.post(`${home}/tasks`, { title: 'x' })).body.id as string;
    const asked = await service.statementsOf(async () => {
      const task = await api.post(`${home}/tasks`, daily);
      const path = `${home}/occurrences/${task.body.id as string}`;
      const away = await api.post(`${home}/members/${me}/away`, { from: '2026-12-24', to: null });
      const answers = [
        ...[task, away],
        await api.patch(`${path}?scope=following`, { version: 1, title: 'Plates' }),
        await api.patch(`${home}/series/${task.body.seriesId as string}`, { rotation: null }),
        await api.delete(`${home}/members/${me}/away/${away.body.awayPeriods[0].id as string}`),
        await api.patch(`${home}/members/${ben}`, { weight: 50 }),
        await api.post(`${home}/occurrences/${one}/complete`),
        await api.post(`${home}/occurrences/${one}/reopen`),
        await api.post(`${home}/occurrences/${one}/skip`),
        await api.post(`${home}/shopping/items`, { items: [{ name: 'Flour' }] }),
        await api.get(`${home}/changes`),
        await api.get(`${home}/statistics`),
        await api.get(`${home}/series`),
        await api.get(home),
        await api.delete(`${home}/members/${ben}`),
      ];
      const failed = answers.filter(({ status }) => status >= 400);
      expect(failed.map(({ body }) => body.error)).toEqual([]);
    });
    expect(asked.map(tableOf)).toEqual(expect.arrayContaining(['sessions', 'series', 'occurrences']));
    expect(asked.filter((text) => ASIDE.includes(tableOf(text)))).toEqual([]);
  });

  const ASIDE = ['displays', 'display_pairings', 'member_pins', 'pauses', 'day_calendars'];
  /** Operations that are about one of these tables themselves. */
  const OF_THESE = /display|pass|pin$|pause|daycalendar|calendardays/i;

  // Returns the table of a statement. A check for existence inside another statement does not count.
  const tableOf = (text: string) =>
    /\b(?:from|into|update) "?(\w+)/.exec(text.replaceAll(/exists\(select from[^)]*\)/g, ''))?.[1] ?? '';

  inFullTier.test(
    'do not touch the tables of displays, PINs, pauses and special days on routes about other things, if these tables have no rows for the household',
    async () => {
      const owner = await service.api.register();
      const { path, ids } = await furnish(service, owner.api);
      const household = path.split('/').at(-1);
      for (const table of ASIDE)
        await service.query(`delete from ${table} where household_id = '${household}'`);
      await service.query(
        `update series set shift = null, pauses = '[]' where household_id = '${household}'`,
      );
      const paying: string[] = [];
      let answered = 0;
      for (const { method, path: route, operationId, access, endless } of service.routes) {
        // The household is needed for the other routes.
        if (access !== 'member' || endless || operationId === 'deleteHousehold' || OF_THESE.test(operationId))
          continue;
        const address = route.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name]!);
        const body = method === 'get' ? {} : { body: VALID_BODIES[operationId] ?? {} };
        const statements = await service.statementsOf(async () => {
          const { status } = await owner.api.call(method.toUpperCase(), address, body);
          if (status < 300) answered += 1;
        });
        const tables = statements.map(tableOf).filter((table) => ASIDE.includes(table));
        if (tables.length > 0) paying.push(`${operationId}: ${tables.join(', ')}`);
      }
      expect(paying).toEqual([]);
      expect(answered).toBeGreaterThan(60);
    },
  );

  test.each(['following', 'all'])(
    'write the series and its occurrences once in a PATCH with scope=%s, also with a shift and a visibility',
    async (scope) => {
      const christmas = { from: '2026-12-25', to: '2026-12-25', name: 'Noël' };
      const calendar = await api.post(`${home}/day-calendars`, { name: 'Holidays', days: [christmas] });
      const calendarIds = [calendar.body.id];
      const shift = { calendarIds, when: 'onDay', then: 'nextFree', restDays: ['sa', 'su'] };
      const fields = { title: 'Bins', date: '2026-11-27', recurrence: 'FREQ=WEEKLY', visibility: 'PERSONAL' };
      const { seriesId } = (await api.post(`${home}/tasks`, fields)).body;
      const series = `${home}/occurrences?view=upcoming&q=Bins&limit=500`;
      const find = async (originalDate: string) =>
        (await api.get(series)).body.find(
          (one: { originalDate: string; seriesId: string; title: string }) =>
            one.originalDate === originalDate && (scope === 'following' || one.seriesId === seriesId),
        );
      const { id, version } = await find('2026-12-11');
      const edit = { version, title: 'Bins and paper', visibility: 'SHARED', shift };
      const statements = await statementsOf(
        () => api.patch(`${home}/occurrences/${id}?scope=${scope}`, edit),
        200,
      );
      const countOf = (pattern: RegExp) => statements.filter((text) => pattern.test(text)).length;
      expect(countOf(/^\s*update "?occurrences"?\b/)).toBe(1);
      expect(countOf(/^\s*update "?series"?\b/)).toBe(1);
      expect(countOf(/\binsert into "?series"?\b/)).toBe(scope === 'following' ? 1 : 0);
      expect(await find('2026-12-25')).toMatchObject({
        ...{ date: '2026-12-28', title: 'Bins and paper', visibility: 'SHARED' },
      });
    },
  );

  test('neither read nor write the notes of occurrences in a change that only moves them', async () => {
    const task = await api.post(`${home}/tasks`, {
      ...{ title: 'Bins', notes: 'Green first' },
      ...{ date: '2026-11-21', recurrence: { frequency: 'daily' } },
    });
    const seriesIds = [task.body.seriesId as string];
    const days = { from: '2026-11-23', to: '2026-11-24' };
    const isWrite = (text: string) => /^\s*update occurrences set \("/.test(text);
    const paused = await statementsOf(
      () => api.post(`${home}/pauses`, { ...days, mode: 'later', seriesIds }),
      201,
    );
    const [read] = paused.filter((text) => text.includes('with wanted as'));
    expect(read).toContain('nullif("occurrences"."notes"');
    expect(paused.filter(isWrite).map((text) => text.includes('"notes"'))).toEqual([false]);
    const renamed = await statementsOf(
      () => api.patch(`${home}/series/${task.body.seriesId as string}`, { notes: 'Brown first' }),
      200,
    );
    expect(renamed.filter(isWrite).map((text) => text.includes('"notes"'))).toEqual([true]);
  });
});

describe('SQL statements for many series', () => {
  beforeAll(async () => {
    service = await freshService();
    ({ api } = await service.api.register());
  });

  /** The planner takes up to 50 series in one batch. */
  // An undo of more than 50 rows is planned in a transaction of its own first, and an undo of more than 250
  // rows is split. With these counts every undo below is between these two limits.
  const SERIES_COUNTS = [17, 18];

  type Home = { readonly path: string; readonly ben: string; readonly calendarId: string };
  const CHRISTMAS = { from: '2026-12-25', to: '2026-12-25', name: 'Noël' };

  /** Creates `count` series in rotation that avoid holidays, and as many tasks that do not repeat. */
  async function aHome(count: number): Promise<Home> {
    const path = await api.household();
    const { memberId: me } = (await api.get(path)).body;
    const ben = (await api.post(`${path}/members`, { displayName: 'Ben', group: 'ADULT' })).body.id;
    const calendar = await api.post(`${path}/day-calendars`, { name: 'Holidays', days: [CHRISTMAS] });
    const calendarId = calendar.body.id;
    const bins = {
      ...{ title: 'Bins', date: '2026-11-23', recurrence: { frequency: 'weekly' } },
      ...{ rotation: { kind: 'turns', order: [[me], [ben]] } },
      shift: { calendarIds: [calendarId], when: 'onDay', then: 'nextFree', restDays: [] },
    };
    for (const task of Array.from({ length: count }, () => [
      bins,
      { title: 'Tap', date: '2026-12-10' },
    ]).flat())
      expect((await api.post(`${path}/tasks`, task)).status).toBe(201);
    return { path, ben, calendarId };
  }

  const pause = ({ path }: Home, fields: object) =>
    api.post(`${path}/pauses`, { from: '2026-12-06', to: '2026-12-19', ...fields });
  const shift = ({ path }: Home, from: string) =>
    api.post(`${path}/shift`, { days: 3, from, all: true, oneOff: true });

  /** Statements of `before` are not counted. */
  type Act = {
    readonly before?: (home: Home) => PromiseLike<Response>;
    readonly act: (home: Home, before: Response | undefined) => PromiseLike<Response>;
  };
  const endAfter = (fieldsOf: (home: Home) => object, query = ''): Act => ({
    before: (home) => pause(home, fieldsOf(home)),
    act: ({ path }, made) => api.delete(`${path}/pauses/${made?.body.id as string}${query}`),
  });
  const undoOf = (before: (home: Home) => PromiseLike<Response>): Act => ({
    before,
    act: ({ path }, made) => api.post(`${path}/operations/${made?.headers['operation-id'] as string}/undo`),
  });
  const assigned = ({ ben }: Home) => ({ mode: 'assign', assignTo: ben });

  const ACTS: readonly (readonly [name: string, act: Act])[] = [
    ['the creation of a pause with mode=skip', { act: (home) => pause(home, { mode: 'skip' }) }],
    ['the creation of a pause with mode=later', { act: (home) => pause(home, { mode: 'later' }) }],
    ['the creation of a pause with mode=assign', { act: (home) => pause(home, assigned(home)) }],
    ['a preview of a pause', { act: (home) => pause(home, { mode: 'later', dryRun: true }) }],
    ['the end of a pause with mode=skip', endAfter(() => ({ mode: 'skip' }))],
    ['the end of a pause with mode=later', endAfter(() => ({ mode: 'later' }))],
    ['the end of a pause with mode=assign', endAfter(assigned)],
    ['the undo of a pause with mode=skip', undoOf((home) => pause(home, { mode: 'skip' }))],
    ['the undo of a pause with mode=later', undoOf((home) => pause(home, { mode: 'later' }))],
    ['the undo of a pause with mode=assign', undoOf((home) => pause(home, assigned(home)))],
    ['the undo of an added holiday', undoOf((home) => addHoliday(home))],
    ['a shift by days', { act: (home) => shift(home, '2026-11-23') }],
    ['a shift by days from a later date on', { act: (home) => shift(home, '2026-12-10') }],
    ['a preview of the end of a pause', endAfter(() => ({ mode: 'later' }), '?dryRun=true')],
    ['the addition of a holiday', { act: (home) => addHoliday(home) }],
    ['a preview of the addition of a holiday', { act: (home) => addHoliday(home, '?dryRun=true') }],
  ];
  test.each(sampled(ACTS, 7))('are as many for 18 series as for 17 in %s', async (_name, { before, act }) => {
    const counts: number[] = [];
    for (const count of SERIES_COUNTS) {
      const home = await aHome(count);
      const made = await before?.(home);
      let answer: Response | undefined;
      const statements = await service.statementsOf(async () => {
        answer = await act(home, made);
      });
      expect(answer?.status).toBeLessThan(300);
      counts.push(statements.length);
    }
    expect(counts).toEqual(Array.from(counts, () => counts[0]));
  });

  function addHoliday({ path, calendarId }: Home, query = ''): PromiseLike<Response> {
    const monday = { from: '2026-12-14', to: '2026-12-14', name: 'Fête' };
    return api.call('PUT', `${path}/day-calendars/${calendarId}/days${query}`, { body: [CHRISTMAS, monday] });
  }
});
