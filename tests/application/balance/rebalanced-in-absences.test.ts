import { beforeEach, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId, OperationId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
let rebalanced: OperationId;
/** By the rule this date is in the turn of Ana. The rebalance gives it to Ben. */
const GIVEN = '2026-11-24';

beforeEach(async () => {
  home = await aHome();
  const people = [home.ana, home.ben, home.cleo];
  await home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Dishes', date: civilDate('2026-11-23'), recurrence: { frequency: 'daily' } },
      durationMinutes: 30,
      rotation: {
        ...{ kind: 'turns', order: people.map(({ memberId }) => [memberId]) },
        ...{ unit: 'week', length: 2, offset: 0 },
      },
    }),
  );
  rebalanced = (await operation(home.ana, rebalance)).operationId!;
  expect(await turn()).toEqual(['ben', 'BALANCE', 'ana']);
});

const rebalance = () =>
  home.useCases.rebalance(home.ana, {
    ...{ from: civilDate('2026-11-23'), to: civilDate('2026-12-06'), seriesIds: null },
  });
const operation = <T>(caller: MemberCaller, work: () => Promise<T>) => runOperation(home, caller, work);
const undo = (id: OperationId | null) =>
  operation(home.ana, () => home.useCases.undoOperation(home.ana, id!));
const row = async (date = GIVEN) =>
  (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows.find(
    (one) => one.date === date,
  ) as Occurrence;
const turn = async (date = GIVEN) => {
  const { responsibleMemberIds, turnReason, turnOf } = await row(date);
  return [name(responsibleMemberIds), turnReason, name(turnOf ?? [])];
};
const name = (ids: readonly MemberId[]) =>
  ids
    .map((id) => Object.entries(home).find(([, one]) => (one as Partial<MemberCaller>).memberId === id)?.[0])
    .join();
const away = (caller: MemberCaller, isAway = true) =>
  operation(caller, () =>
    home.useCases.editMember(caller, caller.memberId, {
      awayPeriods: isAway ? [{ from: civilDate('2026-11-22'), to: civilDate('2026-12-31') }] : [],
    }),
  );

test('a rebalanced turn of an absent member goes to a present member, and returns to the absent member when the absence is removed', async () => {
  await away(home.ben);
  expect(await turn()).toEqual([expect.stringMatching(/ana|cleo/), 'AWAY', 'ben']);
  await away(home.ben, false);
  expect(await turn()).toEqual(['ben', 'BALANCE', 'ana']);
});

test('a rebalanced turn is assigned to nobody if everybody is away', async () => {
  for (const caller of [home.ana, home.ben, home.cleo]) await away(caller);
  expect(await turn()).toEqual(['', 'AWAY', 'ben']);
});

test('an absence does not reassign a rebalanced turn whose occurrence was edited after the rebalance', async () => {
  await home.useCases.editOccurrence(home.cleo, (await row()).id, 'this', { notes: 'the blue ones' }, {});
  await away(home.ben);
  expect(await turn()).toEqual(['ben', 'BALANCE', 'ana']);
});

test('a swap of a rebalanced turn is still in effect after an absence of the new assignee was added and removed', async () => {
  const { id } = await home.useCases.requestSwap(home.ana, (await row('2026-11-23')).id, (await row()).id);
  await home.useCases.answerSwap(home.ben, id, 'ACCEPTED');
  await away(home.ana);
  await away(home.ana, false);
  expect(await turn()).toEqual(['ana', 'SWAP', 'ana']);
});

test('undoing an absence restores the rebalanced turn, and undoing the rebalance restores the rotation', async () => {
  const absence = await away(home.ben);
  await undo(absence.operationId);
  expect(await turn()).toEqual(['ben', 'BALANCE', 'ana']);
  await undo(rebalanced);
  expect(await turn()).toEqual(['ana', 'ROTATION', '']);
});

test('a rebalance can be undone during an absence, and then the absence can be undone too', async () => {
  const absence = await away(home.ben);
  await undo(rebalanced);
  expect(await turn()).toEqual(['ana', 'ROTATION', '']);
  await undo(absence.operationId);
  expect(await turn()).toEqual(['ana', 'ROTATION', '']);
  expect(await row()).toMatchObject({ isException: false, balancedTo: null });
});

test('redoing a rebalance assigns the turn again, and a later absence reassigns it', async () => {
  const undone = await undo(rebalanced);
  await undo(undone.operationId);
  expect(await turn()).toEqual(['ben', 'BALANCE', 'ana']);
  await away(home.ben);
  expect((await turn())[1]).toBe('AWAY');
});

test('a pause in mode assign does not reassign a rebalanced turn, but an absence of its assignee during the pause does', async () => {
  const pause = await operation(home.ana, () =>
    home.useCases.createPause(home.ana, {
      ...{ from: civilDate('2026-11-23'), to: civilDate('2026-11-26'), mode: 'assign', note: null },
      ...{ seriesIds: null, assignTo: home.cleo.memberId },
    }),
  );
  expect(await turn()).toEqual(['ben', 'BALANCE', 'ana']);
  await away(home.ben);
  expect((await turn())[1]).toBe('AWAY');
  await undo(pause.operationId);
  await away(home.ben, false);
  expect(await turn()).toEqual(['ben', 'BALANCE', 'ana']);
});

test.each([false, true])(
  'a member who leaves loses the rebalanced turn (was away before: %s)',
  async (isAway) => {
    if (isAway) await away(home.ben);
    await home.useCases.removeMember(home.ana, home.ben.memberId);
    await home.app.performJobs();
    const { rows } = await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL);
    expect(rows.length).toBeGreaterThan(20);
    for (const { responsibleMemberIds, balancedTo } of rows)
      expect([...responsibleMemberIds, ...(balancedTo ?? [])]).not.toContain(home.ben.memberId);
  },
);
