import { describe, expect, test } from '@jest/globals';
import { type Role, isCalendarTitleFormat } from '../../../domain/households/household.js';
import {
  decideDeparture,
  findSuccessor,
  keepsOwner,
  newMember,
  rejoinMember,
  MEMBERS_LIMIT,
} from '../../../domain/households/membership.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import {
  isOpaqueToken,
  type AwayPeriodId,
  type MemberId,
  type HouseholdId,
  type UserId,
} from '../../../domain/shared/ids.js';
import { aMember, anInvitation } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { awayProblems, identifyPeriods, sortAbsences } from '../../../domain/households/away.js';
import {
  HOUSEHOLD_LIMITS,
  countUsage,
  NO_USAGE,
  findExceededLimit,
  type HouseholdUsage,
} from '../../../domain/limits/limits.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { decideAcceptance, isInvitationOpen } from '../../../domain/households/invitation.js';
import { calendarTitle } from '../../../domain/households/calendar-title.js';

describe('households and their members', () => {
  const id = (name: string) => name as MemberId;
  /** `A+ B c` are the owner A, the member B, and c, who has no account. */
  const people = (text: string) =>
    text.split(' ').map((name) => ({
      id: id(name.replace('+', '')),
      role: name.endsWith('+') ? ('OWNER' as const) : ('MEMBER' as const),
      isProxy: /[a-z]/.test(name),
    }));

  describe('decideDeparture', () => {
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
      ['A+ b', 'A', 'A', 'wasLast'],
      ['A+ b', 'b', 'A', 'departs'],
      ['A+ B c', 'c', 'B', 'notAllowed'],
      ['A+ B c', 'A', 'A', 'lastOwner'],
    ])(
      'among the members "%s" (+ means owner, lower case means no account), if %s is removed by %s, returns %s',
      (active, leaver, actor, kind) => {
        const members = people(active);
        const by = members.find((member) => member.id === id(actor))!;
        expect(decideDeparture(members, id(leaver), by)).toEqual({ kind });
      },
    );
  });

  test.each<[string, string, Role, boolean]>([
    ['A+ B', 'A', 'MEMBER', false],
    ['A+ B', 'A', 'OWNER', true],
    ['A+ B', 'B', 'OWNER', true],
    ['A+ B', 'B', 'MEMBER', true],
    ['A+ B+', 'A', 'MEMBER', true],
    ['A+', 'A', 'MEMBER', false],
  ])(
    'among the members "%s" (+ means owner), if %s becomes %s, keepsOwner returns %s',
    (active, who, role, keeps) => {
      expect(keepsOwner(people(active), id(who), role)).toBe(keeps);
    },
  );

  test('a new member gets the first colour that no current member has', () => {
    const householdId = anId<ReturnType<typeof aMember>['householdId']>();
    const others = [
      aMember({ id: id('B'), householdId, color: '#2563eb' }),
      aMember({ id: id('C'), householdId, color: '#dc2626', leftAt: NOON }),
    ];
    expect(newMember('A' as UserId, householdId, 'MEMBER', { others, now: NOON })).toEqual({
      id: 'A',
      householdId,
      accountId: 'A',
      displayName: null,
      role: 'MEMBER',
      color: '#dc2626',
      joinedAt: NOON,
      leftAt: null,
      awayPeriods: [],
      weight: 100,
      isProxy: false,
      group: 'ADULT',
      takesTurns: true,
      managerIds: [],
      activeFrom: null,
      activeUntil: null,
      hasPin: false,
    });
  });

  test('a member who rejoins keeps name and colour, but neither role nor absences', () => {
    const former = aMember({
      id: id('A'),
      householdId: anId(),
      displayName: 'Kim',
      color: '#0a0b0c',
      role: 'OWNER',
      leftAt: NOON,
      awayPeriods: [{ id: anId(), from: civilDate('2026-07-01'), to: civilDate('2026-07-02') }],
    });
    expect(rejoinMember(former, NOON + DAY)).toEqual({
      ...former,
      role: 'MEMBER',
      joinedAt: NOON + DAY,
      leftAt: null,
      awayPeriods: [],
    });
  });

  test.each<[string, readonly [string, number][], string | null]>([
    ['nobody, if the leaver is alone', [['A', 1]], null],
    [
      'the member who joined first',
      [
        ['A', 1],
        ['C', 3],
        ['B', 2],
      ],
      'B',
    ],
    [
      'a member who joined before the leaver',
      [
        ['B', 0],
        ['A', 1],
        ['C', 2],
      ],
      'B',
    ],
    [
      'the lower id of two members who joined at the same time',
      [
        ['C', 2],
        ['A', 1],
        ['B', 2],
      ],
      'B',
    ],
    [
      'no member without an account',
      [
        ['A', 1],
        ['b', 0],
      ],
      null,
    ],
    [
      'an adult before a child',
      [
        ['A', 1],
        ['K', 2],
        ['B', 3],
      ],
      'B',
    ],
    [
      'a child, if nobody else is left',
      [
        ['A', 1],
        ['K', 2],
      ],
      'K',
    ],
  ])('findSuccessor chooses %s [T-A6]', (_, joined, heir) => {
    const members = joined.map(([name, joinedAt]) => ({
      id: id(name),
      joinedAt,
      isProxy: /[a-z]/.test(name),
      group: /[K-Z]/.test(name) ? ('CHILD' as const) : ('ADULT' as const),
    }));
    expect(findSuccessor(members, id('A'))?.id ?? null).toBe(heir);
  });
});

