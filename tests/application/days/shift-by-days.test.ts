import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ShiftRequest } from '../../../application/days/shift-by-days.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import type { OccurrenceId, SeriesId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { DAY } from '../../builders/instants.js';
import { runOperation } from '../../support/application/run-operation.js';
import { fc, runs } from '../../support/property.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
const today = civilDate('2026-11-21');
/** The clock shows noon on 2026-11-21, a Saturday. */
beforeEach(async () => {
  home = await aHome();
});

const WEEKLY = { frequency: 'weekly' };
const series = async (
  title: string,
  date: string,
  recurrence: object,
  fields: object = {},
): Promise<SeriesId> => {
  const order = [[home.ana.memberId], [home.ben.memberId], [home.cleo.memberId]];
  const rotation = { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 };
  const draft = { title, date: civilDate(date), recurrence, rotation, ...fields };
  return (await home.useCases.createTask(home.ana, aDraft(draft as never))).seriesId!;
};
const request = (fields: Partial<ShiftRequest> = {}): ShiftRequest => ({
  days: 7,
  from: civilDate('2026-12-01'),
  what: { kind: 'all' },
  oneOff: false,
  ...fields,
});
const shift = (fields: Partial<ShiftRequest> = {}) => home.useCases.shiftByDays(home.ben, request(fields));
const rows = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;
const open = async (title: string) =>
  (await rows())
    .filter((row) => row.title === title && row.status === 'TODO')
    .sort((a, b) => (String(a.date) < String(b.date) ? -1 : 1));
/** Returns the dates of a task and their members, such as "12-01 Ana". */
const turns = async (title: string, most = 5) => {
  const { ana, ben, cleo } = home;
  const names = new Map([
    [ana.memberId, 'Ana'],
    [ben.memberId, 'Ben'],
    [cleo.memberId, 'Chloé'],
  ]);
  return (await open(title))
    .slice(0, most)
    .map(({ date, responsibleMemberIds: [who] }) => `${date!.slice(5)} ${names.get(who!) ?? '-'}`);
};
const dates = async (title: string) => (await open(title)).map(({ date }) => date);
const state = async () =>
  (await rows())
    .map(({ id, title, originalDate, date, seriesIndex, seriesId, responsibleMemberIds, isException }) =>
      JSON.stringify([
        id,
        title,
        originalDate,
        date,
        seriesIndex,
        seriesId,
        responsibleMemberIds,
        isException,
      ]),
    )
    .sort();
const nights = async (days: number) => {
  home.app.clock.advance(days * DAY);
  await home.useCases.extendHorizons();
};

