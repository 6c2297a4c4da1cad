import { beforeEach, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { addDays, civilDate, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { RebalanceRequest } from '../../../application/balance/rebalance.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { fc, runs } from '../../support/property.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const range: RebalanceRequest = {
  from: civilDate('2026-11-23'),
  to: civilDate('2026-12-06'),
  seriesIds: null,
};
/** Creates a daily task with turns of two weeks. All days of `range` are in the turn of the first member. */
const daily = (title: string, ...people: readonly MemberCaller[]) =>
  home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title, date: civilDate('2026-11-23'), durationMinutes: 30, recurrence: { frequency: 'daily' } },
      rotation: {
        ...{ kind: 'turns', order: people.map(({ memberId }) => [memberId]) },
        ...{ unit: 'week', length: 2, offset: 0 },
      },
    }),
  );
const turns = async () => {
  const { rows } = await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL);
  return rows.filter(({ date }) => date !== null && date >= range.from && date <= range.to);
};
const countOf = async (caller: MemberCaller) =>
  (await turns()).filter(({ responsibleMemberIds: [one] }) => one === caller.memberId).length;
const rebalance = (caller: MemberCaller = home.ana, fields: Partial<RebalanceRequest> = {}) =>
  home.useCases.rebalance(caller, { ...range, ...fields });

test('a rebalance shares the turns of one member among the members of the rotation, and changes nothing the second time', async () => {
  await daily('Dishes', home.ana, home.ben);
  const given = await rebalance();
  expect(given.every(({ turnReason, isException }) => turnReason === 'BALANCE' && isException)).toBe(true);
  expect(given.map(({ turnOf }) => turnOf)).toEqual(given.map(() => [home.ana.memberId]));
  expect([await countOf(home.ana), await countOf(home.ben), await countOf(home.cleo)]).toEqual([7, 7, 0]);
  expect(await rebalance()).toEqual([]);
  await home.app.performJobs();
  const { rows } = await home.useCases.listNotifications(home.ben, { unread: true }, ALL);
  // One notification for all seven turns.
  expect(rows.filter(({ type }) => type === 'TASK_ASSIGNED').map(({ params }) => params)).toMatchObject([
    { title: 'Dishes', count: 7, dates: ['2026-11-24', '2026-11-26', '2026-11-28'] },
  ]);
});

test('a rebalance gives no turn to an absent member and keeps turns that somebody has changed [B4]', async () => {
  await daily('Dishes', home.ana, home.ben);
  const [first] = await turns();
  await home.useCases.editOccurrence(
    home.cleo,
    first!.id,
    'this',
    { responsibleMemberIds: [home.ana.memberId] },
    {},
  );
  const away = { from: civilDate('2026-11-23'), to: civilDate('2026-11-29') };
  await home.useCases.editMember(home.ben, home.ben.memberId, { awayPeriods: [away] });
  const given = await rebalance();
  expect(given.length).toBeGreaterThan(0);
  for (const { date, responsibleMemberIds } of given)
    if (responsibleMemberIds.includes(home.ben.memberId)) expect(date! > away.to).toBe(true);
  expect((await turns())[0]).toMatchObject({ id: first!.id, responsibleMemberIds: [home.ana.memberId] });
});

test('a rebalance gives no turn to a member who is away on its day, for random absences [B4]', async () => {
  const days = { from: fc.nat(13), length: fc.option(fc.integer({ min: 1, max: 10 }), { freq: 5 }) };
  const absences = fc.array(fc.option(fc.record(days)), { minLength: 3, maxLength: 3 });
  let total = 0;
  await fc.assert(
    fc.asyncProperty(absences, async (drawn) => {
      home = await aHome();
      const people = [home.ana, home.ben, home.cleo];
      await daily('Dishes', home.ana, home.ben, home.cleo);
      await daily('Table', home.ana, home.cleo);
      const away = new Map(
        drawn.flatMap((absence, i): [MemberId, { from: CivilDate; to: CivilDate | null }][] => {
          if (absence === null) return [];
          const from = addDays(range.from, absence.from);
          const to = absence.length === null ? null : addDays(from, absence.length - 1);
          return [[people[i]!.memberId, { from, to }]];
        }),
      );
      for (const [memberId, period] of away)
        await home.useCases.editMember(home.ana, memberId, { awayPeriods: [period] });
      const given = await rebalance();
      total += given.length;
      const toAbsent = given.filter(({ date, responsibleMemberIds: [one] }) => {
        const period = away.get(one!);
        return period !== undefined && date! >= period.from && (period.to === null || date! <= period.to);
      });
      expect(toAbsent).toEqual([]);
    }),
    runs(8),
  );
  expect(total).toBeGreaterThan(0);
});

