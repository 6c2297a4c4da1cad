import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { home as aHome, newcomer } from '../households/people.js';

/*
 * School holidays: everything a week later. Told over the API with its dates. It begins on Saturday, 21 November 2026, at one
 * o'clock in Paris; the holidays are the two weeks from Monday, 21 December on.
 */

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Row = Record<string, any> & { readonly id: string };
const done = async (answer: PromiseLike<{ status: number; text: string; body: any }>): Promise<any> => {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
};
const open = async (api: Api, path: string): Promise<Row[]> =>
  ((await done(api.get(`${path}/occurrences?view=all&limit=500`))) as Row[]).filter(
    ({ status }) => status === 'TODO',
  );

test('school holidays: everything a week later, previewed, undone, and done again', async () => {
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

  // One action, previewed: nothing has happened yet.
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

  // Done: the turns go on, what is fortnightly stays fortnightly, the rent stays, and so does what is Ben's alone.
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

  // Undone once, by somebody else: as if it had never been.
  await done(ben.api.post(`${path}/operations/${made.headers['operation-id']!}/undo`));
  expect(await turns('Bins')).toEqual(bins);
  expect(await turns('Recycling', undefined, 3)).toEqual(recycling);
  expect((await open(ana.api, path)).map(({ id, date }) => [id, date]).sort()).toEqual(
    before.map(({ id, date }) => [id, date]).sort(),
  );

  // Done again.
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
  ['days that are over', { from: '2026-11-20' }, 'from'],
  ['what nobody has planned yet', { from: '2027-02-20' }, 'from'],
  ['more than sixty days', { days: 61 }, 'days'],
  ['no day', { days: 0 }, 'days'],
  ['nothing', { all: undefined }, 'all'],
  ['all, and yet of a category', { categoryId: '01900000-0000-7000-8000-000000000001' }, 'all'],
  [
    'a category that is none',
    { all: undefined, categoryId: '01900000-0000-7000-8000-000000000001' },
    'categoryId',
  ],
  ['no series', { all: undefined, seriesIds: [] }, 'seriesIds'],
  [
    'a series, with what is none',
    { all: undefined, seriesIds: ['01900000-0000-7000-8000-000000000001'], oneOff: true },
    'oneOff',
  ],
])('a shift of %s is refused', async (_name, body, field) => {
  const { path, owner } = await aHome(service.api);
  const refused = await owner.api.post(`${path}/shift`, { days: 7, from: '2026-11-23', all: true, ...body });
  expect(refused.status).toBe(400);
  expect(refused.body.error.details).toMatchObject([{ field }]);
});

test('what others keep to themselves is absent', async () => {
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
