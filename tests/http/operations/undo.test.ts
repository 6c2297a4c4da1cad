import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { home, told, type Person } from '../households/people.js';

const DAY_MS = 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

let path: string;
let owner: Person;
let member: Person;
beforeEach(async () => {
  ({ path, owner, member } = await home(service.api));
});

const create = async ({ api }: Person, fields: object): Promise<any> =>
  (await api.post(`${path}/tasks`, { title: 'Bins', ...fields })).body;
const weekly = { date: '2026-11-24', recurrence: { frequency: 'weekly' } };
const undo = ({ api }: Person, id: unknown) => api.post(`${path}/operations/${String(id)}/undo`);
const idOf = ({ headers }: { headers: Record<string, string> }) => headers['operation-id'];
const rows = async ({ api }: Person): Promise<any[]> => (await api.get(`${path}/occurrences?view=all`)).body;

test('an undo restores a deleted series once with all its dates, and names the undone operation', async () => {
  const first = await create(owner, weekly);
  const before = (await rows(owner)).map(({ id, date }) => [id, date]);
  const deleted = await member.api.delete(`${path}/occurrences/${first.id}?scope=all`);
  expect(await rows(owner)).toEqual([]);
  const undone = await undo(owner, idOf(deleted));
  expect(undone.status).toBe(200);
  expect(undone.body).toMatchObject({ kind: 'UNDONE', undoes: idOf(deleted), actorId: owner.id });
  expect(idOf(undone)).toBe(undone.body.id);
  const again = await undo(member, idOf(deleted));
  expect([again.status, again.body, idOf(again)]).toEqual([200, undone.body, undefined]);
  expect((await rows(member)).map(({ id, date }) => [id, date])).toEqual(before);
  const { body } = await member.api.get(`${path}/operations/${String(idOf(deleted))}`);
  expect(body).toMatchObject({ kind: 'DELETED', undo: 'UNDONE', undoneBy: undone.body.id });
  expect((await owner.api.get(`${path}/operations`)).body).toEqual(
    expect.arrayContaining([body, undone.body]),
  );
});

test('the trash groups a deleted series by its operation, and restores the series as a whole', async () => {
  const first = await create(owner, weekly);
  const before = (await rows(owner)).map(({ id, date }) => [id, date]);
  const deleted = await member.api.delete(`${path}/occurrences/${first.id}?scope=all`);
  const trash = (await owner.api.get(`${path}/trash`)).body;
  expect(trash.map(({ operationId }: any) => operationId)).toEqual(before.map(() => idOf(deleted)));
  const one = `${path}/occurrences/${trash[2].id}/restore`;
  expect(told(await owner.api.post(`${one}?scope=following`))).toEqual([400, 'VALIDATION_FAILED']);
  const restored = await owner.api.post(`${one}?scope=all`);
  expect(restored).toMatchObject({ status: 200, body: { id: trash[2].id, status: 'TODO', deletedAt: null } });
  expect((await rows(member)).map(({ id, date }) => [id, date])).toEqual(before);
  expect((await owner.api.get(`${path}/trash`)).body).toEqual([]);
  const { body } = await owner.api.get(`${path}/operations/${String(idOf(restored))}`);
  expect(body).toMatchObject({ kind: 'UNDONE', undoes: idOf(deleted), undo: 'POSSIBLE' });
  expect(told(await owner.api.post(`${one}?scope=all`))).toEqual([409, 'INVALID_STATE']);
});

test('a blocked undo lists what blocks it, and changes nothing', async () => {
  const first = await create(owner, weekly);
  const moved = await owner.api.patch(`${path}/occurrences/${first.id}?scope=all`, {
    ...{ version: 1, date: '2026-11-25' },
  });
  const [, second] = await rows(owner);
  const tick = await member.api.post(`${path}/occurrences/${second.id}/complete`);
  const before = await rows(owner);
  const refused = await undo(owner, idOf(moved));
  expect(told(refused)).toEqual([409, 'UNDO_BLOCKED']);
  expect(refused.body.error.details).toMatchObject({
    count: 1,
    blockers: [
      {
        ...{ kind: 'occurrence', id: second.id, title: 'Bins', date: '2026-12-02', reason: 'DONE' },
        ...{ by: member.id, operationId: idOf(tick) },
      },
    ],
  });
  expect(idOf(refused)).toBeUndefined();
  expect(await rows(owner)).toEqual(before);
});