test('a rebalance keeps the turns that a pause assigned to a member', async () => {
  await daily('Dishes', home.ana, home.ben);
  await home.useCases.createPause(home.ana, {
    ...{ from: civilDate('2026-11-23'), to: civilDate('2026-11-26'), mode: 'assign', note: null },
    ...{ seriesIds: null, assignTo: home.cleo.memberId },
  });
  expect((await rebalance()).length).toBeGreaterThan(0);
  expect(await countOf(home.cleo)).toBe(4);
});

test('a rebalance is one operation that can be undone, and its preview changes nothing', async () => {
  await daily('Dishes', home.ana, home.ben);
  const before = await turns();
  const rehearsed = await home.useCases.previewRebalance(home.ana, range);
  expect(await turns()).toEqual(before);
  const { result, operationId } = await runOperation(home, home.ben, () => rebalance(home.ben));
  expect(result.map(({ id }) => id)).toEqual(rehearsed.map(({ id }) => id));
  expect(await home.useCases.showOperation(home.ana, operationId!)).toMatchObject({ kind: 'REBALANCED' });
  await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
  const people = (rows: typeof before) =>
    rows.map(({ id, responsibleMemberIds, turnReason, isException }) => [
      id,
      responsibleMemberIds,
      turnReason,
      isException,
    ]);
  expect(people(await turns())).toEqual(people(before));
});

test('a rebalance gives no turns to members with weight 0, and changes only the named series', async () => {
  const dishes = await daily('Dishes', home.ana, home.ben);
  const cooking = await daily('Cooking', home.ben, home.ana);
  await home.useCases.editMember(home.ana, home.cleo.memberId, { weight: 0 });
  await home.useCases.editMember(home.ana, home.ben.memberId, { weight: 0 });
  expect(await rebalance(home.ana, { seriesIds: [dishes.seriesId!] })).toEqual([]);
  const given = await rebalance(home.ana, { seriesIds: [cooking.seriesId!] });
  expect(new Set(given.flatMap(({ responsibleMemberIds }) => responsibleMemberIds))).toEqual(
    new Set([home.ana.memberId]),
  );
  expect(await countOf(home.ben)).toBe(0);
});

test('a rebalance rejects ranges that begin before the day after tomorrow, end before they begin or are too long', async () => {
  const refused = { code: 'VALIDATION_FAILED' };
  await expect(rebalance(home.ana, { from: civilDate('2026-11-22') })).rejects.toMatchObject(refused);
  await expect(rebalance(home.ana, { to: civilDate('2026-11-22') })).rejects.toMatchObject(refused);
  await expect(rebalance(home.ana, { to: civilDate('2027-11-22') })).rejects.toMatchObject(refused);
});

test('the dry run of a rebalance returns counts and the first ten dates, and changes nothing', async () => {
  await daily('Dishes', home.ana, home.ben);
  await daily('Table', home.ana, home.ben);
  const before = await turns();
  const { affected, dates } = await home.useCases.summariseRebalance(home.ana, range);
  expect(await turns()).toEqual(before);
  const given = await rebalance();
  expect(affected).toEqual({ removed: 0, moved: 0, reassigned: given.length, kept: 28 - given.length });
  expect(dates).toHaveLength(10);
  expect(dates[0]).toMatchObject({
    date: given[0]!.date,
    becomes: given[0]!.date,
    occurrenceId: given[0]!.id,
  });
});

test('a rebalance reassigns at most 500 turns, and a second rebalance continues with the later turns', async () => {
  const to = civilDate('2027-02-11');
  for (let made = 0; made < 14; made++)
    await home.useCases.createTask(
      home.ana,
      aDraft({
        ...{ title: `Chore ${made}`, date: civilDate('2026-11-23'), recurrence: { frequency: 'daily' } },
        durationMinutes: 30,
        rotation: {
          ...{ kind: 'turns', order: [[home.ana.memberId], [home.ben.memberId]] },
          ...{ unit: 'week', length: 52, offset: 0 },
        },
      } as never),
    );
  const first = await rebalance(home.ana, { to });
  expect(first).toHaveLength(500);
  const last = first.at(-1)!.date!;
  const second = await rebalance(home.ana, { to });
  expect(second.length).toBeGreaterThan(0);
  expect(second.every(({ date }) => date! >= last)).toBe(true);
  expect(await rebalance(home.ana, { to })).toEqual([]);
});
