import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import type { OccurrenceEdit } from '../../../domain/tasks/edit.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { aHome, ALL, EVERYTHING, type Home } from '../../support/application/home.js';
import { fc, runs } from '../../support/property.js';

type Id = Occurrence['id'];

async function operationOf(
  home: Home,
  caller: MemberCaller,
  work: () => Promise<unknown>,
): Promise<OperationId> {
  const { operationId } = await runOperation(home, caller, work);
  if (operationId === null) throw new Error('nothing was changed');
  return operationId;
}

const undo = (home: Home, id: OperationId) =>
  runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, id)).then(
    ({ result }) => result.id,
  );

const editOne = (home: Home, caller: MemberCaller, id: Id, edit: OccurrenceEdit) =>
  operationOf(home, caller, () => home.useCases.editOccurrence(caller, id, 'this', edit, {}));

/** Creates a weekly series with turns and returns its first occurrence. */
const weekly = (home: Home) =>
  home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Bins', date: civilDate('2026-11-24'), recurrence: { frequency: 'weekly' } },
      rotation: {
        ...{ kind: 'turns', order: [[home.ana.memberId], [home.ben.memberId]] },
        ...{ unit: 'occurrence', length: 1, offset: 0 },
      },
    }),
  );

/** Renames the series while the occurrence is done, so that it keeps the old title without being an exception. */
async function renameSeriesWhileDone(home: Home, id: Id): Promise<void> {
  const { useCases, ana } = home;
  await useCases.completeOccurrence(ana, id, { for: null, at: null });
  const { rows } = await useCases.listOccurrences(ana, EVERYTHING, ALL);
  const next = rows.find(({ status }) => status === 'TODO');
  await useCases.editOccurrence(ana, next!.id, 'all', { title: 'Glass' }, {});
  await useCases.reopenOccurrence(ana, id);
}

/** The fields of an occurrence that an edit or an undo may change. */
const contentOf = (row: Occurrence) => ({
  ...{ title: row.title, notes: row.notes, priority: row.priority, date: row.date, time: row.time },
  ...{ durationMinutes: row.durationMinutes, responsibleMemberIds: row.responsibleMemberIds },
  ...{ turnReason: row.turnReason, isException: row.isException },
});

describe('isException after an undo', () => {
  let home: Home;
  beforeEach(async () => {
    home = await aHome();
  });
  const isException = async (id: Id) => (await home.useCases.getOccurrence(home.ana, id)).isException;

  test('is false again when the only edit is undone, even if the series was renamed earlier and the occurrence kept its old title', async () => {
    const { id } = await weekly(home);
    await renameSeriesWhileDone(home, id);
    expect(await isException(id)).toBe(false);
    await undo(home, await editOne(home, home.ana, id, { notes: 'Behind the house' }));
    expect(await home.useCases.getOccurrence(home.ana, id)).toMatchObject({
      ...{ title: 'Bins', notes: null, isException: false },
    });
  });

  test('is false when two edits of different fields are undone, the older one first', async () => {
    const { id } = await weekly(home);
    const noted = await editOne(home, home.ana, id, { notes: 'Behind the house' });
    const moved = await editOne(home, home.ben, id, { date: civilDate('2026-11-26') });
    await undo(home, noted);
    expect(await isException(id)).toBe(true);
    await undo(home, moved);
    expect(await isException(id)).toBe(false);
  });

  test('is true when one of two undone edits is redone', async () => {
    const { id } = await weekly(home);
    const noted = await editOne(home, home.ana, id, { notes: 'Behind the house' });
    const moved = await editOne(home, home.ben, id, { date: civilDate('2026-11-26') });
    const undone = await undo(home, noted);
    await undo(home, moved);
    await undo(home, undone);
    expect(await home.useCases.getOccurrence(home.ana, id)).toMatchObject({
      ...{ notes: 'Behind the house', date: '2026-11-24', isException: true },
    });
  });

  test('stays true if another member edited the occurrence after the edit of the series that is undone', async () => {
    const { id } = await weekly(home);
    const renamed = await operationOf(home, home.ana, () =>
      home.useCases.editOccurrence(home.ana, id, 'all', { title: 'Glass' }, {}),
    );
    await editOne(home, home.ben, id, { notes: 'Behind the house' });
    await undo(home, renamed);
    expect(await home.useCases.getOccurrence(home.ana, id)).toMatchObject({
      ...{ title: 'Bins', notes: 'Behind the house', isException: true },
    });
  });

  test('is derived from the content if an earlier version of the service recorded the edit', async () => {
    const { id } = await weekly(home);
    const noted = await editOne(home, home.ana, id, { notes: 'Behind the house' });
    const moved = await editOne(home, home.ben, id, { date: civilDate('2026-11-26') });
    for (const operation of [noted, moved])
      home.app.store.operations.update(operation, ({ inverse, ...rest }) => ({
        ...rest,
        inverse: (inverse ?? []).map((row) => {
          expect(row).toHaveProperty('digestBefore');
          return { ...row, digestBefore: undefined };
        }),
      }));
    await undo(home, moved);
    expect(await isException(id)).toBe(true);
    await undo(home, noted);
    expect(await isException(id)).toBe(false);
  });

  /** Edits of different fields, so that each can be undone whatever happened to the others. */
  const EDITS: readonly ((home: Home) => OccurrenceEdit)[] = [
    () => ({ title: 'Paper' }),
    () => ({ notes: 'Behind the house' }),
    () => ({ priority: 'HIGH' }),
    () => ({ durationMinutes: 20 }),
    () => ({ date: civilDate('2026-11-26') }),
    ({ cleo }) => ({ responsibleMemberIds: [cleo.memberId] }),
  ];
  const HISTORIES = fc.record({
    edits: fc.shuffledSubarray([...EDITS.keys()], { minLength: 1 }),
    /** Each step undoes or redoes the edit at this place. */
    steps: fc.array(fc.nat(5), { maxLength: 8 }),
  });

  test('is true exactly while at least one edit of the occurrence is not undone, in random orders of undo and redo', async () => {
    await fc.assert(
      fc.asyncProperty(HISTORIES, async ({ edits, steps }) => {
        const each = await aHome();
        const { id } = await weekly(each);
        const latest: { operation: OperationId; stands: boolean }[] = [];
        for (const [at, edit] of edits.entries()) {
          const caller = at % 2 === 0 ? each.ana : each.ben;
          latest.push({ operation: await editOne(each, caller, id, EDITS[edit]!(each)), stands: true });
        }
        for (const step of steps) {
          const turned = latest[step % latest.length]!;
          turned.operation = await undo(each, turned.operation);
          turned.stands = !turned.stands;
          const now = await each.useCases.getOccurrence(each.ana, id);
          expect(now.isException).toBe(latest.some(({ stands }) => stands));
        }
      }),
      runs(120),
    );
  });

  test('has its earlier value after each undo if several edits are undone from newest to oldest, even if the series was renamed before these edits', async () => {
    await fc.assert(
      fc.asyncProperty(HISTORIES, async ({ edits }) => {
        const each = await aHome();
        const { id } = await weekly(each);
        await renameSeriesWhileDone(each, id);
        const current = async () => contentOf(await each.useCases.getOccurrence(each.ana, id));
        const states = [await current()];
        const operations: OperationId[] = [];
        for (const edit of edits) {
          operations.push(await editOne(each, each.ben, id, EDITS[edit]!(each)));
          states.push(await current());
        }
        for (const operation of operations.toReversed()) {
          await undo(each, operation);
          states.pop();
          expect(await current()).toEqual(states.at(-1));
        }
      }),
      runs(60),
    );
  });
});
