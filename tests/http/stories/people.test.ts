import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { done, hangDisplay } from '../../support/displays.js';
import { startService, type TestService } from '../../support/service.js';
import { home as aHome, type Person } from '../households/people.js';

/*
 * Stories of people who have no account, told over the API with their dates. They begin on Saturday, 21 November 2026, at one
 * o'clock in Paris.
 */

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Row = Record<string, any> & { readonly id: string };
const dated = async (api: Api, path: string, title: string): Promise<Row[]> => {
  const all: Row[] = await done(api.get(`${path}/occurrences?view=all&limit=200`));
  return all.filter((row) => row['title'] === title);
};
const turns = (...people: readonly { id: string }[]) => ({
  kind: 'turns',
  order: people.map(({ id }) => [id]),
});
const complete = (by: Person, path: string, { id }: Row, completedFor: { id: string }) =>
  done(by.api.post(`${path}/occurrences/${id}/complete`, { completedFor: completedFor.id }));

const child = (by: Person, path: string, displayName: string, managers: readonly Person[]): Promise<Row> =>
  done(
    by.api.post(`${path}/members`, { displayName, group: 'CHILD', managerIds: managers.map(({ id }) => id) }),
  );

test('Saturday cleaning with the children: four chores in turns, a fifth for each, the tablet, and next week', async () => {
  const { path, owner: ana, member: ben } = await aHome(service.api);
  const leo = await child(ana, path, 'Leo', [ana, ben]);
  const mia = await child(ana, path, 'Mia', [ana, ben]);
  const family = [ana, ben, leo, mia];
  const saturdays = { date: '2026-11-21', recurrence: 'FREQ=WEEKLY;BYDAY=SA', durationMinutes: 30 };
  const chores = ['Bathroom', 'Kitchen', 'Floors', 'Dust'];
  for (const [place, title] of chores.entries())
    await done(
      ana.api.post(`${path}/tasks`, {
        ...saturdays,
        title,
        rotation: { ...turns(...family), offset: place },
      }),
    );
  await done(
    ana.api.post(`${path}/tasks`, {
      ...{ ...saturdays, title: 'Own room', completion: 'all' },
      responsibleMemberIds: [leo.id, mia.id],
    }),
  );
  const on = async (date: string): Promise<readonly Row[]> => {
    const all: Row[] = await done(ben.api.get(`${path}/occurrences?view=all&from=${date}&to=${date}`));
    expect(all).toHaveLength(5);
    return [...chores, 'Own room'].map((title) => all.find((row) => row['title'] === title)!);
  };
  const whose = (rows: readonly Row[]) => rows.map((row) => row['responsibleMemberIds']);
  const [bathroom, kitchen, floors, dust, room] = (await on('2026-11-21')) as [Row, Row, Row, Row, Row];
  expect(whose([bathroom, kitchen, floors, dust])).toEqual(family.map(({ id }) => [id]));
  expect(room).toMatchObject({ completion: 'all', doneBy: [], responsibleMemberIds: [leo.id, mia.id] });

  // Leo ticks on the tablet on the wall, with his PIN: his turn, and his own room; Mia's chore is not his to tick.
  await done(ana.api.call('PUT', `${path}/members/${leo.id}/pin`, { body: { pin: '0906' } }));
  const { api: tablet } = await hangDisplay(ana.api, path);
  const { members } = await done(tablet.get(path));
  expect(members.map((one: any) => [one.displayName, one.hasPin])).toContainEqual(['Leo', true]);
  const choose = (body: object) => tablet.post('/v1/displays/act', { memberId: leo.id, ...body });
  for (const refused of [{ pin: '1111' }, {}]) expect((await choose(refused)).status).toBe(403);
  const { actToken } = await done(choose({ pin: '0906' }));
  const tick = ({ id }: Row) =>
    tablet.post(`${path}/occurrences/${id}/complete`, {}, { 'x-act-token': actToken });
  const leos = { completedBy: leo.id, completedFor: leo.id };
  expect(await done(tick(floors))).toMatchObject({ status: 'DONE', ...leos });
  expect((await tick(dust)).status).toBe(403);
  const half = await done(tick(room));
  expect(half).toMatchObject({ status: 'TODO', completedFor: null, doneBy: [{ memberId: leo.id }] });

  // Mia's ticks are made by Ana; Ana and Ben do their own.
  await complete(ana, path, bathroom, ana);
  await complete(ben, path, kitchen, ben);
  const mias = { status: 'DONE', completedBy: ana.id };
  expect(await complete(ana, path, dust, mia)).toMatchObject({ ...mias, completedFor: mia.id });
  expect(await complete(ana, path, room, mia)).toMatchObject({ ...mias, completedForIds: [leo.id, mia.id] });

  const next = await on('2026-11-28');
  expect(whose(next)).toEqual([...[ben, leo, mia, ana].map(({ id }) => [id]), [leo.id, mia.id]]);
  for (const row of next) expect(row).toMatchObject({ status: 'TODO', completedForIds: [], doneBy: [] });

  const range = 'from=2026-11-21&to=2026-11-21';
  const statistics = await done(ben.api.get(`${path}/statistics?${range}`));
  const did = family.map(({ id }) => statistics.members.find((one: any) => one.memberId === id));
  expect(did.map(({ done: count, late, minutes }) => [count, late, minutes])).toEqual([
    [1, 0, 30],
    [1, 0, 30],
    [2, 0, 60],
    [2, 0, 60],
  ]);
  const balance = await done(ana.api.get(`${path}/balance?${range}`));
  expect(await done(ben.api.get(`${path}/balance?${range}`))).toEqual(balance);
  expect(balance.totalMinutes).toBe(180);
  expect(family.map(({ id }) => balance.members.find((one: any) => one.memberId === id).doneMinutes)).toEqual(
    [30, 30, 60, 60],
  );
});

