import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { StreamingService } from '../../support/streaming-service.js';
import type { TestService } from '../../support/service.js';
import { newcomer, type Person } from '../households/people.js';

/*
 * Every change of many dates can be tried first: the dry run says what the change would do and leaves no trace. Here each
 * route has one case, against all tables of the database. The other cases and refusals are tests of the application in
 * tests/application/days/dry-runs.test.ts. It is noon of Saturday, 21 November 2026.
 */

let streaming: StreamingService;
let service: TestService;
beforeAll(async () => {
  streaming = await StreamingService.start();
  ({ service } = streaming);
});
afterAll(() => streaming.close());

type Body = Record<string, any>;
type Asked = { readonly method: string; readonly path: string; readonly body?: unknown; readonly by?: Api };
type Home = {
  readonly path: string;
  readonly ana: Person;
  readonly ben: Person;
  readonly cleo: Person;
  readonly guestId: string;
  readonly calendar: string;
  /** The id of Cleo's absence. */
  readonly absence: string;
};

async function done(answer: PromiseLike<{ status: number; text: string; body: any }>): Promise<Body> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
}

const HOLIDAYS = [
  { from: '2026-12-25', to: '2026-12-25', name: 'Noël' },
  { from: '2027-01-01', to: '2027-01-01', name: 'Nouvel an' },
];

/**
 * Creates a household with members with and without accounts, and with every kind of task, including changed
 * dates of series.
 */
async function aHome(): Promise<Home> {
  const ana = await service.api.register({ displayName: 'Ana' });
  const path = await ana.api.household();
  const ben = await newcomer(ana.api, path, { displayName: 'Ben' });
  const cleo = await newcomer(ana.api, path, { displayName: 'Cleo' });
  const guest = await done(
    ana.api.post(`${path}/members`, { displayName: 'Zoé', group: 'GUEST', activeUntil: '2027-06-30' }),
  );
  const calendar = await done(ana.api.post(`${path}/day-calendars`, { name: 'Holidays', days: HOLIDAYS }));
  const create = (by: Api, title: string, fields: object) =>
    done(by.post(`${path}/tasks`, { title, ...fields }));
  const turns = (...ids: string[]) => ({ rotation: { kind: 'turns', order: ids.map((id) => [id]) } });
  const shifted = (then: string) => ({
    shift: { calendarIds: [calendar['id']], when: 'onDay', then, restDays: ['su'] },
  });
  const weekly = { recurrence: 'FREQ=WEEKLY', date: '2026-11-27' };
  const guestId = guest['id'] as string;
  await create(ana.api, 'Bins', { ...weekly, ...turns(ana.id, ben.id, cleo.id), ...shifted('nextFree') });
  await create(ana.api, 'Glass', { ...weekly, ...turns(cleo.id, ana.id), ...shifted('skip') });
  await create(ben.api, 'Diary', {
    ...{ ...weekly, ...turns(ben.id), ...shifted('nextFree'), visibility: 'PERSONAL' },
  });
  await create(ana.api, 'Dishes', {
    ...{ recurrence: 'FREQ=DAILY', date: '2026-11-22' },
    ...turns(ana.id, cleo.id, guestId),
  });
  await create(ana.api, 'Plants', {
    ...{ date: '2026-12-03', recurrence: { kind: 'afterCompletion', every: 1, unit: 'week' } },
    ...turns(cleo.id, ben.id),
  });
  await create(ana.api, 'Tyres', { date: '2026-12-12', responsibleMemberIds: [cleo.id] });
  const given = await rowOn(ana.api, path, 'Dishes', '2026-12-13');
  await done(
    ana.api.patch(`${path}/occurrences/${given['id']}`, {
      ...{ version: given['version'], responsibleMemberIds: [cleo.id] },
    }),
  );
  const moved = await rowOn(ana.api, path, 'Bins', '2026-12-11');
  await done(
    ana.api.patch(`${path}/occurrences/${moved['id']}`, { version: moved['version'], date: '2026-12-12' }),
  );
  const away = { from: '2026-12-21', to: '2026-12-31' };
  const { awayPeriods } = await done(cleo.api.post(`${path}/members/${cleo.id}/away`, away));
  await service.performJobs();
  return { path, ana, ben, cleo, guestId, calendar: calendar['id'], absence: awayPeriods[0].id };
}