describe('moving the dates of series to later days', () => {
  test('keeps the order of turns and changes only dates from the given day on', async () => {
    await series('Bins', '2026-11-24', WEEKLY);
    const made = await shift();
    expect(await turns('Bins')).toEqual(['11-24 Ana', '12-08 Ben', '12-15 Chloé', '12-22 Ana', '12-29 Ben']);
    expect(made.affected).toEqual({ moved: 12, removed: 0, kept: 0, left: 0 });
    expect(made.dates[0]).toMatchObject({ date: '2026-12-01', becomes: '2026-12-08' });
    // At most ten of the moved dates are reported. Dates beyond the horizon are created by the daily job.
    expect(made.dates).toHaveLength(10);
    await nights(14);
    expect((await dates('Bins')).at(-1)).toBe('2027-03-02');
  });

  test('does not split the series if all its future dates move', async () => {
    const id = await series('Bins', '2026-11-24', WEEKLY);
    const ids = (await open('Bins')).map((row) => row.id);
    await shift({ from: today });
    expect(await turns('Bins', 3)).toEqual(['12-01 Ana', '12-08 Ben', '12-15 Chloé']);
    const after = await open('Bins');
    expect(new Set(after.map(({ seriesId }) => seriesId))).toEqual(new Set([id]));
    expect(ids).toEqual(expect.arrayContaining(after.map((row) => row.id)));
  });

  test('keeps the ids of the occurrences if the shift splits the series', async () => {
    await series('Bins', '2026-11-24', WEEKLY);
    const ids = (await open('Bins')).map((row) => row.id);
    await shift();
    expect(ids).toEqual(expect.arrayContaining((await open('Bins')).map((row) => row.id)));
  });

  test('keeps the number of dates of a series with a count, and also moves the end date of a series', async () => {
    await series('Three', '2026-11-24', { ...WEEKLY, count: 3 });
    await series('Until', '2026-11-24', { ...WEEKLY, until: civilDate('2026-12-08') });
    await shift();
    const three = ['2026-11-24', '2026-12-08', '2026-12-15'];
    expect(await dates('Three')).toEqual(three);
    expect(await dates('Until')).toEqual(three);
  });

  test('moves both dates of a fortnight by the same number of days if the rule is every two weeks', async () => {
    await series('Pool', '2026-11-24', { ...WEEKLY, interval: 2, byDay: [{ day: 'tu' }, { day: 'sa' }] });
    expect((await dates('Pool')).slice(0, 4)).toEqual([
      '2026-11-24',
      '2026-11-28',
      '2026-12-08',
      '2026-12-12',
    ]);
    await shift({ days: 3, from: today });
    expect((await dates('Pool')).slice(0, 4)).toEqual([
      '2026-11-27',
      '2026-12-01',
      '2026-12-11',
      '2026-12-15',
    ]);
  });

  test('moves only the open date of a series that repeats after completion', async () => {
    await series('Filter', '2026-12-03', { kind: 'afterCompletion', every: 30, unit: 'day' });
    await shift();
    expect(await dates('Filter')).toEqual(['2026-12-10']);
  });

  test('moves a date further if it would fall on a holiday', async () => {
    const { id } = await home.useCases.createDayCalendar(home.ana, {
      ...{ name: 'Holidays', ignored: [], url: null },
      days: [{ from: civilDate('2026-12-25'), to: civilDate('2026-12-25'), name: 'Christmas' }],
    });
    await home.useCases.editSeries(home.ana, await series('Bins', '2026-12-18', WEEKLY), {
      shift: { calendarIds: [id], when: 'onDay', then: 'nextFree', restDays: ['su'] },
    });
    const made = await shift();
    expect(made.dates[0]).toMatchObject({ date: '2026-12-18', becomes: '2026-12-26' });
    expect((await dates('Bins')).slice(0, 2)).toEqual(['2026-12-26', '2027-01-01']);
  });
});

describe('moving the dates of series to earlier days', () => {
  test('removes dates that would move before a date that stays, and keeps the order of turns', async () => {
    await series('Bins', '2026-11-24', WEEKLY);
    await shift({ days: -10, from: civilDate('2026-12-08') });
    expect(await turns('Bins')).toEqual(['11-24 Ana', '12-01 Ben', '12-05 Chloé', '12-12 Ana', '12-19 Ben']);
  });

  test('removes a date that would move before today', async () => {
    await series('Bins', '2026-11-24', WEEKLY);
    await shift({ days: -10, from: today });
    expect(await turns('Bins', 3)).toEqual(['11-21 Ana', '11-28 Ben', '12-05 Chloé']);
  });

  test('moves nothing if no date can become earlier, and reports that as the reason', async () => {
    await series('Cat', '2026-11-21', { frequency: 'daily' });
    await series('Filter', '2026-11-23', { kind: 'afterCompletion', every: 30, unit: 'day' });
    await home.useCases.createTask(home.ana, aDraft({ title: 'Tap', date: civilDate('2026-11-24') }));
    const before = await state();
    const made = await shift({ days: -7, from: today, oneOff: true });
    expect(made.affected).toEqual({ moved: 0, removed: 0, kept: 0, left: 3 });
    expect(made.left.map(({ title, reason }) => [title, reason])).toEqual([
      ['Cat', 'NOTHING_EARLIER'],
      ['Filter', 'NOTHING_EARLIER'],
      ['Tap', 'NOTHING_EARLIER'],
    ]);
    expect(await state()).toEqual(before);
  });
});

