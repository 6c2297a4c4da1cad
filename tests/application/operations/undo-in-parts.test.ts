import { beforeEach, describe, expect, test } from '@jest/globals';
import type { PauseRequest } from '../../../application/days/pauses.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

/** One request undoes this many series, and a job undoes the others. */
const WITHIN_REQUEST = 50;
const SERIES = 60;

const request: PauseRequest = {
  ...{ from: civilDate('2026-12-01'), to: civilDate('2026-12-08'), seriesIds: null, mode: 'skip' },
  ...{ assignTo: null, note: null },
};

let home: Home;
let paused: OperationId;
let before: readonly string[];
beforeEach(async () => {
  home = await aHome();
  for (let made = 0; made < SERIES; made++)
    await home.useCases.createTask(
      home.ana,
      aDraft({
        ...{ title: `Chore ${made}`, date: civilDate('2026-11-24'), recurrence: { frequency: 'weekly' } },
      } as never),
    );
  before = await listDates();
  paused = (await runOperation(home, home.ana, () => home.useCases.createPause(home.ana, request)))
    .operationId!;
  await finish(paused);
});

const finish = (operationId: OperationId) =>
  home.useCases.continueBulkWork({ householdId: home.householdId, operationId, actorId: home.ana.memberId });
const undo = async (id = paused) =>
  (await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, id))).result.id;
const show = (id: OperationId) => home.useCases.showOperation(home.ana, id);
const listDates = async () =>
  (await home.useCases.listOccurrences(home.ana, EVERYTHING, { ...ALL, limit: 5_000 })).rows
    .map(({ title, date, status }) => `${title} ${String(date)} ${status}`)
    .toSorted();
const isPaused = (one: string) => one.includes('2026-12-01') || one.includes('2026-12-08');
const countPaused = async () => SERIES * 2 - (await listDates()).filter(isPaused).length;

/**
 * Changes the rule of the series that the last part of the undo would restore. Returns the title of the
 * series.
 */
async function changeLastSeries(): Promise<string> {
  const { rows } = await home.useCases.listSeries(home.ana, ALL);
  const [last] = rows.map(({ series }) => series).toSorted((one, other) => (one.id < other.id ? 1 : -1));
  await home.useCases.editSeries(home.ana, last!.id, { recurrence: { frequency: 'daily' } } as never, {});
  return last!.template.title;
}

describe('undoing an operation on more series than one transaction can undo', () => {
  test('is one operation that a job finishes and that can be undone afterwards', async () => {
    const id = await undo();
    expect(await show(id)).toMatchObject({
      kind: 'UNDONE',
      undoes: paused,
      progress: { done: 0, total: 1 },
      undoUntil: null,
    });
    expect(await countPaused()).toBe((SERIES - WITHIN_REQUEST) * 2);
    expect((await show(paused)).undoneBy).toBe(id);
    await expect(undo(id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await finish(id);
    expect(await listDates()).toEqual(before);
    expect(await home.useCases.listPauses(home.ben)).toEqual([]);

    const redo = await undo(id);
    await finish(redo);
    expect(await countPaused()).toBe(SERIES * 2);
    expect((await show(paused)).undoneBy).toBeNull();
    const { rows } = await home.useCases.listOperations(home.ben, ALL);
    expect(rows.filter(({ kind }) => kind === 'UNDONE')).toHaveLength(2);
  });

  test('is finished once when several workers run the job', async () => {
    const id = await undo();
    expect(await undo()).toBe(id);
    await Promise.all([finish(id), finish(id)]);
    expect(await listDates()).toEqual(before);
    expect((await show(id)).progress).toBeUndefined();
  });

  test('lets other members tick tasks before the job has finished', async () => {
    const id = await undo();
    const [open] = (await home.useCases.listOccurrences(home.ben, EVERYTHING, ALL)).rows;
    await home.useCases.completeOccurrence(home.ben, open!.id, { for: null, at: null });
    await finish(id);
    expect((await listDates()).filter((one) => one.endsWith('DONE'))).toHaveLength(1);
    expect(await countPaused()).toBe(0);
  });

  test('changes nothing if a series of the last part blocks the undo', async () => {
    await changeLastSeries();
    const dates = await listDates();
    await expect(undo()).rejects.toMatchObject({ code: 'UNDO_BLOCKED' });
    expect(await listDates()).toEqual(dates);
    expect((await show(paused)).undoneBy).toBeNull();
  });

  test('keeps the new rule of a series that a member changes before the job has undone that series', async () => {
    const id = await undo();
    const title = await changeLastSeries();
    await finish(id);
    expect((await show(id)).progress).toBeUndefined();
    const changed = (await listDates()).filter((one) => one.startsWith(`${title} `));
    const days = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => `${title} 2026-12-0${day} TODO`);
    expect(changed).toEqual(expect.arrayContaining(days));
    expect((await listDates()).filter((one) => !one.startsWith(`${title} `))).toEqual(
      before.filter((one) => !one.startsWith(`${title} `)),
    );
  });
});
