import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { accept, home, invited, newcomer } from './people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const statuses = async (requests: Promise<{ status: number }>[]) =>
  (await Promise.all(requests)).map(({ status }) => status).sort((a, b) => a - b);

test('T-A5 a link for one, accepted by five at once: one joins', async () => {
  const { path, owner } = await home(service.api);
  const token = await invited(owner.api, path);
  const guests = await Promise.all(Array.from({ length: 5 }, () => service.api.register()));
  expect(await statuses(guests.map(({ api }) => accept(api, token)))).toEqual([201, 410, 410, 410, 410]);
  expect((await owner.api.get(path)).body.memberCount).toBe(3);
});

test('one user who accepts ten times at once is one member, and one use', async () => {
  const { path, owner } = await home(service.api);
  const token = await invited(owner.api, path, { maxUses: 5 });
  const guest = await service.api.register();
  const answers = await statuses(Array.from({ length: 10 }, () => accept(guest.api, token)));
  expect(new Set(answers)).toEqual(new Set([201]));
  expect((await owner.api.get(path)).body.members).toHaveLength(3);
  expect((await owner.api.get(`${path}/invitations`)).body[0].uses).toBe(1);
});

test('T-A5 accepting while it is revoked: it is either in time or refused', async () => {
  const { path, owner } = await home(service.api);
  const { id, token } = (await owner.api.post(`${path}/invitations`)).body;
  const guest = await service.api.register();
  const [joined, revoked] = await Promise.all([
    accept(guest.api, token),
    owner.api.delete(`${path}/invitations/${id}`),
  ]);
  expect(revoked.status).toBe(204);
  expect((await guest.api.get(path)).status).toBe(joined.status === 201 ? 200 : 404);
});

test('T-A6 of two owners who leave at once, one stays; who remains has an owner', async () => {
  for (let round = 0; round < 5; round++) {
    const { path, owner, member } = await home(service.api);
    const second = await newcomer(owner.api, path);
    await owner.api.patch(`${path}/members/${second.id}`, { role: 'OWNER' });
    const leaving = [owner, second].map(({ api, id }) => api.delete(`${path}/members/${id}`));
    expect(await statuses(leaving)).toEqual([204, 409]);
    const { members } = (await member.api.get(path)).body;
    const roles = members.filter(({ leftAt }: any) => leftAt === null).map(({ role }: any) => role);
    expect(roles.sort()).toEqual(['MEMBER', 'OWNER']);
  }
});

test('T-A6 two owners who remove each other, or step down, at once: one remains owner', async () => {
  const { path, owner, member } = await home(service.api);
  await owner.api.patch(`${path}/members/${member.id}`, { role: 'OWNER' });
  const down = [owner, member].map(({ api, id }) => api.patch(`${path}/members/${id}`, { role: 'MEMBER' }));
  expect(await statuses(down)).toEqual([200, 409]);
  const people = [owner, member];
  const roles = await Promise.all(people.map(async ({ api }) => (await api.get(path)).body.role as string));
  const [heir, other] = roles[0] === 'OWNER' ? people : people.toReversed();
  await heir!.api.patch(`${path}/members/${other!.id}`, { role: 'OWNER' });
  const removing = [
    heir!.api.delete(`${path}/members/${other!.id}`),
    other!.api.delete(`${path}/members/${heir!.id}`),
  ];
  expect(await statuses(removing)).toEqual([204, 404]);
});

test('the last two who leave at once take the household with them, or one is left owning it', async () => {
  const { path, owner, member } = await home(service.api);
  const leaving = [owner, member].map(({ api, id }) => api.delete(`${path}/members/${id}`));
  const answers = await statuses(leaving);
  const left = (await owner.api.get(path)).status;
  // Either the member went first and the owner was the last, or the owner came first and had to stay.
  expect([JSON.stringify(answers), left]).toEqual(
    answers[1] === 204 ? ['[204,204]', 404] : ['[204,409]', 200],
  );
});

test('T-A6 nothing is assigned to someone who is being removed', async () => {
  const { path, owner, member } = await home(service.api);
  const tasks = [];
  for (let i = 0; i < 5; i++)
    tasks.push(
      (await owner.api.post(`${path}/tasks`, { title: 'x', responsibleMemberIds: [member.id] })).body,
    );
  const create = () => owner.api.post(`${path}/tasks`, { title: 'y', responsibleMemberIds: [member.id] });
  const edit = ({ id, version }: any) =>
    owner.api.patch(`${path}/occurrences/${id}`, { version, responsibleMemberIds: [owner.id, member.id] });
  const answers = await statuses([
    create(),
    ...tasks.slice(0, 3).map(edit),
    create(),
    owner.api.delete(`${path}/members/${member.id}`),
    create(),
    ...tasks.slice(3).map(edit),
    create(),
  ]);
  expect(answers.filter((status) => ![200, 201, 204, 400, 409].includes(status))).toEqual([]);
  expect((await owner.api.get(`${path}/occurrences?assignee=${member.id}`)).body).toEqual([]);
});

test('what is created while the household is deleted is refused, not broken', async () => {
  const { path, owner, member } = await home(service.api);
  const create = () => member.api.post(`${path}/tasks`, { title: 'x' });
  const answers = await statuses([
    create(),
    member.api.post(`${path}/categories`, { name: 'x' }),
    owner.api.delete(path),
    create(),
    member.api.post(`${path}/invitations`),
    create(),
  ]);
  expect(answers.filter((status) => ![201, 204, 404].includes(status))).toEqual([]);
  expect((await member.api.get(path)).status).toBe(404);
});