describe('a shift of all or of selected series', () => {
  test('reports each series that was not moved with the reason', async () => {
    await series('Rent', '2026-12-05', { frequency: 'monthly' }, { whenAway: 'keep' });
    await series('Taxes', '2026-11-30', { frequency: 'yearly' });
    await series('Beds', '2026-12-01', { frequency: 'monthly', byMonthDay: [1, 15] });
    await series('Bins', '2026-11-24', WEEKLY);
    const made = await shift();
    expect(Object.fromEntries(made.left.map(({ title, reason }) => [title, reason]))).toEqual({
      Rent: 'WHEN_AWAY_KEEP',
      Taxes: 'NOTHING_PLANNED',
      Beds: 'SEVERAL_DAYS',
    });
  });

  test('moves a series that the request names by its id, even if it has whenAway=keep, and no other series', async () => {
    const rent = await series('Rent', '2026-12-05', { frequency: 'monthly' }, { whenAway: 'keep' });
    await series('Bins', '2026-12-01', WEEKLY);
    await shift({ what: { kind: 'series', ids: [rent] } });
    expect((await dates('Rent')).slice(0, 2)).toEqual(['2026-12-12', '2027-01-12']);
    expect((await dates('Bins'))[0]).toBe('2026-12-01');
  });

  test('moves only the series and one-off tasks of the given category', async () => {
    const { id } = await home.useCases.createCategory(home.ana, { name: 'Out', color: null, icon: null });
    await series('Bins', '2026-12-01', WEEKLY, { categoryId: id });
    await series('Dishes', '2026-12-01', WEEKLY);
    const task = (title: string, categoryId: typeof id | null) =>
      home.useCases.createTask(home.ana, aDraft({ title, categoryId, date: civilDate('2026-12-02') }));
    await task('Gate', id);
    await task('Tap', null);
    await shift({ what: { kind: 'category', id }, oneOff: true });
    expect((await dates('Bins'))[0]).toBe('2026-12-08');
    expect((await dates('Dishes'))[0]).toBe('2026-12-01');
    expect(await dates('Gate')).toEqual(['2026-12-09']);
    expect(await dates('Tap')).toEqual(['2026-12-02']);
  });

  test('keeps the date of occurrences that somebody has changed, like an edit with scope following', async () => {
    await series('Bins', '2026-11-24', WEEKLY);
    const row = (await open('Bins')).find(({ date }) => date === '2026-12-15')!;
    await home.useCases.editOccurrence(home.ana, row.id, 'this', { notes: 'Both' }, {});
    const made = await shift({ days: 2 });
    expect(made.affected).toMatchObject({ kept: 1, removed: 0 });
    expect((await dates('Bins')).slice(0, 5)).toEqual([
      '2026-11-24',
      '2026-12-03',
      '2026-12-10',
      '2026-12-15',
      '2026-12-24',
    ]);
  });
});

