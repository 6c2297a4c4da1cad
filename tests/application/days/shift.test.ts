import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CalendarDay } from '../../../domain/days/calendar.js';
import { SHIFT_THEN, SHIFT_WHEN, type Shift } from '../../../domain/days/shift.js';
import { addDays, civilDate, toDayNumber, WEEKDAYS } from '../../../domain/shared/civil-date.js';
import type { DayCalendarId, SeriesId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { DAY } from '../../builders/instants.js';
import { acting } from '../../support/application/acting.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
/** At noon of 2026-11-21. */
beforeEach(async () => {
  home = await aHome();
});

const day = (from: string, to = from): CalendarDay => ({
  from: civilDate(from),
  to: civilDate(to),
  name: from,
});
const calendar = async (days: readonly CalendarDay[] = []) =>
  (await home.useCases.createDayCalendar(home.ana, { name: 'Holidays', days, ignored: [], url: null })).id;
const setDays = (id: DayCalendarId, ...days: readonly CalendarDay[]) =>
  home.useCases.setDays(home.ben, id, days);
const follows = (id: DayCalendarId, fields: Partial<Shift> = {}): Shift => ({
  ...{ calendarIds: [id], when: 'onDay', then: 'nextFree', restDays: ['su'] },
  ...fields,
});
const series = async (recurrence: object = { frequency: 'daily', interval: 2 }): Promise<SeriesId> => {
  const first = await home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Bread', date: civilDate('2026-11-21'), recurrence: recurrence as never },
      rotation: {
        kind: 'turns',
        order: [[home.ana.memberId], [home.ben.memberId], [home.cleo.memberId]],
        unit: 'occurrence',
        length: 1,
        offset: 0,
      },
    }),
  );
  return first.seriesId!;
};
const shift = (id: SeriesId, wanted: Shift | null) =>
  home.useCases.editSeries(home.ana, id, { shift: wanted });
const rows = async () => (await home.useCases.listOccurrences(home.ben, EVERYTHING, ALL)).rows;
/** What tells one state of the rows from another. */
const told = async () =>
  (await rows())
    .map(
      ({ originalDate, date, dateReason, seriesIndex, responsibleMemberIds, turnReason, isException }) => ({
        ...{ originalDate, date, dateReason, seriesIndex, responsibleMemberIds, turnReason, isException },
      }),
    )
    .sort((a, b) => a.seriesIndex! - b.seriesIndex!);
const dates = async () => (await told()).map(({ date }) => date);
const tomorrow = async (days = 1) => {
  home.app.clock.advance(days * DAY);
  await home.useCases.extendHorizons();
};

