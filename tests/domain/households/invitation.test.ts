import { describe, expect, test } from '@jest/globals';
import { isCalendarTitleFormat } from '../../../domain/households/household.js';
import { decideAcceptance, isInvitationToken, isOpen } from '../../../domain/households/invitation.js';
import { MEMBERS_LIMIT } from '../../../domain/households/membership.js';
import { anInvitation } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';

const base = () => anInvitation({ householdId: anId(), createdBy: anId(), expiresAt: NOON });

describe('an invitation', () => {
  test.each([
    ['at the last moment', {}, NOON - 1, true],
    ['at its expiry', {}, NOON, false],
    ['revoked', { revokedAt: NOON - 5 }, NOON - 1, false],
    ['with a use left', { maxUses: 2, uses: 1 }, NOON - 1, true],
    ['used up', { maxUses: 2, uses: 2 }, NOON - 1, false],
  ])('%s is open: see the last column', (_name, fields, now, open) => {
    expect(isOpen({ ...base(), ...fields }, now)).toBe(open);
  });

  const asker = { email: 'me@example.org', isMember: false, leftAt: null, memberCount: 1 };
  test.each([
    ['is open', {}, asker, 'joins'],
    ['is bound to the asker', { email: 'me@example.org' }, asker, 'joins'],
    ['is bound to another', { email: 'you@example.org' }, asker, 'forSomeoneElse'],
    ['was bound to another and is over', { email: 'you@example.org', uses: 1 }, asker, 'forSomeoneElse'],
    ['is over', { uses: 1 }, asker, 'over'],
    ['is over, to a member', { uses: 1 }, { ...asker, isMember: true }, 'alreadyMember'],
    ['is older than their departure', { createdAt: NOON - 9 }, { ...asker, leftAt: NOON - 8 }, 'over'],
    ['is newer than their departure', { createdAt: NOON - 8 }, { ...asker, leftAt: NOON - 8 }, 'joins'],
    ['leads to the last place', {}, { ...asker, memberCount: MEMBERS_LIMIT - 1 }, 'joins'],
    ['leads to a full household', {}, { ...asker, memberCount: MEMBERS_LIMIT }, 'householdFull'],
    [
      'leads to a full household, to a member',
      {},
      { ...asker, isMember: true, memberCount: 50 },
      'alreadyMember',
    ],
  ])('that %s', (_name, fields, who, kind) => {
    expect(decideAcceptance({ ...base(), ...fields }, who, NOON - 1)).toEqual({ kind });
  });
});

test.each([
  ['x'.repeat(43), true],
  ['-_09azAZ'.padEnd(43, 'q'), true],
  ['x'.repeat(42), false],
  ['x'.repeat(44), false],
  [`${'x'.repeat(42)}=`, false],
  [`${'x'.repeat(43)}\n`, false],
  ['', false],
])('the form of a token: %j', (text, holds) => expect(isInvitationToken(text)).toBe(holds));

test.each([
  ['{title}', true],
  ['✓ {members}: {title}', true],
  ['{members}', false],
  ['title', false],
])('the format %j of calendar titles', (text, holds) => expect(isCalendarTitleFormat(text)).toBe(holds));
