import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import { continueTurns } from '../../../domain/rotation/continue-turns.js';
import { rotationWithout, type Rotation } from '../../../domain/rotation/rotation.js';
import { responsible } from '../../../domain/rotation/responsible.js';
import { segmentsFrom, type Segment } from '../../../domain/rotation/segment.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import { D, letters, member, segment, shuffle, slot, turns } from '../../builders/members.js';

const START = civilDate('2026-01-05');
const STEP = 3;
const dateAt = (index: number) => addDays(START, index * STEP);
const who = (segments: readonly Segment[], index: number, shift = 0) =>
  letters(responsible(segments, index, dateAt(index + shift), 'mo'));
const people = (segments: readonly Segment[], from: number, to: number) =>
  Array.from({ length: to - from }, (_, step) => who(segments, from + step)).join(' ');

function change(segments: readonly Segment[], index: number, rotation: Rotation) {
  const date = dateAt(index);
  return continueTurns(segments, { index, dueDate: date, date }, rotation, 'mo');
}

describe('somebody joins or leaves', () => {
  const leave = (name: string) => (rotation: Rotation) => rotationWithout(rotation, member(name));
  const join = (rotation: Rotation): Rotation => {
    if (rotation.kind === 'turns') return { ...rotation, order: [...rotation.order, [D]] };
    return rotation.kind === 'shuffle' ? { ...rotation, order: [...rotation.order, D] } : rotation;
  };
  test.each<[string, Rotation, number, (rotation: Rotation) => Rotation, string]>([
    ['who is due stays due when D joins', turns('A B C'), 4, join, 'A B C A | B C D A B C D A'],
    ['who is due stays due when another leaves', turns('A B C'), 4, leave('A'), 'A B C A | B C B C B C B C'],
    ['the successor follows one who was due', turns('A B C'), 4, leave('B'), 'A B C A | C A C A C A C A'],
    ['the last of the order leaves when due', turns('A B C'), 2, leave('C'), 'A B | A B A B A B A B A B'],
    ['a running turn goes on', turns('A B C', { length: 2 }), 3, leave('A'), 'A A B | B C C B B C C B B'],
    [
      'a successor begins a turn of their own',
      turns('A B C', { length: 2 }),
      3,
      leave('B'),
      'A A B | C C A A C C A A C',
    ],
    ['a shared slot keeps the other one', turns('AB C'), 2, leave('A'), 'AB C | B C B C B C B C B C'],
    ['repeated slots keep their place', turns('A A B C'), 1, leave('C'), 'A | A B A A B A A B A A B'],
    [
      'equal slots after a departure are told apart',
      turns('AD A B'),
      1,
      leave('D'),
      'AD | A B A A B A A B A A B',
    ],
    ['nobody is left', turns('A'), 2, leave('A'), 'A A |          '],
    [
      'fixed: the other stays',
      { kind: 'fixed', members: slot('AB') },
      1,
      leave('B'),
      'AB | A A A A A A A A A A A',
    ],
    ['by week, on the same weeks', turns('A B C', { unit: 'week' }), 4, join, 'A A A B | B C C D D D A A'],
    [
      'by week, the one due leaves',
      turns('A B C', { unit: 'week' }),
      4,
      leave('B'),
      'A A A B | C A A C C C A A',
    ],
    [
      'by two weeks, inside a turn',
      turns('A B', { unit: 'week', length: 2 }),
      4,
      join,
      'A A A A | A B B B B B D D',
    ],
    ['somebody outside the order leaves', turns('A B'), 3, leave('Z'), 'A B A | B A B A B A B A B'],
  ])('T-O10 T-O11 %s', (_, rotation, index, edit, expected) => {
    const before = [segment(rotation, START)];
    const after = change(before, index, edit(rotation));
    expect(`${people(after, 0, index)} | ${people(after, index, 12)}`).toBe(expected);
  });

  test('a roster keeps its weeks', () => {
    const rotation: Rotation = { kind: 'roster', weeks: [{ mo: slot('AB') }, { mo: slot('B') }, {}] };
    const before = [segment(rotation, START)];
    const after = continueTurns(
      before,
      { index: 1, dueDate: addDays(START, 7), date: addDays(START, 7) },
      rotationWithout(rotation, member('A')),
      'mo',
    );
    const weeks = [0, 1, 2, 3].map((week) =>
      letters(responsible(after, week, addDays(START, week * 7), 'mo')),
    );
    expect(weeks).toEqual(['AB', 'B', '', 'B']);
  });

  test('a new segment takes the place of those that had not begun', () => {
    const before = [segment(turns('A B'), START), segment(turns('A B C'), dateAt(6), 6)];
    expect(change(before, 4, turns('A B C D')).map(({ fromIndex }) => fromIndex)).toEqual([0, 4]);
  });

  const rotations = fc.oneof(
    fc
      .record({
        order: fc.constantFrom('A B C', 'A B', 'A A B C', 'AB C A', 'A B C A B'),
        unit: fc.constantFrom('occurrence' as const, 'day' as const, 'week' as const, 'month' as const),
        length: fc.integer({ min: 1, max: 3 }),
        offset: fc.nat(1),
      })
      .map(({ order, ...options }): Rotation => turns(order, options)),
    fc
      .tuple(fc.constantFrom('AB', 'ABC', 'ABCE'), fc.string())
      .map(([order, seed]): Rotation => shuffle(order, seed)),
  );

  test('T-O11 whoever joins: the past stays, who was due stays due, and everybody gets turns', () => {
    fc.assert(
      fc.property(rotations, fc.nat(40), (rotation, index) => {
        const before = [segment(rotation, START)];
        const after = change(before, index, join(rotation));
        expect(people(after, 0, index)).toBe(people(before, 0, index));
        expect(who(after, index)).toBe(who(before, index));
        const daily = (step: number) => responsible(after, index + step, addDays(dateAt(index), step), 'mo');
        const steps = Array.from({ length: 600 }, (_, step) => step);
        expect(steps.some((step) => daily(step).includes(D))).toBe(true);
      }),
    );
  });

  test('T-O10 whoever leaves: the past stays, they come no more, and who was due stays due', () => {
    fc.assert(
      fc.property(rotations, fc.nat(40), fc.constantFrom('A', 'B'), (rotation, index, leaver) => {
        const before = [segment(rotation, START)];
        const after = change(before, index, rotationWithout(rotation, member(leaver)));
        expect(people(after, 0, index)).toBe(people(before, 0, index));
        expect(people(after, index, index + 30)).not.toContain(leaver);
        const stayed = who(before, index).replace(leaver, '');
        expect(who(after, index)).not.toBe('');
        if (stayed !== '') expect(who(after, index)).toBe(stayed);
      }),
    );
  });

  test('T-O11 a shuffle after a departure still names nobody twice in a row', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(40), fc.constantFrom('A', 'B', 'C'), (seed, index, leaver) => {
        const rotation = shuffle('ABCE', seed);
        const after = change([segment(rotation, START)], index, rotationWithout(rotation, member(leaver)));
        const named = people(after, 0, index + 12).split(' ');
        named.forEach((name, place) => expect(named[place + 1]).not.toBe(name));
      }),
    );
  });

  test('T-O7 a series that begins at any occurrence of another goes on with its turns', () => {
    fc.assert(
      fc.property(rotations, fc.nat(40), fc.nat(40), (rotation, changed, index) => {
        const before = change([segment(rotation, START)], changed, join(rotation));
        const after = segmentsFrom(before, index);
        for (let step = 0; step < 60; step += 1)
          expect(who(after, step, index)).toBe(who(before, index + step));
      }),
    );
  });

  test('T-O7 whole turns go into the offset', () => {
    expect(segmentsFrom([segment(turns('A B C'), START)], 4)).toEqual([
      segment(turns('A B C', { offset: 1 }), START),
    ]);
    expect(segmentsFrom([segment(turns('A B', { length: 2 }), START)], 3)).toEqual([
      { ...segment(turns('A B', { length: 2, offset: 1 }), START), phase: 1 },
    ]);
  });
});