async function rowOn(api: Api, path: string, title: string, date: string): Promise<Body> {
  const rows = (await done(
    api.get(`${path}/occurrences?view=all&limit=500&from=${date}&to=${date}`),
  )) as Body[];
  return rows.find((row) => row['title'] === title)!;
}

/** One request for each route that accepts `?dryRun=true`. */
const ENTRANCES: Readonly<Record<string, (home: Home) => Asked | Promise<Asked>>> = {
  'replacing the days of a calendar': ({ calendar }) => ({
    ...{ method: 'PUT', path: `/day-calendars/${calendar}/days` },
    body: [
      { from: '2026-12-04', to: '2026-12-18', name: 'Strike' },
      { from: '2026-12-25', to: '2026-12-28', name: 'Noël' },
    ],
  }),
  'ignoring a day of a calendar': ({ calendar }) => ({
    ...{ method: 'PATCH', path: `/day-calendars/${calendar}`, body: { ignored: ['Noël'] } },
  }),
  'deleting a calendar': ({ calendar }) => ({ method: 'DELETE', path: `/day-calendars/${calendar}` }),
  'deleting a pause that leaves dates out': async ({ path, ana }) => {
    const wanted = { from: '2026-12-06', to: '2026-12-19', mode: 'skip' };
    const pause = await done(ana.api.post(`${path}/pauses`, wanted));
    return { method: 'DELETE', path: `/pauses/${pause['id']}` };
  },
  'setting the last day of a guest': ({ guestId }) => ({
    ...{ method: 'PATCH', path: `/members/${guestId}`, body: { activeUntil: '2026-12-01' } },
  }),
  'adding an absence': ({ cleo }) => ({
    ...{ method: 'POST', path: `/members/${cleo.id}/away`, body: { from: '2026-12-02', to: '2026-12-15' } },
  }),
  'changing the days of an absence': ({ cleo, absence }) => ({
    ...{
      method: 'PATCH',
      path: `/members/${cleo.id}/away/${absence}`,
      body: { from: '2026-12-25', to: null },
    },
  }),
  'removing a guest': ({ guestId }) => ({ method: 'DELETE', path: `/members/${guestId}` }),
  'changing the first day of the week and the name of the household': async ({ path, ana, calendar }) => {
    const days = [{ from: '2026-12-06', to: '2026-12-06', name: 'Sunday' }];
    await done(ana.api.call('PUT', `${path}/day-calendars/${calendar}/days`, { body: days }));
    await done(
      ana.api.post(`${path}/tasks`, {
        ...{ title: 'Paper', date: '2026-11-27', recurrence: 'FREQ=WEEKLY' },
        shift: { calendarIds: [calendar], when: 'earlierInWeek', then: 'next', restDays: [] },
      }),
    );
    return { method: 'PATCH', path: '', body: { weekStartsOn: 'SU', name: 'Home' } };
  },
  'deleting an absence': ({ cleo, absence }) => ({
    ...{ method: 'DELETE', path: `/members/${cleo.id}/away/${absence}` },
  }),
};

/**
 * Returns all rows of all tables, including tables that are added later. Of the job queue it returns only the
 * jobs, because the other tables record times.
 */
