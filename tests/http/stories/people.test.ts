import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
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
const done = async (answer: PromiseLike<{ status: number; text: string; body: any }>): Promise<any> => {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
};
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

test('Saturday cleaning with the children', async () => {
  const { path, owner: ana, member: ben } = await aHome(service.api);
  const child = (displayName: string): Promise<Row> =>
    done(
      ana.api.post(`${path}/members`, {
        displayName,
        group: 'CHILD',
        managerIds: [ana.id, ben.id],
        takesTurns: true,
      }),
    );
  const [leo, mia] = [await child('Leo'), await child('Mia')];
  const family = [ana, ben, leo, mia];
  const chores = ['Bathroom', 'Kitchen', 'Floors', 'Dust'];
  for (const [place, title] of chores.entries())
    await done(
      ana.api.post(`${path}/tasks`, {
        ...{ title, date: '2026-11-21', recurrence: 'FREQ=WEEKLY;BYDAY=SA', durationMinutes: 30 },
        rotation: { ...turns(...family), offset: place },
      }),
    );
  const firsts = await Promise.all(chores.map(async (title) => (await dated(ana.api, path, title))[0]!));
  expect(firsts.map((row) => row['responsibleMemberIds'])).toEqual(family.map(({ id }) => [id]));

  // Leo's tick is made by Ben, Mia's by Ana; Ben does his own.
  await complete(ben, path, firsts[1]!, ben);
  await complete(ben, path, firsts[2]!, leo);
  await complete(ana, path, firsts[3]!, mia);
  const seconds = await Promise.all(chores.map(async (title) => (await dated(ben.api, path, title))[1]!));
  expect(seconds.map((row) => [row['date'], row['responsibleMemberIds']])).toEqual(
    [ben, leo, mia, ana].map(({ id }) => ['2026-11-28', [id]]),
  );
  const { members } = await done(ben.api.get(`${path}/statistics?from=2026-11-21&to=2026-11-21`));
  const of = ({ id }: { id: string }) => members.find((one: any) => one.memberId === id);
  expect([of(ana).done, of(ben).done, of(leo).done, of(mia).done]).toEqual([0, 1, 1, 1]);
  const balance = await done(ana.api.get(`${path}/balance?from=2026-11-21&to=2026-11-21`));
  expect(balance.members.map((one: any) => one.expectedMinutes)).toHaveLength(4);
  expect(await done(ben.api.get(`${path}/balance?from=2026-11-21&to=2026-11-21`))).toEqual(balance);
});

test('a chore that all children do, each for herself', async () => {
  const { path, owner: ana, member: ben } = await aHome(service.api);
  const child = (displayName: string): Promise<Row> =>
    done(ana.api.post(`${path}/members`, { displayName, group: 'CHILD', managerIds: [ana.id, ben.id] }));
  const [leo, mia] = [await child('Leo'), await child('Mia')];
  await done(
    ana.api.post(`${path}/tasks`, {
      ...{ title: 'Own room', date: '2026-11-21', recurrence: 'FREQ=WEEKLY;BYDAY=SA', durationMinutes: 30 },
      ...{ responsibleMemberIds: [leo.id, mia.id], completion: 'all' },
    }),
  );
  const room = async (): Promise<Row> => (await dated(ana.api, path, 'Own room'))[0]!;
  const first = await room();
  expect(first).toMatchObject({ completion: 'all', doneBy: [], responsibleMemberIds: [leo.id, mia.id] });
  const at = `${path}/occurrences/${first.id}`;

  // It is nobody else's to tick.
  const refused = await ben.api.post(`${at}/complete`);
  expect(refused.body.error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ rule: 'responsible' }] });

  const half = await complete(ben, path, first, leo);
  expect(half).toMatchObject({ status: 'TODO', completedFor: null, completedForIds: [] });
  expect(half.doneBy).toEqual([{ memberId: leo.id, at: expect.any(String) }]);
  expect((await complete(ana, path, first, leo)).version).toBe(half.version);

  expect(await complete(ana, path, first, mia)).toMatchObject({ status: 'DONE', completedBy: ana.id });
  expect((await room())['doneBy'].map((tick: any) => tick.memberId).toSorted()).toEqual(
    [leo.id, mia.id].toSorted(),
  );

  // Leo's was too early: hers stays, and is done again with his.
  const back = await done(ben.api.post(`${at}/reopen`, { completedForIds: [leo.id] }));
  expect(back).toMatchObject({ status: 'TODO', doneBy: [{ memberId: mia.id }] });
  const { body: operations } = await ben.api.get(`${path}/operations?limit=100`);
  expect(operations.map((one: any) => one.kind)).toContain('REOPENED');
  expect(await complete(ben, path, first, leo)).toMatchObject({ status: 'DONE' });
  const { members } = await done(ben.api.get(`${path}/statistics?from=2026-11-21&to=2026-11-21`));
  const of = ({ id }: { id: string }) => members.find((one: any) => one.memberId === id);
  expect([of(ana).done, of(leo).done, of(mia).done, of(leo).minutes, of(mia).minutes]).toEqual([
    0, 1, 1, 15, 15,
  ]);
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
