import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PASSWORD, type Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { accept, home as aHome, invited, newcomer, type Person } from '../households/people.js';

/*
 * What must go well at home from beginning to end, told over the API with its dates. Where nothing else is said it begins on
 * Saturday, 21 November 2026, at one o'clock in Paris.
 */

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
beforeEach(() => service.clock.set('2026-11-21T12:00:00Z'));
afterAll(() => service.close());

type Row = Record<string, any> & { readonly id: string };
const done = async (answer: PromiseLike<{ status: number; text: string; body: any }>): Promise<any> => {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
};
const rows = async (api: Api, path: string, view = 'all'): Promise<Row[]> =>
  done(api.get(`${path}/occurrences?view=${view}&limit=200`));
const task = (api: Api, path: string, fields: object): Promise<Row> =>
  done(api.post(`${path}/tasks`, fields));
const turns = (...people: readonly Person[]) => ({
  kind: 'turns',
  order: people.map(({ id }) => [id]),
});
const complete = (api: Api, path: string, { id }: Row, body: object = {}) =>
  done(api.post(`${path}/occurrences/${id}/complete`, body));
/** Signed in again when days have passed. */
const returned = async ({ id, api }: Person): Promise<Api> =>
  api.as((await done(service.api.post('/v1/auth/login', await service.credentialsOf(id)))).accessToken);

test('we swapped, then he got sick: his turns go to those who are there, and come back with him', async () => {
  const { path, owner: ana, member: ben } = await aHome(service.api);
  const cleo = await newcomer(ana.api, path);
  await task(ana.api, path, {
    ...{ title: 'Bins', date: '2026-11-24', recurrence: 'FREQ=WEEKLY', rotation: turns(ana, ben, cleo) },
  });
  const on = async (date: string) => (await rows(ana.api, path)).find((row) => row['date'] === date)!;
  const whose = async (date: string) => (await on(date))['responsibleMemberIds'];
  const swap = await done(
    ana.api.post(`${path}/occurrences/${(await on('2026-11-24')).id}/swap`, {
      withOccurrenceId: (await on('2026-12-01')).id,
    }),
  );
  await done(ben.api.post(`${path}/swaps/${swap.id as string}/accept`));
  expect([await whose('2026-11-24'), await whose('2026-12-01')]).toEqual([[ben.id], [ana.id]]);

  const absent = await done(ben.api.post(`${path}/members/${ben.id}/away`, { from: '2026-11-21', to: null }));
  const all = (await rows(cleo.api, path)).filter((row) => row['seriesId'] !== null);
  expect(all.length).toBeGreaterThan(9);
  expect(all.filter((row) => row['responsibleMemberIds'].includes(ben.id))).toEqual([]);
  expect(await on('2026-11-24')).toMatchObject({ turnReason: 'AWAY', turnOf: [ben.id] });
  // Nobody has to do all of them.
  const stoodIn = all
    .filter((row) => row['turnReason'] === 'AWAY')
    .map((row) => row['responsibleMemberIds'][0]);
  expect(new Set(stoodIn)).toEqual(new Set([ana.id, cleo.id]));
  // Each is told once, which ones.
  await service.performJobs();
  for (const { id, api } of [ana, cleo]) {
    const mine = all.filter((row) => row['turnReason'] === 'AWAY' && row['responsibleMemberIds'][0] === id);
    const dates = mine.map((row) => row['date']).toSorted();
    const told = (await done(api.get(`${path}/notifications`))).filter(
      ({ type }: any) => type === 'TURN_BY_ABSENCE',
    );
    expect(told.map(({ params }: any) => params)).toMatchObject([
      { title: 'Bins', date: dates[0], count: dates.length, dates: dates.slice(0, 3), awayIds: [ben.id] },
    ]);
  }

  const [{ id: absence }] = absent.awayPeriods;
  await done(ben.api.patch(`${path}/members/${ben.id}/away/${absence as string}`, { to: '2026-12-02' }));
  expect(await on('2026-11-24')).toMatchObject({ turnReason: 'AWAY' });
  expect(await whose('2026-12-22')).toEqual([ben.id]);
  await done(ben.api.delete(`${path}/members/${ben.id}/away/${absence as string}`));
  expect(await on('2026-11-24')).toMatchObject({ responsibleMemberIds: [ben.id], turnReason: 'SWAP' });
});

