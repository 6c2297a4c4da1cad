import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { done, hangDisplay, pairedBy } from '../../support/displays.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import { ScriptedIcsSource } from '../../support/scripted-ics-source.js';
import { startService, type TestService } from '../../support/service.js';
import { home as aHome, newcomer } from '../households/people.js';

const freshService = shareServiceInFile();

/*
 * Stories from beginning to end over the API, with their dates. They begin on Saturday, 21 November 2026, at one
 * o'clock in Paris.
 */

let service: TestService;
type Row = Record<string, any> & { readonly id: string };

describe('pauses of a household', () => {
  beforeAll(async () => {
    service = await freshService();
  });
  const turns = async (api: Api, path: string, title: string): Promise<string[]> =>
    ((await done(api.get(`${path}/occurrences?view=all&limit=500`))) as Row[])
      .filter((row) => row['title'] === title && row['status'] === 'TODO')
      .map((row) => `${row['date']} ${row['responsibleMemberIds'][0]}`);

  test('can be planned: a pause of two weeks is previewed, created, undone, created again and deleted', async () => {
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const cleo = await newcomer(ana.api, path);
    const order = [[ana.id], [ben.id], [cleo.id]];
    const task = (title: string, fields: object) =>
      done(ana.api.post(`${path}/tasks`, { title, rotation: { kind: 'turns', order }, ...fields }));
    await task('Bins', { date: '2026-11-24', recurrence: 'FREQ=WEEKLY' });
    await task('Rent', { date: '2026-12-10', recurrence: 'FREQ=MONTHLY', whenAway: 'keep' });
    const before = await turns(ben.api, path, 'Bins');

    const wanted = { from: '2026-12-06', to: '2026-12-19', mode: 'later', note: 'Lisbon' };
    const tried = await done(ben.api.post(`${path}/pauses`, { ...wanted, dryRun: true }));
    expect(tried).toMatchObject({ id: null, affected: { removed: 0, reassigned: 0, kept: 0 } });
    expect(tried.dates[0]).toMatchObject({
      title: 'Bins',
      date: '2026-12-08',
      becomes: '2026-12-22',
      responsibleMemberIds: [cleo.id],
    });
    expect(await turns(ben.api, path, 'Bins')).toEqual(before);

    const made = await ben.api.post(`${path}/pauses`, wanted);
    expect(made.status).toBe(201);
    expect((await turns(ana.api, path, 'Bins')).slice(0, 4)).toEqual([
      `2026-11-24 ${ana.id}`,
      `2026-12-01 ${ben.id}`,
      `2026-12-22 ${cleo.id}`,
      `2026-12-29 ${ana.id}`,
    ]);
    expect((await turns(ana.api, path, 'Rent'))[0]).toBe(`2026-12-10 ${ana.id}`);
    expect(await done(cleo.api.get(`${path}/pauses`))).toMatchObject([{ note: 'Lisbon', createdBy: ben.id }]);

    await done(ana.api.post(`${path}/operations/${made.headers['operation-id']!}/undo`));
    expect(await turns(ana.api, path, 'Bins')).toEqual(before);
    expect(await done(cleo.api.get(`${path}/pauses`))).toEqual([]);

    const again = await done(ben.api.post(`${path}/pauses`, { ...wanted, mode: 'skip' }));
    expect((await turns(ana.api, path, 'Bins'))[2]).toBe(`2026-12-22 ${ben.id}`);
    expect((await ana.api.delete(`${path}/pauses/${again.id as string}`)).status).toBe(204);
    expect(await turns(ana.api, path, 'Bins')).toEqual(before);
    expect((await ana.api.delete(`${path}/pauses/${again.id as string}`)).status).toBe(404);
  });

  test('can give the turns of a weekend to a sitter, and the rotation continues on Monday', async () => {
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const sitter = await done(
      ana.api.post(`${path}/members`, {
        ...{ displayName: 'Zoé', group: 'GUEST', takesTurns: false },
        ...{ activeFrom: '2027-02-12', activeUntil: '2027-02-14' },
      }),
    );
    await done(
      ana.api.post(`${path}/tasks`, {
        ...{ title: 'Cat', date: '2026-11-21', recurrence: 'FREQ=DAILY' },
        rotation: { kind: 'turns', order: [[ana.id], [ben.id]] },
      }),
    );
    const pause = await done(
      ana.api.post(`${path}/pauses`, {
        ...{ from: '2027-02-12', to: '2027-02-14', mode: 'assign', assignTo: sitter.id },
      }),
    );
    expect(pause.affected).toEqual({ removed: 0, moved: 0, reassigned: 3, kept: 0 });
    const days = (await turns(ben.api, path, 'Cat')).filter(
      (turn) => turn >= '2027-02-11' && turn < '2027-02-16',
    );
    expect(days).toEqual([
      `2027-02-11 ${ana.id}`,
      `2027-02-12 ${sitter.id as string}`,
      `2027-02-13 ${sitter.id as string}`,
      `2027-02-14 ${sitter.id as string}`,
      `2027-02-15 ${ana.id}`,
    ]);
  });

  test.each([
    ['a start in the past', { from: '2026-11-20', mode: 'skip' }, 'from'],
    ['an end before its start', { from: '2026-12-02', to: '2026-12-01', mode: 'skip' }, 'to'],
    ['more than a year', { from: '2026-12-02', to: '2028-12-02', mode: 'skip' }, 'to'],
    ['the mode assign without a member', { from: '2026-12-02', mode: 'assign' }, 'assignTo'],
    ['an empty list of series', { from: '2026-12-02', mode: 'skip', seriesIds: [] }, 'seriesIds'],
  ])('are refused with 400 if they have %s', async (_name, body, field) => {
    const { path, owner } = await aHome(service.api);
    const refused = await owner.api.post(`${path}/pauses`, body);
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toMatchObject([{ field }]);
  });
});

