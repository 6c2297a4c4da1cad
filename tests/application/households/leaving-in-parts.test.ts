import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { join, memberCaller } from '../../support/application/people.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

async function createDaily(by: MemberCaller, count: number, fields: object): Promise<void> {
  for (let made = 0; made < count; made++)
    await home.useCases.createTask(
      by,
      aDraft({
        ...{ title: `Chore ${made}`, date: civilDate('2026-11-24'), recurrence: { frequency: 'daily' } },
        ...fields,
      } as never),
    );
}

/** Ana removes Ben, as one request. */
async function removeBen(): Promise<OperationId> {
  const { operationId } = await runOperation(home, home.ana, () =>
    home.useCases.removeMember(home.ana, home.ben.memberId),
  );
  return operationId!;
}
const finish = (operationId: OperationId) =>
  home.useCases.continueBulkWork({ householdId: home.householdId, operationId, actorId: home.ana.memberId });
const countOpen = async (memberId = home.ben.memberId) =>
  (
    await home.useCases.listOccurrences(
      home.ana,
      { ...EVERYTHING, status: 'TODO', assignee: { kind: 'member', memberId } },
      { ...ALL, limit: 20_000 },
    )
  ).rows.length;

describe('removing a member who has more open tasks than one request can change', () => {
  beforeEach(() => createDaily(home.ana, 40, { responsibleMemberIds: [home.ben.memberId] }));

  test('is one operation that a job finishes after the answer', async () => {
    const id = await removeBen();
    expect(await countOpen()).toBeGreaterThan(0);
    const { progress, kind } = await home.useCases.showOperation(home.cleo, id);
    expect(kind).toBe('MEMBER');
    expect(progress).toEqual({ done: 0, total: 1 });
    await finish(id);
    await finish(id);
    expect(await countOpen()).toBe(0);
    expect((await home.useCases.showOperation(home.cleo, id)).progress).toBeUndefined();
  });

  test('is finished when the member rejoins, and does not change new tasks of the rejoined member', async () => {
    const id = await removeBen();
    await join(home.app, home.ana, home.ben, home.householdId);
    expect(await countOpen()).toBe(0);
    const back = await memberCaller(home.app, home.ben, home.householdId);
    await home.useCases.createTask(home.ana, aDraft({ responsibleMemberIds: [back.memberId] }));
    await finish(id);
    expect(await countOpen()).toBe(1);
  });
});

test('removing a member removes all personal tasks of that member, even more than one transaction removes', async () => {
  await createDaily(home.ben, 7, { visibility: 'PERSONAL' });
  await removeBen();
  const left = await home.app.storage.unitOfWork.run(({ occurrences }) =>
    occurrences.countOpen(home.householdId),
  );
  expect(left).toBe(0);
});

test("jobs make the tasks of a member unassigned after the last day of the member's stay", async () => {
  const { useCases, ana, ben, app } = home;
  await createDaily(ana, 20, { responsibleMemberIds: [ben.memberId] });
  await useCases.editMember(ana, ben.memberId, { activeUntil: civilDate('2026-11-30') });
  app.clock.advance(12 * 86_400_000);
  await useCases.departGuests();
  expect(await countOpen()).toBeGreaterThan(0);
  const jobs = [];
  for (let ran = await app.performWaitingJobs(); ran.length > 0; ran = await app.performWaitingJobs())
    jobs.push(...ran);
  expect(jobs).toContain('continue-service-work');
  expect(await countOpen()).toBe(0);
});
