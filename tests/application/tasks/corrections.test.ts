import { beforeEach, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

const HOUR_MS = 3_600_000;
let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const done = async () => {
  const { id } = await home.useCases.createTask(
    home.ana,
    aDraft({ title: 'Bins', date: civilDate('2026-11-21') }),
  );
  const task = await home.useCases.completeOccurrence(home.ana, id, { for: null, at: null });
  home.app.clock.advance(1_000);
  return task;
};
const complete = (
  { id }: { readonly id: Awaited<ReturnType<typeof done>>['id'] },
  report: Partial<Parameters<typeof home.useCases.completeOccurrence>[2]>,
) => home.useCases.completeOccurrence(home.ben, id, { for: null, at: null, ...report });

test('correcting a completion changes who completed the task and when, and the history keeps the earlier report', async () => {
  const task = await done();
  const at = task.completedAt! - HOUR_MS;
  const corrected = await complete(task, { for: [home.cleo.memberId], at, version: task.version });
  expect(corrected).toMatchObject({
    ...{ status: 'DONE', completedFor: home.cleo.memberId, completedBy: home.ana.memberId, completedAt: at },
    version: task.version + 1,
  });
  const [entry] = (await home.useCases.listActivity(home.ana, ALL)).rows;
  expect(entry).toMatchObject({
    action: 'COMPLETED',
    changes: [
      { field: 'completedFor', from: home.ana.memberId, to: home.cleo.memberId },
      { field: 'completedAt', from: '2026-11-21T11:00:00.000Z', to: '2026-11-21T10:00:00.000Z' },
    ],
  });
  const { members } = await home.useCases.showStatistics(home.ana, {});
  expect(members.find(({ memberId }) => memberId === home.cleo.memberId)?.done).toBe(1);
});

test('the second of two parallel corrections of a completion is rejected, and so is a correction without a version', async () => {
  const task = await done();
  await complete(task, { for: [home.cleo.memberId], version: task.version });
  await expect(complete(task, { for: [home.ben.memberId], version: task.version })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
  });
  const refused = { code: 'INVALID_STATE' };
  for (const at of [task.completedAt! - HOUR_MS, task.completedAt! - 60_001])
    await expect(complete(task, { at })).rejects.toMatchObject(refused);
  await expect(complete(task, { for: [home.ben.memberId] })).rejects.toMatchObject(refused);
  // Repeating the same report, or a report without a time, returns the recorded one.
  for (const at of [null, task.completedAt, task.completedAt! - 60_000, task.completedAt! + 1_000])
    expect(await complete(task, { at })).toMatchObject({ completedAt: task.completedAt, version: 3 });
  await expect(
    complete(task, { at: task.completedAt! + HOUR_MS, version: task.version + 1 }),
  ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

test('correcting a completion moves the next date of a series that repeats after completion, unless the next occurrence was edited', async () => {
  const recurrence = { kind: 'afterCompletion', every: 5, unit: 'day' } as const;
  const { id } = await home.useCases.createTask(
    home.ana,
    aDraft({ date: civilDate('2026-11-18'), recurrence }),
  );
  const { version, completedAt } = await complete({ id }, {});
  const next = async () => {
    const { rows } = await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL);
    return rows.filter(({ status }) => status === 'TODO');
  };
  expect(await next()).toMatchObject([{ date: '2026-11-26', seriesIndex: 1 }]);
  const earlier = await complete({ id }, { at: completedAt! - 48 * HOUR_MS, version });
  expect(await next()).toMatchObject([{ date: '2026-11-24', seriesIndex: 1 }]);
  const [{ id: nextId }] = (await next()) as [Occurrence];
  await home.useCases.editOccurrence(home.ana, nextId, 'this', { title: 'Touched' }, {});
  await complete({ id }, { at: completedAt, version: earlier.version });
  expect(await next()).toMatchObject([{ id: nextId, date: '2026-11-24' }]);
});

test('correcting a completion is an operation that can be undone, and a correction that changes nothing is not an operation', async () => {
  const task = await done();
  const { operationId } = await runOperation(home, home.ben, () =>
    complete(task, { for: [home.ben.memberId], version: task.version }),
  );
  expect(await home.useCases.showOperation(home.ana, operationId!)).toMatchObject({ kind: 'COMPLETED' });
  await runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, operationId!));
  const back = await home.useCases.getOccurrence(home.ana, task.id);
  expect(back).toMatchObject({ status: 'DONE', completedFor: home.ana.memberId });
  const same = await runOperation(home, home.ben, () =>
    complete(task, { for: [home.ana.memberId], version: back.version }),
  );
  expect(same.operationId).toBeNull();
});