describe('tasks moved by public holidays', () => {
  const addresses = new ScriptedIcsSource();
  beforeAll(async () => {
    service = await startService({ icsSource: addresses });
  });
  afterAll(() => service.close());
  const rows = async (api: Api, path: string): Promise<Row[]> =>
    ((await done(api.get(`${path}/occurrences?view=all&limit=200`))) as Row[]).filter(
      ({ status }) => status === 'TODO',
    );
  const undo = (api: Api, path: string, answer: { headers: Record<string, string> }) =>
    done(api.post(`${path}/operations/${answer.headers['operation-id']!}/undo`));

  const christmas = { from: '2026-12-25', to: '2026-12-25', name: 'Noël' };
  const newYear = { from: '2027-01-01', to: '2027-01-01', name: 'Jour de l’an' };

  /** Creates a household of three with weekly bins on Fridays, in turns, and a calendar with Christmas. */
  async function withBins() {
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const cleo = await newcomer(ana.api, path);
    const first: Row = await done(
      ana.api.post(`${path}/tasks`, {
        ...{ title: 'Bins', date: '2026-11-27', recurrence: 'FREQ=WEEKLY' },
        rotation: { kind: 'turns', order: [[ana.id], [ben.id], [cleo.id]] },
      }),
    );
    const calendar: Row = await done(
      ana.api.post(`${path}/day-calendars`, { name: 'Jours fériés', days: [christmas] }),
    );
    return {
      ...{ path, ana, ben, cleo, calendar, seriesPath: `${path}/series/${first['seriesId'] as string}` },
      // In a week with a holiday the bins move to the next working day. Sunday is not a working day.
      shift: { calendarIds: [calendar.id], when: 'earlierInWeek', then: 'nextFree', restDays: ['su'] },
      /** Returns the occurrence whose date by the rule is `date`. */
      bins: async (originalDate: string) =>
        (await rows(cleo.api, path)).find((row) => row['originalDate'] === originalDate)!,
      dates: async () => (await rows(cleo.api, path)).map((row) => row['date'] as string),
      setDays: async (...days: readonly object[]) => {
        const answer = await ben.api.call('PUT', `${path}/day-calendars/${calendar.id}/days`, { body: days });
        expect(answer.status).toBe(200);
        return answer;
      },
      /** Moves this occurrence and all following ones. */
      moveTo: async (date: string, { id, version }: Row) =>
        done(ana.api.patch(`${path}/occurrences/${id}?scope=following`, { date, version })),
    };
  }

  test('move by one day automatically, and keep one date per week when the weekday of the series changes', async () => {
    const { path, ana, ben, cleo, calendar, seriesPath, shift, bins, dates, setDays, moveTo } =
      await withBins();
    const whose = async () =>
      (await rows(ben.api, path)).map((row) => [row['date'], row['responsibleMemberIds'][0]]);
    const before = await whose();
    expect(before.slice(4, 6)).toEqual([
      ['2026-12-25', ben.id],
      ['2027-01-01', cleo.id],
    ]);

    const previewed = await done(ana.api.post(`${seriesPath}/preview`, { shift }));
    expect(previewed.counts).toMatchObject({ created: 0, changed: 1, removed: 0 });
    expect(previewed.dates).toContainEqual(
      expect.objectContaining({ date: '2026-12-26', was: expect.objectContaining({ date: '2026-12-25' }) }),
    );
    expect(await whose()).toEqual(before);
    const set = await done(ana.api.patch(seriesPath, { shift }));
    expect(set.shift).toEqual(shift);
    expect(await bins('2026-12-25')).toMatchObject({
      date: '2026-12-26',
      dateReason: { calendarId: calendar.id, name: 'Noël' },
      responsibleMemberIds: [ben.id],
      isException: false,
      seriesIndex: 4,
    });

    // When holidays of the next year are added, the bins move automatically, and undoing the change moves them back.
    const told = (await done(cleo.api.get(`${path}/changes`))).cursor as string;
    const days = await setDays(christmas, newYear);
    expect(await bins('2027-01-01')).toMatchObject({ date: '2027-01-02', responsibleMemberIds: [cleo.id] });
    const since = async (cursor: string) => {
      const changed: Row[] = [];
      for (let from = cursor; ;) {
        const { body } = await cleo.api.get(`${path}/changes?since=${from}`);
        changed.push(...body.changed.occurrences);
        if (body.hasMore !== true) return changed;
        from = body.cursor as string;
      }
    };
    expect((await since(told)).some((row) => row['date'] === '2027-01-02')).toBe(true);
    await undo(ben.api, path, days);
    expect(await bins('2027-01-01')).toMatchObject({ date: '2027-01-01', dateReason: null });
    await setDays(christmas, newYear);

    // An absence is compared with the moved date, not with the date of the rule.
    await done(ben.api.post(`${path}/members/${ben.id}/away`, { from: '2026-12-26', to: '2026-12-26' }));
    expect(await bins('2026-12-25')).toMatchObject({ turnReason: 'AWAY', turnOf: [ben.id] });
    await setDays(newYear);
    expect(await bins('2026-12-25')).toMatchObject({
      ...{ date: '2026-12-25', dateReason: null },
      ...{ turnReason: 'ROTATION', responsibleMemberIds: [ben.id] },
    });
    await setDays(christmas, newYear);

    // From 10 December on, the bins are collected on Thursdays. Every week still has exactly one date.
    await moveTo('2026-12-10', await bins('2026-12-11'));
    const thursdays = await dates();
    expect(thursdays.slice(0, 8)).toEqual([
      ...['2026-11-27', '2026-12-04', '2026-12-10', '2026-12-17', '2026-12-24', '2026-12-31'],
      ...['2027-01-07', '2027-01-14'],
    ]);
    requireOneAWeek(thursdays);

    // A holiday on a Monday also moves the date of its week. Deleting the calendar restores all dates.
    await setDays({ from: '2027-01-11', to: '2027-01-11', name: 'Tip closed' });
    const closed = await dates();
    expect(closed).toEqual(thursdays.map((date) => (date === '2027-01-14' ? '2027-01-15' : date)));
    requireOneAWeek(closed);
    await done(ana.api.delete(`${path}/day-calendars/${calendar.id}`));
    expect(await dates()).toEqual(thursdays);
  });

  test('keep a date that a member set, even if the holidays or other dates change', async () => {
    const { path, ana, seriesPath, shift, bins, dates, setDays, moveTo } = await withBins();
    await done(ana.api.patch(seriesPath, { shift }));
    await setDays(christmas, newYear);
    const { id, version, date } = await bins('2027-01-01');
    expect(date).toBe('2027-01-02');
    await done(ana.api.patch(`${path}/occurrences/${id}`, { date: '2027-01-04', version }));
    const moved = { id, date: '2027-01-04', isException: true };
    const there = { from: '2027-01-04', to: '2027-01-04', name: 'Tip closed' };
    for (const days of [[christmas], [newYear, there], [], [christmas, newYear]]) {
      await setDays(...days);
      expect(await bins('2027-01-01')).toMatchObject(moved);
    }
    await moveTo('2026-12-10', await bins('2026-12-11'));
    // The moved occurrence replaces the date of its week, so the next one is in the week after.
    expect((await dates()).slice(2, 8)).toEqual([
      ...['2026-12-10', '2026-12-17', '2026-12-24', '2027-01-04', '2027-01-07', '2027-01-14'],
    ]);
    expect((await rows(ana.api, path)).filter((row) => row['isException'] === true)).toMatchObject([moved]);
  });

  test('can use holidays from a calendar address, which are refreshed automatically and kept if the address fails', async () => {
    const town = 'https://town.example.org/holidays.ics';
    addresses.has(town, ['2026-12-25 Noël', '2027-01-01 Jour de l’an'], '"2026"');
    const { path, owner: ana } = await aHome(service.api);
    const calendar = await done(ana.api.post(`${path}/day-calendars`, { name: 'Town', url: town }));
    await service.performJobs();
    const first = await done(
      ana.api.post(`${path}/tasks`, {
        ...{ title: 'Bins', date: '2026-11-27' },
        recurrence: { frequency: 'weekly', byDay: [{ day: 'fr' }] },
      }),
    );
    const shift = { calendarIds: [calendar.id], when: 'onDay', then: 'nextFree', restDays: ['su'] };
    await done(ana.api.patch(`${path}/series/${first['seriesId'] as string}`, { shift }));
    const signIn = async () =>
      ana.api.as(
        (await done(service.api.post('/v1/auth/login', await service.credentialsOf(ana.id)))).accessToken,
      );
    const dates = async () => (await rows(await signIn(), path)).map((row) => row['date'] as string);
    expect((await dates()).slice(4, 7)).toEqual(['2026-12-26', '2027-01-02', '2027-01-08']);

    // On Monday the address has one more holiday. On Wednesday it is unreachable, and all holidays are kept.
    addresses.has(town, ['2026-12-25 Noël', '2027-01-01 Jour de l’an', '2027-01-08 Strike'], '"2027"');
    service.clock.set('2026-11-23T12:30:00Z');
    await service.useCases.fetchDayCalendars();
    expect((await dates()).slice(4, 7)).toEqual(['2026-12-26', '2027-01-02', '2027-01-09']);
    addresses.answers.clear();
    service.clock.set('2026-11-25T12:30:00Z');
    await service.useCases.fetchDayCalendars();
    await service.performJobs();
    expect((await dates()).slice(4, 7)).toEqual(['2026-12-26', '2027-01-02', '2027-01-09']);
    const later = await signIn();
    expect(await done(later.get(`${path}/day-calendars`))).toMatchObject([{ error: 'UNREACHABLE' }]);
    const notices: Row[] = await done(later.get(`${path}/notifications`));
    expect(notices.filter(({ type }) => type === 'DAY_CALENDAR_FAILED')).toMatchObject([
      { params: { name: 'Town', error: 'UNREACHABLE' } },
    ]);
  });

  /** Expects exactly one date in each week from the first to the last. */
  function requireOneAWeek(dates: readonly string[]): void {
    const weeks = dates.map((date) => Math.floor((Date.parse(date) / 86_400_000 + 3) / 7));
    expect(weeks.length).toBeGreaterThan(9);
    expect(weeks).toEqual(weeks.map((_week, i) => weeks[0]! + i));
  }
});

