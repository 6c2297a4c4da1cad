import { beforeEach, describe, expect, test } from '@jest/globals';
import { progressFor } from '../../../domain/operations/operation.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { DayCalendarId, OperationId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

/** More series than one request plans (WITHIN_REQUEST). */
const SERIES = 60;
const WITHIN_REQUEST = 50;

const HOLIDAY = { from: civilDate('2026-12-01'), to: civilDate('2026-12-01'), name: 'Holiday' };

let home: Home;
let calendarId: DayCalendarId;

async function settleIn(
  when: 'onDay' | 'earlierInWeek',
  days = [] as (typeof HOLIDAY)[],
  series = SERIES,
): Promise<void> {
  home = await aHome();
  const { useCases, ana } = home;
  const fields = { name: 'Holidays', days, ignored: [], url: null };
  calendarId = (await useCases.createDayCalendar(ana, fields)).id;
  for (let made = 0; made < series; made++)
    await useCases.createTask(
      ana,
      aDraft({
        ...{ title: `Chore ${made}`, date: civilDate('2026-11-24'), recurrence: { frequency: 'weekly' } },
        shift: { calendarIds: [calendarId], when, then: 'nextFree', restDays: [] },
      } as never),
    );
}

/** Runs the change as Ana, as one request, and returns its operation. */
async function act(work: () => Promise<unknown>): Promise<OperationId> {
  return (await runOperation(home, home.ana, work)).operationId!;
}
const finish = (operationId: OperationId) =>
  home.useCases.continueBulkWork({ householdId: home.householdId, operationId, actorId: home.ana.memberId });
const countOn = async (date: string) =>
  (
    await home.useCases.listOccurrences(
      home.ben,
      { ...EVERYTHING, from: civilDate(date), to: civilDate(date) },
      ALL,
    )
  ).rows.length;
const progressOf = async (id: OperationId) => (await home.useCases.showOperation(home.ana, id)).progress;

describe('changing a day calendar on which more series depend than one request can replan', () => {
  beforeEach(() => settleIn('onDay'));

  const setDays = (days: readonly (typeof HOLIDAY)[]) =>
    act(() => home.useCases.setDays(home.ana, calendarId, days));

  test('is one operation that a job finishes after the answer', async () => {
    const id = await setDays([HOLIDAY]);
    expect(await progressOf(id)).toEqual({ done: WITHIN_REQUEST, total: SERIES });
    expect([await countOn('2026-12-01'), await countOn('2026-12-02')]).toEqual([10, WITHIN_REQUEST]);
    await finish(id);
    expect([await countOn('2026-12-01'), await countOn('2026-12-02')]).toEqual([0, SERIES]);
    expect(await progressOf(id)).toBeUndefined();
    await act(() => home.useCases.undoOperation(home.ana, id));
  });

  test('applies the later of two unfinished changes if the job of the earlier change runs first', async () => {
    const first = await setDays([HOLIDAY]);
    const second = await setDays([
      { from: civilDate('2026-12-08'), to: civilDate('2026-12-08'), name: 'Holiday' },
    ]);
    await finish(first);
    await finish(second);
    expect([await countOn('2026-12-01'), await countOn('2026-12-02')]).toEqual([SERIES, 0]);
    expect([await countOn('2026-12-08'), await countOn('2026-12-09')]).toEqual([0, SERIES]);
  });

  test('can be undone as one operation, which a job finishes', async () => {
    const id = await setDays([HOLIDAY]);
    await finish(id);
    const undo = await act(() => home.useCases.undoOperation(home.ana, id));
    await finish(undo);
    expect([await countOn('2026-12-01'), await countOn('2026-12-02')]).toEqual([SERIES, 0]);
  });

  test('removes a deleted calendar from each series', async () => {
    await finish(await setDays([HOLIDAY]));
    const id = await act(() => home.useCases.deleteDayCalendar(home.ana, calendarId));
    await finish(id);
    expect([await countOn('2026-12-01'), await countOn('2026-12-02')]).toEqual([SERIES, 0]);
    const { rows } = await home.useCases.listSeries(home.ana, ALL);
    expect(rows.filter(({ series }) => series.shift !== null)).toEqual([]);
  });

  test('checks only the first 50 series in a dry run, which reports that the result is incomplete', async () => {
    const { useCases, ana } = home;
    const preview = await useCases.previewDays(ana, calendarId, [HOLIDAY]);
    expect(preview).toMatchObject({ counts: { changed: WITHIN_REQUEST }, isComplete: false });
    expect(await countOn('2026-12-01')).toBe(SERIES);
    expect((await useCases.previewCalendarDeletion(ana, calendarId)).isComplete).toBe(false);
  });
});

test('changing the first day of the week replans many series in parts', async () => {
  // If weeks begin on Sunday, this Sunday is in the week of the following Tuesday.
  await settleIn('earlierInWeek', [
    { from: civilDate('2026-11-29'), to: civilDate('2026-11-29'), name: 'Holiday' },
  ]);
  expect(await countOn('2026-12-01')).toBe(SERIES);
  const edit = { weekStartsOn: 'su' } as const;
  const preview = await home.useCases.previewHouseholdEdit(home.ana, edit);
  expect(preview).toMatchObject({ counts: { changed: WITHIN_REQUEST }, isComplete: false });
  const id = await act(() => home.useCases.editHousehold(home.ana, edit));
  expect(await countOn('2026-12-01')).toBe(SERIES - WITHIN_REQUEST);
  await finish(id);
  expect(await countOn('2026-12-01')).toBe(0);
});

/** Creates series that follow the calendar and that only Ben sees. */
async function createHidden(count: number): Promise<void> {
  const { useCases, ben } = home;
  const shift = { calendarIds: [calendarId], when: 'onDay', then: 'nextFree', restDays: [] };
  const dates = { date: civilDate('2026-11-24'), recurrence: { frequency: 'weekly' } };
  for (let made = 0; made < count; made++)
    await useCases.createTask(
      ben,
      aDraft({ title: `Secret ${made}`, visibility: 'PERSONAL', ...dates, shift } as never),
    );
}

describe('changing a day calendar on which personal series of another member also depend', () => {
  test('counts in the preview all series that the caller may see, and no personal series of the other member', async () => {
    await settleIn('onDay', [], 45);
    await createHidden(10);
    const { useCases, ana } = home;
    expect(await useCases.previewDays(ana, calendarId, [HOLIDAY])).toMatchObject({
      counts: { changed: 45 },
      isComplete: true,
    });
  });

  test('counts in the progress only series that the caller may see', async () => {
    await settleIn('onDay');
    await createHidden(10);
    const id = await act(() => home.useCases.setDays(home.ana, calendarId, [HOLIDAY]));
    expect(await progressOf(id)).toEqual({ done: WITHIN_REQUEST, total: SERIES });
    await finish(id);
    expect([await countOn('2026-12-01'), await countOn('2026-12-02')]).toEqual([0, SERIES + 10]);
  });

  test('can be undone as soon as all series that the caller may see are replanned, and the undo also covers the hidden series', async () => {
    await settleIn('onDay', [], 45);
    await createHidden(10);
    const id = await act(() => home.useCases.setDays(home.ana, calendarId, [HOLIDAY]));
    const operation = await home.useCases.showOperation(home.ana, id);
    expect(progressFor(operation, home.ana.memberId)).toBeNull();
    const undo = await act(() => home.useCases.undoOperation(home.ana, id));
    await finish(id);
    await finish(undo);
    expect([await countOn('2026-12-01'), await countOn('2026-12-02')]).toEqual([55, 0]);
  });
});