describe('absences', () => {
  const period = (from: string, to: string) => ({ from: civilDate(from), to: civilDate(to) });

  test('may last one day or longer, and awayProblems reports each absence that ends before it begins', () => {
    expect(awayProblems([period('2026-07-01', '2026-07-01'), period('2026-12-31', '2027-01-01')])).toEqual(
      [],
    );
    const wrong = [
      period('2026-07-02', '2026-07-01'),
      period('2026-07-01', '2026-07-02'),
      period('2027-01-01', '2026-12-31'),
    ];
    expect(awayProblems(wrong).map(({ field, rule }) => [field, rule])).toEqual([
      ['awayPeriods.0.to', 'order'],
      ['awayPeriods.2.to', 'order'],
    ]);
  });

  test('are sorted by first day, then by last day', () => {
    const [first, second, third, fourth] = [
      { id: anId<AwayPeriodId>(), ...period('2026-01-01', '2026-01-02') },
      { id: anId<AwayPeriodId>(), ...period('2026-01-01', '2026-02-01') },
      { id: anId<AwayPeriodId>(), from: civilDate('2026-01-01'), to: null },
      { id: anId<AwayPeriodId>(), ...period('2026-03-01', '2026-03-01') },
    ] as const;
    expect(sortAbsences([fourth, third, second, first])).toEqual([first, second, third, fourth]);
  });
});

test('identifyPeriods keeps the ids of unchanged absences when the list of absences is replaced', () => {
  const days = { from: civilDate('2026-01-01'), to: civilDate('2026-01-02') };
  const known = { id: anId<AwayPeriodId>(), ...days };
  const open = { from: civilDate('2026-01-01'), to: null };
  const [next, another] = [anId<AwayPeriodId>(), anId<AwayPeriodId>()];
  const ids = [next, another];
  expect(identifyPeriods([open, days, days], [known], () => ids.shift()!)).toEqual([
    { id: next, ...open },
    known,
    { id: another, ...days },
  ]);
});

