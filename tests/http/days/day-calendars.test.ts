import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import { ScriptedIcsSource } from '../../support/scripted-ics-source.js';
import { startService, type TestService } from '../../support/service.js';
import { isFullTier } from '../../support/tier.js';

const freshService = shareServiceInFile();

let service: TestService;
let api: Api;
let home: string;
let calendars: string;

describe('day calendars', () => {
  beforeAll(async () => {
    service = await freshService();
    ({ api } = await service.api.register());
    home = await api.household();
    calendars = `${home}/day-calendars`;
  });

  const put = (calendar: string, days: unknown) => api.call('PUT', `${calendar}/days`, { body: days });
  const NEVER_FETCHED = { fetchedAt: null, nextFetchAt: null, error: null, warnings: [] };
  const BY_HAND = { source: 'MANUAL', url: null, ...NEVER_FETCHED };
  const christmas = { from: '2026-12-25', to: '2026-12-25', name: 'Noël' };
  const school = { from: '2026-12-19', to: '2027-01-03', name: 'Vacances de Noël' };

  test('can be created, renamed, given other days and deleted, and show each day of the next 400 days only once', async () => {
    const past = { from: '2026-11-01', name: 'Toussaint' };
    const far = { from: '2028-01-01', name: 'Far' };
    const created = await api.post(calendars, {
      name: 'Holidays',
      days: [christmas, past, { from: christmas.from, name: christmas.name }, far],
      ignored: [' Ascension '],
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: created.body.id,
      name: 'Holidays',
      ignored: ['Ascension'],
      days: [christmas],
      ...BY_HAND,
    });
    const one = `${calendars}/${created.body.id as string}`;
    expect((await api.patch(one, { name: 'School' })).body).toMatchObject({
      name: 'School',
      days: [christmas],
    });
    expect((await put(one, [school])).body).toMatchObject({ name: 'School', days: [school] });
    expect((await api.get(calendars)).body).toEqual([
      { id: created.body.id, name: 'School', ignored: ['Ascension'], days: [school], ...BY_HAND },
    ]);
    expect((await api.delete(one)).status).toBe(204);
    expect((await api.get(calendars)).body).toEqual([]);
    expect((await api.delete(one)).status).toBe(404);
    expect((await put(one, [])).status).toBe(404);
  });

  test.each([
    ['ends before it begins', [{ from: '2026-12-25', to: '2026-12-24', name: 'x' }], '0.to'],
    ['lasts longer than a year', [christmas, { from: '2026-01-01', to: '2027-01-02', name: 'x' }], '1.to'],
    ['has no name', [{ from: '2026-12-25', name: ' ' }], '0.name'],
    ['is on a date that does not exist', [{ from: '2026-02-30', name: 'x' }], '0.from'],
  ])('refuse a day that %s, and change nothing', async (_case, days, field) => {
    const { body } = await api.post(calendars, { name: 'Kept', days: [christmas] });
    const one = `${calendars}/${body.id as string}`;
    const refused = await put(one, days);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details[0].field).toBe(field);
    expect((await api.get(calendars)).body).toEqual([{ ...body, days: [christmas] }]);
    await api.delete(one);
  });

  test('refuse invalid names of ignored days, and more than a hundred of these names', async () => {
    for (const ignored of [['x'.repeat(81)], [''], [7], Array.from({ length: 101 }, () => 'x')])
      expect((await api.post(calendars, { name: 'x', ignored })).status).toBe(400);
    expect((await api.get(calendars)).body).toEqual([]);
  });

  test('appear in the change feed and in the list of operations, and an undo restores a deleted calendar and replaced days', async () => {
    const { cursor } = await readAll();
    const created = await api.post(calendars, { name: 'Tip', days: [christmas] });
    const { id } = created.body as { id: string };
    const told = await api.get(`${home}/changes?since=${cursor}`);
    expect(told.body.changed.dayCalendars).toEqual([created.body]);

    const deleted = await api.delete(`${calendars}/${id}`);
    const undone = await api.post(`${home}/operations/${String(deleted.headers['operation-id'])}/undo`);
    expect(undone.status).toBe(200);
    expect((await api.get(calendars)).body).toEqual([created.body]);
    const replaced = await put(`${calendars}/${id}`, []);
    await api.post(`${home}/operations/${String(replaced.headers['operation-id'])}/undo`);
    expect((await api.get(calendars)).body).toEqual([created.body]);
    const operations = (await api.get(`${home}/operations`)).body as { subject: { type: string } }[];
    expect(operations.every(({ subject }) => subject.type === 'DAY_CALENDAR')).toBe(true);
    expect((await readAll()).calendars).toEqual([created.body]);
  });

  /** Reads a complete snapshot. */
  async function readAll(): Promise<{ cursor: string; calendars: unknown[] }> {
    const found: unknown[] = [];
    for (let path = `${home}/changes`; ;) {
      const { body } = await api.get(path);
      found.push(...body.changed.dayCalendars);
      if (body.hasMore !== true) return { cursor: body.cursor, calendars: found };
      path = `${home}/changes?since=${String(body.cursor)}`;
    }
  }
});

