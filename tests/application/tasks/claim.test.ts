import { beforeEach, expect, test } from '@jest/globals';
import type { AskedCommand } from '../../../application/commands/run-commands.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const create = (fields: Parameters<typeof aDraft>[0] = {}) =>
  home.useCases.createTask(home.ana, aDraft(fields));
const weekly = () => create({ date: civilDate('2026-11-23'), recurrence: { frequency: 'weekly' } });

test('an unassigned task is assigned to the first member who takes it, and the error for the second member names the first', async () => {
  const { id } = await create();
  const [one, other] = await Promise.allSettled([
    home.useCases.claimOccurrence(home.ben, id),
    home.useCases.claimOccurrence(home.cleo, id),
  ]);
  expect(one).toMatchObject({
    value: { responsibleMemberIds: [home.ben.memberId], turnReason: 'CLAIMED', version: 2 },
  });
  expect(other).toMatchObject({ reason: { code: 'ALREADY_TAKEN', details: { by: [home.ben.memberId] } } });
  expect(await home.useCases.claimOccurrence(home.ben, id)).toMatchObject({ version: 2 });
});

test('taking a task is an operation, and its undo makes the task unassigned again', async () => {
  const { id } = await create();
  const { operationId } = await runOperation(home, home.ben, () =>
    home.useCases.claimOccurrence(home.ben, id),
  );
  expect(await home.useCases.showOperation(home.ana, operationId!)).toMatchObject({ kind: 'CLAIMED' });
  await runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, operationId!));
  expect(await home.useCases.getOccurrence(home.ana, id)).toMatchObject({
    ...{ responsibleMemberIds: [], turnReason: null },
  });
});

test('taking and returning one date of a series does not change its other dates', async () => {
  const { id, seriesId } = await weekly();
  expect(await home.useCases.claimOccurrence(home.ben, id)).toMatchObject({ isException: true, turnOf: [] });
  await home.useCases.editOccurrence(home.ana, id, 'all', { title: 'Glass' }, {});
  const own = await home.useCases.getOccurrence(home.ana, id);
  expect(own.responsibleMemberIds).toEqual([home.ben.memberId]);
  expect(await home.useCases.releaseOccurrence(home.ben, id)).toMatchObject({
    ...{ responsibleMemberIds: [], turnReason: null, turnOf: null },
  });
  expect(await home.useCases.releaseOccurrence(home.ben, id)).toMatchObject({ responsibleMemberIds: [] });

  await home.useCases.claimOccurrence(home.cleo, id);
  const { version } = (await home.useCases.getSeries(home.ana, seriesId!)).series;
  expect(version).toBeGreaterThan(1);
  const rest = (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows.filter(
    (row) => row.id !== id,
  );
  expect(rest.every(({ responsibleMemberIds }) => responsibleMemberIds.length === 0)).toBe(true);
});

test('an occurrence that is returned after the rotation changed gets the assignee of the new rotation', async () => {
  const { id } = await weekly();
  await home.useCases.claimOccurrence(home.ben, id);
  const [, next] = (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;
  await home.useCases.editOccurrence(
    home.ana,
    next!.id,
    'all',
    { rotation: { kind: 'fixed', members: [home.cleo.memberId] } },
    {},
  );
  expect(await home.useCases.releaseOccurrence(home.ben, id)).toMatchObject({
    responsibleMemberIds: [home.cleo.memberId],
    turnReason: 'ROTATION',
  });
});

test('taking a task is rejected if it is done, personal or assigned to another member, and returning it if the caller did not take it', async () => {
  const refused = (code: string) => expect.objectContaining({ code });
  const { claimOccurrence, releaseOccurrence, completeOccurrence } = home.useCases;
  const given = await create({ responsibleMemberIds: [home.ben.memberId] });
  await expect(claimOccurrence(home.cleo, given.id)).rejects.toEqual(refused('ALREADY_TAKEN'));
  await expect(releaseOccurrence(home.cleo, given.id)).rejects.toEqual(refused('ALREADY_TAKEN'));
  await expect(releaseOccurrence(home.ben, given.id)).rejects.toEqual(refused('INVALID_STATE'));
  const done = await create();
  await completeOccurrence(home.ana, done.id, { for: null, at: null });
  await expect(claimOccurrence(home.ben, done.id)).rejects.toEqual(refused('INVALID_STATE'));
  const own = await create({ visibility: 'PERSONAL' });
  await expect(claimOccurrence(home.ben, own.id)).rejects.toEqual(refused('TASK_NOT_FOUND'));
  expect(await claimOccurrence(home.ana, own.id)).toMatchObject({ turnReason: 'CLAIMED' });
});

test('a client that was offline takes tasks that are still unassigned, but not tasks that were assigned to others in between', async () => {
  const [free, taken] = [await create(), await create()];
  await home.useCases.claimOccurrence(home.ben, taken.id);
  const at = home.app.clock.now();
  const commands = [free, taken].map(({ id: occurrenceId }, i): AskedCommand => ({
    kind: 'read',
    command: { id: `command ${i}`, at, type: 'occurrence.claim', occurrenceId },
    fingerprint: occurrenceId,
  }));
  const results = await home.useCases.runCommands(home.cleo, { sentAt: at, commands });
  expect(results).toMatchObject([{ status: 'DONE' }, { error: { code: 'ALREADY_TAKEN' } }]);
});
