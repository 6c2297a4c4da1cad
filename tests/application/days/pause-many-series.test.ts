import { beforeEach, describe, expect, test } from '@jest/globals';
import type { PauseRequest } from '../../../application/days/pauses.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

/** More series than one request pauses (WITHIN_REQUEST). */
const SERIES = 60;
const WITHIN_REQUEST = 50;

const request: PauseRequest = {
  ...{ from: civilDate('2026-12-01'), to: civilDate('2026-12-08'), seriesIds: null, mode: 'skip' },
  ...{ assignTo: null, note: null },
};

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

async function createSeries(count: number): Promise<void> {
  for (let made = 0; made < count; made++)
    await home.useCases.createTask(
      home.ana,
      aDraft({
        ...{ title: `Chore ${made}`, date: civilDate('2026-11-24'), recurrence: { frequency: 'weekly' } },
        rotation: {
          ...{ kind: 'turns', order: [[home.ana.memberId], [home.ben.memberId]], unit: 'occurrence' },
          ...{ length: 1, offset: 0 },
        },
      } as never),
    );
}

/** Pauses all series as Ana, as one request. */
async function pauseAll(): Promise<{ isComplete: boolean; removed: number; id: OperationId }> {
  const { result, operationId } = await runOperation(home, home.ana, () =>
    home.useCases.createPause(home.ana, request),
  );
  return { isComplete: result.isComplete, removed: result.pause.affected.removed, id: operationId! };
}

const finish = (id: OperationId) =>
  home.useCases.continueBulkWork({
    householdId: home.ana.household.id,
    operationId: id,
    actorId: home.ana.memberId,
  });
const show = (id: OperationId) => home.useCases.showOperation(home.ben, id);
const dates = async () =>
  (await home.useCases.listOccurrences(home.ana, EVERYTHING, { ...ALL, limit: 5_000 })).rows
    .map(({ title, date, status }) => `${title} ${String(date)} ${status}`)
    .toSorted();
const countWithin = async () =>
  (await dates()).filter((one) => one.includes('2026-12-01') || one.includes('2026-12-08')).length;

describe('pausing more series than one request can pause', () => {
  beforeEach(() => createSeries(SERIES));

  test('answers with the counts of the series paused so far, and a job pauses the rest', async () => {
    const { isComplete, removed, id } = await pauseAll();
    expect({ isComplete, removed }).toEqual({ isComplete: false, removed: WITHIN_REQUEST * 2 });
    expect(await countWithin()).toBe((SERIES - WITHIN_REQUEST) * 2);
    await finish(id);
    expect(await countWithin()).toBe(0);
    const [pause] = await home.useCases.listPauses(home.ben);
    expect(pause?.affected).toMatchObject({ removed: SERIES * 2 });
  });

  test('is one operation whose progress other members can read', async () => {
    const { id } = await pauseAll();
    expect(await show(id)).toMatchObject({
      kind: 'PAUSED',
      progress: { done: WITHIN_REQUEST, total: SERIES },
      undoUntil: null,
    });
    await finish(id);
    const operation = await show(id);
    expect(operation.progress).toBeUndefined();
    const { rows } = await home.useCases.listOperations(home.ben, ALL);
    expect(rows.filter(({ kind }) => kind === 'PAUSED')).toHaveLength(1);
  });

  test('lets other members tick tasks before the job has finished', async () => {
    const { id } = await pauseAll();
    const [open] = (await home.useCases.listOccurrences(home.ben, EVERYTHING, ALL)).rows;
    await home.useCases.completeOccurrence(home.ben, open!.id, { for: null, at: null });
    await finish(id);
    expect((await dates()).filter((one) => one.endsWith('DONE'))).toHaveLength(1);
  });

  test('cannot be undone before it is finished, and is then undone as a whole', async () => {
    const before = await dates();
    const { id } = await pauseAll();
    const undo = () => runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, id));
    await expect(undo()).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await finish(id);
    const { operationId } = await undo();
    await finish(operationId!);
    expect(await dates()).toEqual(before);
    expect(await home.useCases.listPauses(home.ben)).toEqual([]);
  });

  test('pauses each series once when several workers run the job', async () => {
    const { id } = await pauseAll();
    await Promise.all([finish(id), finish(id)]);
    await finish(id);
    const [pause] = await home.useCases.listPauses(home.ben);
    expect(pause?.affected).toMatchObject({ removed: SERIES * 2 });
    const { rows } = await home.useCases.listSeries(home.ana, ALL);
    expect(rows.map(({ series }) => series.pauses.length)).toEqual(Array<number>(SERIES).fill(1));
  });

  test('stops when somebody ends the pause before the job has finished', async () => {
    const before = await dates();
    const { id } = await pauseAll();
    const [pause] = await home.useCases.listPauses(home.ben);
    const { operationId } = await runOperation(home, home.ben, () =>
      home.useCases.endPause(home.ben, pause!.id),
    );
    await finish(operationId!);
    await finish(id);
    expect((await show(id)).progress).toBeUndefined();
    expect(await dates()).toEqual(before);
  });

  test('is queued again by the periodic check for unfinished work when its job was lost', async () => {
    const { id } = await pauseAll();
    home.app.clock.advance(3_600_000);
    await home.app.storage.takeJobs();
    await home.useCases.sweepBulkWork();
    const jobs = await home.app.storage.takeJobs();
    expect(jobs.map(({ name, payload }) => [name, payload])).toEqual([
      [
        'continue-bulk-work',
        { householdId: home.ana.household.id, operationId: id, actorId: home.ana.memberId },
      ],
    ]);
  });
});

