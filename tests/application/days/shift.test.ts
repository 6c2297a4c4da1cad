import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CalendarDay } from '../../../domain/days/calendar.js';
import { SHIFT_THEN, SHIFT_WHEN, type Shift } from '../../../domain/days/shift.js';
import { addDays, civilDate, toDayNumber, WEEKDAYS } from '../../../domain/shared/civil-date.js';
import type { DayCalendarId, SeriesId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { DAY } from '../../builders/instants.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { fc, runs } from '../../support/property.js';

let home: Home;
/** The clock shows noon on 2026-11-21. */
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
/** The fields by which two states of the rows are compared. */
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

describe('a series that avoids days of a calendar', () => {
  test('has its occurrences on other days, including occurrences that are created later', async () => {
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

  test('leaves out dates on days of the calendar with then=skip, and creates them again if the days are removed', async () => {
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

  test.each(['all', 'following'] as const)(
    'moves the occurrence on which an edit with scope %s starts to avoid the days, even if it has its own note, but no other occurrence with a note',
    async (scope) => {
      const holidays = await calendar([day('2026-11-25'), day('2026-11-29')]);
      await series();
      const of = async (date: string) => (await rows()).find(({ originalDate }) => originalDate === date)!;
      const note = async (date: string) =>
        home.useCases.editOccurrence(home.cleo, (await of(date)).id, 'this', { notes: 'Rye' }, {});
      const { id } = await note('2026-11-25');
      await note('2026-11-29');
      const edited = await home.useCases.editOccurrence(
        home.ana,
        id,
        scope,
        { shift: follows(holidays) },
        {},
      );
      expect(edited).toMatchObject({
        id,
        date: '2026-11-26',
        dateReason: { name: '2026-11-25' },
        notes: 'Rye',
      });
      expect(await of('2026-11-29')).toMatchObject({ date: '2026-11-29', dateReason: null });
    },
  );

  test.each(['all', 'following'] as const)(
    'does not move the occurrence on which an edit with scope %s starts to avoid the days, if a member had moved that occurrence before',
    async (scope) => {
      const holidays = await calendar([day('2026-11-25')]);
      await series();
      const { id } = (await rows()).find(({ originalDate }) => originalDate === '2026-11-25')!;
      await home.useCases.editOccurrence(home.cleo, id, 'this', { date: civilDate('2026-11-24') }, {});
      const wanted = { shift: follows(holidays) };
      const edited = await home.useCases.editOccurrence(home.ana, id, scope, wanted, {});
      expect(edited).toMatchObject({ id, date: '2026-11-24', dateReason: null });
    },
  );

  test('never moves an occurrence that a member has moved [D7]', async () => {
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

  test('keeps an occurrence that was postponed to today when the rule gets an end date', async () => {
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

  test('uses the first day of the week of the household for when=earlierInWeek', async () => {
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

  test('does not move its first date into the past', async () => {
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

  test('is refused with an unknown calendar, and with then=skip if the series repeats after completion', async () => {
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

  test('returns to the dates of its rule if the calendar is deleted, until the deletion is undone', async () => {
    const holidays = await calendar([day('2026-12-25')]);
    const id = await series();
    const before = await told();
    await shift(id, follows(holidays));
    const shifted = await told();
    const deletion = await runOperation(home, home.ben, () =>
      home.useCases.deleteDayCalendar(home.ben, holidays),
    );
    expect(await told()).toEqual(before);
    expect((await home.useCases.getSeries(home.ana, id)).series.shift).toBeNull();
    await runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, deletion.operationId!));
    expect(await told()).toEqual(shifted);
  });
});

/** Periods of some days or weeks. They are so far in the future that no date is moved into the past. */
const aPeriod = fc
  .record({ after: fc.nat(90), length: fc.oneof(fc.nat(3), fc.nat(25)) })
  .map(({ after, length }) => {
    const from = addDays(civilDate('2026-12-08'), after);
    return { from, to: addDays(from, length), name: from };
  });
const periods = (most: number) => fc.uniqueArray(aPeriod, { maxLength: most, selector: ({ from }) => from });
const RULES = fc.constantFrom<object>(
  { frequency: 'daily', interval: 3 },
  { frequency: 'daily', times: ['08:00', '18:30'] },
  { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'fr' }] },
  { frequency: 'weekly', interval: 2, byDay: [{ day: 'sa' }] },
  { frequency: 'monthly', byMonthDay: [1, 15, 31], skip: 'backward' },
  { frequency: 'monthly', byDay: [{ day: 'su', nthOfPeriod: -1 }] },
  { frequency: 'daily', count: 50 },
  { frequency: 'weekly', until: civilDate('2027-02-01') },
);
const SHIFTS = fc.record({
  when: fc.constantFrom(...SHIFT_WHEN),
  then: fc.constantFrom(...SHIFT_THEN),
  restDays: fc.subarray([...WEEKDAYS], { maxLength: 2 }),
});
const SEASONS = fc.constantFrom(null, [
  { from: '11-10', to: '12-24' },
  { from: '01-08', to: '04-30' },
]);

test('days of a calendar have the same effect whether they are added before or after the occurrences are created [D1, D2, D3]', async () => {
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(
      RULES,
      periods(6),
      SHIFTS,
      SEASONS,
      fc.array(fc.tuple(fc.nat(2), aPeriod), { maxLength: 3 }),
      async (recurrence, days, wanted, season, absences) => {
        const run = async (order: 'daysFirst' | 'rowsFirst' | 'horizonBetween') => {
          home = await aHome();
          const members = [home.ana, home.ben, home.cleo];
          for (const [who, { from, to }] of absences)
            await home.useCases.addAbsence(home.ana, members[who]!.memberId, { from, to });
          const holidays = await calendar(order === 'daysFirst' ? days : []);
          const id = await series(recurrence);
          if (season !== null) await home.useCases.editSeries(home.ana, id, { season } as never);
          const plain = await told();
          await shift(id, follows(holidays, wanted));
          if (order === 'rowsFirst') {
            // Without days nothing moves. Adding and removing days restores the dates.
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
              members.findIndex(({ memberId }) => memberId === one),
            ),
          }));
        };
        const expected = await run('daysFirst');
        expect(await run('rowsFirst')).toEqual(expected);
        expect(await run('horizonBetween')).toEqual(expected);
        for (const { originalDate, date } of expected) {
          const days = Math.abs(toDayNumber(date!) - toDayNumber(originalDate!));
          expect(days).toBeLessThanOrEqual(14);
          moved += Number(days > 0);
        }
      },
    ),
    runs(25),
  );
  expect(moved).toBeGreaterThan(20);
}, 120_000);

type Did = 'days' | 'other' | 'none' | 'night' | 'week' | 'away' | 'pause' | 'season';
const DOINGS = fc.array(
  fc.record({
    did: fc.constantFrom<Did>('days', 'other', 'none', 'night', 'week', 'away', 'pause', 'season'),
    days: periods(5),
    wanted: SHIFTS,
    wait: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 6 },
);

test('changes of a calendar never move an occurrence that a member has moved [D7]', async () => {
  await fc.assert(
    fc.asyncProperty(
      RULES,
      periods(5),
      SHIFTS,
      fc.nat(30),
      fc.integer({ min: 1, max: 30 }),
      DOINGS,
      async (recurrence, days, wanted, place, by, doings) => {
        home = await aHome();
        const holidays = await calendar(days);
        const id = await series(recurrence);
        await shift(id, follows(holidays, wanted));
        const open = (await rows()).filter(({ date }) => date! > '2026-11-22');
        const target = open[place % open.length]!;
        const date = addDays(target.date!, by);
        await home.useCases.editOccurrence(home.cleo, target.id, 'this', { date }, {});
        for (const { did, days: others, wanted: other, wait } of doings) {
          const [period] = others;
          if (did === 'days') await setDays(holidays, ...others);
          else if (did === 'other') await shift(id, follows(holidays, other));
          else if (did === 'none') await shift(id, null);
          else if (did === 'night') await tomorrow(wait);
          else if (did === 'week')
            await home.useCases.editHousehold(home.ana, { weekStartsOn: WEEKDAYS[wait]! });
          else if (did === 'season')
            await home.useCases.editSeries(home.ana, id, {
              season: [{ from: '11-10', to: '05-31' }],
            } as never);
          else if (period !== undefined && period.from > '2026-12-21') {
            const { from, to } = period;
            if (did === 'away') await home.useCases.addAbsence(home.ben, home.ben.memberId, { from, to });
            else
              await home.useCases.createPause(home.ben, {
                ...{ from, to, seriesIds: null, mode: wait % 2 === 0 ? 'skip' : 'later' },
                ...{ assignTo: null, note: null },
              });
          }
          const now = (await rows()).find((row) => row.id === target.id);
          expect(now).toMatchObject({ date, isException: true, dateReason: null });
        }
      },
    ),
    runs(25),
  );
}, 120_000);