test('the tick of each is nobody else’s to make, counts once, and is taken back alone', async () => {
  const { path, owner: ana, member: ben } = await aHome(service.api);
  const leo = await child(ana, path, 'Leo', [ana, ben]);
  const mia = await child(ana, path, 'Mia', [ana, ben]);
  const room: Row = await done(
    ana.api.post(`${path}/tasks`, {
      ...{ title: 'Own room', date: '2026-11-21', completion: 'all', responsibleMemberIds: [leo.id, mia.id] },
    }),
  );
  const at = `${path}/occurrences/${room.id}`;
  const refused = await ben.api.post(`${at}/complete`);
  expect(refused.body.error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ rule: 'responsible' }] });

  const half = await complete(ben, path, room, leo);
  expect(half.doneBy).toEqual([{ memberId: leo.id, at: expect.any(String) }]);
  expect((await complete(ana, path, room, leo)).version).toBe(half.version);
  await complete(ana, path, room, mia);

  // Leo's was too early: hers stays, and is done again with his.
  const back = await done(ben.api.post(`${at}/reopen`, { completedForIds: [leo.id] }));
  expect(back).toMatchObject({ status: 'TODO', doneBy: [{ memberId: mia.id }] });
  const { body: operations } = await ben.api.get(`${path}/operations?limit=100`);
  expect(operations.map((one: any) => one.kind)).toContain('REOPENED');
  expect(await complete(ben, path, room, leo)).toMatchObject({ status: 'DONE' });
});

test('Grandma visits for ten days and takes turns', async () => {
  const { path, owner: ana, member: ben } = await aHome(service.api);
  const cooking = await done(
    ana.api.post(`${path}/tasks`, {
      ...{ title: 'Cooking', date: '2026-11-21', recurrence: 'FREQ=DAILY', rotation: turns(ana, ben) },
    }),
  );
  await complete(ana, path, cooking, ana);
  const grandma: Row = await done(
    ana.api.post(`${path}/members`, {
      ...{ displayName: 'Grandma', group: 'GUEST', activeFrom: '2026-12-01', activeUntil: '2026-12-10' },
    }),
  );
  await done(
    ana.api.patch(`${path}/series/${cooking.seriesId as string}`, { rotation: turns(ana, ben, grandma) }),
  );
  const rows = await dated(ben.api, path, 'Cooking');
  const hers = rows.filter((row) => row['responsibleMemberIds'].includes(grandma.id));
  expect(hers.length).toBeGreaterThanOrEqual(3);
  expect(hers.map((row) => row['date']).filter((date) => date < '2026-12-01' || date > '2026-12-10')).toEqual(
    [],
  );
  expect(rows.filter((row) => row['responsibleMemberIds'].length !== 1)).toEqual([]);
  // Whoever stood in for her has it in her place.
  const before = rows.find((row) => row['turnOf']?.includes(grandma.id) && row['date'] < '2026-12-01');
  expect(before).toMatchObject({ turnReason: 'AWAY' });
  // One task with one history, also of what was done before she came.
  expect(new Set(rows.map((row) => row['taskId'])).size).toBe(1);
  expect(rows[0]).toMatchObject({ status: 'DONE', completedFor: ana.id });

  // She stays until the 12th after all.
  await done(ana.api.patch(`${path}/members/${grandma.id}`, { activeUntil: '2026-12-12' }));
  const longer = await dated(ben.api, path, 'Cooking');
  const dates = longer
    .filter((row) => row['responsibleMemberIds'].includes(grandma.id))
    .map((row) => row['date']);
  expect(dates.every((date) => date >= '2026-12-01' && date <= '2026-12-12')).toBe(true);
  expect(dates.length).toBeGreaterThan(hers.length);

  // On her last day she is here; on the day after she has left, and what she had is others'.
  const stays = async () => {
    await service.useCases.departGuests();
    const { members } = await done(service.api.as(await signIn()).get(path));
    return members.find((one: any) => one.id === grandma.id).leftAt === null;
  };
  const signIn = async (): Promise<string> =>
    (await done(service.api.post('/v1/auth/login', await service.credentialsOf(ana.id)))).accessToken;
  // Half past eleven in the evening in Paris.
  service.clock.advance(Date.parse('2026-12-12T22:30:00Z') - service.clock.now());
  expect(await stays()).toBe(true);
  service.clock.advance(3_600_000);
  expect(await stays()).toBe(false);
  const rest = await dated(service.api.as(await signIn()), path, 'Cooking');
  expect(
    rest.filter((row) => row['status'] === 'TODO' && row['responsibleMemberIds'].includes(grandma.id)),
  ).toEqual([]);
});
