import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { done, hangDisplay, pairedBy } from '../../support/displays.js';
import { home as aHome } from '../households/people.js';

/*
 * A tablet on the wall: what must go well from beginning to end, told over the API with its dates. It begins on Saturday, 21
 * November 2026, at one o'clock in Paris.
 */

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const titles = (rows: any): string[] => rows.map(({ title }: any) => title as string);

const hang = async (ana: Api, path: string): Promise<Api> => (await hangDisplay(ana, path)).api;

test('a tablet on the wall, a guest with a link: everyone’s tasks, nothing personal, and the link ends on Sunday', async () => {
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

  // The sitter, this weekend.
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
  // Sunday ends in Paris; nothing has been done by a job yet.
  service.clock.set('2026-11-22T23:00:00Z');
  expect((await sitter.get(`${path}/occurrences?view=all`)).status).toBe(401);
  expect((await tablet.get(path)).status).toBe(200);
});

test('on the tablet each takes back their own tick, and no other', async () => {
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
  // Leo takes back his own; Mia’s stays.
  expect((await as(leo, 'reopen')).row).toMatchObject({ status: 'TODO', doneBy: [{ memberId: mia }] });
  const last = await as(leo, 'complete');
  expect(last.row).toMatchObject({ status: 'DONE' });
  const undo = `${path}/operations/${last.operation}/undo`;
  // Who tapped wrong takes it back there, and nowhere else.
  await done(tablet.post(undo, {}, { 'x-act-token': last.actToken }));
  expect(await done(ana.api.get(`${path}/occurrences/${id as string}`))).toMatchObject({
    ...{ status: 'TODO', doneBy: [{ memberId: mia }] },
  });
});

test('passes for stays that are ahead begin on the first day of the stay, however many there are', async () => {
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