describe('shifting tasks', () => {
  beforeAll(async () => {
    service = await freshService();
  });
  const open = async (api: Api, path: string): Promise<Row[]> =>
    ((await done(api.get(`${path}/occurrences?view=all&limit=500`))) as Row[]).filter(
      ({ status }) => status === 'TODO',
    );

  test('by a week can be previewed, and can be undone by another member', async () => {
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const cleo = await newcomer(ana.api, path);
    const names = new Map([
      [ana.id, 'Ana'],
      [ben.id, 'Ben'],
      [cleo.id, 'Chloé'],
    ]);
    const order = [[ana.id], [ben.id], [cleo.id]];
    const rotation = { kind: 'turns', order };
    const task = (title: string, fields: object): Promise<Row> =>
      done(ana.api.post(`${path}/tasks`, { title, ...fields }));
    await task('Bins', { date: '2026-11-24', recurrence: 'FREQ=WEEKLY', rotation });
    await task('Recycling', { date: '2026-11-27', recurrence: 'FREQ=WEEKLY;INTERVAL=2', rotation });
    await task('Rent', { date: '2026-12-05', recurrence: 'FREQ=MONTHLY', whenAway: 'keep' });
    const dentist = await task('Dentist', { date: '2026-12-22', responsibleMemberIds: [ben.id] });
    const secret = await done(
      ben.api.post(`${path}/tasks`, {
        ...{ title: 'Present', date: '2026-12-22', recurrence: 'FREQ=WEEKLY', visibility: 'PERSONAL' },
      }),
    );
    const turns = async (title: string, from = '2026-12-14', most = 4) =>
      (await open(ana.api, path))
        .filter((row) => row['title'] === title && row['date'] >= from)
        .slice(0, most)
        .map((row) => `${row['date']} ${names.get(row['responsibleMemberIds'][0])}`);
    const bins = ['2026-12-15 Ana', '2026-12-22 Ben', '2026-12-29 Chloé', '2027-01-05 Ana'];
    const recycling = ['2026-12-25 Chloé', '2027-01-08 Ana', '2027-01-22 Ben'];
    expect(await turns('Bins')).toEqual(bins);
    expect(await turns('Recycling', undefined, 3)).toEqual(recycling);

    // A preview changes nothing.
    const wanted = { days: 7, from: '2026-12-21', all: true, oneOff: true };
    const before = await open(ana.api, path);
    const tried = await ana.api.post(`${path}/shift`, { ...wanted, dryRun: true });
    expect(tried.headers['operation-id']).toBeUndefined();
    expect(tried.body.dates.slice(0, 4)).toMatchObject([
      { title: 'Bins', date: '2026-12-22', becomes: '2026-12-29', responsibleMemberIds: [ben.id] },
      { title: 'Dentist', occurrenceId: dentist.id, date: '2026-12-22', becomes: '2026-12-29' },
      { title: 'Recycling', date: '2026-12-25', becomes: '2027-01-01', responsibleMemberIds: [cleo.id] },
      { title: 'Bins', date: '2026-12-29', becomes: '2027-01-05', responsibleMemberIds: [cleo.id] },
    ]);
    expect(tried.body.left).toMatchObject([{ title: 'Rent', reason: 'WHEN_AWAY_KEEP' }]);
    expect(tried.body).toMatchObject({ undoable: true, affected: { removed: 0, kept: 0, left: 1 } });
    expect(await open(ana.api, path)).toEqual(before);

    // The shift keeps turns and intervals. The rent and the personal series of Ben keep their dates.
    const made = await ana.api.post(`${path}/shift`, wanted);
    expect(made.body).toEqual(tried.body);
    const later = {
      bins: ['2026-12-15 Ana', '2026-12-29 Ben', '2027-01-05 Chloé', '2027-01-12 Ana'],
      recycling: ['2027-01-01 Chloé', '2027-01-15 Ana', '2027-01-29 Ben'],
    };
    expect(await turns('Bins')).toEqual(later.bins);
    expect(await turns('Recycling', undefined, 3)).toEqual(later.recycling);
    expect(await turns('Dentist')).toEqual(['2026-12-29 Ben']);
    expect((await turns('Rent', '2026-12-01', 2)).map((turn) => turn.slice(0, 10))).toEqual([
      '2026-12-05',
      '2027-01-05',
    ]);
    const own = (await open(ben.api, path)).filter(({ title }) => title === 'Present');
    expect(own[0]).toMatchObject({ id: secret.id, date: '2026-12-22' });

    // Another member undoes the shift, which restores all dates.
    await done(ben.api.post(`${path}/operations/${made.headers['operation-id']!}/undo`));
    expect(await turns('Bins')).toEqual(bins);
    expect(await turns('Recycling', undefined, 3)).toEqual(recycling);
    expect((await open(ana.api, path)).map(({ id, date }) => [id, date]).sort()).toEqual(
      before.map(({ id, date }) => [id, date]).sort(),
    );

    // Ben shifts again, without one-off tasks and with his personal series.
    const again = await ben.api.post(`${path}/shift`, { ...wanted, oneOff: false });
    expect(again.body.dates.map(({ title }: Row) => title)).toContain('Present');
    expect(await turns('Bins')).toEqual(later.bins);
    expect(await turns('Dentist')).toEqual(['2026-12-22 Ben']);
    const operation = await done(cleo.api.get(`${path}/operations/${again.headers['operation-id']!}`));
    expect(operation).toMatchObject({
      ...{ kind: 'SHIFTED', actorId: ben.id, undo: 'POSSIBLE' },
      params: { days: 7, from: '2026-12-21' },
    });
    expect(JSON.stringify(operation)).not.toContain('Present');
  });

  test.each([
    ['a start in the past', { from: '2026-11-20' }, 'from'],
    ['a start beyond the planned dates', { from: '2027-02-20' }, 'from'],
    ['more than sixty days', { days: 61 }, 'days'],
    ['zero days', { days: 0 }, 'days'],
    ['no selected tasks', { all: undefined }, 'all'],
    ['all tasks together with a category', { categoryId: '01900000-0000-7000-8000-000000000001' }, 'all'],
    [
      'an unknown category',
      { all: undefined, categoryId: '01900000-0000-7000-8000-000000000001' },
      'categoryId',
    ],
    ['an empty list of series', { all: undefined, seriesIds: [] }, 'seriesIds'],
    [
      'a series together with one-off tasks',
      { all: undefined, seriesIds: ['01900000-0000-7000-8000-000000000001'], oneOff: true },
      'oneOff',
    ],
  ])('is refused with 400 for %s', async (_name, body, field) => {
    const { path, owner } = await aHome(service.api);
    const refused = await owner.api.post(`${path}/shift`, {
      days: 7,
      from: '2026-11-23',
      all: true,
      ...body,
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toMatchObject([{ field }]);
  });

  test('is refused with 404 for a personal series of another member', async () => {
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const { seriesId } = await done(
      ana.api.post(`${path}/tasks`, {
        ...{ title: 'Secret', date: '2026-11-24', recurrence: 'FREQ=WEEKLY', visibility: 'PERSONAL' },
      }),
    );
    const wanted = { days: 7, from: '2026-11-23', seriesIds: [seriesId] };
    expect((await ben.api.post(`${path}/shift`, wanted)).status).toBe(404);
    const moved = await done(ana.api.post(`${path}/shift`, wanted));
    expect(moved.dates[0]).toMatchObject({ date: '2026-11-24', becomes: '2026-12-01' });
  });
});

describe('a wall tablet and guest links', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  const titles = (rows: any): string[] => rows.map(({ title }: any) => title as string);

  const hang = async (ana: Api, path: string): Promise<Api> => (await hangDisplay(ana, path)).api;

  test('show shared tasks but no personal ones, and a guest link for a weekend shows no task of a later day and ends on Sunday', async () => {
    service.clock.set('2026-11-21T12:00:00Z');
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const create = (by: Api, fields: object) =>
      done(by.post(`${path}/tasks`, { date: '2026-11-21', ...fields }));
    const bins = await create(ana.api, { title: 'Bins', responsibleMemberIds: [ben.id] });
    await create(ben.api, { title: 'Dishes', responsibleMemberIds: [ana.id] });
    await create(ben.api, { title: 'Present for Ana', visibility: 'PERSONAL' });
    await create(ana.api, { title: 'Bedtime story', date: '2026-11-22' });
    await create(ana.api, { title: 'Dentist', date: '2026-11-23' });

    const tablet = await hang(ana.api, path);
    expect(titles(await done(tablet.get(`${path}/occurrences?view=today`))).toSorted()).toEqual([
      'Bins',
      'Dishes',
    ]);
    const copy = await done(tablet.get(`${path}/changes`));
    expect(JSON.stringify(copy)).not.toContain('Present');
    const { actToken } = await done(tablet.post('/v1/displays/act', { memberId: ben.id }));
    const ticked = await tablet.post(
      `${path}/occurrences/${bins.id as string}/complete`,
      {},
      { 'x-act-token': actToken },
    );
    expect(ticked.body).toMatchObject({ completedBy: ben.id, completedFor: ben.id });

    // A sitter gets a guest pass for this weekend.
    const stay = { displayName: 'Zoé', group: 'GUEST', managerIds: [ben.id], activeUntil: '2026-11-22' };
    const zoe = (await done(ana.api.post(`${path}/members`, stay))).id as string;
    const { url } = await done(ben.api.post(`${path}/members/${zoe}/pass`, { until: '2026-11-22' }));
    const code = new URLSearchParams(new URL(url as string).hash.slice(1)).get('token');
    const paired = await done(service.api.post('/v1/displays/pair', { code }));
    expect(paired).toMatchObject({ kind: 'PASS', memberId: zoe, name: 'Zoé' });
    const sitter = service.api.as(paired.token as string);
    const seen = await done(sitter.get(`${path}/occurrences?view=all`));
    expect(titles(seen).toSorted()).toEqual(['Bedtime story', 'Bins', 'Dishes']);
    const story = seen.find(({ title }: any) => title === 'Bedtime story').id as string;
    service.clock.set('2026-11-22T19:00:00Z');
    const read = await done(sitter.post(`${path}/occurrences/${story}/complete`));
    expect(read).toMatchObject({ status: 'DONE', completedFor: zoe });
    // The pass ends at the end of Sunday in Paris, before any job has run.
    service.clock.set('2026-11-22T23:00:00Z');
    expect((await sitter.get(`${path}/occurrences?view=all`)).status).toBe(401);
    expect((await tablet.get(path)).status).toBe(200);
  });

  test('let a member take back their own tick on the tablet without changing the tick of another member', async () => {
    service.clock.set('2026-11-21T12:00:00Z');
    const { path, owner: ana } = await aHome(service.api);
    const child = async (displayName: string): Promise<string> =>
      (await done(ana.api.post(`${path}/members`, { displayName, group: 'CHILD', managerIds: [ana.id] }))).id;
    const [leo, mia] = [await child('Leo'), await child('Mia')];
    const { id } = await done(
      ana.api.post(`${path}/tasks`, {
        ...{ title: 'Teeth', date: '2026-11-21', completion: 'all', responsibleMemberIds: [leo, mia] },
      }),
    );
    const tablet = await hang(ana.api, path);
    const as = async (memberId: string, what: string) => {
      const { actToken } = await done(tablet.post('/v1/displays/act', { memberId }));
      const at = `${path}/occurrences/${id as string}/${what}`;
      const answer = await tablet.post(at, {}, { 'x-act-token': actToken });
      return { row: answer.body, operation: answer.headers['operation-id'] as string, actToken };
    };
    await as(leo, 'complete');
    expect((await as(mia, 'complete')).row).toMatchObject({ status: 'DONE', completedForIds: [leo, mia] });
    // Leo reopens his own part; the tick of Mia stays.
    expect((await as(leo, 'reopen')).row).toMatchObject({ status: 'TODO', doneBy: [{ memberId: mia }] });
    const last = await as(leo, 'complete');
    expect(last.row).toMatchObject({ status: 'DONE' });
    const undo = `${path}/operations/${last.operation}/undo`;
    // The tablet can undo the last tick with the same act token.
    await done(tablet.post(undo, {}, { 'x-act-token': last.actToken }));
    expect(await done(ana.api.get(`${path}/occurrences/${id as string}`))).toMatchObject({
      ...{ status: 'TODO', doneBy: [{ memberId: mia }] },
    });
  });

  test('give a guest access by each guest link from the first day of the stay on, and not before', async () => {
    service.clock.set('2027-01-20T12:00:00Z');
    const { path, owner: ana } = await aHome(service.api);
    const stay = { displayName: 'Zoé', group: 'GUEST', activeFrom: '2027-02-12', activeUntil: '2027-02-14' };
    const { id } = await done(ana.api.post(`${path}/members`, stay));
    const issue = () => done(ana.api.post(`${path}/members/${id as string}/pass`, { until: '2027-02-14' }));
    const passes = [await issue(), await issue()];
    expect(passes.map(({ firstDate }) => firstDate)).toEqual(['2027-02-12', '2027-02-12']);
    await done(ana.api.post(`${path}/tasks`, { title: 'Bedtime story', date: '2027-02-12' }));
    for (const now of ['2027-01-20T12:00:00Z', '2027-02-11T22:59:00Z']) {
      service.clock.set(now);
      for (const { token } of passes) {
        const { status, body } = await service.api.post('/v1/displays/pair', { code: token });
        expect([status, body.error.code, body.error.details]).toEqual([
          ...[409, 'INVALID_STATE', { firstDate: '2027-02-12', reason: 'PASS_NOT_STARTED' }],
        ]);
        expect((await service.api.as(token as string).get(path)).status).toBe(401);
      }
    }
    service.clock.set('2027-02-11T23:00:00Z');
    for (const { token } of passes) {
      const sitter = await pairedBy(service.api, token as string);
      expect(titles(await done(sitter.get(`${path}/occurrences?view=all`)))).toEqual(['Bedtime story']);
    }
  });
});
