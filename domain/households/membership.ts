import { FULL_WEIGHT } from '../balance/balance.js';
import type { HouseholdId, MemberId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { nextMemberColor, type Member, type Role } from './household.js';

/** Active members of one household. */
export const MEMBERS_LIMIT = 50;

/** Someone who was never a member before; `others` are all whom the household knows, former ones included. */
export function newMember(
  accountId: UserId,
  householdId: HouseholdId,
  role: Role,
  { others, now }: { others: readonly Pick<Member, 'color' | 'leftAt'>[]; now: Instant },
): Member {
  const taken = others.filter(({ leftAt }) => leftAt === null).map(({ color }) => color);
  return {
    // Whoever joins has the id of their account in the household too; others get one of their own.
    id: accountId as string as MemberId,
    householdId,
    accountId,
    displayName: null,
    role,
    color: nextMemberColor(taken),
    joinedAt: now,
    leftAt: null,
    awayPeriods: [],
    weight: FULL_WEIGHT,
  };
}

/** Someone who comes back keeps name and colour, under which past work knows them, but no role and no plans. */
export function rejoined<M extends Member>(former: M, now: Instant): M {
  return { ...former, role: 'MEMBER', joinedAt: now, leftAt: null, awayPeriods: [] };
}

export type Departure =
  | { readonly kind: 'departs' }
  /** Nobody would be left: the household goes whole. */
  | { readonly kind: 'wasLast' }
  /** Others would be left without anybody who can run the household. */
  | { readonly kind: 'lastOwner' }
  | { readonly kind: 'notAllowed' };

/** What it means that `actor` takes `leaver` out; both are among `active`, all active members. Everyone may leave. */
export function decideDeparture(
  active: readonly Pick<Member, 'id' | 'role'>[],
  leaver: MemberId,
  actor: Pick<Member, 'id' | 'role'>,
): Departure {
  if (actor.id !== leaver && actor.role !== 'OWNER') return { kind: 'notAllowed' };
  const others = active.filter(({ id }) => id !== leaver);
  if (others.length === 0) return { kind: 'wasLast' };
  return { kind: others.some(({ role }) => role === 'OWNER') ? 'departs' : 'lastOwner' };
}

/** Whether somebody owns the household once `id` has that role. */
export function keepsOwner(
  active: readonly Pick<Member, 'id' | 'role'>[],
  id: MemberId,
  role: Role,
): boolean {
  return role === 'OWNER' || active.some((member) => member.id !== id && member.role === 'OWNER');
}

/** Who takes over what `leaver` alone owned: of the others, whoever has been there longest; null when nobody is left. */
export function findSuccessor<M extends Pick<Member, 'id' | 'joinedAt'>>(
  active: readonly M[],
  leaver: MemberId,
): M | null {
  const others = active.filter(({ id }) => id !== leaver);
  const [first] = others.toSorted((a, b) => a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1));
  return first ?? null;
}