describe('day calendars from an address', () => {
  const addresses = new ScriptedIcsSource();
  const SECRET = 'https://holidays.example.com/private/fr.ics?key=5ecret';

  beforeAll(async () => {
    service = await startService({ icsSource: addresses });
    ({ api } = await service.api.register());
    calendars = `${await api.household()}/day-calendars`;
  });
  afterAll(() => service.close());

  test('get their days by a job after their creation, show only the host of the address, and notify members if a fetch fails', async () => {
    addresses.has(SECRET, ['2026-12-25 Noël']);
    const { status, body } = await api.post(calendars, { name: 'Holidays', url: SECRET });
    expect(status).toBe(201);
    const shown = { source: 'ICS', url: 'https://holidays.example.com/…', error: null };
    expect(body).toMatchObject({ ...shown, days: [], fetchedAt: null });
    expect(await service.performJobs()).toContain('fetch-day-calendar');
    const [fetched] = (await api.get(calendars)).body as Record<string, unknown>[];
    expect(fetched).toMatchObject({
      ...shown,
      days: [{ from: '2026-12-25', to: '2026-12-25', name: 'Noël' }],
      fetchedAt: '2026-11-21T12:00:00.000Z',
    });
    const one = `${calendars}/${String(body.id)}`;
    expect((await api.call('PUT', `${one}/days`, { body: [] })).body.error.code).toBe('INVALID_STATE');
    const stored = await service.query('select url from day_calendars');
    expect(JSON.stringify(stored)).not.toContain('5ecret');
    const answers = await Promise.all([api.get(calendars), api.get('/v1/me/export')]);
    for (const answer of answers) expect(answer.text).not.toContain('5ecret');

    addresses.answers.clear();
    await api.patch(one, { url: 'https://other.example.com/x.ics' });
    await service.performJobs();
    expect((await api.get(calendars)).body[0]).toMatchObject({
      ...{ url: 'https://other.example.com/…', error: 'UNREACHABLE', days: [{ name: 'Noël' }] },
    });
    await service.performJobs();
    const notifications = await api.get(`${calendars.replace('/day-calendars', '')}/notifications`);
    expect(notifications.body[0]).toMatchObject({
      type: 'DAY_CALENDAR_FAILED',
      params: { dayCalendarId: body.id, name: 'Holidays', error: 'UNREACHABLE' },
    });
    expect((await api.delete(one)).status).toBe(204);
  });

  describe('with a webcal address', () => {
    test.each([
      'webcal://feeds.example.org/bins.ics',
      'WEBCAL://feeds.example.org/bins.ics',
      'webcals://feeds.example.org/bins.ics',
    ])('are fetched by https instead: %s [address-form-refused, I10]', async (url) => {
      const { status, body } = await api.post(calendars, { name: 'bins', url });
      expect([status, body.url]).toEqual([201, 'https://feeds.example.org/…']);
      addresses.has('https://feeds.example.org/bins.ics', ['2026-12-25 Noël']);
      await service.performJobs();
      expect((await api.get(calendars)).body[0]).toMatchObject({ days: [{ name: 'Noël' }], warnings: [] });
      await api.delete(`${calendars}/${String(body.id)}`);
    });
  });

  test.each([
    'http://holidays.example.com/fr.ics',
    'webcal://localhost/fr.ics',
    'webcal://holidays.example.com:8443/fr.ics',
    'https://holidays.example.com:8443/fr.ics',
    'https://ana@holidays.example.com/fr.ics',
    'https://:secret@holidays.example.com/fr.ics',
    'https://localhost/fr.ics',
    'https://planner.localhost/fr.ics',
    'https://nas.local/fr.ics',
    'https://metadata.google.internal/fr.ics',
    'https://router.home.arpa/fr.ics',
    'https://intranet/fr.ics',
    'https://192.168.1.1/fr.ics',
    'https://8.8.8.8/fr.ics',
    'https://2130706433/fr.ics',
    'https://0x7f.1/fr.ics',
    'https://[::1]/fr.ics',
    'https://[::ffff:8.8.8.8]/fr.ics',
    'https://localhost./fr.ics',
    'file:///etc/passwd',
    'not an address',
  ])('refuse an address that is not a plain https address with a public host name: %s', async (url) => {
    const before = (await api.get(calendars)).body.length as number;
    const refused = await api.post(calendars, { name: 'x', url });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0]).toMatchObject({ field: 'url', rule: 'publicUrl' });
    expect((await api.get(calendars)).body).toHaveLength(before);
  });

  test('refuse days together with an address, and an address for a calendar that was entered by hand', async () => {
    const days = [{ from: '2026-12-25', name: 'x' }];
    expect((await api.post(calendars, { name: 'x', days, url: SECRET })).status).toBe(400);
    const { body } = await api.post(calendars, { name: 'x', days });
    const given = await api.patch(`${calendars}/${String(body.id)}`, { url: SECRET });
    expect([given.status, given.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });

  test('refuse the 31st new address in a household within a day, and can still be renamed then', async () => {
    const { api: other } = await service.api.register();
    const own = `${await other.household()}/day-calendars`;
    const { body } = await other.post(own, { name: 'x', url: SECRET });
    for (let n = 0; n < 29; n += 1)
      expect((await other.patch(`${own}/${String(body.id)}`, { url: SECRET })).status).toBe(200);
    const refused = await other.patch(`${own}/${String(body.id)}`, { url: SECRET });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await other.patch(`${own}/${String(body.id)}`, { name: 'y' })).status).toBe(200);
  });
});