describe('limits per household', () => {
  const NAMES = Object.keys(HOUSEHOLD_LIMITS) as (keyof HouseholdUsage)[];

  describe.each(NAMES)('of %s', (name) => {
    const growth = { ...NO_USAGE, [name]: 2 };
    test('may be reached but not exceeded', () => {
      expect(
        findExceededLimit(HOUSEHOLD_LIMITS, { ...NO_USAGE, [name]: HOUSEHOLD_LIMITS[name] - 2 }, growth),
      ).toBeNull();
      expect(
        findExceededLimit(HOUSEHOLD_LIMITS, { ...NO_USAGE, [name]: HOUSEHOLD_LIMITS[name] - 1 }, growth),
      ).toBe(name);
    });
    test('do not limit other kinds of rows', () => {
      const beyond = { ...NO_USAGE, [name]: HOUSEHOLD_LIMITS[name] + 1 };
      expect(findExceededLimit(HOUSEHOLD_LIMITS, beyond, NO_USAGE)).toBeNull();
      for (const other of NAMES.filter((one) => one !== name))
        expect(findExceededLimit(HOUSEHOLD_LIMITS, beyond, { ...NO_USAGE, [other]: 1 })).toBeNull();
    });
  });

  test('count open series, open tasks and the bytes of their texts. Two more counts of tasks and bytes also include tasks that were open when they were deleted', () => {
    const householdId = 'home' as HouseholdId;
    const of = { householdId, createdBy: 'ana' as MemberId };
    const open = anOccurrence({ ...of, title: 'Bücher', notes: 'né' });
    const done = anOccurrence({ ...of, status: 'SKIPPED' });
    const inTrash = { deletedAt: 1, status: 'CANCELLED', statusBeforeDeletion: 'TODO' } as const;
    const deleted = anOccurrence({ ...of, title: 'Bins', notes: null, ...inTrash });
    const deletedDone = anOccurrence({ ...of, ...inTrash, statusBeforeDeletion: 'SKIPPED' });
    expect(
      countUsage(
        [open, done, deleted, deletedDone],
        [
          { householdId, endedAt: null },
          { householdId, endedAt: 1 },
        ],
      ),
    ).toEqual(
      new Map([
        [
          householdId,
          {
            ...NO_USAGE,
            ...{ openSeries: 1, openOccurrences: 1, textBytes: 10 },
            ...{ openAndDeletedOccurrences: 2, openAndDeletedTextBytes: 14 },
          },
        ],
      ]),
    );
  });
});

