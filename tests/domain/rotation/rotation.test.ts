import { describe, expect, test } from '@jest/globals';
import { processorTime } from '../../support/processor-time.js';
import { fc } from '../../support/property.js';
import { responsible } from '../../../domain/rotation/responsible.js';
import { type Rotation, rotationWithout } from '../../../domain/rotation/rotation.js';
import { addDays, civilDate, type Weekday } from '../../../domain/shared/civil-date.js';
import { letters, segment, shuffle, slot, turns, member, D } from '../../builders/members.js';
import { NO_BALANCE_INPUTS } from '../../../domain/rotation/draw.js';
import { completeRotation, readRotation } from '../../../domain/rotation/read-rotation.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { continueTurns } from '../../../domain/rotation/continue-turns.js';
import { segmentsFrom, type Segment } from '../../../domain/rotation/segment.js';

const GIVEN = { seed: 'given', balanceInputs: NO_BALANCE_INPUTS };

describe('turns of a rotation without absences', () => {
  // A Monday.
  const START = civilDate('2026-01-05');

  /** Returns the members of the first `count` occurrences, one every `step` days. */
  function people(rotation: Rotation, count: number, step = 1, firstDayOfWeek: Weekday = 'mo', from = START) {
    const segments = [segment(rotation, from)];
    return Array.from({ length: count }, (_, index) =>
      letters(responsible(segments, index, addDays(from, index * step), firstDayOfWeek)),
    ).join(' ');
  }

  describe('by kind of rotation', () => {
    test.each<[string, Rotation, number, string]>([
      ['fixed', { kind: 'fixed', members: slot('A') }, 1, 'A A A A A A'],
      ['fixed for two together', { kind: 'fixed', members: slot('AB') }, 1, 'AB AB AB AB AB AB'],
      ['of nobody', { kind: 'fixed', members: [] }, 1, '     '],
      ['that wrap around', turns('A B'), 1, 'A B A B A B'],
      ['with an offset', turns('A B C', { offset: 1 }), 1, 'B C A B C A'],
      ['with a shared slot', turns('A BC'), 1, 'A BC A BC A BC'],
      ['with a repeated slot', turns('A A B'), 1, 'A A B A A B'],
      ['of length 2', turns('A B', { length: 2 }), 1, 'A A B B A A'],
      ['by day', turns('A B', { unit: 'day' }), 3, 'A B A B A B'],
      ['by day, every second day', turns('A B C', { unit: 'day' }), 2, 'A C B A C B'],
      ['by two days', turns('A B C', { unit: 'day', length: 2 }), 1, 'A A B B C C'],
      ['by week', turns('A B', { unit: 'week' }), 3, 'A A A B B A'],
      ['by two weeks', turns('A B', { unit: 'week', length: 2 }), 7, 'A A B B A A'],
      ['by month', turns('A B', { unit: 'month' }), 14, 'A A B B A A'],
      ['with an order of one', turns('A'), 1, 'A A A A A A'],
    ])('go to the expected members for turns %s [T-O11]', (_, rotation, step, expected) =>
      expect(people(rotation, 6, step)).toBe(expected),
    );

    test.each<[Weekday, string]>([
      ['mo', 'A A B B B B B B B A'],
      ['su', 'A B B B B B B B A A'],
      ['we', 'A A A A B B B B B B'],
    ])(
      'go to the next member with each new week of the household, which begins on %s',
      (firstDayOfWeek, expected) => {
        const saturday = civilDate('2026-01-10');
        expect(people(turns('A B', { unit: 'week' }), 10, 1, firstDayOfWeek, saturday)).toBe(expected);
      },
    );

    test('follow the weekdays of a roster, which repeats after its last week', () => {
      const roster: Rotation = {
        kind: 'roster',
        weeks: [{ mo: slot('A'), we: slot('BC') }, { mo: slot('D') }],
      };
      expect(people(roster, 15)).toBe('A  BC     D       A');
    });

    test('follow the order backwards on dates before the anchor date', () => {
      const segments = [segment(turns('A B C', { unit: 'week' }), START)];
      expect(letters(responsible(segments, 0, civilDate('2026-01-01'), 'mo'))).toBe('C');
    });

    test('are unassigned before the rotation has begun', () => {
      expect(responsible([], 0, START, 'mo')).toEqual([]);
      expect(responsible([segment(turns('A B'), START, 3)], 2, START, 'mo')).toEqual([]);
    });

    test('follow the latest version of the rotation that has begun', () => {
      const segments = [segment(turns('A B'), START), segment(turns('C D'), START, 3)];
      const people = [0, 1, 2, 3, 4, 5].map((index) => letters(responsible(segments, index, START, 'mo')));
      expect(people).toEqual(['A', 'B', 'A', 'C', 'D', 'C']);
    });
  });

  describe('of a shuffle', () => {
    const ORDERS = ['A', 'AB', 'ABC', 'ABCD', 'ABCDEFGHIJ'];

    test.each(ORDERS)(
      'of %s give each member one turn a round and nobody two turns in a row [T-O11]',
      (order) => {
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
      },
    );

    test('give every member the first place of a round about equally often', () => {
      const first = new Map<string, number>();
      for (let round = 0; round < 3000; round += 1) {
        const who = letters(responsible([segment(shuffle('ABC'), START)], round * 3, START, 'mo'));
        first.set(who, (first.get(who) ?? 0) + 1);
      }
      for (const who of 'ABC') expect(first.get(who)).toBeGreaterThan(850);
    });

    test('are the same for the same seed and different for another seed', () => {
      expect(people(shuffle('ABCDEF', 'one'), 60)).toBe(people(shuffle('ABCDEF', 'one'), 60));
      expect(people(shuffle('ABCDEF', 'one'), 60)).not.toBe(people(shuffle('ABCDEF', 'two'), 60));
    });

    test('take at most 20 times as long to compute after a billion occurrences as at the start', () => {
      const segments = [segment(shuffle('ABCDEFGHIJ'), START)];
      const spent = (from: number) =>
        processorTime(() => {
          for (let index = from; index < from + 5000; index += 1) responsible(segments, index, START, 'mo');
        });
      spent(0);
      expect(spent(1_000_000_000)).toBeLessThan(20 * spent(0) + 5);
    });
  });

  test('give each of n slots one turn in any n consecutive occurrences', () => {
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
});

describe('readRotation and completeRotation', () => {
  const MANY = Array.from({ length: 60 }, (_, place) => `m${place}`);
  const members = new Set(['A', 'B', 'C', ...MANY]) as unknown as ReadonlySet<MemberId>;
  const order = [['A'], ['B', 'C']];

  test.each<[string, unknown, unknown]>([
    ['turns with defaults', { kind: 'turns', order }, turns('A BC')],
    [
      'turns with all fields',
      { kind: 'turns', order, unit: 'week', length: 365, offset: 1, extra: 1 },
      turns('A BC', { unit: 'week', length: 365, offset: 1 }),
    ],
    ['a fixed rotation', { kind: 'fixed', members: ['A'] }, { kind: 'fixed', members: ['A'] }],
    ['a fixed rotation of nobody', { kind: 'fixed', members: [] }, { kind: 'fixed', members: [] }],
    [
      'a roster',
      { kind: 'roster', weeks: [{ mo: ['A'], tu: [], we: null, xx: 5 }, {}] },
      { kind: 'roster', weeks: [{ mo: ['A'], tu: [] }, {}] },
    ],
    ['a shuffle', { kind: 'shuffle', order: ['A', 'B'], seed: 's' }, shuffle('AB', 's')],
    ['a shuffle without a seed', { kind: 'shuffle', order: ['A', 'B'] }, shuffle('AB', 'given')],
  ])('read a valid rotation: %s', (_, input, rotation) => {
    const { rotation: request, problems } = readRotation(input);
    expect(problems).toEqual([]);
    expect(completeRotation(request!, { members, helpers: new Set() }, GIVEN)).toEqual({
      rotation,
      problems: [],
    });
  });

  test.each<[unknown, [string, string][]]>([
    [null, [['', 'isObject']]],
    [[], [['', 'isObject']]],
    [{}, [['kind', 'isIn']]],
    [{ kind: 'FIXED' }, [['kind', 'isIn']]],
    [{ kind: 'fixed' }, [['members', 'isArray']]],
    [{ kind: 'fixed', members: MANY.slice(0, 11) }, [['members', 'arrayMaxSize']]],
    [{ kind: 'fixed', members: ['A', 'A'] }, [['members', 'arrayUnique']]],
    [{ kind: 'fixed', members: ['A', 'Z', 7] }, [['members[2]', 'isMember']]],
    [{ kind: 'turns', order: [] }, [['order', 'arrayNotEmpty']]],
    [{ kind: 'turns', order: MANY.slice(0, 51).map((id) => [id]) }, [['order', 'arrayMaxSize']]],
    [{ kind: 'turns', order: [['A'], []] }, [['order[1]', 'arrayNotEmpty']]],
    [{ kind: 'turns', order: ['A'] }, [['order[0]', 'isArray']]],
    [{ kind: 'turns', order: [MANY.slice(0, 11)] }, [['order[0]', 'arrayMaxSize']]],
    [{ kind: 'turns', order, unit: 'year' }, [['unit', 'isIn']]],
    [{ kind: 'turns', order, length: 0 }, [['length', 'min']]],
    [{ kind: 'turns', order, length: 366 }, [['length', 'max']]],
    [
      { kind: 'turns', order, length: 1.5, offset: -1 },
      [
        ['length', 'isInt'],
        ['offset', 'min'],
      ],
    ],
    [{ kind: 'turns', order, offset: 2 }, [['offset', 'max']]],
    [{ kind: 'roster' }, [['weeks', 'isArray']]],
    [{ kind: 'roster', weeks: [] }, [['weeks', 'arrayNotEmpty']]],
    [{ kind: 'roster', weeks: Array.from({ length: 53 }, () => ({})) }, [['weeks', 'arrayMaxSize']]],
    [
      { kind: 'roster', weeks: [{ mo: ['A', 7] }, 5] },
      [
        ['weeks[0].mo[1]', 'isMember'],
        ['weeks[1]', 'isObject'],
      ],
    ],
    [{ kind: 'shuffle', order: ['A'], seed: 5 }, [['seed', 'isString']]],
    [{ kind: 'shuffle', order: ['A'], seed: 'a\0' }, [['seed', 'safeText']]],
    [{ kind: 'shuffle', order: ['A'], seed: '\ud800' }, [['seed', 'safeText']]],
    [
      { kind: 'shuffle', order: ['A', 'A'], seed: '' },
      [
        ['order', 'arrayUnique'],
        ['seed', 'isNotEmpty'],
      ],
    ],
    [
      { kind: 'shuffle', order: MANY.slice(0, 51), seed: 'x'.repeat(65) },
      [
        ['order', 'arrayMaxSize'],
        ['seed', 'maxLength'],
      ],
    ],
  ])('refuse the invalid rotation %j', (input, expected) => {
    const { rotation, problems } = readRotation(input);
    expect(rotation).toBeNull();
    expect(problems.map(({ field, rule }) => [field, rule])).toEqual(expected);
    expect(problems.every(({ message }) => message.length > 0)).toBe(true);
  });

  test('accept a member who takes no turns in a fixed rotation, but not in turns or a shuffle', () => {
    const admit = (input: object) =>
      completeRotation(readRotation(input).rotation!, { members, helpers: new Set(slot('B')) }, GIVEN)
        .problems;
    expect(admit({ kind: 'fixed', members: ['A', 'B'] })).toEqual([]);
    expect(admit({ kind: 'turns', order: [['A'], ['B']] })).toEqual([
      { field: 'rotation.order[1][0]', rule: 'takesTurns', message: 'must be a member who takes turns' },
    ]);
    expect(admit({ kind: 'shuffle', order: ['B', 'A'] })).toMatchObject([{ field: 'rotation.order[0]' }]);
  });

  test.each<[unknown, string[]]>([
    [{ kind: 'fixed', members: ['A', 'Z'] }, ['members[1]']],
    [{ kind: 'turns', order: [['A'], ['Z', 'B']] }, ['order[1][0]']],
    [{ kind: 'roster', weeks: [{ mo: ['Z'] }, { tu: ['A', 'Y'] }] }, ['weeks[0].mo[0]', 'weeks[1].tu[1]']],
    [{ kind: 'shuffle', order: ['Z', 'A'] }, ['order[0]']],
  ])('report each id of a non-member in %j, but only in completeRotation', (input, fields) => {
    const { problems } = completeRotation(
      readRotation(input).rotation!,
      { members, helpers: new Set() },
      GIVEN,
    );
    expect(problems.map(({ field, rule }) => [field, rule])).toEqual(
      fields.map((field) => [`rotation.${field}`, 'isMember']),
    );
  });

  test('return either a rotation or problems for any JSON, and read the returned rotation unchanged', () => {
    const junk = fc.oneof(
      fc.jsonValue(),
      fc.record({
        kind: fc.constantFrom('fixed', 'turns', 'roster', 'shuffle'),
        members: fc.array(fc.constantFrom('A', 'B', 'Z'), { maxLength: 3 }),
        order: fc.oneof(fc.constant(order), fc.array(fc.constantFrom('A', 'B', 'Z'), { maxLength: 3 })),
        weeks: fc.array(fc.dictionary(fc.constantFrom('mo', 'su', 'x'), fc.constant(slot('A')))),
        seed: fc.string(),
        length: fc.integer({ min: -1, max: 400 }),
      }),
    );
    fc.assert(
      fc.property(junk, (input) => {
        const { rotation, problems } = readRotation(input);
        expect(rotation === null).toBe(problems.length > 0);
        if (rotation !== null) expect(readRotation(rotation).rotation).toEqual(rotation);
      }),
    );
  });
});

describe('a rotation whose members change, or whose series is split,', () => {
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

  const leave = (name: string) => (rotation: Rotation) => rotationWithout(rotation, member(name));
  const join = (rotation: Rotation): Rotation => {
    if (rotation.kind === 'turns') return { ...rotation, order: [...rotation.order, [D]] };
    return rotation.kind === 'shuffle' ? { ...rotation, order: [...rotation.order, D] } : rotation;
  };
  test.each<[string, Rotation, number, (rotation: Rotation) => Rotation, string]>([
    ['keeps the due member when D joins', turns('A B C'), 4, join, 'A B C A | B C D A B C D A'],
    [
      'keeps the due member when another member leaves',
      turns('A B C'),
      4,
      leave('A'),
      'A B C A | B C B C B C B C',
    ],
    [
      'continues with the successor when the due member leaves',
      turns('A B C'),
      4,
      leave('B'),
      'A B C A | C A C A C A C A',
    ],
    [
      'continues with the first member when the last member of the order leaves while due',
      turns('A B C'),
      2,
      leave('C'),
      'A B | A B A B A B A B A B',
    ],
    [
      'continues a turn of several occurrences that has begun',
      turns('A B C', { length: 2 }),
      3,
      leave('A'),
      'A A B | B C C B B C C B B',
    ],
    [
      'starts a new turn for a successor',
      turns('A B C', { length: 2 }),
      3,
      leave('B'),
      'A A B | C C A A C C A A C',
    ],
    ['keeps the other member of a shared slot', turns('AB C'), 2, leave('A'), 'AB C | B C B C B C B C B C'],
    ['keeps the place among repeated slots', turns('A A B C'), 1, leave('C'), 'A | A B A A B A A B A A B'],
    [
      'distinguishes slots that are equal after the departure',
      turns('AD A B'),
      1,
      leave('D'),
      'AD | A B A A B A A B A A B',
    ],
    ['leaves turns unassigned when nobody is left', turns('A'), 2, leave('A'), 'A A |          '],
    [
      'keeps the other member of a fixed rotation',
      { kind: 'fixed', members: slot('AB') },
      1,
      leave('B'),
      'AB | A A A A A A A A A A A',
    ],
    [
      'continues weekly turns with the same weeks when D joins',
      turns('A B C', { unit: 'week' }),
      4,
      join,
      'A A A B | B C C D D D A A',
    ],
    [
      'continues weekly turns with the successor when the due member leaves',
      turns('A B C', { unit: 'week' }),
      4,
      leave('B'),
      'A A A B | C A A C C C A A',
    ],
    [
      'continues a turn of two weeks that has begun',
      turns('A B', { unit: 'week', length: 2 }),
      4,
      join,
      'A A A A | A B B B B B D D',
    ],
    [
      'changes nothing when somebody outside the order leaves',
      turns('A B'),
      3,
      leave('Z'),
      'A B A | B A B A B A B A B',
    ],
  ])('gives the expected turns and %s [T-O10, T-O11]', (_, rotation, index, edit, expected) => {
    const before = [segment(rotation, START)];
    const after = change(before, index, edit(rotation));
    expect(`${people(after, 0, index)} | ${people(after, index, 12)}`).toBe(expected);
  });

  test('keeps the weeks of a roster when a member leaves', () => {
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

  test('replaces an earlier change of its members that has not begun yet', () => {
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

  test('keeps past turns and the due member when somebody joins, and gives the new member turns [T-O11]', () => {
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

  test('keeps past turns and the due member when somebody leaves, and gives the former member no more turns [T-O10]', () => {
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

  test('never gives a member of a shuffle two turns in a row after a departure [T-O11]', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(40), fc.constantFrom('A', 'B', 'C'), (seed, index, leaver) => {
        const rotation = shuffle('ABCE', seed);
        const after = change([segment(rotation, START)], index, rotationWithout(rotation, member(leaver)));
        const named = people(after, 0, index + 12).split(' ');
        named.forEach((name, place) => expect(named[place + 1]).not.toBe(name));
      }),
    );
  });

  test('keeps its turns when the series is split at any occurrence [T-O7]', () => {
    fc.assert(
      fc.property(rotations, fc.nat(40), fc.nat(40), (rotation, changed, index) => {
        const before = change([segment(rotation, START)], changed, join(rotation));
        const after = segmentsFrom(before, index);
        for (let step = 0; step < 60; step += 1)
          expect(who(after, step, index)).toBe(who(before, index + step));
      }),
    );
  });

  test('continues after a split where it stopped, because its offset includes the turns before the split [T-O7]', () => {
    expect(segmentsFrom([segment(turns('A B C'), START)], 4)).toEqual([
      segment(turns('A B C', { offset: 1 }), START),
    ]);
    expect(segmentsFrom([segment(turns('A B', { length: 2 }), START)], 3)).toEqual([
      { ...segment(turns('A B', { length: 2, offset: 1 }), START), phase: 1 },
    ]);
  });
});
