import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { addDays } from '../../domain/shared/civil-date.js';
import { civilMomentAt, type TimeZone } from '../../domain/shared/zone.js';
import { mirrorsOfThisFile, NOW, type MirrorWorld } from './mirror-world.js';
import { atRest, randomOf } from './history.js';
import { seedOf } from '../support/seed.js';
import { sampled } from '../support/tier.js';

const SEED = seedOf('CALENDAR_SEED');
/**
 * These histories are long and take some seconds each, so there is one for every 40 of the other histories of
 * the mirror.
 */
const HISTORIES = Math.ceil(Number(process.env['CALENDAR_HISTORIES'] ?? 40) / 40);
const STEPS = 40;
const DAY_MS = 86_400_000;
const MAX_PAUSE_MS = 4 * 3_600_000;

const beginMirror = mirrorsOfThisFile();
let world: MirrorWorld;
const begin = async () => {
  world = await beginMirror();
  await world.link();
};

const send = (method: 'post' | 'patch' | 'delete', path: string, body?: object): Promise<Response> =>
  method === 'delete'
    ? world.browser.delete(`${world.home}${path}`)
    : world.browser[method](`${world.home}${path}`, body);
const operationOf = (answer: Response) => answer.headers['operation-id'];
const undo = (id: unknown) => send('post', `/operations/${String(id)}/undo`);

/** Returns the content of the calendar by event. */
const shown = () =>
  new Map(
    world.calendar
      .liveEvents()
      .map(({ id, content, start, end }): [string, object] => [id, { content, start, end }]),
  );

/**
 * Expects that nothing is pending, that the calendar equals the rows, and that another synchronisation writes
 * nothing.
 */
async function requireRest(
  where: string,
  deletedThere: ReadonlySet<string> = new Set(),
  settle: () => Promise<unknown> = () => world.sweep(),
): Promise<void> {
  for (let round = 0; round < 2; round++) await settle();
  const history = { ids: [], deletedThere: new Set(deletedThere), chosen: new Map() };
  const { live, wanted, phantoms } = await atRest(world, history);
  expect({ where, live, phantoms }).toEqual({ where, live: wanted, phantoms: [] });
  world.google.journal.clear();
  await world.later(MAX_PAUSE_MS);
  await world.synchronise();
  expect({ where, writes: world.google.journal.writes().length }).toEqual({ where, writes: 0 });
  expect({ where, ...(await world.linkState()) }).toMatchObject({ where, pendingCount: 0, errorCount: 0 });
}