describe('invitations and the format of calendar titles', () => {
  const id = (name: string) => name as MemberId;
  const base = () => anInvitation({ householdId: anId(), createdBy: anId(), expiresAt: NOON });

  describe('acceptance', () => {
    test.each([
      ['true for an invitation just before its expiry', {}, NOON - 1, true],
      ['false for an invitation at its expiry', {}, NOON, false],
      ['false for a revoked invitation', { revokedAt: NOON - 5 }, NOON - 1, false],
      ['true for an invitation with a use left', { maxUses: 2, uses: 1 }, NOON - 1, true],
      ['false for an invitation that is used up', { maxUses: 2, uses: 2 }, NOON - 1, false],
    ])('isOpen tells whether an invitation can be used: %s', (_name, fields, now, open) => {
      expect(isInvitationOpen({ ...base(), ...fields }, now)).toBe(open);
    });

    const [leo, me] = [id('Leo'), id('me')];
    const asker = { email: 'me@example.org', known: null, meant: null, memberCount: 1 };
    const member = { ...asker, known: { id: me, leftAt: null } };
    const former = { ...asker, known: { id: me, leftAt: NOON - 8 } };
    const child = { isProxy: true, leftAt: null, group: 'CHILD' } as const;
    const ofLeo = { memberId: leo };
    test.each([
      ['joins if the invitation is open', {}, asker, 'joins'],
      [
        'joins if the invitation is for the address of the account',
        { email: 'me@example.org' },
        asker,
        'joins',
      ],
      [
        'forSomeoneElse if the invitation is for another address',
        { email: 'you@example.org' },
        asker,
        'forSomeoneElse',
      ],
      [
        'forSomeoneElse if the invitation is for another address and used up',
        { email: 'you@example.org', uses: 1 },
        asker,
        'forSomeoneElse',
      ],
      ['over if the invitation is used up', { uses: 1 }, asker, 'over'],
      [
        'alreadyMember if the invitation is used up and the caller is a member',
        { uses: 1 },
        member,
        'alreadyMember',
      ],
      [
        'over if the invitation is older than the departure of the caller',
        { createdAt: NOON - 9 },
        former,
        'over',
      ],
      [
        'joins if the invitation is newer than the departure of the caller',
        { createdAt: NOON - 8 },
        former,
        'joins',
      ],
      [
        'joins if the household has one free place',
        {},
        { ...asker, memberCount: MEMBERS_LIMIT - 1 },
        'joins',
      ],
      [
        'householdFull if the household is full',
        {},
        { ...asker, memberCount: MEMBERS_LIMIT },
        'householdFull',
      ],
      [
        'alreadyMember if the household is full and the caller is a member',
        {},
        { ...member, memberCount: 50 },
        'alreadyMember',
      ],
      ['claims if the invitation is for a child', ofLeo, { ...asker, meant: child }, 'claims'],
      [
        'claims if the invitation is for a child of a full household',
        ofLeo,
        { ...asker, meant: child, memberCount: 50 },
        'claims',
      ],
      [
        'forSomeoneElse if the invitation is for a child and for another address',
        { ...ofLeo, email: 'you@example.org' },
        { ...asker, meant: child },
        'forSomeoneElse',
      ],
      [
        'over if the invitation is for a child and used up',
        { ...ofLeo, uses: 1 },
        { ...asker, meant: child },
        'over',
      ],
      [
        'over if the invitation is for a former member',
        ofLeo,
        { ...asker, meant: { ...child, leftAt: NOON - 9 } },
        'over',
      ],
      [
        'over if the invitation is for a member who has an account',
        ofLeo,
        { ...asker, meant: { ...child, isProxy: false } },
        'over',
      ],
      [
        'over if the invitation is for a pet',
        ofLeo,
        { ...asker, meant: { ...child, group: 'PET' as const } },
        'over',
      ],
      ['over if the invitation is for an unknown member', ofLeo, asker, 'over'],
      [
        'hasOwnPlace if the invitation is for a child and the caller is a member',
        ofLeo,
        { ...member, meant: child },
        'hasOwnPlace',
      ],
      [
        'hasOwnPlace if the invitation is for a child and the caller is a former member',
        { ...ofLeo, createdAt: NOON - 7 },
        { ...former, meant: child },
        'hasOwnPlace',
      ],
      [
        'alreadyMember if the caller has already claimed the member with the invitation',
        { ...ofLeo, uses: 1 },
        { ...asker, known: { id: leo, leftAt: null }, meant: { ...child, isProxy: false } },
        'alreadyMember',
      ],
    ])(
      'decideAcceptance decides what happens when the caller accepts an invitation: %s',
      (_name, fields, who, kind) => {
        expect(decideAcceptance({ ...base(), ...fields }, who, NOON - 1)).toEqual({ kind });
      },
    );
  });

  test.each([
    ['x'.repeat(43), true],
    ['-_09azAZ'.padEnd(43, 'q'), true],
    ['x'.repeat(42), false],
    ['x'.repeat(44), false],
    [`${'x'.repeat(42)}=`, false],
    [`${'x'.repeat(43)}\n`, false],
    ['', false],
  ])('isOpaqueToken for %j returns %s', (text, holds) => expect(isOpaqueToken(text)).toBe(holds));

  test.each([
    ['{title}', true],
    ['✓ {members}: {title}', true],
    ['{members}', false],
    ['title', false],
  ])('isCalendarTitleFormat for %j returns %s', (text, holds) =>
    expect(isCalendarTitleFormat(text)).toBe(holds),
  );
});

describe('calendarTitle', () => {
  test.each([
    ['{title} · {members}', ['Ana', 'Ben'], 'Bins · Ana, Ben'],
    ['{title} · {members}', [], 'Bins'],
    ['{members}: {title}', ['Ana'], 'Ana: Bins'],
    ['{members}: {title}', [], 'Bins'],
    ['{title} ({members})', [], 'Bins'],
    ['[home] {title}', ['Ana'], '[home] Bins'],
    ['[home] {title}', [], '[home] Bins'],
    ['{title}', [], 'Bins'],
  ])('fills in the format %s with the members %j as %s', (format, members, expected) => {
    expect(calendarTitle(format, { title: 'Bins', members })).toBe(expected);
  });

  test('does not interpret placeholders or replacement patterns in a title', () => {
    expect(calendarTitle('{title} · {members}', { title: '$& {members}', members: ['$1'] })).toBe(
      '$& {members} · $1',
    );
  });
});
