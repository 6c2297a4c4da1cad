import { describe, expect, test } from '@jest/globals';
import { sortDays } from '../../../domain/days/calendar.js';
import { readDays, SHIFT_THEN, SHIFT_WHEN, shiftDate, type Shift } from '../../../domain/days/shift.js';
import { addDays, civilDate, toDayNumber, toWeekday, WEEKDAYS } from '../../../domain/shared/civil-date.js';
import { aDayCalendar } from '../../builders/days.js';
import { anId } from '../../builders/ids.js';

const FRANCE = aDayCalendar({
  days: [
    ['2026-12-25', 'Noël'],
    ['2027-01-01', 'Jour de l’an'],
    ['2027-03-29', 'Lundi de Pâques'],
    ['2027-05-01', 'Fête du travail'],
    ['2027-05-06', 'Ascension'],
    ['2027-05-08', 'Victoire 1945'],
    ['2027-05-17', 'Lundi de Pentecôte'],
  ].map(([day, name]) => ({ from: civilDate(day!), to: civilDate(day!), name: name! })),
});
const SUNDAYS: Shift = { calendarIds: [FRANCE.id], when: 'onDay', then: 'nextFree', restDays: ['su'] };
const days = readDays([FRANCE]);
const shifted = (date: string, fields: Partial<Shift> = {}, of = days) =>
  shiftDate(civilDate(date), { ...SUNDAYS, ...fields }, of, 'mo');

describe('shifting a date of the rule', () => {
  test.each([
    ['onDay', 'nextFree', '2026-12-25', '2026-12-26', 'Noël'],
    ['onDay', 'nextFree', '2027-01-01', '2027-01-02', 'Jour de l’an'],
    ['onDay', 'nextFree', '2027-05-07', '2027-05-07', null],
    ['earlierInWeek', 'nextFree', '2027-03-30', '2027-03-31', 'Lundi de Pâques'],
    ['earlierInWeek', 'nextFree', '2027-05-18', '2027-05-19', 'Lundi de Pentecôte'],
    ['earlierInWeek', 'nextFree', '2027-05-04', '2027-05-04', null],
    ['earlierInWeek', 'nextFree', '2027-05-07', '2027-05-10', 'Ascension'],
    ['earlierInWeek', 'next', '2027-05-07', '2027-05-08', 'Ascension'],
    ['earlierInWeek', 'previousFree', '2027-05-07', '2027-05-05', 'Ascension'],
    ['onDay', 'next', '2027-05-08', '2027-05-10', 'Victoire 1945'],
    ['onDay', 'previousFree', '2027-05-17', '2027-05-15', 'Lundi de Pentecôte'],
    ['earlierInWeek', 'skip', '2027-05-04', '2027-05-04', null],
  ] as const)('with when=%s and then=%s moves %s to %s', (when, then, date, done, name) => {
    expect(shifted(date, { when, then })).toEqual({
      date: done,
      reason: name === null ? null : { calendarId: FRANCE.id, name },
    });
  });

  test('leaves out a date to which the shift applies if `then` is "skip"', () => {
    expect(shifted('2026-12-25', { then: 'skip' })).toBeNull();
    expect(shifted('2027-05-07', { then: 'skip', when: 'earlierInWeek' })).toBeNull();
  });

  test('keeps the date if the holiday has an ignored name or is in a calendar that the series does not use, or if no day within 14 days is free', () => {
    const stays = { date: '2026-12-25', reason: null };
    for (const name of ['Noël', 'NOËL', 'noël'])
      expect(shifted('2026-12-25', {}, readDays([{ ...FRANCE, ignored: [name] }]))).toEqual(stays);
    expect(shifted('2026-12-25', { calendarIds: [anId()] })).toEqual(stays);
    const holidays = { from: civilDate('2026-12-20'), to: civilDate('2027-01-08'), name: 'Vacances' };
    const long = readDays([{ ...FRANCE, days: [holidays] }]);
    expect(shifted('2026-12-25', {}, long)).toEqual(stays);
    expect(shifted('2026-12-25', { then: 'previousFree' }, long)?.date).toBe('2026-12-19');
    expect(shifted('2026-12-26', {}, long)?.date).toBe('2027-01-09');
    expect(shifted('2027-05-03', { restDays: [...WEEKDAYS], when: 'onDay' })?.date).toBe('2027-05-03');
  });
});

describe('with random special days', () => {
  /** Returns a random number generator that gives the same numbers in each run. */
  const random = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;

  test('readDays finds the first special day that covers a date, despite overlaps and ignored names', () => {
    const start = civilDate('2027-01-01');
    for (let seed = 1; seed <= 300; seed += 1) {
      const next = random(seed);
      const below = (limit: number) => Math.floor(next() * limit);
      const all = Array.from({ length: below(12) }, (_, n) => {
        const from = addDays(start, below(60));
        return { from, to: addDays(from, below(2) * below(20)), name: `${n}` };
      });
      const calendar = { ...FRANCE, days: sortDays(all), ignored: ['3', '5'] };
      const read = readDays([{ ...calendar, id: anId(), days: [] }, calendar]);
      for (let n = -1; n <= 80; n += 1) {
        const date = addDays(start, n);
        const first = calendar.days.find(
          ({ from, to, name }) => from <= date && date <= to && !calendar.ignored.includes(name),
        );
        const told = first === undefined ? null : { calendarId: FRANCE.id, name: first.name };
        expect(read([FRANCE.id], date)).toEqual(told);
        expect(read([FRANCE.id], date)).toEqual(told);
      }
    }
  });

  test('shiftDate moves a date by at most 14 days to a suitable day, and moves no date without special days [D1, D3]', () => {
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const next = random(seed);
      const pick = <T>(values: readonly T[]) => values[Math.floor(next() * values.length)]!;
      const date = addDays(civilDate('2027-01-01'), Math.floor(next() * 60));
      const shift: Shift = {
        calendarIds: [FRANCE.id],
        when: pick(SHIFT_WHEN),
        then: pick(SHIFT_THEN),
        restDays: WEEKDAYS.filter(() => next() < 0.2),
      };
      const from = addDays(date, -Math.floor(next() * 10));
      const calendar = {
        ...FRANCE,
        days: [
          { from, to: addDays(from, Math.floor(next() * pick([4, 20, 80]))), name: 'x' },
          { from: addDays(date, 3), to: addDays(date, 3), name: 'y' },
        ],
      };
      expect(shiftDate(date, shift, readDays([]), 'mo')).toEqual({ date, reason: null });
      const of = readDays([calendar]);
      const found = shiftDate(date, shift, of, pick(WEEKDAYS));
      if (found === null) expect(shift.then).toBe('skip');
      else if (found.reason !== null) {
        expect(Math.abs(toDayNumber(found.date) - toDayNumber(date))).toBeLessThanOrEqual(14);
        expect(shift.restDays).not.toContain(toWeekday(found.date));
        if (shift.then !== 'next') expect(of([FRANCE.id], found.date)).toBeNull();
      } else expect(found.date).toBe(date);
    }
  });
});