describe('undoing an operation restores the calendar', () => {
  type Place = { readonly task: string; readonly rows: readonly string[]; readonly series: string };
  const patch = (id: string, fields: object, scope = 'this') =>
    world
      .show(id)
      .then(({ version }) => send('patch', `/occurrences/${id}?scope=${scope}`, { version, ...fields }));
  const ACTS: Readonly<Record<string, (place: Place) => Promise<Response>>> = {
    'changing the title of a task': ({ task }) => patch(task, { title: 'Paper' }),
    'changing the day of a task': ({ task }) => patch(task, { date: '2026-11-28', time: null }),
    'completing a task': ({ task }) => send('post', `/occurrences/${task}/complete`),
    'skipping a task': ({ task }) => send('post', `/occurrences/${task}/skip`),
    'making a task personal': ({ task }) => patch(task, { visibility: 'PERSONAL' }),
    'removing the date of a task': ({ task }) => patch(task, { date: null, time: null }),
    'deleting a task': ({ task }) => send('delete', `/occurrences/${task}`),
    'making a task repeat': ({ task }) => patch(task, { recurrence: { frequency: 'weekly' } }),
    'creating a task': () => send('post', '/tasks', { title: 'New', date: '2026-11-27' }),
    'creating a series': () =>
      send('post', '/tasks', {
        title: 'New',
        date: '2026-11-27',
        recurrence: { frequency: 'daily', interval: 3 },
      }),
    'changing the title of one date': ({ rows: [, row] }) => patch(row!, { title: 'Glass' }),
    'changing the day of one date': ({ rows: [, row] }) => patch(row!, { date: '2026-12-05' }),
    'deleting one date': ({ rows: [, row] }) => send('delete', `/occurrences/${row}`),
    'changing the title of a series': ({ rows: [first] }) => patch(first!, { title: 'Glass' }, 'all'),
    'changing the weekday of a series': ({ rows: [first] }) => patch(first!, { date: '2026-11-26' }, 'all'),
    'changing the title from a date on': ({ rows: [, , row] }) =>
      patch(row!, { title: 'Glass' }, 'following'),
    'changing the weekday from a date on': ({ rows: [, , row] }) =>
      patch(row!, { date: '2026-12-10' }, 'following'),
    'making a series personal': ({ rows: [first] }) => patch(first!, { visibility: 'PERSONAL' }, 'all'),
    'deleting from a date on': ({ rows: [, , row] }) => send('delete', `/occurrences/${row}?scope=following`),
    'deleting a series': ({ rows: [first] }) => send('delete', `/occurrences/${first}?scope=all`),
    'changing the rule of a series': ({ series }) =>
      send('patch', `/series/${series}`, { recurrence: { frequency: 'weekly', interval: 2 } }),
    'ending a series': ({ series }) => send('delete', `/series/${series}`),
    'deleting the category': () =>
      world.browser
        .get(`${world.home}/categories`)
        .then(({ body }) => send('delete', `/categories/${body[0].id}`)),
    'renaming the member': async () => {
      const { body } = await world.browser.get('/v1/me');
      return send('patch', `/members/${body.user.id}`, { displayName: 'Someone' });
    },
    'changing the format of titles': () => send('patch', '', { calendarTitleFormat: '{members}: {title}' }),
    'changing the time zone': () => send('patch', '', { timeZone: 'America/New_York' }),
  };

  const furnish = async (): Promise<Place> => {
    const { body: category } = await send('post', '/categories', { name: 'Outside' });
    const { body: me } = await world.browser.get('/v1/me');
    const own = { categoryId: category.id, responsibleMemberIds: [me.user.id] };
    const task = await world.task(own);
    const first = await world.task({
      ...{ ...own, title: 'Plastic', recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] } },
    });
    const { body } = await world.browser.get(`${world.home}/occurrences?limit=500`);
    const ofSeries = body.filter(({ title }: { title: string }) => title === 'Plastic');
    const { seriesId } = (await world.show(first)) as { seriesId: string };
    return { task, rows: ofSeries.map(({ id }: { id: string }) => id), series: seriesId };
  };

  // Each operation is undone at the end, so that the tests can share one world.
  describe('after a single operation', () => {
    let place: Place;
    beforeAll(async () => {
      await begin();
      place = await furnish();
    });
    afterAll(() => world.close());

    test.each(sampled(Object.keys(ACTS), 12))('of the kind "%s"', async (name) => {
      await world.at(NOW);
      await world.synchronise();
      const before = shown();
      expect(before.size).toBeGreaterThan(8);
      const done = await ACTS[name]!(place);
      expect(operationOf(done)).toEqual(expect.any(String));
      // At this time the change is not in the calendar yet.
      const undone = await undo(operationOf(done));
      expect(undone.status).toBe(200);
      await requireRest('undone');
      expect(shown()).toEqual(before);
      const redone = await undo(operationOf(undone));
      expect(redone.status).toBe(200);
      await requireRest('redone');
      expect(shown()).not.toEqual(before);
      expect((await undo(operationOf(redone))).status).toBe(200);
      await requireRest('undone again');
      expect(shown()).toEqual(before);
    });
  });

  test('by removing events again when the restoring of an occurrence or a series from the trash is undone', async () => {
    await begin();
    const { task, rows } = await furnish();
    await world.synchronise();
    for (const [id, scope] of [
      [task, 'this'],
      [rows[0], 'all'],
    ] as const) {
      expect((await send('delete', `/occurrences/${id}?scope=${scope}`)).status).toBe(204);
      await requireRest('deleted');
      const without = shown();
      const restored = await send('post', `/occurrences/${id}/restore?scope=${scope}`);
      expect(restored.status).toBe(200);
      await requireRest('restored');
      expect(await undo(operationOf(restored))).toMatchObject({ status: 200 });
      await requireRest('deleted again');
      expect(shown()).toEqual(without);
    }
    await world.close();
  });
});

