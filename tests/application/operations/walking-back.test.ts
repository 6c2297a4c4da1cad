import { beforeEach, describe, expect, test } from '@jest/globals';
import { undoState } from '../../../domain/operations/operation.js';
import type { NamedBlocker } from '../../../application/operations/undo-rows.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { ApplicationError } from '../../../application/shared/errors.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { TaskId, OperationId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { aHome, ALL, EVERYTHING, type Home } from '../../support/application/home.js';
import { inMemoryApplication } from '../../support/application/in-memory.js';
import {
  comparable,
  differences,
  steps,
  stepsWithFiles,
  UndoVillage,
  type Step,
} from '../../support/model/undo.js';
import { fc } from '../../support/property.js';
import { seedOf } from '../../support/seed.js';

describe('undoing the creation of a task', () => {
  let home: Home;
  beforeEach(async () => {
    home = await aHome();
  });
  const operationOf = async (caller: MemberCaller, work: () => Promise<unknown>): Promise<OperationId> => {
    const { operationId } = await runOperation(home, caller, work);
    if (operationId === null) throw new Error('nothing was changed');
    return operationId;
  };
  const undo = (id: OperationId) =>
    runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, id)).then(
      ({ result }) => result.id,
    );
  const rows = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;

  test.each([
    ['a task', null],
    ['a series', { frequency: 'weekly' } as const],
  ])('is possible after a rename was undone, for %s', async (_what, recurrence) => {
    const created = await operationOf(home.ana, () =>
      home.useCases.createTask(home.ana, aDraft({ date: civilDate('2026-11-24'), recurrence })),
    );
    const [row] = await rows();
    const renamed = await operationOf(home.ana, () =>
      home.useCases.editOccurrence(
        home.ana,
        row!.id,
        recurrence === null ? 'this' : 'all',
        { title: 'Glass' },
        {},
      ),
    );
    await undo(renamed);
    await undo(created);
    expect(await rows()).toEqual([]);
  });

  test('is possible after a checklist item was ticked and unticked', async () => {
    const created = await operationOf(home.ana, () =>
      home.useCases.createTask(home.ana, aDraft({ checklist: [{ title: 'First' }] })),
    );
    const [{ id, checklist }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]];
    const item = checklist[0]!.id;
    for (const done of [true, false])
      await runOperation(home, home.ben, () => home.useCases.editChecklistItem(home.ben, id, item, { done }));
    await undo(created);
    expect(await rows()).toEqual([]);
  });

  test('is blocked if a field was changed after the creation', async () => {
    const created = await operationOf(home.ana, () => home.useCases.createTask(home.ana, aDraft()));
    const [row] = await rows();
    await runOperation(home, home.ben, () =>
      home.useCases.editOccurrence(home.ben, row!.id, 'this', { title: 'Glass' }, {}),
    );
    await expect(undo(created)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: { blockers: [{ id: row!.id, reason: 'CHANGED', by: home.ben.memberId }] },
    });
  });
});

/** Removes the files of the tasks that block an undo, as a member can, and returns these tasks. */
async function removeBlockingFiles(
  { store, useCases }: ReturnType<typeof inMemoryApplication>,
  caller: MemberCaller,
  { details }: ApplicationError,
): Promise<ReadonlySet<TaskId>> {
  const { blockers } = details as { readonly blockers: readonly NamedBlocker[] };
  const rows = store.occurrences.filter(({ id }) => blockers.some((one) => one.id === id));
  const tasks = new Set(rows.map(({ taskId }) => taskId));
  for (const { id } of store.attachments.filter(({ taskId }) => tasks.has(taskId)))
    await useCases.removeAttachment(caller, id);
  return tasks;
}

const RUNS = Number(process.env['UNDO_WALKS'] ?? 15);
const LENGTH = Number(process.env['UNDO_STEPS'] ?? 12);
const seed = seedOf('UNDO_SEED');

describe('undoing operations of several members by one of them, newest first', () => {
  /** Counts the operations that were undone and redone. The test fails if there are too few. */
  let walked = 0;

  /** Counts the undos that were refused because they would have removed a task with files. */
  let keptForFiles = 0;

  async function walk(acts: readonly Step[]): Promise<void> {
    const app = inMemoryApplication();
    const village = await UndoVillage.inMemory(app);
    const { useCases } = app;
    const caller = await village.member(0);
    if (caller === null) throw new Error('nobody is there');
    let operations: OperationId[] = [];
    let beginning = await village.rows();
    for (const act of acts) {
      const id = await village.act(act);
      if (id === null || act.name === 'attach a file') continue;
      const operation = await useCases.showOperation(caller, id);
      // The walk begins after the last operation that can never be undone.
      if (undoState(operation, operation.at) === 'NEVER') {
        operations = [];
        beginning = await village.rows();
      } else operations.push(id);
    }
    const end = await village.rows();
    const undoOne = async (id: OperationId) => {
      const result = await village.undo(caller, id);
      if ('operationId' in result) return result;
      const tasks = await removeBlockingFiles(app, caller, result);
      const again = await village.undo(caller, id);
      // Files may only block the undo that removes their task.
      expect(app.store.occurrences.filter(({ taskId }) => tasks.has(taskId))).toEqual([]);
      keptForFiles += 1;
      return again;
    };
    const undoAll = async (ids: readonly OperationId[]) => {
      const undone: OperationId[] = [];
      for (const id of ids.toReversed()) {
        const result = await undoOne(id);
        if (!('operationId' in result))
          throw new Error(
            `${ids.indexOf(id) + 1} of ${ids.length}: ${result.message} ${JSON.stringify(result.details)}`,
          );
        undone.push(result.operationId as OperationId);
      }
      return undone;
    };
    // Attaching and removing files is not undone. Therefore each row is compared with the number of files
    // that its task has now.
    const withFiles = (rows: typeof end): typeof end =>
      new Map(
        [...rows].map(([key, row]) => {
          if (row['attachmentCount'] === undefined) return [key, row];
          const files = app.store.attachments.filter(({ taskId }) => taskId === row['taskId']);
          return [key, { ...row, attachmentCount: files.length }];
        }),
      );
    const expectRows = async (rows: typeof end) => {
      const known = new Set(rows.keys());
      const wanted = comparable(withFiles(rows), known);
      expect(differences(comparable(await village.rows(), known), wanted)).toEqual([]);
      expect(await village.broken()).toEqual([]);
    };
    const undone = await undoAll(operations);
    await expectRows(beginning);
    await undoAll(undone);
    await expectRows(end);
    walked += operations.length;
  }

  test.each([
    ['of all actions', steps],
    ['of actions on series with files', stepsWithFiles],
  ])(
    `restores the first state in ${RUNS} random histories %s, and redoing restores the last state, UNDO_SEED=${seed}`,
    async (_of, actsOfOne) => {
      walked = 0;
      await fc.assert(fc.asyncProperty(actsOfOne(LENGTH), walk), { numRuns: RUNS, seed });
      expect(walked).toBeGreaterThan(RUNS);
    },
    20_000 + RUNS * 2_000,
  );

  test('is tested with at least one undo that was refused until the files of the task were removed', () => {
    expect(keptForFiles).toBeGreaterThan(0);
  });
});
