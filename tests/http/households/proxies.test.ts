import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { done, hangDisplay } from '../../support/displays.js';
import { startService, type TestService } from '../../support/service.js';
import { home, told, type Person } from './people.js';

let service: TestService;
let path: string;
let ana: Person;
let ben: Person;
let members: string;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  ({ path, owner: ana, member: ben } = await home(service.api));
  members = `${path}/members`;
});
afterAll(() => service.close());

const add = async (fields: object = {}): Promise<string> => {
  const { status, body, text } = await ana.api.post(members, {
    displayName: 'Leo',
    group: 'CHILD',
    ...fields,
  });
  if (status !== 201) throw new Error(text);
  return body.id;
};
const listed = async (id: string) => (await ben.api.get(path)).body.members.find((one: any) => one.id === id);

test('an owner adds somebody who has no account', async () => {
  const created = await ana.api.post(members, { displayName: ' Leo ', group: 'CHILD' });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    displayName: 'Leo',
    role: 'MEMBER',
    group: 'CHILD',
    hasAccount: false,
    takesTurns: true,
    managerIds: [],
    activeFrom: null,
    activeUntil: null,
    weight: 100,
    leftAt: null,
  });
  expect(await listed(created.body.id)).toEqual(created.body);
  expect(await listed(ben.id)).toMatchObject({ hasAccount: true, group: 'ADULT', takesTurns: true });
  expect((await ben.api.get(path)).body.memberCount).toBe(3);
  const operation = created.headers['operation-id'] as string;
  expect((await ana.api.get(`${path}/operations/${operation}`)).body).toMatchObject({
    kind: 'MEMBER',
    undo: 'NEVER',
  });
});

test('once with a key', async () => {
  const key = randomUUID();
  const post = () =>
    ana.api.post(members, { displayName: 'Leo', group: 'CHILD' }, { 'idempotency-key': key });
  const [first, again] = [await post(), await post()];
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect((await ana.api.get(path)).body.members).toHaveLength(3);
});

