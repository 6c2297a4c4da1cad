import { describe, expect, test } from '@jest/globals';
import { listAbsences } from '../../../domain/households/away.js';
import type { Member } from '../../../domain/households/household.js';
import {
  claimMember,
  listAnswerers,
  mayEditMember,
  memberProblems,
  newProxy,
  weightOfEdited,
  passedMembersLimit,
  spokespersonsOf,
} from '../../../domain/households/membership.js';
import { isAway } from '../../../domain/rotation/away.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import { aMember } from '../../builders/household.js';
import { NOON } from '../../builders/instants.js';

const id = (name: string) => name as MemberId;
const householdId = 'home' as HouseholdId;
const day = civilDate;
const person = (name: string, fields: Partial<Member> = {}): Member =>
  aMember<MemberId>({ id: id(name), householdId, ...fields });
const leo = newProxy(
  { displayName: 'Leo', group: 'CHILD', managerIds: [id('Ben')] },
  { id: id('Leo'), householdId },
  { others: [person('Ana'), person('Ben', { color: '#dc2626' })], now: NOON },
);

describe('a member without an account', () => {
  test('has their own name, a free colour, the role MEMBER and no account', () => {
    expect(leo).toEqual({
      ...person('Leo'),
      accountId: null,
      displayName: 'Leo',
      color: '#16a34a',
      isProxy: true,
      group: 'CHILD',
      managerIds: ['Ben'],
    });
  });

  test.each([
    [{ group: 'PET' }, { takesTurns: false, weight: 0 }],
    [
      { group: 'PET', takesTurns: true },
      { takesTurns: true, weight: 100 },
    ],
    [
      { group: 'ADULT', takesTurns: false },
      { takesTurns: false, weight: 0 },
    ],
    [{ group: 'GUEST' }, { takesTurns: true, weight: 100 }],
  ] as const)('that is created with %j has %j', (said, expected) => {
    const ids = { id: id('R'), householdId };
    expect(newProxy({ displayName: 'R', ...said }, ids, { others: [], now: NOON })).toMatchObject(expected);
  });

  test('gets the full share of work (weight 100) on starting to take turns and none on stopping, unless another weight was set', () => {
    const grandma = newProxy(
      { displayName: 'Grandma', group: 'ADULT', takesTurns: false },
      { id: id('Grandma'), householdId },
      { others: [], now: NOON },
    );
    const edited = (before: Member, edit: Partial<Member>) => weightOfEdited(before, { ...before, ...edit });
    expect(edited(grandma, { takesTurns: true })).toBe(100);
    expect(edited({ ...grandma, takesTurns: true, weight: 100 }, { takesTurns: false })).toBe(0);
    expect(edited({ ...grandma, weight: 30 }, { takesTurns: true })).toBe(30);
    expect(edited(grandma, { takesTurns: true, weight: 50 })).toBe(50);
    expect(edited({ ...grandma, weight: 0 }, { displayName: 'Nana' })).toBe(0);
  });

  test('cannot be added beyond 30 members without an account, 50 members in total or 500 former members', () => {
    const some = (accounts: number, proxies: number) => [
      ...Array.from({ length: accounts }, () => ({ isProxy: false, leftAt: null })),
      ...Array.from({ length: proxies }, () => ({ isProxy: true, leftAt: null })),
    ];
    expect(passedMembersLimit(some(1, 29))).toBeNull();
    expect(passedMembersLimit(some(1, 30))).toBe('membersWithoutAccount');
    expect(passedMembersLimit(some(40, 9))).toBeNull();
    expect(passedMembersLimit(some(40, 10))).toBe('members');
    const former = (count: number) => Array.from({ length: count }, () => ({ isProxy: true, leftAt: NOON }));
    expect(passedMembersLimit([...some(1, 1), ...former(499)])).toBeNull();
    expect(passedMembersLimit([...some(1, 1), ...former(500)])).toBe('formerMembers');
  });

  test('keeps all values except accountId and isProxy when an account claims the member [P1]', () => {
    expect(claimMember(leo, 'account' as UserId)).toEqual({ ...leo, isProxy: false, accountId: 'account' });
  });
});