describe('a shift by the length of the interval of a series', () => {
  const byId = async () => new Map((await rows()).map((row) => [row.id, row]));

  test.each<[string, (id: OccurrenceId) => Promise<unknown>]>([
    ['a note', (id) => home.useCases.editOccurrence(home.ana, id, 'this', { notes: 'Both' }, {})],
    ['a new checklist item', (id) => home.useCases.addChecklistItem(home.ana, id, 'Glass')],
    [
      'a ticked checklist item',
      async (id) => {
        const [item] = (await byId()).get(id)!.checklist;
        return home.useCases.editChecklistItem(home.ana, id, item!.id, { done: true });
      },
    ],
  ])('loses no turn if an occurrence has %s', async (_, touch) => {
    await series('Bins', '2026-11-24', WEEKLY, { checklist: [{ title: 'Paper' }] });
    const before = await open('Bins');
    const third = before[2]!;
    await touch(third.id);
    const touched = (await byId()).get(third.id)!;
    const tried = await home.useCases.previewShift(home.ben, request({ from: today }));
    const made = await shift({ from: today });
    expect(made).toEqual(tried);
    expect(made.affected).toMatchObject({ removed: 0, kept: 1 });
    const after = await byId();
    for (const { occurrenceId, date, becomes } of made.dates) {
      expect(before.find(({ id }) => id === occurrenceId)?.date).toBe(date);
      expect(after.get(occurrenceId)?.date ?? null).toBe(becomes);
    }
    const { date, checklist, notes, responsibleMemberIds } = touched;
    expect(after.get(third.id)).toMatchObject({ date, checklist, notes, responsibleMemberIds });
    const inOrder = (await open('Bins')).sort((a, b) => a.seriesIndex! - b.seriesIndex!);
    expect(inOrder.map(({ seriesIndex }) => seriesIndex)).toEqual(inOrder.map((_one, at) => at));
    expect(inOrder.map((row) => row.originalDate)).toEqual(
      inOrder.map((_one, at) => addDays(civilDate('2026-12-01'), 7 * at)),
    );
    const people = [home.ana, home.ben, home.cleo].map(({ memberId }) => memberId);
    for (const row of inOrder) expect(row.responsibleMemberIds).toEqual([people[row.seriesIndex! % 3]]);
  });

  test('can be undone, and the undo restores the dates of edited and deleted occurrences', async () => {
    await series('Bins', '2026-11-24', WEEKLY);
    const [, second, third] = await open('Bins');
    await home.useCases.editOccurrence(home.ana, second!.id, 'this', { notes: 'Both' }, {});
    await home.useCases.deleteOccurrence(home.ana, third!.id, 'this', {});
    const before = await state();
    const { operationId } = await runOperation(home, home.ben, () => shift({ from: today }));
    expect((await dates('Bins')).slice(0, 4)).toEqual([
      ...['2026-12-01', '2026-12-01', '2026-12-22', '2026-12-29'],
    ]);
    await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId!));
    expect(await state()).toEqual(before);
  });
});

test('previewing a shift returns the result of the real shift and changes nothing', async () => {
  await series('Bins', '2026-11-24', WEEKLY);
  const before = await state();
  const tried = await home.useCases.previewShift(home.ben, request());
  expect(await state()).toEqual(before);
  expect(await shift()).toEqual(tried);
});

const aRule = fc.constantFrom<object>(
  { frequency: 'daily' },
  { frequency: 'daily', interval: 3 },
  { ...WEEKLY, byDay: [{ day: 'tu' }] },
  { ...WEEKLY, interval: 2, byDay: [{ day: 'tu' }, { day: 'sa' }] },
  { ...WEEKLY, times: ['08:00', '18:30'] },
  { frequency: 'monthly', byMonthDay: [12] },
  { frequency: 'daily', count: 60 },
  { ...WEEKLY, until: civilDate('2027-01-31') },
  { kind: 'afterCompletion', every: 5, unit: 'day' },
);
const days = fc.integer({ min: 1, max: 25 });
const after = fc.integer({ min: 0, max: 25 });
const placed = async () =>
  (await open('Bins')).map(({ date, time, responsibleMemberIds }) => [date, time, responsibleMemberIds]);
const begin = async (rule: object) => {
  home = await aHome();
  await series('Bins', '2026-11-23', rule);
};