async function everything(): Promise<string[]> {
  const tables = await service.query(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and (
      table_schema = 'public' or (table_schema = 'pgboss' and table_name like 'job%')
    )`);
  const all = tables.map(
    ({ name }) => `select '${String(name)} ' || to_jsonb(t)::text as row from ${String(name)} t`,
  );
  return (await service.query(`${all.join(' union all ')} order by 1`)).map(({ row }) => String(row));
}

/**
 * Returns the occurrences that Ana sees, without the fields that say who wrote them and when. The index in
 * the series is left out too: if two rows have the same content and date, nobody sees which is which.
 */
async function occurrences({ path, ana }: Home): Promise<Map<string, Body>> {
  const rows = await service.query(`
    select to_jsonb(t) - array[
      'version', 'sync_version', 'updated_at', 'updated_by', 'series_index', 'original_date'
    ] as row
    from occurrences t where household_id = '${path.split('/').at(-1)}'
    and deleted_at is null and (visibility = 'SHARED' or created_by = '${ana.id}')`);
  return new Map(rows.map(({ row }) => [(row as Body)['id'] as string, row as Body]));
}

type Told = { date: string; title: string; people: string[]; was: unknown; removed: boolean };
const told = (row: Body, was: Body | null, removed: boolean): Told => ({
  ...{ date: row['date'], title: row['title'], people: row['responsible_member_ids'], removed },
  was: was && [was['date'], was['responsible_member_ids']],
});

/** Returns which rows were created, changed and removed, and the dates that the answer may contain. */
function compare(before: ReadonlyMap<string, Body>, after: ReadonlyMap<string, Body>) {
  const created = [...after.values()].filter(({ id }) => !before.has(id));
  const removed = [...before.values()].filter(({ id }) => !after.has(id));
  const changed = [...after.values()].flatMap((row) => {
    const was = before.get(row['id']);
    return was === undefined || JSON.stringify(was) === JSON.stringify(row) ? [] : [{ was, row }];
  });
  return {
    counts: { created: created.length, changed: changed.length, removed: removed.length },
    dates: [
      ...created.map((row) => told(row, null, false)),
      ...changed.map(({ was, row }) => told(row, was, false)),
      ...removed.map((row) => told(row, row, true)),
    ].filter(({ date }) => date >= '2026-11-21'),
  };
}

async function prepareAll(home: Home): Promise<readonly Asked[]> {
  const all: Asked[] = [];
  for (const prepare of Object.values(ENTRANCES)) all.push(await prepare(home));
  return all;
}

const ask = (asked: Asked, home: Home, query = '', headers = {}) => {
  const { method, path, body, by = home.ana.api } = asked;
  return by.call(method, home.path + path + query, { headers, body });
};

test.each(Object.entries(ENTRANCES))(
  '%s with dryRun changes nothing, and without dryRun does what the preview said',
  async (_, prepare) => {
    const home = await aHome();
    const asked = await prepare(home);
    await service.performJobs();
    const before = await everything();
    const rows = await occurrences(home);
    const headers = { 'idempotency-key': randomUUID() };

    const tried = await ask(asked, home, '?dryRun=true', headers);
    expect([tried.status, tried.headers['operation-id']]).toEqual([200, undefined]);
    expect(await everything()).toEqual(before);

    const real = await ask(asked, home, '?dryRun=false', headers);
    expect([200, 201, 204]).toContain(real.status);
    expect(real.headers['operation-id']).toBeDefined();
    expect(real.headers['idempotent-replayed']).toBeUndefined();
    await service.performJobs();
    const { counts, dates } = compare(rows, await occurrences(home));
    const foretold = tried.body as { counts: Body; dates: Body[] };
    expect(foretold.counts).toEqual({ ...counts, kept: expect.any(Number) });
    const inOrder = dates.map(({ date }) => date).toSorted();
    expect(foretold.dates.map(({ date }) => date as string)).toEqual(inOrder.slice(0, 10));
    for (const { date, title, responsibleMemberIds: people, was, removed } of foretold.dates)
      expect(dates).toContainEqual({
        ...{ date, title, people, removed },
        was: was && [was.date, was.responsibleMemberIds],
      });
  },
);

test('a dry run notifies nobody', async () => {
  const home = await aHome();
  const all = await prepareAll(home);
  await service.performJobs();
  const stream = await streaming.stream(home.ana.api, home.path);
  for (const asked of all) expect((await ask(asked, home, '?dryRun=true')).status).toBe(200);
  expect(await service.performJobs()).toEqual([]);
  await done(home.ana.api.post(`${home.path}/shopping/items`, { text: 'milk' }));
  await stream.until(({ frames }) => frames.length > 0);
  expect(stream.topics).toEqual(['shopping']);
});

/** Requests that are refused, with the expected status and error code. */
const REFUSED: Readonly<Record<string, readonly [number, string, (home: Home) => Asked | Promise<Asked>]>> = {
  'deleting a calendar that does not exist': [
    404,
    'NOT_FOUND',
    () => ({ method: 'DELETE', path: `/day-calendars/${randomUUID()}` }),
  ],
  'storing a day that ends before it begins': [
    400,
    'VALIDATION_FAILED',
    ({ calendar }) => ({
      ...{ method: 'PUT', path: `/day-calendars/${calendar}/days` },
      body: [{ from: '2026-12-25', to: '2026-12-24', name: 'x' }],
    }),
  ],
  'storing more days than a calendar may have': [
    400,
    'VALIDATION_FAILED',
    ({ calendar }) => ({
      ...{ method: 'PUT', path: `/day-calendars/${calendar}/days` },
      body: Array.from({ length: 2_001 }, () => ({ from: '2026-12-25', name: 'x' })),
    }),
  ],
  'removing a member, by a member who is not an owner': [
    403,
    'FORBIDDEN',
    ({ ben, cleo }) => ({ method: 'DELETE', path: `/members/${ben.id}`, by: cleo.api }),
  ],
};

/** One household for all refused requests, because these change nothing. */
let homeOfRefusals: Promise<Home> | undefined;

test.each(Object.entries(REFUSED))(
  '%s is refused in the same way with and without dryRun',
  async (_, [status, code, prepare]) => {
    const home = await (homeOfRefusals ??= aHome());
    const asked = await prepare(home);
    await service.performJobs();
    const before = await everything();
    const [tried, real] = [await ask(asked, home, '?dryRun=true'), await ask(asked, home)];
    const refusal = ({ status: told, body }: typeof tried) => [told, body.error.code, body.error.details];
    expect(refusal(tried)).toEqual([status, code, tried.body.error.details]);
    expect(refusal(real)).toEqual(refusal(tried));
    expect(await everything()).toEqual(before);
  },
);

test('a dry run is refused for strangers, for children and for an invalid value of dryRun, and changes nothing', async () => {
  const home = await aHome();
  const stranger = (await service.api.register()).api;
  const child = await newcomer(home.ana.api, home.path);
  await done(home.ana.api.patch(`${home.path}/members/${child.id}`, { group: 'CHILD' }));
  const all = await prepareAll(home);
  await service.performJobs();
  const before = await everything();
  for (const asked of all) {
    const refused = [
      await ask({ ...asked, by: stranger }, home, '?dryRun=true'),
      await ask({ ...asked, by: child.api }, home, '?dryRun=true'),
      await ask(asked, home, '?dryRun=maybe'),
      await ask(asked, home, '?dryRun'),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([
      [404, 'HOUSEHOLD_NOT_FOUND'],
      [403, 'FORBIDDEN'],
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
    ]);
  }
  expect(await everything()).toEqual(before);
});

test('a dry run that would change the address of a calendar is refused, and changes nothing', async () => {
  const home = await aHome();
  const { id } = await done(
    home.ana.api.post(`${home.path}/day-calendars`, { name: 'ICS', url: 'https://example.org/a.ics' }),
  );
  const before = await everything();
  const body = { url: 'https://example.org/b.ics' };
  const { status, body: answer } = await ask(
    { method: 'PATCH', path: `/day-calendars/${id}`, body },
    home,
    '?dryRun=true',
  );
  expect([status, answer.error.details[0].field]).toEqual([400, 'url']);
  expect(await everything()).toEqual(before);
});