describe('a series that keeps out of days', () => {
  test('has its rows beside them, those that come later too', async () => {
    const holidays = await calendar([day('2026-12-25'), day('2027-02-27')]);
    const id = await series();
    await shift(id, follows(holidays));
    expect(await dates()).toContain('2026-12-26');
    await tomorrow(10);
    const late = (await told()).find(({ originalDate }) => originalDate === '2027-02-27');
    expect(late).toMatchObject({
      date: '2027-03-01',
      dateReason: { calendarId: holidays, name: '2027-02-27' },
    });
  });

  test('leaves them out with skip, and has them again without, each with its index', async () => {
    const holidays = await calendar();
    const id = await series();
    await shift(id, follows(holidays, { then: 'skip' }));
    const before = await told();
    await setDays(holidays, day('2026-11-29', '2026-12-02'));
    expect(await told()).toEqual(
      before.filter(({ date }) => !['2026-11-29', '2026-12-01'].includes(date ?? '')),
    );
    await setDays(holidays);
    expect(await told()).toEqual(before);
  });

  test('D7: what somebody moved, or made his own, is never moved back', async () => {
    const holidays = await calendar([day('2026-12-25')]);
    const id = await series();
    await shift(id, follows(holidays));
    const [moved] = (await rows()).filter(({ originalDate }) => originalDate === '2026-12-25');
    const edited = await home.useCases.editOccurrence(
      home.cleo,
      moved!.id,
      'this',
      { date: civilDate('2026-12-28') },
      { version: moved!.version },
    );
    expect(edited).toMatchObject({ date: '2026-12-28', dateReason: null, isException: true });
    await setDays(holidays);
    await setDays(holidays, day('2026-12-28'), day('2026-12-25'));
    await shift(id, null);
    expect((await rows()).find((row) => row.id === moved!.id)).toMatchObject({ date: '2026-12-28' });
  });

  test('what was put off to today stays when the end of the rule is set, and is no exception', async () => {
    const holidays = await calendar([day('2026-11-25')]);
    const id = await series();
    await shift(id, follows(holidays));
    await tomorrow(5);
    await home.useCases.editSeries(home.ana, id, {
      recurrence: { frequency: 'daily', interval: 2, until: civilDate('2026-12-01') } as never,
    });
    const open = (await told()).filter(({ date }) => date! >= '2026-11-26');
    expect(open.map(({ date, originalDate }) => [originalDate, date])).toEqual([
      ['2026-11-25', '2026-11-26'],
      ...['2026-11-27', '2026-11-29', '2026-12-01'].map((one) => [one, one]),
    ]);
    await home.useCases.editSeries(home.ana, id, { title: 'Rye bread' });
    expect((await rows()).filter(({ title }) => title === 'Rye bread')).toHaveLength(4);
  });

  test('goes by the week of the household, whichever day begins it', async () => {
    const sunday = await calendar([day('2026-11-29')]);
    const id = await series({ frequency: 'weekly', byDay: [{ day: 'tu' }] });
    await shift(id, follows(sunday, { when: 'earlierInWeek', restDays: [] }));
    const monday = await dates();
    expect(monday).toContain('2026-12-01');
    await home.useCases.editHousehold(home.ana, { weekStartsOn: 'su' });
    expect(await dates()).toEqual(monday.map((date) => (date === '2026-12-01' ? '2026-12-02' : date)));
    await home.useCases.editHousehold(home.ana, { weekStartsOn: 'mo' });
    expect(await dates()).toEqual(monday);
  });

  test('begins on no day that is over', async () => {
    const holidays = await calendar([day('2026-11-21'), day('2026-11-23')]);
    const recurrence = { frequency: 'daily', interval: 2 } as never;
    const shift = follows(holidays, { then: 'previousFree', restDays: [] });
    const date = civilDate('2026-11-21');
    expect(await home.useCases.createTask(home.ana, aDraft({ date, recurrence, shift }))).toMatchObject({
      date,
      dateReason: null,
    });
    expect((await dates()).slice(0, 3)).toEqual(['2026-11-21', '2026-11-22', '2026-11-25']);
  });

  test('is refused with a calendar that there is not, and with skip after completion', async () => {
    const elsewhere = '00000000-0000-4000-8000-00000000000e' as DayCalendarId;
    const id = await series({ kind: 'afterCompletion', every: 3, unit: 'day' });
    const refused = (wanted: Shift, field: string) =>
      expect(shift(id, wanted)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field }] });
    await refused(follows(elsewhere), 'shift.calendarIds.0');
    const holidays = await calendar([day('2026-11-24')]);
    await refused(follows(holidays, { then: 'skip' }), 'shift.then');
    await shift(id, follows(holidays));
    const [first] = await rows();
    await home.useCases.completeOccurrence(home.ana, first!.id, { for: null, at: null });
    expect((await rows()).find(({ status }) => status === 'TODO')).toMatchObject({
      originalDate: '2026-11-24',
      date: '2026-11-25',
    });
  });

  test('forgets a calendar that is deleted, until it is back', async () => {
    const holidays = await calendar([day('2026-12-25')]);
    const id = await series();
    const before = await told();
    await shift(id, follows(holidays));
    const shifted = await told();
    const deletion = await acting(home, home.ben, () => home.useCases.deleteDayCalendar(home.ben, holidays));
    expect(await told()).toEqual(before);
    expect((await home.useCases.getSeries(home.ana, id)).series.shift).toBeNull();
    await acting(home, home.ben, () => home.useCases.undoOperation(home.ben, deletion.operationId!));
    expect(await told()).toEqual(shifted);
  });
});

/** The same choices in each run. */
const random = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;

test('D1, D2, D3: days set before or after rows exist, and taken away, leave the same rows', async () => {
  for (let seed = 1; seed <= 25; seed += 1) {
    const next = random(seed * 7);
    const pick = <T>(values: readonly T[]) => values[Math.floor(next() * values.length)]!;
    const days = Array.from({ length: 6 }, () => {
      const from = addDays(civilDate('2026-12-10'), Math.floor(next() * 90));
      return { from, to: addDays(from, Math.floor(next() * 4)), name: from };
    });
    const wanted = {
      when: pick(SHIFT_WHEN),
      then: pick(SHIFT_THEN),
      restDays: WEEKDAYS.filter(() => next() < 0.15),
    };
    const recurrence = pick([
      { frequency: 'daily', interval: 3 },
      { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'fr' }] },
    ]);
    const run = async (order: 'daysFirst' | 'rowsFirst' | 'horizonBetween') => {
      home = await aHome();
      const holidays = await calendar(order === 'daysFirst' ? days : []);
      const id = await series(recurrence);
      const plain = await told();
      await shift(id, follows(holidays, wanted));
      if (order === 'rowsFirst') {
        // Without days nothing moves; and back and forth is as once.
        expect(await told()).toEqual(plain);
        await setDays(holidays, ...days);
        await setDays(holidays);
        expect(await told()).toEqual(plain);
        await setDays(holidays, ...days);
      }
      await tomorrow();
      if (order === 'horizonBetween') await setDays(holidays, ...days);
      return (await told()).map((row) => ({
        ...row,
        dateReason: row.dateReason?.name ?? null,
        responsibleMemberIds: row.responsibleMemberIds.map((one) =>
          [home.ana, home.ben, home.cleo].findIndex(({ memberId }) => memberId === one),
        ),
      }));
    };
    const expected = await run('daysFirst');
    expect(expected.every(({ responsibleMemberIds }) => responsibleMemberIds.length === 1)).toBe(true);
    expect(await run('rowsFirst')).toEqual(expected);
    expect(await run('horizonBetween')).toEqual(expected);
    for (const { originalDate, date } of expected)
      expect(Math.abs(toDayNumber(date!) - toDayNumber(originalDate!))).toBeLessThanOrEqual(14);
  }
});