describe('shifts of random series', () => {
  test('restore the state before the shift when they are undone, also some days later', async () => {
    const either = fc.tuple(days, fc.boolean()).map(([many, isEarlier]) => (isEarlier ? -many : many));
    await fc.assert(
      fc.asyncProperty(
        aRule,
        either,
        after,
        fc.integer({ min: 0, max: 5 }),
        async (rule, by, begins, wait) => {
          await begin(rule);
          const never = await state();
          const { operationId } = await runOperation(home, home.ben, () =>
            shift({ days: by, from: addDays(today, begins) }),
          );
          if (operationId === null) {
            expect(await state()).toEqual(never);
            return;
          }
          if (wait > 0) await nights(wait);
          await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, operationId));
          const undone = await state();
          expect(undone).toEqual(wait === 0 ? never : expect.arrayContaining(never));
        },
      ),
      runs(40),
    );
  }, 120_000);

  test('restore dates and turns when a shift by the opposite number of days follows, unless the first shift removes dates', async () => {
    await fc.assert(
      fc.asyncProperty(aRule, days, after, async (rule, by, begins) => {
        await begin(rule);
        const from = addDays(today, begins);
        const before = await placed();
        const made = await shift({ days: by, from });
        if (made.affected.removed > 0) return;
        const isMoved = made.affected.moved > 0;
        if (isMoved) expect(await placed()).not.toEqual(before);
        await shift({ days: -by, from });
        expect(await placed()).toEqual(before);
      }),
      runs(40),
    );
  }, 120_000);

  test('keep the order of the future turns', async () => {
    const either = fc.tuple(days, fc.boolean()).map(([many, isEarlier]) => (isEarlier ? -many : many));
    await fc.assert(
      fc.asyncProperty(aRule, either, after, async (rule, by, begins) => {
        await begin(rule);
        const people = (told: unknown[][]) => told.map(([, , who]) => who);
        const before = people(await placed());
        await shift({ days: by, from: addDays(today, begins) });
        const now = people(await placed());
        const most = Math.min(before.length, now.length);
        expect(now.slice(0, most)).toEqual(before.slice(0, most));
      }),
      runs(40),
    );
  }, 120_000);
});

describe('shifting more series than one transaction can move', () => {
  const SERIES = 60;
  beforeEach(async () => {
    await series('Mine 0', '2026-12-01', WEEKLY, { visibility: 'PERSONAL', rotation: null });
    for (let made = 0; made < SERIES; made++) await series(`Chore ${made}`, '2026-12-01', WEEKLY);
  });

  const countOn = async (date: string) =>
    (await rows()).filter((row) => row.date === date && row.title.startsWith('Chore')).length;
  /** Starts a shift whose process ends after the first part. */
  const begin = () =>
    runOperation(home, home.ben, async () => {
      const { unitOfWork } = home.app;
      const run = unitOfWork.run.bind(unitOfWork);
      let parts = 0;
      const dying: typeof run = (work) => (parts++ === 0 ? run(work) : Promise.reject(new Error('it died')));
      const patched = Object.assign(unitOfWork, { run: dying });
      await expect(shift({ days: 1 })).rejects.toThrow('it died');
      Object.assign(patched, { run });
    });

  test('moves all of them in one operation, and reports a complete result', async () => {
    const { result, operationId } = await runOperation(home, home.ben, () => shift({ days: 1 }));
    expect(result).toMatchObject({ isComplete: true, undoable: true });
    expect([await countOn('2026-12-01'), await countOn('2026-12-02')]).toEqual([0, SERIES]);
    await runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, operationId!));
    // The request undoes the first parts, and a job undoes the others.
    await home.app.performJobs();
    expect([await countOn('2026-12-01'), await countOn('2026-12-02')]).toEqual([SERIES, 0]);
  });

  test('is finished by a job when the request ends after the first part', async () => {
    const { operationId } = await begin();
    expect(await countOn('2026-12-01')).toBeGreaterThan(0);
    const { progress, params } = await home.useCases.showOperation(home.ben, operationId!);
    expect(progress?.total).toBe(SERIES);
    expect(params).toMatchObject({ days: 1 });
    const job = { householdId: home.householdId, operationId: operationId!, actorId: home.ben.memberId };
    await Promise.all([home.useCases.continueBulkWork(job), home.useCases.continueBulkWork(job)]);
    await home.useCases.continueBulkWork(job);
    expect([await countOn('2026-12-01'), await countOn('2026-12-02')]).toEqual([0, SERIES]);
  });

  test('has a dry run that returns an incomplete result and moves no date', async () => {
    const tried = await home.useCases.previewShift(home.ben, request({ days: 1 }));
    expect(tried).toMatchObject({ isComplete: false, undoable: false });
    expect(await countOn('2026-12-01')).toBe(SERIES);
  });
});
