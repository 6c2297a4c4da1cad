import type { Category, Household, Member } from '../../domain/households/household.js';
import type { Invitation } from '../../domain/households/invitation.js';
import type { MemberId, UserId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { anId, type PersonId } from './ids.js';
import { DAY, NOON } from './instants.js';

export function aHousehold(fields: Partial<Household> = {}): Household {
  return {
    id: anId(),
    name: 'Home',
    timeZone: 'Europe/Paris' as TimeZone,
    locale: 'en',
    weekStartsOn: 'mo',
    calendarTitleFormat: '{title} · {members}',
    defaultEffortMinutes: 15,
    createdAt: NOON,
    ...fields,
  };
}

/** A member whose account has the same id, unless `accountId` is given. */
export function aMember<Id extends MemberId = PersonId>(
  fields: Partial<Member> & Pick<Member, 'householdId'> & { id: Id },
): Member & { readonly id: Id } {
  return {
    accountId: fields.id as string as UserId,
    displayName: null,
    role: 'MEMBER',
    color: '#2563eb',
    joinedAt: NOON,
    leftAt: null,
    awayPeriods: [],
    weight: 100,
    isProxy: false,
    group: 'ADULT',
    takesTurns: true,
    managerIds: [],
    hasPin: false,
    activeFrom: null,
    activeUntil: null,
    ...fields,
  };
}

export function aCategory(fields: Partial<Category> & Pick<Category, 'householdId' | 'createdBy'>): Category {
  const id = anId<Category['id']>();
  return { id, name: `Category ${id}`, color: null, icon: null, createdAt: NOON, ...fields };
}

export function anInvitation(
  fields: Partial<Invitation> & Pick<Invitation, 'householdId' | 'createdBy'>,
): Invitation {
  const id = anId<Invitation['id']>();
  return {
    id,
    tokenHash: `hash of ${id}`,
    mailTokenHash: null,
    registrations: 0,
    email: null,
    expiresAt: NOON + 7 * DAY,
    maxUses: 1,
    uses: 0,
    revokedAt: null,
    memberId: null,
    createdAt: NOON,
    ...fields,
  };
}
