import { describe, expect, test } from '@jest/globals';
import { processorTime } from '../../support/processor-time.js';
import { fc } from '../../support/property.js';
import { responsible } from '../../../domain/rotation/responsible.js';
import type { Rotation } from '../../../domain/rotation/rotation.js';
import { addDays, civilDate, type Weekday } from '../../../domain/shared/civil-date.js';
import { letters, segment, shuffle, slot, turns } from '../../builders/members.js';

// A Monday.
const START = civilDate('2026-01-05');

/** The people of the first `count` occurrences, one every `step` days. */
function people(rotation: Rotation, count: number, step = 1, firstDayOfWeek: Weekday = 'mo', from = START) {
  const segments = [segment(rotation, from)];
  return Array.from({ length: count }, (_, index) =>
    letters(responsible(segments, index, addDays(from, index * step), firstDayOfWeek)),
  ).join(' ');
}

describe('responsible', () => {
  test.each<[string, Rotation, number, string]>([
    ['fixed', { kind: 'fixed', members: slot('A') }, 1, 'A A A A A A'],
    ['fixed, together', { kind: 'fixed', members: slot('AB') }, 1, 'AB AB AB AB AB AB'],
    ['nobody', { kind: 'fixed', members: [] }, 1, '     '],
    ['T-O11 turns come round and stop at nobody', turns('A B'), 1, 'A B A B A B'],
    ['turns with an offset', turns('A B C', { offset: 1 }), 1, 'B C A B C A'],
    ['a shared slot', turns('A BC'), 1, 'A BC A BC A BC'],
    ['a repeated slot', turns('A A B'), 1, 'A A B A A B'],
    ['turns of length 2', turns('A B', { length: 2 }), 1, 'A A B B A A'],
    ['turns by day', turns('A B', { unit: 'day' }), 3, 'A B A B A B'],
    ['turns by day, every second day', turns('A B C', { unit: 'day' }), 2, 'A C B A C B'],
    ['turns by two days', turns('A B C', { unit: 'day', length: 2 }), 1, 'A A B B C C'],
    ['turns by week', turns('A B', { unit: 'week' }), 3, 'A A A B B A'],
    ['turns by two weeks', turns('A B', { unit: 'week', length: 2 }), 7, 'A A B B A A'],
    ['turns by month', turns('A B', { unit: 'month' }), 14, 'A A B B A A'],
    ['an order of one', turns('A'), 1, 'A A A A A A'],
  ])('T-O11 %s', (_, rotation, step, expected) => expect(people(rotation, 6, step)).toBe(expected));

  test.each<[Weekday, string]>([
    ['mo', 'A A B B B B B B B A'],
    ['su', 'A B B B B B B B A A'],
    ['we', 'A A A A B B B B B B'],
  ])('a week of the household begins on %s', (firstDayOfWeek, expected) => {
    const saturday = civilDate('2026-01-10');
    expect(people(turns('A B', { unit: 'week' }), 10, 1, firstDayOfWeek, saturday)).toBe(expected);
  });

  test('a roster names people by weekday and repeats after its weeks', () => {
    const roster: Rotation = {
      kind: 'roster',
      weeks: [{ mo: slot('A'), we: slot('BC') }, { mo: slot('D') }],
    };
    expect(people(roster, 15)).toBe('A  BC     D       A');
  });

  test('a unit before the anchor counts backwards and names nobody outside the order', () => {
    const segments = [segment(turns('A B C', { unit: 'week' }), START)];
    expect(letters(responsible(segments, 0, civilDate('2026-01-01'), 'mo'))).toBe('C');
  });

  test('no segment yet: unassigned', () => {
    expect(responsible([], 0, START, 'mo')).toEqual([]);
    expect(responsible([segment(turns('A B'), START, 3)], 2, START, 'mo')).toEqual([]);
  });

  test('the last segment that has begun counts', () => {
    const segments = [segment(turns('A B'), START), segment(turns('C D'), START, 3)];
    const people = [0, 1, 2, 3, 4, 5].map((index) => letters(responsible(segments, index, START, 'mo')));
    expect(people).toEqual(['A', 'B', 'A', 'C', 'D', 'C']);
  });
});

describe('a shuffle', () => {
  const ORDERS = ['A', 'AB', 'ABC', 'ABCD', 'ABCDEFGHIJ'];

  test.each(ORDERS)('T-O11 of %s names each member once a round and nobody twice in a row', (order) => {
    fc.assert(
      fc.property(fc.string(), fc.nat(1_000_000), (seed, firstRound) => {
        const size = order.length;
        const segments = [segment(shuffle(order, seed), START)];
        const drawn = Array.from({ length: size * 4 }, (_, place) =>
          letters(responsible(segments, firstRound * size + place, START, 'mo')),
        );
        for (let round = 0; round < 4; round += 1)
          expect(drawn.slice(round * size, (round + 1) * size).sort()).toEqual(Array.from(order));
        if (size > 1) for (const [place, who] of drawn.entries()) expect(drawn[place + 1]).not.toBe(who);
      }),
    );
  });

  test('gives everybody each place about equally often', () => {
    const first = new Map<string, number>();
    for (let round = 0; round < 3000; round += 1) {
      const who = letters(responsible([segment(shuffle('ABC'), START)], round * 3, START, 'mo'));
      first.set(who, (first.get(who) ?? 0) + 1);
    }
    for (const who of 'ABC') expect(first.get(who)).toBeGreaterThan(850);
  });

  test('is the same for the same seed and differs for another', () => {
    expect(people(shuffle('ABCDEF', 'one'), 60)).toBe(people(shuffle('ABCDEF', 'one'), 60));
    expect(people(shuffle('ABCDEF', 'one'), 60)).not.toBe(people(shuffle('ABCDEF', 'two'), 60));
  });

  test('costs no more after a million occurrences than at the start', () => {
    const segments = [segment(shuffle('ABCDEFGHIJ'), START)];
    const spent = (from: number) =>
      processorTime(() => {
        for (let index = from; index < from + 5000; index += 1) responsible(segments, index, START, 'mo');
      });
    spent(0);
    expect(spent(1_000_000_000)).toBeLessThan(20 * spent(0) + 5);
  });
});

test('n turns name each slot once, from any occurrence on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(1000), fc.nat(50), (size, from, offset) => {
      const order = 'ABCDEFGHI'.slice(0, size);
      const segments = [segment(turns(Array.from(order).join(' '), { offset }), START)];
      const named = Array.from({ length: size }, (_, step) =>
        letters(responsible(segments, from + step, START, 'mo')),
      );
      expect(named.sort()).toEqual(Array.from(order));
    }),
  );
});
