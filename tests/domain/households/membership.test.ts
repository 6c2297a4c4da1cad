import { describe, expect, test } from '@jest/globals';
import type { Role } from '../../../domain/households/household.js';
import {
  decideDeparture,
  findSuccessor,
  keepsOwner,
  newMember,
  rejoined,
} from '../../../domain/households/membership.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { aMember } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';

const id = (name: string) => name as MemberId;
/** `A+ b` are the owner A and the member b. */
const people = (text: string) =>
  text.split(' ').map((name) => ({
    id: id(name.replace('+', '')),
    role: name.endsWith('+') ? ('OWNER' as const) : ('MEMBER' as const),
  }));

describe('a departure', () => {
  test.each([
    ['A+ B', 'B', 'B', 'departs'],
    ['A+ B', 'B', 'A', 'departs'],
    ['A+ B', 'A', 'B', 'notAllowed'],
    ['A+ B C', 'B', 'C', 'notAllowed'],
    ['A+ B', 'A', 'A', 'lastOwner'],
    ['A+ B+', 'A', 'A', 'departs'],
    ['A+ B+ C', 'B', 'A', 'departs'],
    ['A+', 'A', 'A', 'wasLast'],
    ['A', 'A', 'A', 'wasLast'],
  ])('of those in "%s", of %s by %s: %s', (active, leaver, actor, kind) => {
    const members = people(active);
    const by = members.find((member) => member.id === id(actor))!;
    expect(decideDeparture(members, id(leaver), by)).toEqual({ kind });
  });
});

test.each<[string, string, Role, boolean]>([
  ['A+ B', 'A', 'MEMBER', false],
  ['A+ B', 'A', 'OWNER', true],
  ['A+ B', 'B', 'OWNER', true],
  ['A+ B', 'B', 'MEMBER', true],
  ['A+ B+', 'A', 'MEMBER', true],
  ['A+', 'A', 'MEMBER', false],
])('in "%s", %s as %s: a household with an owner is %s', (active, who, role, keeps) => {
  expect(keepsOwner(people(active), id(who), role)).toBe(keeps);
});

test('a new member has the first colour that nobody has who is still there', () => {
  const householdId = anId<ReturnType<typeof aMember>['householdId']>();
  const others = [
    aMember({ id: anId(), householdId, color: '#2563eb' }),
    aMember({ id: anId(), householdId, color: '#dc2626', leftAt: NOON }),
  ];
  expect(newMember(id('A'), householdId, 'MEMBER', { others, now: NOON })).toEqual({
    id: 'A',
    householdId,
    displayName: null,
    role: 'MEMBER',
    color: '#dc2626',
    joinedAt: NOON,
    leftAt: null,
    awayPeriods: [],
  });
});

test('who comes back has name and colour, but neither role nor plans', () => {
  const former = aMember({
    id: anId(),
    householdId: anId(),
    displayName: 'Kim',
    color: '#0a0b0c',
    role: 'OWNER',
    leftAt: NOON,
    awayPeriods: [{ from: civilDate('2026-07-01'), to: civilDate('2026-07-02') }],
  });
  expect(rejoined(former, NOON + DAY)).toEqual({
    ...former,
    role: 'MEMBER',
    joinedAt: NOON + DAY,
    leftAt: null,
    awayPeriods: [],
  });
});

test.each<[string, readonly [string, number][], string | null]>([
  ['nobody, when alone', [['A', 1]], null],
  [
    'whoever joined first',
    [
      ['A', 1],
      ['C', 3],
      ['B', 2],
    ],
    'B',
  ],
  [
    'one who was there before the leaver',
    [
      ['B', 0],
      ['A', 1],
      ['C', 2],
    ],
    'B',
  ],
  [
    'the lower id of two who joined at once',
    [
      ['C', 2],
      ['A', 1],
      ['B', 2],
    ],
    'B',
  ],
])('T-A6 the heir is %s', (_, joined, heir) => {
  const members = joined.map(([name, joinedAt]) => ({ id: id(name), joinedAt }));
  expect(findSuccessor(members, id('A'))?.id ?? null).toBe(heir);
});
