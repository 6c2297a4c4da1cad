import { describe, expect, test } from '@jest/globals';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import { type AwayPeriods, isAway, samePeople } from '../../../domain/rotation/away.js';
import { unitsBetween } from '../../../domain/rotation/calendar-units.js';
import { findTurn } from '../../../domain/rotation/find-turn.js';
import { responsible, slotAt } from '../../../domain/rotation/responsible.js';
import type { Rotation } from '../../../domain/rotation/rotation.js';
import { type Segment, segmentsFrom } from '../../../domain/rotation/segment.js';
import { seriesDates, turnDates } from '../../../domain/series/dates.js';
import { segmentsOn, turnIn } from '../../../domain/series/turns.js';
import { addDays, type CivilDate, civilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { letters, member, segment, shuffle, slot, turns } from '../../builders/members.js';
import { processorTime } from '../../support/processor-time.js';
import { fc } from '../../support/property.js';

// A Monday.
const START = civilDate('2026-01-05');
const DAILY: Recurrence = { frequency: 'daily' };
const MONDAYS: Recurrence = { frequency: 'weekly', byDay: [{ day: 'mo' }] };

type Period = readonly [who: string, from: number, to: number];

function away(...periods: Period[]): AwayPeriods {
  const absences = new Map<MemberId, { from: CivilDate; to: CivilDate }[]>();
  for (const [who, from, to] of periods) {
    const period = { from: addDays(START, from), to: addDays(START, to) };
    absences.set(member(who), [...(absences.get(member(who)) ?? []), period]);
  }
  return absences;
}

type Begun = { recurrence: Recurrence; start: CivilDate; startIndex: number; segments: readonly Segment[] };

const begun = (rotation: Rotation, recurrence: Recurrence = DAILY): Begun => ({
  recurrence,
  start: START,
  startIndex: 0,
  segments: [segment(rotation, START)],
});

function turnAt(series: Begun, index: number, date: CivilDate, absences: AwayPeriods) {
  return turnIn(series, index, date, { firstDayOfWeek: 'mo', away: absences });
}

function listDates(series: Begun, from: CivilDate, days: number) {
  return [...seriesDates({ ...series, endsBefore: null, season: null }, from, addDays(from, days))];
}

/** Returns whose turn each date is, for this many days. An asterisk marks a turn changed by an absence. */
function people(series: Begun, absences: AwayPeriods, days: number) {
  return listDates(series, START, days)
    .map(({ date, index }) => {
      const turn = turnAt(series, index, date, absences);
      return letters(turn.responsibleMemberIds) + (turn.turnReason === 'AWAY' ? '*' : '');
    })
    .join(' ');
}

const week: Rotation = { kind: 'roster', weeks: [{ mo: slot('A'), tu: slot('B'), we: slot('AC') }] };

test.each<[string, Rotation, AwayPeriods, string]>([
  ['as planned if nobody is away', turns('A B C'), away(), 'A B C A B C'],
  ['with both ends of the absence included', turns('A B'), away(['A', 0, 2]), 'B* B B* B A B'],
  ['by the next present member for the first missed turn', turns('A B C'), away(['B', 1, 3]), 'A C* C A B C'],
  [
    'by the second present member for the second missed turn',
    turns('A B C'),
    away(['B', 1, 4]),
    'A C* C A A* C',
  ],
  [
    'by the third member, if the first and the second are away',
    turns('A B C'),
    away(['A', 0, 3], ['B', 0, 1]),
    'C* C* C C* B C',
  ],
  ['by nobody if all members are away', turns('A B'), away(['A', 2, 3], ['B', 2, 3]), 'A B * * A B'],
  ['by the present members of a shared slot', turns('AB C'), away(['A', 0, 9]), 'B* C B* C B* C'],
  [
    'by the next slot if a whole shared slot is away',
    turns('AB C'),
    away(['A', 0, 0], ['B', 0, 0]),
    'C* C AB C AB C',
  ],
  [
    'by the other members of a fixed rotation',
    { kind: 'fixed', members: slot('AB') },
    away(['B', 1, 1]),
    'AB A* AB AB AB AB',
  ],
  [
    'by nobody in a fixed rotation of one absent member',
    { kind: 'fixed', members: slot('A') },
    away(['A', 1, 2]),
    'A * * A A A',
  ],
  [
    'by the present members of the next day of a roster that names any',
    week,
    away(['A', 0, 9]),
    'B* B C*   ',
  ],
  [
    'as without absences, if the absent member is not in the rotation',
    turns('A B'),
    away(['Z', 0, 9]),
    'A B A B A B',
  ],
])('with absences, the turns of a rotation are done %s', (_, rotation, absences, expected) =>
  expect(people(begun(rotation), absences, 6)).toBe(expected),
);

describe('turns that members miss during absences', () => {
  test.each<[string, Begun, AwayPeriods, number, string]>([
    [
      'are counted from the beginning of the absence',
      begun(turns('A B C')),
      away(['A', 2, 14]),
      15,
      'A B C B* B C C* B C B* B C C* B C',
    ],
    [
      'are counted separately for each of several absent members',
      begun(turns('A B C D')),
      away(['A', 0, 9], ['B', 4, 9]),
      12,
      'B* B C D D* C* C D C* D* C D',
    ],
    [
      'are counted per member, even if a member has two slots',
      begun(turns('A B A C')),
      away(['A', 0, 9]),
      10,
      'B* B C* C B* B C* C B* B',
    ],
    [
      'go as a whole to one stand-in if a turn covers several dates',
      begun(turns('A B C', { length: 2 })),
      away(['A', 1, 7]),
      12,
      'A B* B B C C C* C* B B C C',
    ],
    [
      'are counted on from the first absence if a second absence follows directly',
      begun(turns('A B C')),
      away(['A', 0, 3], ['A', 4, 6]),
      9,
      'B* B C C* B C B* B C',
    ],
    [
      'are counted from the start again after a day on which the member is present',
      begun(turns('A B C')),
      away(['A', 0, 1], ['A', 3, 6]),
      9,
      'B* B C B* B C C* B C',
    ],
    [
      'are counted once per week if turns go by weeks',
      begun(turns('A B C', { unit: 'week' }), { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'th' }] }),
      away(['A', 0, 60]),
      49,
      'B* B* B B C C C* C* B B C C B* B*',
    ],
    [
      'are not counted for a week whose last date was before the absence',
      begun(turns('A B C', { unit: 'week' }), MONDAYS),
      away(['A', 5, 60]),
      43,
      'A B C B* B C C*',
    ],
    [
      'are not counted for weeks without a date',
      begun(turns('A B C', { unit: 'week' }), { ...MONDAYS, interval: 2 }),
      away(['A', 0, 200]),
      14 * 8,
      'B* C B C* C B B* C',
    ],
    [
      'are counted per day of a roster',
      begun({ kind: 'roster', weeks: [{ mo: slot('A'), tu: slot('B'), we: slot('A'), th: slot('C') }] }),
      away(['A', 0, 20]),
      11,
      'B* B C* C    B* B C* C',
    ],
  ])('go to the next members in turn, and %s', (_, series, absences, days, expected) =>
    expect(people(series, absences, days)).toBe(expected),
  );

  test('go to the present members in turn during an absence without an end', () => {
    const open = new Map([[member('A'), [{ from: addDays(START, 2), to: null }]]]);
    expect(people(begun(turns('A B C')), open, 9)).toBe('A B C B* B C C* B C');
  });

  test('are shared evenly by the two present members of three over 91 days', () => {
    const line = people(begun(turns('A B C')), away(['A', 0, 90]), 91);
    const times = (who: string) => line.split(' ').filter((one) => one.startsWith(who)).length;
    expect([times('A'), times('B'), times('C')]).toEqual([0, 46, 45]);
  });

  test('are counted per occurrence, not per day, if the series repeats after completion', () => {
    const series = begun(turns('A B C'), { kind: 'afterCompletion', every: 2, unit: 'day' });
    const done = [0, 2, 4, 6, 9, 14, 15, 17, 19, 25, 26, 27, 40, 41, 42, 43].map((day, index) => {
      const { responsibleMemberIds } = turnAt(series, index, addDays(START, day), away(['A', 6, 60]));
      return letters(responsibleMemberIds);
    });
    expect(done.join(' ')).toBe('A B C B B C C B C B B C C B C B');
  });

  const rotations = fc.oneof(
    fc
      .record({
        order: fc.constantFrom('A B C', 'A B', 'A A B C', 'A B A C D', 'AB C A D'),
        unit: fc.constantFrom('occurrence' as const, 'day' as const, 'week' as const, 'month' as const),
        length: fc.integer({ min: 1, max: 3 }),
        offset: fc.nat(1),
      })
      .map(({ order, ...options }): Rotation => turns(order, options)),
    fc
      .tuple(fc.constantFrom('AB', 'ABC', 'ABCD'), fc.string({ maxLength: 3 }))
      .map(([order, seed]): Rotation => shuffle(order, seed)),
    fc.constantFrom<Rotation>(
      { kind: 'fixed', members: slot('A') },
      { kind: 'roster', weeks: [{ mo: slot('A'), we: slot('B'), fr: slot('A') }, { mo: slot('C') }] },
    ),
  );
  const rules = fc.constantFrom<Recurrence>(
    DAILY,
    { frequency: 'daily', interval: 3 },
    MONDAYS,
    { frequency: 'weekly', interval: 2, byDay: [{ day: 'mo' }, { day: 'we' }, { day: 'fr' }] },
    { frequency: 'monthly', byMonthDay: [5, 20] },
    { frequency: 'monthly', interval: 2, byMonthDay: [5] },
  );
  const absent = fc.array(
    fc
      .tuple(fc.constantFrom('A', 'B', 'C', 'D'), fc.nat(200), fc.nat(400))
      .map(([who, from, more]): Period => [who, from, from + more]),
    { maxLength: 5 },
  );

  /** The same rule, written as a simple walk over every date since the absence began. */
  function walked(series: Begun, index: number, date: CivilDate, absences: AwayPeriods): string {
    const [only] = series.segments as readonly [Segment];
    const { rotation } = only;
    const isGone = (who: MemberId, day: CivilDate) => isAway(absences, who, day);
    const due = responsible(series.segments, index, date, 'mo');
    const there = due.filter((who) => !isGone(who, date));
    if (due.length === 0 || there.length > 0) return letters(there);
    let since = date;
    while (due.every((who) => isGone(who, addDays(since, -1)))) since = addDays(since, -1);
    const turnOf = (day: CivilDate, at: number) => {
      if (rotation.kind !== 'turns') return rotation.kind === 'shuffle' ? at : day;
      const counted = rotation.unit === 'occurrence' ? at : unitsBetween(rotation.unit, START, day, 'mo');
      return Math.floor(counted / rotation.length);
    };
    const missed = listDates(series, START, 700).filter(
      (one) =>
        one.date >= since &&
        one.index <= index &&
        samePeople(responsible(series.segments, one.index, one.date, 'mo'), due),
    );
    const [first] = missed as [{ date: CivilDate; index: number }];
    const count = new Set(missed.map((one) => turnOf(one.date, one.index))).size - 1;
    const candidates: string[] = [];
    const steps = rotation.kind === 'turns' ? rotation.order.length : rotation.kind === 'fixed' ? 1 : 14;
    for (let ahead = 1; ahead < steps; ahead += 1) {
      const start =
        rotation.kind === 'turns' && rotation.unit === 'occurrence'
          ? first.index - ((first.index - only.fromIndex) % rotation.length)
          : first.index;
      const next = letters(slotAt(only, start, first.date, 'mo', ahead).filter((who) => !isGone(who, date)));
      if (next !== '' && !candidates.includes(next)) candidates.push(next);
    }
    return candidates.length === 0 ? '' : (candidates[count % candidates.length] as string);
  }

  test('go to the same members as in a step-by-step implementation of the rule [T-O11]', () => {
    fc.assert(
      fc.property(rotations, rules, absent, (rotation, recurrence, periods) => {
        const series = begun(rotation, recurrence);
        const absences = away(...periods);
        for (const { date, index } of listDates(series, START, 500))
          expect(letters(turnAt(series, index, date, absences).responsibleMemberIds)).toBe(
            walked(series, index, date, absences),
          );
      }),
      { numRuns: 25 },
    );
  });

  test('never go to a member who is absent or not in the rotation, and other turns stay unchanged [T-O11]', () => {
    fc.assert(
      fc.property(rotations, rules, absent, (rotation, recurrence, periods) => {
        const series = begun(rotation, recurrence);
        const absences = away(...periods);
        for (const { date, index } of listDates(series, START, 300)) {
          const isGone = (who: MemberId) => isAway(absences, who, date);
          const due = responsible(series.segments, index, date, 'mo');
          const turn = turnAt(series, index, date, absences);
          expect(turn.responsibleMemberIds.some(isGone)).toBe(false);
          if (!due.some(isGone)) expect(turn.responsibleMemberIds).toEqual(due);
          else expect(turn).toMatchObject({ turnReason: 'AWAY', turnOf: due });
          for (const who of turn.responsibleMemberIds) expect(JSON.stringify(rotation)).toContain(`"${who}"`);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('go to the same stand-ins after the series is split at a random date [T-O7]', () => {
    fc.assert(
      fc.property(rotations, rules, absent, fc.nat(60), (rotation, recurrence, periods, place) => {
        const whole = begun(rotation, recurrence);
        const absences = away(...periods);
        const dates = listDates(whole, START, 500);
        const from = dates[place % dates.length] as { date: CivilDate; index: number };
        const half = {
          ...whole,
          start: from.date,
          segments: segmentsFrom(whole.segments, from.index),
        };
        for (const { date, index } of dates.slice(from.index))
          expect(turnAt(half, index - from.index, date, absences)).toEqual(
            turnAt(whole, index, date, absences),
          );
      }),
      { numRuns: 25 },
    );
  });

  test.each<[string, Rotation]>([
    ['by occurrence', turns('A B C')],
    ['by week', turns('A B C', { unit: 'week' })],
    ['of a shuffle', shuffle('ABC')],
    ['of a roster', { kind: 'roster', weeks: [{ mo: slot('A'), tu: slot('B') }, { mo: slot('C') }] }],
  ])(
    'take hardly more time to assign after a century of an absence than after its first four years, with turns %s',
    (_, rotation) => {
      const spent = (days: number) =>
        processorTime(() => {
          const series = begun(rotation);
          const dates = turnDates(series);
          const absences = away(['A', 0, 40_000]);
          for (let day = days; day < days + 140; day += 1)
            findTurn({ segments: series.segments, dates }, day, addDays(START, day), {
              firstDayOfWeek: 'mo',
              away: absences,
            });
        });
      spent(1300);
      expect(spent(36_000)).toBeLessThan(10 * spent(1300) + 20);
    },
  );
});

describe('a rotation after the last day of the stay of a guest', () => {
  /** Returns absences in which the guest leaves after this many days. */
  const leaving = (who: string, after: number, others: AwayPeriods = new Map()): AwayPeriods =>
    new Map([...others, [member(who), [{ from: addDays(START, after + 1), to: null, isFinal: true }]]]);

  test.each<[string, Rotation, number, string]>([
    ['turns', turns('A G B'), 3, 'A G B A B A B A B A'],
    ['turns in which the guest would be next', turns('A G B'), 0, 'A B A B A B A B A B'],
    ['turns of two days each', turns('A G B', { length: 2 }), 4, 'A A G G B B A A B B'],
    ['a shared turn', turns('A BG'), 2, 'A BG A B A B A B A B'],
    ['turns with one other member', turns('A G'), 1, 'A G A A A A A A A A'],
    ['turns of the guest alone', turns('G'), 1, 'G G        '],
  ])('no longer has the slot of the guest, for %s', (_, rotation, lastDay, expected) => {
    expect(people(begun(rotation), leaving('G', lastDay), 10)).toBe(expected);
  });

  test('gives nobody two turns in a row when the guest is gone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(turns('A G B'), turns('A B G C'), shuffle('ABCG')),
        fc.nat(20),
        (rotation, lastDay) => {
          const line = people(begun(rotation), leaving('G', lastDay), 40).split(' ');
          expect(line.slice(lastDay + 1)).not.toContain('G');
          const twice = line.slice(lastDay + 2).filter((who, at) => who === line[lastDay + 1 + at]);
          expect(twice).toEqual([]);
        },
      ),
    );
  });

  test('handles absences of other members as it does without a guest', () => {
    const absences = leaving('G', 2, away(['A', 4, 9]));
    expect(people(begun(turns('A G B C')), absences, 10)).toBe('A G B C B* B C C* B C');
  });

  test('has the same turns if the series is split after that day', () => {
    const absences = leaving('G', 3);
    const whole = begun(turns('A G B'));
    const context = { firstDayOfWeek: 'mo' as const, away: absences };
    for (const index of [5, 8, 9]) {
      const segments = segmentsFrom(segmentsOn(whole, index, addDays(START, index), context), index);
      const later = { ...whole, start: addDays(START, index), segments };
      for (const ahead of [0, 1, 2, 7]) {
        const day = addDays(START, index + ahead);
        expect(turnAt(later, ahead, day, absences)).toEqual(turnAt(whole, index + ahead, day, absences));
      }
    }
  });
});
