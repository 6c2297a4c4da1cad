import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { home, newcomer, told, type Person } from '../households/people.js';

let service: TestService;
let path: string;
let ana: Person;
let ben: Person;
let cleo: Person;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  ({ path, owner: ana, member: ben } = await home(service.api));
  cleo = await newcomer(ana.api, path);
});
afterAll(() => service.close());

const done = async (answer: PromiseLike<{ status: number; text: string; body: any }>): Promise<any> => {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
};
const child = async (managers: readonly Person[], displayName = 'Leo'): Promise<string> => {
  const managerIds = managers.map(({ id }) => id);
  return (await done(ana.api.post(`${path}/members`, { displayName, group: 'CHILD', managerIds }))).id;
};
/** What each of the three has heard of that type: for whom. */
async function heard(type: string): Promise<Record<string, (string | null)[]>> {
  await service.performJobs();
  const of = async ({ api }: Person) => {
    const all = await done(api.get(`${path}/notifications`));
    return all.filter((one: any) => one.type === type).map((one: any) => one.params.forMemberId ?? null);
  };
  return { ana: await of(ana), ben: await of(ben), cleo: await of(cleo) };
}
const assign = (by: Person, ...ids: string[]) =>
  done(by.api.post(`${path}/tasks`, { title: 'Teeth', date: '2026-11-24', responsibleMemberIds: ids }));

test('what a child without an account would be told goes to who looks after them', async () => {
  const leo = await child([ben]);
  await assign(cleo, leo);
  expect(await heard('TASK_ASSIGNED')).toEqual({ ana: [], ben: [leo], cleo: [] });
});

test('to the owners where nobody does who is here', async () => {
  const leo = await child([ben]);
  await done(ben.api.post(`${path}/members/${ben.id}/away`, { from: '2026-11-20', to: null }));
  await assign(cleo, leo);
  expect(await heard('TASK_ASSIGNED')).toEqual({ ana: [leo], ben: [], cleo: [] });
});

test('not to whoever did it, once to whoever looks after two, and of their own first', async () => {
  const [leo, mia] = [await child([ben, cleo]), await child([ben, cleo], 'Mia')];
  await assign(cleo, leo, mia, ben.id);
  expect(await heard('TASK_ASSIGNED')).toEqual({ ana: [], ben: [null], cleo: [] });
});

test('not of a child who is not here yet', async () => {
  const leo = await child([ben]);
  await done(ana.api.patch(`${path}/members/${leo}`, { activeFrom: '2027-01-01' }));
  await assign(cleo, leo);
  expect(await heard('TASK_ASSIGNED')).toEqual({ ana: [], ben: [], cleo: [] });
});

test('who speaks for them answers a swap of their turn', async () => {
  const leo = await child([ben]);
  const mine = await assign(ana, cleo.id);
  const his = await assign(ana, leo);
  const asked = (await done(
    cleo.api.post(`${path}/occurrences/${mine.id as string}/swap`, { withOccurrenceId: his.id }),
  )) as { id: string };
  expect(await heard('TURN_SWAP_REQUESTED')).toEqual({ ana: [], ben: [leo], cleo: [] });
  // An owner does not, while who looks after him is here.
  expect(told(await ana.api.post(`${path}/swaps/${asked.id}/accept`))).toEqual([403, 'FORBIDDEN']);
  await done(ben.api.post(`${path}/swaps/${asked.id}/accept`));
  const whose = async ({ id }: { id: string }) =>
    (await done(ana.api.get(`${path}/occurrences/${id}`))).responsibleMemberIds;
  expect([await whose(mine), await whose(his)]).toEqual([[leo], [cleo.id]]);
});

test('and that of a child with an account, who answers none', async () => {
  await done(ana.api.patch(`${path}/members/${cleo.id}`, { group: 'CHILD', managerIds: [ben.id] }));
  const mine = await assign(ana, ana.id);
  const hers = await assign(ana, cleo.id);
  const { id } = (await done(
    ana.api.post(`${path}/occurrences/${mine.id as string}/swap`, { withOccurrenceId: hers.id }),
  )) as { id: string };
  expect(await heard('TURN_SWAP_REQUESTED')).toEqual({ ana: [], ben: [cleo.id], cleo: [null] });
  const badge = async ({ api }: Person) => (await done(api.get('/v1/me/badges')))[0].openSwaps;
  expect([await badge(ana), await badge(ben), await badge(cleo)]).toEqual([0, 1, 0]);
  expect(told(await cleo.api.post(`${path}/swaps/${id}/accept`))).toEqual([403, 'FORBIDDEN']);
  await done(ben.api.post(`${path}/swaps/${id}/accept`));
  expect((await done(ana.api.get(`${path}/occurrences/${mine.id as string}`))).responsibleMemberIds).toEqual([
    cleo.id,
  ]);
});

test('a guest who looks after somebody answers no swaps: then the owners do', async () => {
  const leo = await child([cleo]);
  await done(ana.api.patch(`${path}/members/${cleo.id}`, { group: 'GUEST' }));
  const [mine, his] = [await assign(ana, ben.id), await assign(ana, leo)];
  const { id } = (await done(
    ben.api.post(`${path}/occurrences/${mine.id as string}/swap`, { withOccurrenceId: his.id }),
  )) as { id: string };
  expect(await heard('TURN_SWAP_REQUESTED')).toEqual({ ana: [leo], ben: [], cleo: [] });
  const badge = async ({ api }: Person) => (await done(api.get('/v1/me/badges')))[0].openSwaps;
  expect([await badge(ana), await badge(cleo)]).toEqual([1, 0]);
  await done(ana.api.post(`${path}/swaps/${id}/accept`));
});

describe('a reminder', () => {
  const remind = async (responsible: string) => {
    const task = { title: 'Teeth', date: '2026-11-24', time: '19:00', reminders: [0] };
    await done(ana.api.post(`${path}/tasks`, { ...task, responsibleMemberIds: [responsible] }));
    const sessions = await Promise.all([ana, ben, cleo].map(({ id }) => service.credentialsOf(id)));
    service.clock.advance(Date.parse('2026-11-24T18:00:30Z') - service.clock.now());
    await service.useCases.sendReminders();
    const [one, two, three] = await Promise.all(
      sessions.map(async (credentials) => {
        const { accessToken } = await done(service.api.post('/v1/auth/login', credentials));
        const all = await done(service.api.as(accessToken as string).get(`${path}/notifications`));
        const reminders = all.filter(({ type }: any) => type === 'TASK_REMINDER');
        return reminders.map(({ params }: any) => params.forMemberId ?? null);
      }),
    );
    return { ana: one, ben: two, cleo: three };
  };

  test('of what a child has to do goes to who looks after them', async () => {
    const leo = await child([ben]);
    expect(await remind(leo)).toEqual({ ana: [], ben: [leo], cleo: [] });
  });
});