describe('random histories with undo', () => {
  beforeEach(begin);
  afterEach(() => world.close());

  test.each(Array.from({ length: HISTORIES }, (_, i) => SEED + i))(
    'end with events in the calendar that match the tasks (CALENDAR_SEED=%i)',
    async (seed) => {
      const random = randomOf(seed);
      const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
      const dateIn = (days: number) =>
        addDays(civilMomentAt('Europe/Paris' as TimeZone, world.clock.now()).date, days);
      const someDate = () => dateIn(2 + Math.floor(random() * 25));
      const scope = () => pick(['this', 'following', 'all'])!;
      const log: string[] = [];
      const deletedThere = new Set<string>();
      let operations: string[] = [];
      type Row = { id: string; version: number; status: string };
      const rows = async (list: string): Promise<readonly Row[]> =>
        (await world.browser.get(`${world.home}${list}`)).body as Row[];
      const on = async (list: string, act: (row: Row) => Promise<Response>) => {
        const row = pick(await rows(list));
        return row && act(row);
      };
      const onOpen = (act: (row: Row) => Promise<Response>) =>
        on('/occurrences?view=all&status=TODO&limit=60', act);
      const edited = (row: Row, fields: object) =>
        send('patch', `/occurrences/${row.id}?scope=${scope()}`, { version: row.version, ...fields });
      const there = (act: (eventId: string) => void) => {
        const event = pick(world.calendar.liveEvents());
        if (event !== undefined) act(event.id);
      };
      const create = (fields: object) =>
        send('post', '/tasks', { title: 'ant', date: someDate(), ...fields });
      const ACTIONS: Readonly<Record<string, () => unknown>> = {
        create: () => create({ time: pick([null, '18:00']) }),
        'create to repeat': () => create({ recurrence: { frequency: 'weekly', interval: pick([1, 2]) } }),
        'create after completion': () =>
          create({ recurrence: { kind: 'afterCompletion', every: 4, unit: 'day' } }),
        retitle: () => onOpen((row) => edited(row, { title: pick(['ant', 'bee', 'cow']) })),
        move: () => onOpen((row) => edited(row, { date: someDate() })),
        hide: () => onOpen((row) => edited(row, { visibility: 'PERSONAL' })),
        share: () => onOpen((row) => edited(row, { visibility: 'SHARED' })),
        complete: () => onOpen(({ id }) => send('post', `/occurrences/${id}/complete`)),
        skip: () => onOpen(({ id }) => send('post', `/occurrences/${id}/skip`)),
        reopen: () =>
          on('/occurrences?view=done&limit=20', ({ id }) => send('post', `/occurrences/${id}/reopen`)),
        delete: () => onOpen(({ id }) => send('delete', `/occurrences/${id}?scope=${scope()}`)),
        restore: () =>
          on('/trash', ({ id }) => send('post', `/occurrences/${id}/restore?scope=${pick(['this', 'all'])}`)),
        undo: () => {
          const id = pick(operations.slice(-6));
          return id === undefined ? undefined : undo(id);
        },
        sweep: () => world.sweep(),
        pull: () => world.pull(),
        drag: () =>
          there((id) => {
            const start = { instant: Date.parse(`${someDate()}T09:00:00Z`), timeZone: null };
            world.calendar.move(id, { start, end: { ...start, instant: start.instant + 2_700_000 } });
          }),
        'delete there': () =>
          there((id) => {
            deletedThere.add(id);
            world.calendar.delete(id);
          }),
        'a day passes': async () => {
          for (let i = 0; i < 2; i++) await world.later(DAY_MS / 2);
          await world.service.useCases.extendHorizons();
        },
      };
      const often = [
        'undo',
        'undo',
        'undo',
        'undo',
        'sweep',
        'sweep',
        'sweep',
        'pull',
        'retitle',
        'move',
        'complete',
      ];
      const names = [...Object.keys(ACTIONS), ...often];
      let undone = 0;
      for (let step = 0; step < STEPS; step++) {
        const name =
          step < 3 ? ['create', 'create to repeat', 'create after completion'][step]! : pick(names)!;
        await world.later(1_000);
        const answer = (await ACTIONS[name]!()) as Partial<Response> | undefined;
        log.push(`${name} ${answer?.status ?? ''}`);
        if ((answer?.status ?? 0) >= 500) throw new Error(`${log.join(', ')}: ${answer?.text}`);
        const operation = answer?.headers?.['operation-id'];
        if (operation !== undefined) operations = [...operations, operation];
        if (name === 'undo' && operation !== undefined) undone += 1;
      }
      expect(undone).toBeGreaterThan(1);
      await world.later(MAX_PAUSE_MS);
      await requireRest(`seed ${seed}: ${log.join(', ')}`, deletedThere, () => world.synchronise());
    },
    180_000,
  );
});