test('nobody else adds one, and none that cannot be', async () => {
  expect(told(await ben.api.post(members, { displayName: 'Leo', group: 'CHILD' }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
  const leo = await add();
  for (const wrong of [
    {},
    { displayName: '', group: 'CHILD' },
    { displayName: 'x' },
    { displayName: 'x', group: 'ROBOT' },
    { displayName: 'x', group: 'PET', managerIds: [leo] },
    { displayName: 'x', group: 'GUEST', activeFrom: '2026-12-02', activeUntil: '2026-12-01' },
    { displayName: 'x', group: 'GUEST', activeFrom: 'soon' },
  ])
    expect(told(await ana.api.post(members, wrong))).toEqual([400, 'VALIDATION_FAILED']);
  expect((await ana.api.get(path)).body.members).toHaveLength(3);
});

test('a manager changes all of them but role and weight, a member nothing', async () => {
  const leo = await add({ managerIds: [ben.id] });
  const mia = await add({ displayName: 'Mia' });
  const edit = { displayName: 'Leonard', color: '#123456', group: 'GUEST', activeUntil: '2027-01-01' };
  expect((await ben.api.patch(`${members}/${leo}`, edit)).body).toMatchObject(edit);
  expect((await ben.api.post(`${members}/${leo}/away`, { from: '2026-12-24' })).status).toBe(201);
  for (const [id, refused] of [
    [leo, { weight: 30 }],
    [leo, { role: 'MEMBER' }],
    [mia, { displayName: 'x' }],
    [ben.id, { group: 'GUEST' }],
    [ben.id, { takesTurns: false }],
  ] as const)
    expect(told(await ben.api.patch(`${members}/${id}`, refused))).toEqual([403, 'FORBIDDEN']);
  for (const wrong of [{ displayName: null }, { role: 'OWNER' }, { managerIds: [mia] }])
    expect(told(await ana.api.patch(`${members}/${leo}`, wrong))).toEqual([400, 'VALIDATION_FAILED']);
  expect((await ana.api.patch(`${members}/${leo}`, { weight: 30 })).body.weight).toBe(30);
});

test('who takes no turns is refused in rotations and allowed as responsible', async () => {
  const rex = await add({ displayName: 'Rex', group: 'PET' });
  const task = (fields: object) =>
    ana.api.post(`${path}/tasks`, { title: 'Walk', date: '2026-11-24', recurrence: 'FREQ=DAILY', ...fields });
  const turns = (...ids: string[]) => ({ kind: 'turns', order: ids.map((id) => [id]) });
  const refused = await task({ rotation: turns(ana.id, rex) });
  expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
  expect(refused.body.error.details).toMatchObject([{ field: 'rotation.order[1][0]', rule: 'takesTurns' }]);
  expect((await task({ responsibleMemberIds: [rex] })).status).toBe(201);
  const walk = await task({ rotation: turns(ana.id, ben.id) });
  const series = `${path}/series/${walk.body.seriesId as string}`;
  expect(told(await ana.api.patch(series, { rotation: turns(ana.id, rex) }))).toEqual([
    400,
    'VALIDATION_FAILED',
  ]);
  expect((await ana.api.patch(`${members}/${rex}`, { takesTurns: true })).status).toBe(200);
  expect((await ana.api.patch(series, { rotation: turns(ana.id, rex) })).status).toBe(200);

  const out = await ana.api.patch(`${members}/${rex}`, { takesTurns: false });
  expect(told(out)).toEqual([409, 'INVALID_STATE']);
  expect(out.body.error.details).toEqual({ reason: 'IN_ROTATION', seriesId: walk.body.seriesId });
  await ana.api.patch(series, { rotation: turns(ana.id, ben.id) });
  expect((await ana.api.patch(`${members}/${rex}`, { takesTurns: false })).status).toBe(200);
});

test('an animal is responsible, but did nothing, and ticks nothing', async () => {
  const rex = await add({ displayName: 'Rex', group: 'PET' });
  const task = async (...ids: string[]): Promise<string> =>
    (
      await done(
        ana.api.post(`${path}/tasks`, { title: 'Walk', date: '2026-11-24', responsibleMemberIds: ids }),
      )
    ).id;
  const refusal = (field: string) => ({
    status: 400,
    body: { error: { details: [{ field, rule: 'animal' }] } },
  });
  const at = (id: string) => `${path}/occurrences/${id}`;
  const walk = await task(rex);
  const complete = (body: object) => ana.api.post(`${at(walk)}/complete`, body);
  expect(await complete({ completedFor: rex })).toMatchObject(refusal('completedFor'));
  expect(await complete({ completedForIds: [ana.id, rex] })).toMatchObject(refusal('completedForIds.1'));
  const command = (more: object) =>
    done(
      ana.api.post(`${path}/commands`, {
        sentAt: new Date(service.clock.now()).toISOString(),
        commands: [
          {
            ...{ id: crypto.randomUUID(), type: 'occurrence.complete', occurrenceId: walk },
            ...{ at: new Date(service.clock.now()).toISOString(), ...more },
          },
        ],
      }),
    );
  expect((await command({ completedFor: rex })).results).toMatchObject([
    { status: 'REFUSED', error: { details: [{ field: 'completedFor', rule: 'animal' }] } },
  ]);
  expect((await done(ana.api.get(at(walk)))).status).toBe('TODO');
  const { version, completedForIds } = await done(complete({}));
  expect(completedForIds).toEqual([ana.id]);
  expect(await complete({ completedForIds: [rex], version })).toMatchObject(refusal('completedFor'));

  // Where each has a tick of their own it is made for the animal.
  const pills = {
    title: 'Pills',
    date: '2026-11-24',
    responsibleMemberIds: [rex, ana.id],
    completion: 'all',
  };
  const { id: both } = await done(ana.api.post(`${path}/tasks`, pills));
  await done(ana.api.post(`${at(both)}/complete`, { completedForIds: [rex] }));
  expect(await done(ana.api.post(`${at(both)}/complete`, {}))).toMatchObject({ status: 'DONE' });

  expect(await ana.api.call('PUT', `${members}/${rex}/pin`, { body: { pin: '1234' } })).toMatchObject(
    refusal('memberId'),
  );
  expect(told(await ana.api.post(`${members}/${rex}/pass`, { until: '2026-11-25' }))).toEqual([
    409,
    'INVALID_STATE',
  ]);
  const { api: tablet } = await hangDisplay(ana.api, path);
  expect(await tablet.post('/v1/displays/act', { memberId: rex })).toMatchObject(refusal('memberId'));
  const pause = { from: '2026-12-01', to: '2026-12-05', mode: 'assign', assignTo: rex };
  expect(await ana.api.post(`${path}/pauses`, pause)).toMatchObject(refusal('assignTo'));
});

test('"in turns" of a sentence means those who take turns', async () => {
  await add({ displayName: 'Rex', group: 'PET' });
  const { body } = await ana.api.post(`${path}/tasks/quick`, { text: 'Bins every monday, take turns' });
  const series = (await ana.api.get(`${path}/series/${body.seriesId as string}`)).body;
  expect(series.rotation.order).toEqual([[ana.id], [ben.id]]);
});

test('they leave as members do, and nobody stays behind with them alone', async () => {
  const leo = await add({ managerIds: [ben.id] });
  expect(told(await ben.api.delete(`${members}/${leo}`))).toEqual([403, 'FORBIDDEN']);
  expect(told(await ana.api.delete(`${members}/${ana.id}`))).toEqual([409, 'LAST_OWNER']);
  expect((await ana.api.delete(`${members}/${ben.id}`)).status).toBe(204);
  const { body } = await ana.api.get(path);
  expect(body.members.find((one: any) => one.id === leo)).toMatchObject({ leftAt: null, managerIds: [] });

  const mia = await add({ displayName: 'Mia' });
  const task = { title: 'Teeth', responsibleMemberIds: [mia], date: '2026-11-24' };
  const { body: one } = await ana.api.post(`${path}/tasks`, task);
  expect((await ana.api.delete(`${members}/${mia}`)).status).toBe(204);
  expect((await ana.api.get(`${path}/occurrences/${one.id as string}`)).body.responsibleMemberIds).toEqual(
    [],
  );
  expect(told(await ana.api.patch(`${members}/${mia}`, { color: '#123456' }))).toEqual([404, 'NOT_FOUND']);
  const former = (await ana.api.get(path)).body.members.find((one: any) => one.id === mia);
  expect(former).toMatchObject({ displayName: 'Mia', hasAccount: false });
  expect(former.leftAt).not.toBeNull();

  // The household goes with the last who has an account.
  expect((await ana.api.delete(`${members}/${ana.id}`)).status).toBe(204);
  const left = await service.query(`select from members where household_id = '${path.split('/').at(-1)!}'`);
  expect(left).toEqual([]);
});

test('clients that keep up hear of them, and the export has them', async () => {
  const { body: first } = await ben.api.get(`${path}/changes`);
  let { cursor, hasMore } = first;
  while (hasMore) ({ cursor, hasMore } = (await ben.api.get(`${path}/changes?since=${cursor}`)).body);
  const leo = await add();
  const told = (await ben.api.get(`${path}/changes?since=${cursor}`)).body;
  expect(told.changed.members).toEqual([await listed(leo)]);
  const exported = (await ben.api.get('/v1/me/export')).body;
  expect(exported.households[0].members).toContainEqual(await listed(leo));
});

test('what was said of them is taken back, but not who they are', async () => {
  const leo = await add({ activeUntil: '2026-12-24' });
  const edited = await ana.api.patch(`${members}/${leo}`, { color: '#123456', activeUntil: null });
  const undo = (answer: { headers: Record<string, string> }) =>
    ana.api.post(`${path}/operations/${answer.headers['operation-id']!}/undo`);
  expect((await undo(edited as never)).status).toBe(200);
  expect((await listed(leo)).activeUntil).toBe('2026-12-24');
  for (const standing of [{ group: 'GUEST' }, { managerIds: [ben.id] }, { takesTurns: false }]) {
    const answer = await ana.api.patch(`${members}/${leo}`, standing);
    expect(told(await undo(answer as never))).toEqual([409, 'INVALID_STATE']);
  }
});
