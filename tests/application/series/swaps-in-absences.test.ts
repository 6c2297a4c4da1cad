import { beforeEach, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
/** By the rule, 2026-11-28 is the turn of Ana and 2026-12-05 the turn of Ben. */
beforeEach(async () => {
  home = await aHome();
});

const weekly = (...people: readonly MemberCaller[]) =>
  home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Bins', date: civilDate('2026-11-28'), recurrence: { frequency: 'weekly' } },
      rotation: {
        ...{ kind: 'turns', order: people.map(({ memberId }) => [memberId]) },
        ...{ unit: 'occurrence', length: 1, offset: 0 },
      },
    }),
  );
const row = async (date: string) =>
  (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows.find(
    (one) => one.date === date,
  ) as Occurrence;
const turn = async (date: string) => {
  const { responsibleMemberIds, turnReason, turnOf } = await row(date);
  return [name(responsibleMemberIds), turnReason, name(turnOf ?? [])];
};
const name = (ids: readonly MemberId[]) =>
  ids
    .map((id) => Object.entries(home).find(([, one]) => (one as Partial<MemberCaller>).memberId === id)?.[0])
    .join();
const swap = async (mine: string, theirs: string) => {
  const { id } = await home.useCases.requestSwap(home.ana, (await row(mine)).id, (await row(theirs)).id);
  await home.useCases.answerSwap(home.ben, id, 'ACCEPTED');
};
const away = (caller: MemberCaller, from: string | null) =>
  home.useCases.editMember(caller, caller.memberId, {
    awayPeriods: from === null ? [] : [{ from: civilDate(from), to: null }],
  });

test('a swapped turn of an absent member goes to a present member, and returns to the absent member when the absence is removed', async () => {
  await weekly(home.ana, home.ben, home.cleo);
  await swap('2026-11-28', '2026-12-05');
  expect(await turn('2026-11-28')).toEqual(['ben', 'SWAP', 'ana']);
  await away(home.ben, '2026-11-21');
  expect(await turn('2026-11-28')).toEqual(['cleo', 'AWAY', 'ben']);
  expect(await turn('2026-12-05')).toEqual(['ana', 'SWAP', 'ben']);
  await away(home.ben, null);
  expect(await turn('2026-11-28')).toEqual(['ben', 'SWAP', 'ana']);
});

test('in a rotation of two members, a swapped turn goes to the other member during an absence, and to nobody if both are away', async () => {
  await weekly(home.ana, home.ben);
  await swap('2026-11-28', '2026-12-05');
  await away(home.ben, '2026-11-21');
  expect(await turn('2026-11-28')).toEqual(['ana', 'AWAY', 'ben']);
  await away(home.ana, '2026-11-21');
  expect(await turn('2026-11-28')).toEqual(['', 'AWAY', 'ben']);
  await away(home.ben, null);
  expect(await turn('2026-11-28')).toEqual(['ben', 'SWAP', 'ana']);
});

test('an absence does not reassign a swapped turn whose occurrence was edited after the swap', async () => {
  await weekly(home.ana, home.ben, home.cleo);
  await swap('2026-11-28', '2026-12-05');
  await home.useCases.editOccurrence(
    home.cleo,
    (await row('2026-11-28')).id,
    'this',
    { notes: 'the blue ones' },
    {},
  );
  await away(home.ben, '2026-11-21');
  expect(await turn('2026-11-28')).toEqual(['ben', 'SWAP', 'ana']);
});

test('an absence reassigns a swapped turn even if its assignee is not in the rotation', async () => {
  await weekly(home.ana, home.cleo);
  const other = await home.useCases.createTask(
    home.ana,
    aDraft({ title: 'Shop', date: civilDate('2026-11-27'), responsibleMemberIds: [home.ben.memberId] }),
  );
  const { id } = await home.useCases.requestSwap(home.ana, (await row('2026-11-28')).id, other.id);
  await home.useCases.answerSwap(home.ben, id, 'ACCEPTED');
  await away(home.ben, '2026-11-28');
  expect(await turn('2026-11-28')).toEqual(['ana', 'AWAY', 'ben']);
});

test('undoing an absence gives a swapped turn back, and a member who leaves loses a swapped turn', async () => {
  await weekly(home.ana, home.ben, home.cleo);
  await swap('2026-11-28', '2026-12-05');
  const { operationId } = await runOperation(home, home.ben, () => away(home.ben, '2026-11-21'));
  await runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, operationId!));
  expect(await turn('2026-11-28')).toEqual(['ben', 'SWAP', 'ana']);
  await home.useCases.removeMember(home.ana, home.ben.memberId);
  await home.app.performJobs();
  expect((await row('2026-11-28')).responsibleMemberIds).not.toContain(home.ben.memberId);
});

test('a former member does not get a swapped turn back from a stand-in', async () => {
  await weekly(home.ana, home.ben, home.cleo);
  await swap('2026-11-28', '2026-12-05');
  await away(home.ben, '2026-11-21');
  await home.useCases.removeMember(home.ana, home.ben.memberId);
  await home.app.performJobs();
  await away(home.ana, '2026-12-20');
  expect((await row('2026-11-28')).responsibleMemberIds).toEqual([home.cleo.memberId]);
});

test('a former member does not get a swapped turn back when its occurrence is restored from the trash', async () => {
  await weekly(home.ana, home.ben, home.cleo);
  await swap('2026-11-28', '2026-12-05');
  await away(home.ben, '2026-11-21');
  const { id } = await row('2026-11-28');
  await home.useCases.deleteOccurrence(home.cleo, id, 'this', {});
  await home.useCases.removeMember(home.ana, home.ben.memberId);
  await home.app.performJobs();
  await home.useCases.restoreOccurrence(home.cleo, id);
  await away(home.ana, '2026-12-20');
  expect((await row('2026-11-28')).responsibleMemberIds).toEqual([home.cleo.memberId]);
});
