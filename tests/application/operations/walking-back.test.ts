import { beforeEach, describe, expect, test } from '@jest/globals';
import { undoState, type OperationId } from '../../../domain/operations/operation.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { acting } from '../../support/application/acting.js';
import { aHome, ALL, EVERYTHING, type Home } from '../../support/application/home.js';
import { inMemoryApplication } from '../../support/application/in-memory.js';
import {
  comparable,
  differences,
  steps as actsOfOne,
  UndoVillage,
  type Step,
} from '../../support/model/undo.js';
import { fc } from '../../support/property.js';
import { seedOf } from '../../support/seed.js';

describe('undoing the creation of something', () => {
  let home: Home;
  beforeEach(async () => {
    home = await aHome();
  });
  const operationOf = async (caller: MemberCaller, work: () => Promise<unknown>): Promise<OperationId> => {
    const { operationId } = await acting(home, caller, work);
    if (operationId === null) throw new Error('nothing was changed');
    return operationId;
  };
  const undo = (id: OperationId) =>
    acting(home, home.ana, () => home.useCases.undoOperation(home.ana, id)).then(({ result }) => result.id);
  const rows = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;

  test.each([
    ['a task', null],
    ['a series', { frequency: 'weekly' } as const],
  ])('is possible after a rename of %s was undone', async (_what, recurrence) => {
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

  test('is possible after it was ticked, and the tick was taken back by hand', async () => {
    const created = await operationOf(home.ana, () =>
      home.useCases.createTask(home.ana, aDraft({ checklist: [{ title: 'First' }] })),
    );
    const [{ id, checklist }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]];
    const item = checklist[0]!.id;
    for (const done of [true, false])
      await acting(home, home.ben, () => home.useCases.editChecklistItem(home.ben, id, item, { done }));
    await undo(created);
    expect(await rows()).toEqual([]);
  });

  test('is blocked as long as anything of it is another', async () => {
    const created = await operationOf(home.ana, () => home.useCases.createTask(home.ana, aDraft()));
    const [row] = await rows();
    await acting(home, home.ben, () =>
      home.useCases.editOccurrence(home.ben, row!.id, 'this', { title: 'Glass' }, {}),
    );
    await expect(undo(created)).rejects.toMatchObject({
      code: 'UNDO_BLOCKED',
      details: { blockers: [{ id: row!.id, reason: 'CHANGED', by: home.ben.memberId }] },
    });
  });
});

const RUNS = Number(process.env['UNDO_WALKS'] ?? 30);
const LENGTH = Number(process.env['UNDO_STEPS'] ?? 12);
const seed = seedOf('UNDO_SEED');

describe('undoing everything, newest first', () => {
  /** How many operations were undone and redone, so that a property that nothing reaches is noticed. */
  let walked = 0;

  async function walk(acts: readonly Step[]): Promise<void> {
    const village = await UndoVillage.inMemory(inMemoryApplication());
    const caller = await village.member(0);
    if (caller === null) throw new Error('nobody is there');
    let operations: OperationId[] = [];
    let beginning = await village.rows();
    for (const act of acts) {
      const id = await village.act(act);
      if (id === null) continue;
      const operation = await village.village.app.useCases.showOperation(caller, id);
      // What can never be undone is where the walk begins.
      if (undoState(operation, operation.at) === 'NEVER') {
        operations = [];
        beginning = await village.rows();
      } else operations.push(id);
    }
    const end = await village.rows();
    const undoAll = async (ids: readonly OperationId[]) => {
      const undone: OperationId[] = [];
      for (const id of ids.toReversed()) {
        const result = await village.undo(caller, id);
        if (!('operationId' in result))
          throw new Error(
            `${ids.indexOf(id) + 1} of ${ids.length}: ${result.message} ${JSON.stringify(result.details)}`,
          );
        undone.push(result.operationId as OperationId);
      }
      return undone;
    };
    const expectRows = async (rows: typeof end) => {
      const known = new Set(rows.keys());
      expect(differences(comparable(await village.rows(), known), comparable(rows, known))).toEqual([]);
      expect(await village.broken()).toEqual([]);
    };
    const undone = await undoAll(operations);
    await expectRows(beginning);
    await undoAll(undone);
    await expectRows(end);
    walked += operations.length;
  }

  test(
    `reaches the beginning of ${RUNS} histories of one member, and redoing reaches their end, UNDO_SEED=${seed}`,
    async () => {
      await fc.assert(fc.asyncProperty(actsOfOne(LENGTH), walk), { numRuns: RUNS, seed });
      expect(walked).toBeGreaterThan(RUNS);
    },
    20_000 + RUNS * 2_000,
  );
});
