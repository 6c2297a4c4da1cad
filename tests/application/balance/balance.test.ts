import { beforeEach, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { aHome, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const today = civilDate('2026-11-21');
const did = async (
  who: MemberCaller,
  durationMinutes: number | null,
  fields: Parameters<typeof aDraft>[0] = {},
) => {
  const { id } = await home.useCases.createTask(who, aDraft({ date: today, durationMinutes, ...fields }));
  await home.useCases.completeOccurrence(who, id, { for: null, at: null });
};
const balance = async (caller: MemberCaller = home.ana) => {
  const { members } = await home.useCases.showBalance(caller, { from: today, to: today });
  return new Map(members.map((member) => [member.memberId, member]));
};

test('two members see the same balance, which counts only shared tasks', async () => {
  await did(home.ana, 90);
  await did(home.ben, null);
  await did(home.ben, 600, { visibility: 'PERSONAL' });
  expect(await balance(home.ana)).toEqual(await balance(home.ben));
  const figures = [...(await balance()).values()].map(({ doneMinutes, expectedMinutes }) => [
    doneMinutes,
    expectedMinutes,
  ]);
  expect(figures).toEqual([
    [90, 35],
    [15, 35],
    [0, 35],
  ]);
});

test('the balance computes expected shares from the weights, and uses the default effort for tasks without a duration', async () => {
  await did(home.ben, null);
  await expect(home.useCases.editMember(home.ben, home.ben.memberId, { weight: 0 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await home.useCases.editMember(home.ana, home.cleo.memberId, { weight: 0 });
  const { household } = await home.useCases.editHousehold(home.ana, { defaultEffortMinutes: 40 });
  const { members } = await home.useCases.showBalance({ ...home.ana, household }, { from: today, to: today });
  expect(members.map(({ expectedMinutes, weight }) => [expectedMinutes, weight])).toEqual([
    [20, 100],
    [20, 100],
    [0, 0],
  ]);
});

test('the balance covers the last 56 days by default', async () => {
  const task = { ...aDraft({ durationMinutes: 40 }), date: null };
  for (const day of ['2026-09-26', '2026-09-27', '2026-11-21']) {
    const { id } = await home.useCases.createTask(home.ana, task);
    const at = Date.parse(`${day}T10:00:00Z`);
    await home.useCases.completeOccurrence(home.ana, id, { for: null, at });
  }
  expect((await home.useCases.showBalance(home.ana, {})).totalMinutes).toBe(80);
  const to = civilDate('2026-11-20');
  expect((await home.useCases.showBalance(home.ana, { to })).totalMinutes).toBe(80);
});

test('the balance counts a task as taken over if another member than its assignee did it, and rejects a range of more than a year', async () => {
  await did(home.ana, 30, { responsibleMemberIds: [home.ben.memberId] });
  expect((await balance()).get(home.ana.memberId)).toMatchObject({ tookOver: 1, handedOver: 0 });
  expect((await balance()).get(home.ben.memberId)).toMatchObject({ tookOver: 0, handedOver: 1 });
  const from = civilDate('2025-11-20');
  await expect(home.useCases.showBalance(home.ana, { from, to: today })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
});

test('suggestMembers lists all members who take turns, with the reasons for and against choosing each of them', async () => {
  await did(home.ana, 90);
  const period = { from: today, to: null };
  await home.useCases.editMember(home.ben, home.ben.memberId, { awayPeriods: [period] });
  const weekly = await home.useCases.createTask(
    home.ana,
    aDraft({
      date: today,
      recurrence: { frequency: 'weekly' },
      rotation: {
        ...{ kind: 'turns', order: [[home.ana.memberId], [home.ben.memberId]] },
        ...{ unit: 'occurrence', length: 1, offset: 0 },
      },
    }),
  );
  await home.useCases.completeOccurrence(home.ana, weekly.id, { for: null, at: null });
  const suggestions = await home.useCases.suggestMembers(home.cleo, weekly.id);
  expect(suggestions.map(({ memberId, reasons }) => [memberId, reasons])).toEqual([
    [home.cleo.memberId, ['LEAST_LOADED', 'LONGEST_AGO', 'NOT_IN_ROTATION']],
    [home.ben.memberId, ['LONGEST_AGO', 'AWAY']],
    [home.ana.memberId, []],
  ]);
  // Members who take no turns are not suggested. Members without an account are.
  await home.useCases.createMember(home.ana, { displayName: 'Rex', group: 'PET' });
  const leo = await home.useCases.createMember(home.ana, { displayName: 'Leo', group: 'CHILD' });
  const more = await home.useCases.suggestMembers(home.cleo, weekly.id);
  expect(more.map(({ memberId }) => memberId).toSorted()).toEqual(
    [home.ana.memberId, home.ben.memberId, home.cleo.memberId, leo.id].toSorted(),
  );
  const own = await home.useCases.createTask(home.ana, aDraft({ visibility: 'PERSONAL' }));
  await expect(home.useCases.suggestMembers(home.ben, own.id)).rejects.toMatchObject({
    code: 'TASK_NOT_FOUND',
  });
});
