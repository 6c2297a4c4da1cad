import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { home, newcomer } from '../households/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ now: '2026-11-21T23:30:00Z' });
});
afterAll(() => service.close());

const idOf = (path: string) => path.split('/').at(-1);

test('badges count by the clock of each household, and only what is the caller’s own', async () => {
  const { path, owner, member } = await home(service.api);
  // In Paris it is the 22nd already, in New York still the 21st.
  const far = await owner.api.household({ timeZone: 'America/New_York' });
  for (const at of [path, far])
    await owner.api.post(`${at}/tasks`, {
      title: 'Bins',
      date: '2026-11-21',
      responsibleMemberIds: [owner.id],
    });
  const personal = { title: 'Gift', date: '2026-11-22', visibility: 'PERSONAL' };
  await member.api.post(`${path}/tasks`, personal);
  await member.api.post(`${path}/tasks`, {
    title: 'Dishes',
    date: '2026-11-22',
    responsibleMemberIds: [owner.id],
  });
  await service.performJobs();
  const { status, body } = await owner.api.get('/v1/me/badges');
  expect(status).toBe(200);
  const unread = expect.any(Number);
  expect(body).toEqual([
    { householdId: idOf(path), unread, dueToday: 1, overdue: 1, openSwaps: 0 },
    { householdId: idOf(far), unread: 0, dueToday: 1, overdue: 0, openSwaps: 0 },
  ]);
  const listed = (await owner.api.get(`${path}/notifications?unread=true`)).body as object[];
  expect(body[0].unread).toBe(listed.length);
  expect((await owner.api.get('/v1/me/badges?limit=1')).body).toEqual([body[0]]);
});

test('notifications of all households come newest first, by pages; those of a household left do not', async () => {
  const { path, owner, member } = await home(service.api);
  const other = await owner.api.household();
  const third = await newcomer(owner.api, other);
  const give = (at: string, by: typeof member, title: string) =>
    by.api.post(`${at}/tasks`, { title, responsibleMemberIds: [owner.id] });
  await service.performJobs();
  for (const { householdId } of [{ householdId: path }, { householdId: other }])
    await owner.api.post(`${householdId}/notifications/read-all`);
  for (const [at, by, title] of [
    [path, member, 'one'],
    [other, third, 'two'],
    [path, member, 'three'],
  ] as const) {
    service.clock.advance(1_000);
    await give(at, by, title);
    await service.performJobs();
  }
  const titles = (body: { params: { title?: string } }[]) => body.map(({ params }) => params.title);
  const first = await owner.api.get('/v1/me/notifications?unread=true&limit=2');
  expect(titles(first.body)).toEqual(['three', 'two']);
  const next = /<(.*)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1];
  const last = await owner.api.get(next!);
  expect(titles(last.body)).toEqual(['one']);
  expect(last.headers).not.toHaveProperty('link');
  const counted = (await owner.api.get('/v1/me/badges')).body as { unread: number }[];
  expect(counted.map(({ unread }) => unread)).toEqual([2, 1]);

  await owner.api.patch(`${other}/members/${third.id}`, { role: 'OWNER' });
  await owner.api.delete(`${other}/members/${owner.id}`);
  const rest = (await owner.api.get('/v1/me/notifications?unread=true')).body;
  expect(titles(rest)).toEqual(['three', 'one']);
});

test.each(['/v1/me/badges?limit=0', '/v1/me/badges?cursor=x', '/v1/me/notifications?unread=maybe'])(
  '%s is refused',
  async (path) => {
    const { api } = await service.api.register();
    expect((await api.get(path)).status).toBe(400);
  },
);

test('is for those who are signed in', async () => {
  for (const path of ['/v1/me/badges', '/v1/me/notifications'])
    expect((await service.api.get(path)).status).toBe(401);
});