describe('overdue day calendars', () => {
  /** The number of overdue calendars, as after a service has stood still for days. */
  const COUNT = 1_200;
  const PER_HOUSEHOLD = 10;
  const ADDRESS = 'https://holidays.example.com/fr.ics';
  const DAY_MS = 86_400_000;
  /** The maximum number of calendars that a worker fetches in one round. */
  const PER_ROUND = 400;

  let workers: readonly [TestService, TestService];
  const sources = [new ScriptedIcsSource(), new ScriptedIcsSource()] as const;
  beforeAll(async () => {
    for (const source of sources) source.has(ADDRESS, ['2026-12-25 Noël'], '"one"');
    const first = await startService({ icsSource: sources[0] });
    workers = [first, await first.another({ icsSource: sources[1] })];
  });
  afterAll(async () => {
    await workers[1].close();
    await workers[0].close();
  });

  /** Creates COUNT copies of a calendar, ten in each household. All have been due since yesterday. */
  async function fillOverdue(): Promise<void> {
    const [service] = workers;
    const { api: owner } = await service.api.register();
    const { body } = await owner.post(`${await owner.household()}/day-calendars`, {
      ...{ name: 'Holidays', url: ADDRESS },
    });
    const id = (prefix: string, n: string) => `md5('${prefix}' || ${n})::uuid`;
    await service.query(`
    insert into households select (jsonb_populate_record(h, jsonb_build_object('id', ${id('household', 'n')}))).*
    from households h, generate_series(1, ${COUNT / PER_HOUSEHOLD}) n
    where h.id = (select household_id from day_calendars where id = '${body.id as string}')`);
    await service.query(`
    insert into day_calendars select (jsonb_populate_record(c, jsonb_build_object(
      'id', ${id('calendar', 'n')}, 'household_id', ${id('household', `(n - 1) / ${PER_HOUSEHOLD} + 1`)},
      'next_fetch_at', timestamptz '2026-11-20T12:00:00Z'
    ))).* from day_calendars c, generate_series(1, ${COUNT}) n where c.id = '${body.id as string}'`);
    await service.query(`delete from day_calendars where id = '${body.id as string}'`);
  }

  const isAnyDue = async () => {
    const [service] = workers;
    const now = new Date(service.clock.now()).toISOString();
    return (
      (await service.query(`select 1 from day_calendars where next_fetch_at <= '${now}' limit 1`)).length > 0
    );
  };

  /**
   * Runs rounds of both workers, five minutes apart, until no calendar is due. Returns how many addresses
   * each worker fetched in each round.
   */
  async function catchUp(): Promise<readonly (readonly number[])[]> {
    const rounds: (readonly number[])[] = [];
    while (await isAnyDue()) {
      expect(rounds.length).toBeLessThan(COUNT);
      for (const { asked } of sources) asked.length = 0;
      await Promise.all(workers.map(({ useCases }) => useCases.fetchDayCalendars()));
      rounds.push(sources.map(({ asked }) => asked.length));
      workers[0].clock.advance(5 * 60_000);
    }
    return rounds;
  }

  test('are fetched only once by two workers, and their next reads are spread over a day', async () => {
    await fillOverdue();
    const [service] = workers;
    const { clock } = service;
    const began = clock.now();
    const rounds = await catchUp();
    const full = Math.floor(COUNT / (2 * PER_ROUND));
    // Both workers fetch the maximum at the same time. Neither waits for the other nor fetches what the other
    // has claimed. Calendars of a household that is being changed are left for later.
    expect(rounds.slice(0, full)).toEqual(Array.from({ length: full }, () => [PER_ROUND, PER_ROUND]));
    expect(rounds.length).toBeLessThan(full + 4);
    expect(rounds.flat().reduce((sum, count) => sum + count)).toBe(COUNT);

    const due = await service.query(`
    select extract(epoch from next_fetch_at) * 1000 as at, claimed_until, etag from day_calendars`);
    expect(due).toHaveLength(COUNT);
    expect(due.filter(({ etag, claimed_until: claim }) => etag !== '"one"' || claim !== null)).toEqual([]);
    const perHour = new Map<number, number>();
    for (const { at } of due) {
      const hour = Math.floor(((Number(at) / DAY_MS) % 1) * 24);
      perHour.set(hour, (perHour.get(hour) ?? 0) + 1);
      expect(Number(at)).toBeGreaterThanOrEqual(began + DAY_MS / 2);
      expect(Number(at)).toBeLessThan(clock.now() + 1.5 * DAY_MS);
    }
    expect(perHour.size).toBe(24);
    for (const count of perHour.values()) {
      expect(count).toBeGreaterThan(COUNT / 24 / 2);
      expect(count).toBeLessThan((COUNT / 24) * 1.5);
    }

    if (!isFullTier) return;
    // A day and a half later all calendars are due again, and each is fetched once.
    clock.set(new Date(clock.now() + 1.5 * DAY_MS).toISOString());
    expect((await catchUp()).flat().reduce((sum, count) => sum + count)).toBe(COUNT);
  }, 280_000);
});