test('who did more this month, is it fair?', async () => {
  service.clock.set('2026-11-01T09:00:00Z');
  const { path, owner: ana, member: ben } = await aHome(service.api);
  const cleo = await newcomer(ana.api, path);
  await done(cleo.api.post(`${path}/members/${cleo.id}/away`, { from: '2026-11-11', to: '2026-11-30' }));

  service.clock.set('2026-11-30T19:00:00Z');
  const [anas, bens, cleos] = [await returned(ana), await returned(ben), await returned(cleo)];
  const did = async (api: Api, date: string, fields: object) =>
    complete(api, path, await task(api, path, { date, ...fields }), { completedAt: `${date}T18:00:00Z` });
  for (const date of ['2026-11-07', '2026-11-14', '2026-11-21'])
    await did(anas, date, { title: 'Dinner', durationMinutes: 90 });
  for (let day = 10; day < 28; day += 2)
    await did(bens, `2026-11-${day}`, { title: 'Plants', durationMinutes: 5 });
  // While she is here, Cleo does a seventh of all: ten of the seventy days on which somebody is here.
  for (const day of [2, 3, 4, 5, 6, 8])
    await did(cleos, `2026-11-0${day}`, { title: 'Dishes', durationMinutes: 9 });
  // Ben helps, a day late, with what was Cleo's turn.
  const hers = { title: 'Bins', date: '2026-11-09', responsibleMemberIds: [cleo.id], durationMinutes: 10 };
  await complete(bens, path, await task(anas, path, hers), { completedAt: '2026-11-10T18:00:00Z' });
  await did(bens, '2026-11-15', { title: 'Diary', visibility: 'PERSONAL', durationMinutes: 600 });

  const range = 'from=2026-11-01&to=2026-11-30';
  const balance = await done(anas.get(`${path}/balance?${range}`));
  for (const api of [bens, cleos]) expect(await done(api.get(`${path}/balance?${range}`))).toEqual(balance);
  const of = ({ id }: Person) => balance.members.find((one: any) => one.memberId === id);
  expect(balance.totalMinutes).toBe(379);
  expect([of(ana), of(ben), of(cleo)]).toMatchObject([
    { presentDays: 30, doneMinutes: 270, expectedMinutes: 163, difference: 107, tookOver: 0 },
    { presentDays: 30, doneMinutes: 55, expectedMinutes: 162, difference: -107, tookOver: 1 },
    // Away for twenty days, and not behind.
    { presentDays: 10, doneMinutes: 54, expectedMinutes: 54, difference: 0, handedOver: 1 },
  ]);
  const { members } = await done(cleos.get(`${path}/statistics?${range}`));
  const late = ({ id }: Person) => members.find((one: any) => one.memberId === id).late;
  expect([late(ana), late(ben), late(cleo)]).toEqual([0, 0, 1]);
});

test('the wrong one, yesterday: a tick taken back, a tick given to the right person, a series restored with its past, a replaced rule', async () => {
  const { path, owner: ana } = await aHome(service.api);
  const email = 'ben@story.example.org';
  const ben: Person = await service.api.register({ email });
  await accept(ben.api, await invited(ana.api, path));
  const plants = await task(ana.api, path, { title: 'Plants', date: '2026-11-20' });
  await complete(ana.api, path, plants);
  await done(ben.api.post(`${path}/occurrences/${plants.id}/reopen`));
  const again = await complete(ben.api, path, plants);
  service.clock.advance(60_000);
  const told = { completedFor: ana.id, completedAt: '2026-11-20T18:00:00.000Z', version: again.version };
  expect(await complete(ben.api, path, plants, told)).toMatchObject({
    completedFor: ana.id,
    completedBy: ben.id,
  });
  const [entry] = await done(ana.api.get(`${path}/activity?subjectId=${plants.id}`));
  expect(entry.changes).toContainEqual({ field: 'completedFor', from: ben.id, to: ana.id });

  await task(ana.api, path, {
    ...{ title: 'Bins', date: '2026-11-14', recurrence: 'FREQ=WEEKLY', rotation: turns(ana, ben) },
  });
  const bins = async (api = ana.api) => (await rows(api, path)).filter((row) => row['title'] === 'Bins');
  await complete(ana.api, path, (await bins())[0]!);
  const before = await bins();
  const [first] = before;
  const deleted = await ben.api.delete(`${path}/series/${first!['seriesId'] as string}`);
  // Signed in again when a night has passed, in which the horizon moves on.
  const afterANight = async () => {
    service.clock.advance(86_400_000);
    await service.useCases.extendHorizons();
    return ben.api.as(
      (await done(service.api.post('/v1/auth/login', { email, password: PASSWORD }))).accessToken,
    );
  };
  const morning = await afterANight();
  await done(morning.post(`${path}/operations/${deleted.headers['operation-id']}/undo`));
  const shown = (all: readonly Row[]) =>
    all.slice(0, before.length).map((row) => [row['date'], row['status'], row['responsibleMemberIds']]);
  expect(shown(await bins(morning))).toEqual(shown(before));

  // A rule replaced by mistake, another night, and back again.
  const replaced = await morning.patch(`${path}/series/${first!['seriesId'] as string}`, {
    recurrence: { frequency: 'daily' },
  });
  const lastOf = (all: readonly Row[]) => all.at(-1)!['date'] as string;
  const daily = await bins(morning);
  expect(daily.length).toBeGreaterThan(before.length * 3);
  const evening = await afterANight();
  expect(lastOf(await bins(evening)) > lastOf(daily)).toBe(true);
  await done(evening.post(`${path}/operations/${replaced.headers['operation-id']}/undo`));
  expect(shown(await bins(evening))).toEqual(shown(before));
});