test('a blocked undo of a series lists the series first, then the occurrences by date', async () => {
  const created = await owner.api.post(`${path}/tasks`, { title: 'Bins', ...weekly });
  await owner.api.delete(`${path}/occurrences/${created.body.id}?scope=all`);
  const refused = await undo(owner, idOf(created));
  expect(told(refused)).toEqual([409, 'UNDO_BLOCKED']);
  const { details } = refused.body.error;
  const dates = details.blockers.map(({ date }: { date: string | null }) => date ?? '');
  expect(details.blockers[0]).toMatchObject({ kind: 'series', reason: 'SERIES_CHANGED' });
  expect(dates).toHaveLength(details.count);
  expect(dates).toEqual(dates.toSorted());
});

test('personal tasks of other members are hidden in operations, and do not block an undo', async () => {
  const secret = await owner.api.post(`${path}/tasks`, { title: 'Present', visibility: 'PERSONAL' });
  for (const answer of [
    await undo(member, idOf(secret)),
    await member.api.get(`${path}/operations/${String(idOf(secret))}`),
  ])
    expect(told(answer)).toEqual([404, 'NOT_FOUND']);
  const { body } = await member.api.get(`${path}/operations`);
  expect(JSON.stringify(body)).not.toContain(idOf(secret));

  const category = await member.api.post(`${path}/categories`, { name: 'Kitchen' });
  await owner.api.patch(`${path}/occurrences/${secret.body.id}`, {
    ...{ version: 1, categoryId: category.body.id },
  });
  expect((await undo(member, idOf(category))).status).toBe(200);
  const { body: kept } = await owner.api.get(`${path}/occurrences/${secret.body.id}`);
  expect(kept).toMatchObject({ title: 'Present', categoryId: null });
});

test('an undo of a split is refused if the new series would be removed together with an occurrence that was created and edited after the split', async () => {
  const first = await create(owner, {
    date: '2026-11-21',
    recurrence: { kind: 'afterCompletion', every: 2, unit: 'day' },
  });
  await owner.api.post(`${path}/occurrences/${first.id}/complete`);
  const [, second] = await rows(owner);
  const split = await owner.api.patch(`${path}/occurrences/${second.id}?scope=following`, {
    ...{ version: second.version, date: '2026-11-30' },
  });
  expect(split.status).toBe(200);
  // It is completed early, so the next one is due before the date on which the new series began.
  expect((await owner.api.post(`${path}/occurrences/${second.id}/complete`)).status).toBe(200);
  const third = (await rows(owner)).find(({ status }) => status === 'TODO');
  expect(third).toMatchObject({ seriesId: split.body.seriesId, date: '2026-11-23' });
  await owner.api.patch(`${path}/occurrences/${third.id}?scope=this`, { version: 1, title: 'All bins' });
  expect((await owner.api.post(`${path}/occurrences/${second.id}/reopen`)).status).toBe(200);

  const before = await rows(owner);
  const refused = await undo(owner, idOf(split));
  expect(told(refused)).toEqual([409, 'UNDO_BLOCKED']);
  expect(refused.body.error.details).toMatchObject({
    count: 1,
    blockers: [{ kind: 'occurrence', id: third.id, title: 'All bins', reason: 'CHANGED' }],
  });
  expect(await rows(owner)).toEqual(before);
});

test('an undo is refused after seven days, and for a change of a role', async () => {
  const task = await owner.api.post(`${path}/tasks`, { title: 'Bins' });
  const promoted = await owner.api.patch(`${path}/members/${member.id}`, { role: 'OWNER' });
  expect(told(await undo(owner, idOf(promoted)))).toEqual([409, 'INVALID_STATE']);
  service.clock.advance(7 * DAY_MS);
  // The access token has expired by then, so the test calls the use case with the caller.
  const caller = {
    userId: owner.id,
    memberId: owner.id,
    group: 'ADULT',
    role: 'OWNER',
    household: { id: path.split('/').at(-1) },
  } as never;
  const late = service.useCases.undoOperation(caller, String(idOf(task)) as never);
  await expect(late).rejects.toMatchObject({ code: 'UNDO_EXPIRED' });
  await service.useCases.purgeOperations();
  const [kept] = await service.query(
    `select inverse, undo_until from operations where id = '${String(idOf(task))}'`,
  );
  expect([kept?.['inverse'], kept?.['undo_until'] === null]).toEqual([null, false]);
});

test('operations answer 404 to members of another household', async () => {
  const task = await owner.api.post(`${path}/tasks`, { title: 'Bins' });
  const other = await home(service.api);
  const foreign = `${other.path}/operations/${String(idOf(task))}`;
  expect(told(await other.owner.api.get(foreign))).toEqual([404, 'NOT_FOUND']);
  expect(told(await other.owner.api.post(`${foreign}/undo`))).toEqual([404, 'NOT_FOUND']);
  expect(told(await other.owner.api.post(`${path}/operations/${String(idOf(task))}/undo`))).toEqual([
    404,
    'HOUSEHOLD_NOT_FOUND',
  ]);
});