describe('shifts of tasks around days of a calendar', () => {
  /** It is noon on Saturday, 21 November 2026. */
  const CHRISTMAS = { from: '2026-12-25', to: '2026-12-25', name: 'Noël' };
  let calendarId: string;
  let shift: object;

  beforeAll(async () => {
    service = await freshService();
    ({ api } = await service.api.register());
  });
  beforeEach(async () => {
    home = await api.household();
    calendarId = await aCalendar();
    shift = { calendarIds: [calendarId], when: 'onDay', then: 'nextFree', restDays: [] };
  });

  type Row = { id: string; version: number; date: string; originalDate: string; seriesId: string };

  const aCalendar = async () =>
    (await api.post(`${home}/day-calendars`, { name: 'Holidays', days: [CHRISTMAS] })).body.id as string;
  const fridays = { title: 'Bins', date: '2026-12-18', recurrence: { frequency: 'weekly' } };
  const rows = async (): Promise<Row[]> => (await api.get(`${home}/occurrences?view=all&limit=100`)).body;
  /** Expects that only the occurrence on the holiday has moved, to the day after. */
  async function expectShifted(): Promise<void> {
    const all = await rows();
    expect(all.find(({ originalDate }) => originalDate === '2026-12-25')).toMatchObject({
      date: '2026-12-26',
      dateReason: { calendarId, name: 'Noël' },
    });
    expect(all.filter(({ date, originalDate }) => date !== originalDate)).toHaveLength(1);
  }
  const create = async (fields: object = {}): Promise<Row> => {
    const { status, body } = await api.post(`${home}/tasks`, { ...fridays, ...fields });
    expect(status).toBe(201);
    return body;
  };
  const edit = (row: Row, scope: string, fields: object) =>
    api.patch(`${home}/occurrences/${row.id}?scope=${scope}`, { version: row.version, ...fields });
  const run = async (type: string, fields: object) => {
    const at = new Date(service.clock.now()).toISOString();
    const commands = [{ id: randomUUID(), at, type, ...fields }];
    return (await api.post(`${home}/commands`, { sentAt: at, commands })).body.results[0];
  };

  describe('a shift', () => {
    test('can be set for a new task, and the answer shows the first date that remains', async () => {
      const first = await create({ date: '2026-12-25', shift });
      expect(first).toMatchObject(shiftedBy(calendarId));
      await expectShifted();
      const { body } = await api.get(`${home}/series/${first.seriesId}`);
      expect(body.shift).toEqual(shift);
      const skipping = { ...shift, then: 'skip' };
      expect(await create({ date: '2026-12-25', shift: skipping })).toMatchObject({
        ...{ date: '2027-01-01', originalDate: '2027-01-01', seriesIndex: 1 },
      });
    });

    test.each(['all', 'following'])(
      'can be set by an edit with scope %s, and the preview shows the moved date',
      async (scope) => {
        await create();
        const [first, second] = await rows();
        const target = scope === 'all' ? first! : second!;
        const preview = await api.post(`${home}/occurrences/${target.id}/preview?scope=${scope}`, {
          ...{ version: target.version, shift },
        });
        expect(preview.body.dates).toContainEqual(
          expect.objectContaining({
            date: '2026-12-26',
            was: expect.objectContaining({ date: '2026-12-25' }),
          }),
        );
        const { status, body } = await edit(target, scope, { shift });
        expect([status, body.id]).toEqual([200, target.id]);
        if (scope === 'following') expect(body).toMatchObject(shiftedBy(calendarId));
        await expectShifted();
        const again = await edit(body, 'all', { shift: null });
        expect(again.status).toBe(200);
        expect((await rows()).every(({ date, originalDate }) => date === originalDate)).toBe(true);
      },
    );

    test('can be set for a task that begins to repeat', async () => {
      const { body: task } = await api.post(`${home}/tasks`, { title: 'Bins', date: '2026-12-25' });
      const { recurrence } = fridays;
      const { status, body } = await edit(task, 'this', { recurrence, shift });
      expect([status, body.id]).toEqual([200, task.id]);
      expect(body).toMatchObject(shiftedBy(calendarId));
      await expectShifted();
    });

    test('can be set for a series, and the preview shows the old and the new date', async () => {
      const { seriesId } = await create();
      const path = `${home}/series/${seriesId}`;
      const { body } = await api.post(`${path}/preview`, { shift });
      expect(body.counts).toMatchObject({ created: 0, changed: 1, removed: 0 });
      expect(body.dates[1]).toMatchObject({ date: '2026-12-26', was: { date: '2026-12-25' } });
      expect((await rows()).every(({ date, originalDate }) => date === originalDate)).toBe(true);
      expect((await api.patch(path, { shift })).body.shift).toEqual(shift);
      await expectShifted();
      const season = [{ from: '12-01', to: '02-28' }];
      expect((await api.patch(path, { season })).status).toBe(200);
      const { body: activity } = await api.get(`${home}/activity?subjectId=${seriesId}`);
      const changes = activity.map((entry: { changes: unknown }) => entry.changes);
      expect(changes).toContainEqual([{ field: 'season', from: null, to: season }]);
      expect(changes).toContainEqual([{ field: 'shift', from: null, to: shift }]);
    });

    test('can be set for a task of a template, and a deleted calendar is left out when the template is applied', async () => {
      const { recurrence, title } = fridays;
      const other = await aCalendar();
      const both = { ...shift, calendarIds: [other, calendarId] };
      const task = { title, dayOffset: 0, recurrence, shift: both };
      const template = await api.post(`${home}/templates`, { name: 'Move in', tasks: [task] });
      expect(template.body.tasks[0].shift).toEqual(both);
      const apply = async () => {
        const path = `${home}/templates/${template.body.id as string}/apply`;
        const { status, body } = await api.post(path, { date: '2026-12-18' });
        expect(status).toBe(201);
        return (await api.get(`${home}/series/${body[0].seriesId as string}`)).body.shift;
      };
      await api.delete(`${home}/day-calendars/${other}`);
      expect(await apply()).toEqual(shift);
      await expectShifted();
      await api.delete(`${home}/day-calendars/${calendarId}`);
      expect(await apply()).toBeNull();
      expect((await api.get(`${home}/templates`)).body[0].tasks[0].shift).toEqual(both);
    });

    test('can be set and removed by offline commands, but not for one date', async () => {
      const [occurrenceId, taskId] = [randomUUID(), randomUUID()];
      expect(await run('task.create', { occurrenceId, taskId, ...fridays, shift })).toMatchObject({
        status: 'DONE',
      });
      await expectShifted();
      const [first] = await rows();
      const set = { shift: null };
      expect(
        await run('occurrence.set', { occurrenceId, scope: 'all', version: first!.version, set }),
      ).toMatchObject({ status: 'DONE' });
      expect((await rows()).every(({ date, originalDate }) => date === originalDate)).toBe(true);
      const ofOne = { occurrenceId, set: { shift }, base: {} };
      expect(await run('occurrence.set', ofOne)).toMatchObject({
        ...{ status: 'REFUSED', error: { details: [{ field: 'set.shift', rule: 'scope' }] } },
      });
    });

    test('is refused for one date of a series, a one-off task, an unknown calendar, and with "skip" for a task that repeats after completion', async () => {
      const task = await create();
      const once = await api.post(`${home}/tasks`, { title: 'Once', date: '2026-12-25' });
      const elsewhere = { ...shift, calendarIds: [randomUUID()] };
      const { title, recurrence } = fridays;
      const templateOf = (fields: object) => ({ name: 'x', tasks: [{ title, dayOffset: 0, ...fields }] });
      const skip = { ...shift, then: 'skip' };
      const afterwards = { kind: 'afterCompletion', every: 1, unit: 'week' };
      for (const [answer, field] of [
        [await edit(task, 'this', { shift }), 'shift'],
        [await edit(task, 'all', { shift: elsewhere }), 'shift.calendarIds.0'],
        [await edit(once.body, 'this', { shift }), 'shift'],
        [await edit(once.body, 'this', { recurrence, shift: elsewhere }), 'shift.calendarIds.0'],
        [await api.post(`${home}/tasks`, { title, date: '2026-12-25', shift }), 'shift'],
        [await api.post(`${home}/tasks`, { ...fridays, shift: elsewhere }), 'shift.calendarIds.0'],
        [await api.post(`${home}/tasks`, { ...fridays, recurrence: afterwards, shift: skip }), 'shift.then'],
        [await api.post(`${home}/templates`, templateOf({ shift })), 'tasks.0.shift'],
        [
          await api.post(`${home}/templates`, templateOf({ recurrence, shift: elsewhere })),
          'tasks.0.shift.calendarIds.0',
        ],
      ] as const) {
        expect([answer.status, answer.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
        expect(answer.body.error.details[0].field).toBe(field);
      }
    });

    test('is refused with an error for shift.then if the series would skip the date that is edited', async () => {
      await create();
      const christmas = (await rows()).find(({ date }) => date === '2026-12-25')!;
      const { status, body } = await edit(christmas, 'following', { shift: { ...shift, then: 'skip' } });
      expect([status, body.error.details[0].field]).toEqual([400, 'shift.then']);
      const { body: activity } = await api.get(`${home}/activity?subjectId=${christmas.seriesId}`);
      expect(JSON.stringify(activity)).not.toContain('"shift"');
    });

    test.each([
      ['all', 'its new date', { date: '2026-12-25' }, 'date'],
      ['following', 'its new date', { date: '2026-12-25' }, 'date'],
      ['all', 'its new rule', { recurrence: 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25' }, 'recurrence'],
    ])(
      'makes an edit with scope %s invalid that would leave out the edited date because of %s',
      async (scope, _, fields, field) => {
        await create({ date: '2026-11-26', shift: { ...shift, then: 'skip' } });
        const before = await rows();
        const target = field === 'date' ? before[4]! : before[0]!;
        expect(target.date).toBe(field === 'date' ? '2026-12-24' : '2026-11-26');
        const preview = await api.post(`${home}/occurrences/${target.id}/preview?scope=${scope}`, {
          ...{ version: target.version, ...fields },
        });
        const refused = await edit(target, scope, fields);
        for (const { status, body } of [preview, refused])
          expect([status, body.error?.details]).toEqual([
            400,
            [
              {
                field,
                rule: 'skip',
                message:
                  'would remove the edited date, because it falls on a special day that the series skips',
              },
            ],
          ]);
        expect(await rows()).toEqual(before);
      },
    );
  });

  const shiftedBy = (id: string) => ({
    ...{ date: '2026-12-26', originalDate: '2026-12-25', dateReason: { calendarId: id, name: 'Noël' } },
  });
});
