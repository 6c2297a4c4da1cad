import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { home as aHome, newcomer } from '../households/people.js';

/*
 * When nobody is at home, or somebody else is: told over the API with its dates. It begins on Saturday, 21 November 2026, at one
 * o'clock in Paris.
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
const turns = async (api: Api, path: string, title: string): Promise<string[]> =>
  ((await done(api.get(`${path}/occurrences?view=all&limit=500`))) as Row[])
    .filter((row) => row['title'] === title && row['status'] === 'TODO')
    .map((row) => `${row['date']} ${row['responsibleMemberIds'][0]}`);

test('two weeks away: previewed, made, undone, made again, and over sooner than thought', async () => {
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

test('the sitter’s weekend: what is due is hers, and on Monday it is over', async () => {
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
  ['days that are over', { from: '2026-11-20', mode: 'skip' }, 'from'],
  ['an end before its beginning', { from: '2026-12-02', to: '2026-12-01', mode: 'skip' }, 'to'],
  ['years', { from: '2026-12-02', to: '2028-12-02', mode: 'skip' }, 'to'],
  ['nobody to be given anything', { from: '2026-12-02', mode: 'assign' }, 'assignTo'],
  ['no series', { from: '2026-12-02', mode: 'skip', seriesIds: [] }, 'seriesIds'],
])('a pause of %s is refused', async (_name, body, field) => {
  const { path, owner } = await aHome(service.api);
  const refused = await owner.api.post(`${path}/pauses`, body);
  expect(refused.status).toBe(400);
  expect(refused.body.error.details).toMatchObject([{ field }]);
});