test('the quarter’s paperwork: shown in time, a step more for good, one that repeats, twice a day, one that waits', async () => {
  const { path, owner: ana, member: ben } = await aHome(service.api);
  const titled = async (view: string, title: string) =>
    (await rows(ana.api, path, view)).filter((row) => row['title'] === title);
  const day = 86_400_000;
  const start = new Date(service.clock.now()).toISOString().slice(0, 10);
  const on = (days: number) => new Date(Date.parse(start) + days * day).toISOString().slice(0, 10);

  // Shown from two weeks before on.
  await task(ana.api, path, {
    ...{ title: 'Paperwork', date: on(15), showFrom: 14, checklist: [{ title: 'Receipts' }] },
    recurrence: { frequency: 'monthly', interval: 3 },
  });
  expect(await titled('upcoming', 'Paperwork')).toEqual([]);
  const [paper] = await titled('all', 'Paperwork');
  const added = await done(
    ben.api.patch(`${path}/occurrences/${paper!.id}?scope=all`, {
      version: paper!['version'],
      checklist: [{ title: 'Receipts' }, { title: 'Bank statements' }],
    }),
  );
  expect(added.checklist.map(({ title }: any) => title)).toEqual(['Receipts', 'Bank statements']);

  // A one-off that is made to repeat, and back.
  const filter = await task(ana.api, path, { title: 'Filter', date: on(2) });
  const repeating = await done(
    ana.api.patch(`${path}/occurrences/${filter.id}`, {
      version: filter['version'],
      recurrence: 'FREQ=WEEKLY',
    }),
  );
  expect(repeating).toMatchObject({ id: filter.id, seriesIndex: 0 });
  expect((await titled('all', 'Filter')).map((row) => row['date']).slice(0, 2)).toEqual([on(2), on(9)]);
  await done(
    ana.api.patch(`${path}/occurrences/${filter.id}?scope=all`, {
      version: repeating.version,
      recurrence: null,
    }),
  );
  expect((await titled('all', 'Filter')).map((row) => row['date'])).toEqual([on(2)]);

  // Twice a day, in turn: each time of the day is a turn.
  await task(ana.api, path, {
    ...{ title: 'Cat', date: on(1), rotation: turns(ana, ben) },
    recurrence: { frequency: 'daily', times: ['18:00', '08:00'], count: 5 },
  });
  expect(
    (await titled('all', 'Cat')).map((row) => [row['date'], row['time'], row['responsibleMemberIds'][0]]),
  ).toEqual([
    [on(1), '08:00', ana.id],
    [on(1), '18:00', ben.id],
    [on(2), '08:00', ana.id],
    [on(2), '18:00', ben.id],
    [on(3), '08:00', ana.id],
  ]);

  // It waits until somebody starts it.
  const descale = await task(ana.api, path, {
    title: 'Descale',
    recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' },
  });
  expect(descale).toMatchObject({ date: null, seriesIndex: 0 });
  expect(await titled('unscheduled', 'Descale')).toHaveLength(1);
  const given = await done(
    ben.api.patch(`${path}/occurrences/${descale.id}`, { version: descale['version'], date: on(0) }),
  );
  expect(given).toMatchObject({ date: on(0) });
  expect(await titled('unscheduled', 'Descale')).toEqual([]);
  await complete(ben.api, path, descale);
  expect((await titled('upcoming', 'Descale')).map((row) => row['date'])).toEqual([on(5)]);

  // A day later the paperwork is two weeks ahead.
  service.clock.advance(day);
  const later = await returned(ana);
  const upcoming = await rows(later, path, 'upcoming');
  expect(upcoming.find((row) => row['title'] === 'Paperwork')).toMatchObject({ date: on(15) });
});
