import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import { admitRotation, readRotation } from '../../../domain/rotation/read-rotation.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { shuffle, slot, turns } from '../../builders/members.js';

const MANY = Array.from({ length: 60 }, (_, place) => `m${place}`);
const members = new Set(['A', 'B', 'C', ...MANY]) as unknown as ReadonlySet<MemberId>;
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
    const { rotation: request, problems } = readRotation(input);
    expect(problems).toEqual([]);
    expect(admitRotation(request!, members, 'given')).toEqual({ rotation, problems: [] });
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
  ])('refuses %j', (input, expected) => {
    const { rotation, problems } = readRotation(input);
    expect(rotation).toBeNull();
    expect(problems.map(({ field, rule }) => [field, rule])).toEqual(expected);
    expect(problems.every(({ message }) => message.length > 0)).toBe(true);
  });

  test.each<[unknown, string[]]>([
    [{ kind: 'fixed', members: ['A', 'Z'] }, ['members[1]']],
    [{ kind: 'turns', order: [['A'], ['Z', 'B']] }, ['order[1][0]']],
    [{ kind: 'roster', weeks: [{ mo: ['Z'] }, { tu: ['A', 'Y'] }] }, ['weeks[0].mo[0]', 'weeks[1].tu[1]']],
    [{ kind: 'shuffle', order: ['Z', 'A'] }, ['order[0]']],
  ])('names each place of %j where somebody else stands', (input, fields) => {
    const { problems } = admitRotation(readRotation(input).rotation!, members, 'given');
    expect(problems.map(({ field, rule }) => [field, rule])).toEqual(
      fields.map((field) => [`rotation.${field}`, 'isMember']),
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
        const { rotation, problems } = readRotation(input);
        expect(rotation === null).toBe(problems.length > 0);
        if (rotation !== null) expect(readRotation(rotation).rotation).toEqual(rotation);
      }),
    );
  });
});
