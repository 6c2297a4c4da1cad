import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readRotation } from '../../../domain/rotation/read-rotation.js';
import { shuffle, slot, turns } from '../../builders/members.js';

const MANY = Array.from({ length: 60 }, (_, place) => `m${place}`);
const members = new Set(['A', 'B', 'C', ...MANY]);
const order = [['A'], ['B', 'C']];

describe('readRotation', () => {
  test.each<[string, unknown, unknown]>([
    ['turns with defaults', { kind: 'turns', order }, turns('A BC')],
    [
      'turns in full',
      { kind: 'turns', order, unit: 'week', length: 365, offset: 1, extra: 1 },
      turns('A BC', { unit: 'week', length: 365, offset: 1 }),
    ],
    ['fixed', { kind: 'fixed', members: ['A'] }, { kind: 'fixed', members: ['A'] }],
    ['fixed, nobody', { kind: 'fixed', members: [] }, { kind: 'fixed', members: [] }],
    [
      'a roster',
      { kind: 'roster', weeks: [{ mo: ['A'], tu: [], we: null, xx: 5 }, {}] },
      { kind: 'roster', weeks: [{ mo: ['A'], tu: [] }, {}] },
    ],
    ['a shuffle', { kind: 'shuffle', order: ['A', 'B'], seed: 's' }, shuffle('AB', 's')],
    ['a shuffle without a seed', { kind: 'shuffle', order: ['A', 'B'] }, shuffle('AB', 'given')],
  ])('reads %s', (_, input, rotation) => {
    expect(readRotation(input, { members, seed: 'given' })).toEqual({ rotation, problems: [] });
  });

  test.each<[unknown, [string, string][]]>([
    [null, [['rotation', 'isObject']]],
    [[], [['rotation', 'isObject']]],
    [{}, [['rotation.kind', 'isIn']]],
    [{ kind: 'FIXED' }, [['rotation.kind', 'isIn']]],
    [{ kind: 'fixed' }, [['rotation.members', 'isArray']]],
    [{ kind: 'fixed', members: MANY.slice(0, 11) }, [['rotation.members', 'arrayMaxSize']]],
    [{ kind: 'fixed', members: ['A', 'A'] }, [['rotation.members', 'arrayUnique']]],
    [
      { kind: 'fixed', members: ['A', 'Z', 7] },
      [
        ['rotation.members[1]', 'isMember'],
        ['rotation.members[2]', 'isMember'],
      ],
    ],
    [{ kind: 'turns', order: [] }, [['rotation.order', 'arrayNotEmpty']]],
    [{ kind: 'turns', order: MANY.slice(0, 51).map((id) => [id]) }, [['rotation.order', 'arrayMaxSize']]],
    [{ kind: 'turns', order: [['A'], []] }, [['rotation.order[1]', 'arrayNotEmpty']]],
    [{ kind: 'turns', order: ['A'] }, [['rotation.order[0]', 'isArray']]],
    [{ kind: 'turns', order: [MANY.slice(0, 11)] }, [['rotation.order[0]', 'arrayMaxSize']]],
    [{ kind: 'turns', order, unit: 'year' }, [['rotation.unit', 'isIn']]],
    [{ kind: 'turns', order, length: 0 }, [['rotation.length', 'min']]],
    [{ kind: 'turns', order, length: 366 }, [['rotation.length', 'max']]],
    [
      { kind: 'turns', order, length: 1.5, offset: -1 },
      [
        ['rotation.length', 'isInt'],
        ['rotation.offset', 'min'],
      ],
    ],
    [{ kind: 'turns', order, offset: 2 }, [['rotation.offset', 'max']]],
    [{ kind: 'roster' }, [['rotation.weeks', 'isArray']]],
    [{ kind: 'roster', weeks: [] }, [['rotation.weeks', 'arrayNotEmpty']]],
    [{ kind: 'roster', weeks: Array.from({ length: 53 }, () => ({})) }, [['rotation.weeks', 'arrayMaxSize']]],
    [
      { kind: 'roster', weeks: [{ mo: ['A', 'Z'] }, 5] },
      [
        ['rotation.weeks[0].mo[1]', 'isMember'],
        ['rotation.weeks[1]', 'isObject'],
      ],
    ],
    [{ kind: 'shuffle', order: ['A'] }, [['rotation.seed', 'isString']]],
    [{ kind: 'shuffle', order: ['A'], seed: 'a\0' }, [['rotation.seed', 'safeText']]],
    [{ kind: 'shuffle', order: ['A'], seed: '\ud800' }, [['rotation.seed', 'safeText']]],
    [
      { kind: 'shuffle', order: ['A', 'A'], seed: '' },
      [
        ['rotation.order', 'arrayUnique'],
        ['rotation.seed', 'isNotEmpty'],
      ],
    ],
    [
      { kind: 'shuffle', order: MANY.slice(0, 51), seed: 'x'.repeat(65) },
      [
        ['rotation.order', 'arrayMaxSize'],
        ['rotation.seed', 'maxLength'],
      ],
    ],
  ])('refuses %j', (input, expected) => {
    const { rotation, problems } = readRotation(input, { members });
    expect(rotation).toBeNull();
    expect(problems.map(({ field, rule }) => [field, rule])).toEqual(expected);
    expect(problems.every(({ message }) => message.length > 0)).toBe(true);
  });

  test('names the field that the caller gives', () => {
    expect(readRotation({}, { members, field: 'series.rotation' }).problems[0]?.field).toBe(
      'series.rotation.kind',
    );
  });

  test('takes any JSON without throwing, and what it accepts it accepts again unchanged', () => {
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
        const { rotation, problems } = readRotation(input, { members });
        expect(rotation === null).toBe(problems.length > 0);
        if (rotation !== null) expect(readRotation(rotation, { members }).rotation).toEqual(rotation);
      }),
    );
  });
});