test('pausing the largest number of series that one request can pause, in mode later, also postpones one-off tasks', async () => {
  await createSeries(WITHIN_REQUEST);
  await home.useCases.createTask(home.ana, aDraft({ title: 'Tap', date: civilDate('2026-12-02') }));
  const { result } = await runOperation(home, home.ana, () =>
    home.useCases.createPause(home.ana, { ...request, mode: 'later' }),
  );
  expect(result.isComplete).toBe(true);
  expect((await dates()).filter((one) => one.startsWith('Tap'))).toEqual(['Tap 2026-12-10 TODO']);
});

describe('a dry run of a pause', () => {
  test('returns exactly what the pause then changes if there are no more series than one request can pause', async () => {
    await createSeries(WITHIN_REQUEST);
    const tried = await home.useCases.previewPause(home.ana, request);
    const { result } = await runOperation(home, home.ana, () => home.useCases.createPause(home.ana, request));
    expect(tried.isComplete).toBe(true);
    expect(result.isComplete).toBe(true);
    expect(tried.pause.affected).toEqual(result.pause.affected);
    expect(tried.dates).toEqual(result.dates);
  });

  test('covers only the first 50 series if there are more, marks its result as incomplete, and changes nothing', async () => {
    await createSeries(SERIES);
    const before = await dates();
    const tried = await home.useCases.previewPause(home.ana, request);
    expect(tried.isComplete).toBe(false);
    expect(tried.pause.affected.removed).toBe(WITHIN_REQUEST * 2);
    expect(await dates()).toEqual(before);
    expect(await home.useCases.listPauses(home.ana)).toEqual([]);
  });
});

test('the preview of the end of a pause leaves out personal series of other members', async () => {
  await createSeries(45);
  for (let made = 0; made < 10; made++)
    await home.useCases.createTask(
      home.ana,
      aDraft({
        ...{ title: `Secret ${made}`, visibility: 'PERSONAL', date: civilDate('2026-11-24') },
        recurrence: { frequency: 'weekly' },
      } as never),
    );
  await finish((await pauseAll()).id);
  const [pause] = await home.useCases.listPauses(home.ben);
  expect(await home.useCases.previewPauseEnd(home.ben, pause!.id)).toMatchObject({
    counts: { created: 90 },
    isComplete: true,
  });
  expect((await home.useCases.previewPauseEnd(home.ana, pause!.id)).isComplete).toBe(false);
});