describe('memberProblems', () => {
  const present = [person('Ana'), person('Ben'), leo];
  test.each<[string, Partial<Member>, string[]]>([
    ['Leo', {}, []],
    ['Leo', { displayName: null }, ['displayName required']],
    ['Leo', { role: 'OWNER' }, ['role account', 'group owner']],
    ['Leo', { managerIds: [id('Ana'), id('Leo')] }, ['managerIds.1 member']],
    ['Leo', { managerIds: [id('Zoe')] }, ['managerIds.0 member']],
    ['Leo', { activeFrom: day('2027-02-12'), activeUntil: day('2027-02-12') }, []],
    ['Leo', { activeFrom: day('2027-02-12'), activeUntil: day('2027-02-11') }, ['activeUntil order']],
    ['Ana', { group: 'CHILD' }, []],
    ['Ana', { group: 'PET' }, ['group account']],
    ['Ana', { role: 'OWNER', group: 'GUEST' }, ['group owner']],
    ['Ana', { role: 'OWNER', activeUntil: day('2027-02-12') }, ['activeUntil owner']],
    ['Ana', { managerIds: [id('Leo')] }, ['managerIds.0 member']],
  ])('for the member %s with the values %j reports the problems %j', (name, fields, expected) => {
    const member = present.find((one) => one.id === id(name)) as Member;
    const problems = memberProblems({ ...member, ...fields }, present);
    expect(problems.map(({ field, rule }) => `${field} ${rule}`)).toEqual(expected);
  });
});

test.each<[string, string, (keyof Member)[], boolean]>([
  ['Ana', 'Leo', ['role', 'weight', 'group'], true],
  ['Ben', 'Leo', ['group', 'takesTurns', 'managerIds', 'activeFrom', 'displayName', 'awayPeriods'], true],
  ['Ben', 'Leo', ['weight'], false],
  ['Ben', 'Leo', ['role'], false],
  ['Ben', 'Ben', ['displayName', 'color', 'awayPeriods'], true],
  ['Ben', 'Ben', ['group'], false],
  ['Ben', 'Ben', ['activeUntil'], false],
  ['Ben', 'Cleo', [], false],
  ['Ben', 'Mia', ['displayName'], false],
])('for %s as the editor of %s and the fields %j, mayEditMember returns %s', (me, whom, fields, may) => {
  const people: Record<string, Member> = {
    Ana: person('Ana', { role: 'OWNER' }),
    Ben: person('Ben'),
    // Cleo has an account of her own, so nobody else manages her.
    Cleo: claimMember({ ...leo, id: id('Cleo') }, 'c' as UserId),
    Leo: leo,
    Mia: { ...leo, id: id('Mia'), managerIds: [] },
  };
  expect(mayEditMember(people[me]!, people[whom]!, fields)).toBe(may);
});

test.each([
  ['2027-02-11', true],
  ['2027-02-12', false],
  ['2027-02-13', true],
  ['2027-02-14', false],
  ['2027-02-15', true],
])('a guest from 2027-02-12 to 14 with an absence on the 13th is away on %s: %s [P3]', (date, away) => {
  const guest = {
    leftAt: null,
    awayPeriods: person('x', {
      awayPeriods: [{ id: 'p' as never, from: day('2027-02-13'), to: day('2027-02-13') }],
    }).awayPeriods,
    activeFrom: day('2027-02-12'),
    activeUntil: day('2027-02-14'),
  };
  expect(isAway(new Map([[id('x'), listAbsences(guest)]]), id('x'), day(date))).toBe(away);
});

test.each<[string, Partial<Member>[], string[]]>([
  ['the present managers of the child', [{}, {}], ['Ben']],
  ['the owners, if no manager is present', [{}, { activeFrom: day('2027-01-01') }], ['Ana']],
  ['the owners, if no manager is left', [{}], ['Ana']],
])('spokespersonsOf returns for a child without an account %s', (_name, [ana = {}, ben], expected) => {
  const active = [
    person('Ana', { role: 'OWNER', ...ana }),
    ...(ben === undefined ? [] : [person('Ben', ben)]),
    leo,
  ];
  expect(spokespersonsOf(leo, active, day('2026-12-24'))).toEqual(expected);
});

test.each<[string, Partial<Member>, Partial<Member>, string[]]>([
  ['the member, if they are an adult with an account', { isProxy: false, group: 'ADULT' }, {}, ['Leo']],
  ['the managers of a child without an account', {}, {}, ['Ben']],
  ['the managers of a child with an account', { isProxy: false }, {}, ['Ben']],
  ['the managers of a guest', { isProxy: false, group: 'GUEST' }, {}, ['Ben']],
  ['the owners, if the manager is a guest', {}, { group: 'GUEST' }, ['Ana']],
  ['the owners, if the manager is away', {}, { activeFrom: day('2027-01-01') }, ['Ana']],
])(
  'listAnswerers returns as the members who answer a swap request %s',
  (_name, fields, manager, expected) => {
    const asked = { ...leo, ...fields };
    const active = [person('Ana', { role: 'OWNER' }), person('Ben', manager), asked];
    expect(listAnswerers(asked, active, day('2026-12-24'))).toEqual(expected);
  },
);
