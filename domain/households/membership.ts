import { isAway, type AwayPeriods } from '../rotation/away.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, MemberId, UserId } from '../shared/ids.js';
import { type Problem, problem } from '../shared/problem.js';
import type { Instant } from '../shared/zone.js';
import { listAbsences, type Presence } from './away.js';
import { isPerson } from './rights.js';
import { nextMemberColor, type Member, type Role, FULL_WEIGHT } from './household.js';

/** The maximum number of active members in one household. */
export const MEMBERS_LIMIT = 50;
/** The maximum number of active members without an account in one household. */
export const PROXIES_LIMIT = 30;
/**
 * The maximum number of former members without an account. They are kept because past work shows their names.
 */
export const FORMER_PROXIES_LIMIT = 500;

/** Creates the member of an account that was never a member of this household. */
export function newMember(accountId: UserId, householdId: HouseholdId, role: Role, arrival: Arrival): Member {
  return {
    ...fieldsOfNew(arrival),
    // The member id of a member with an account is the id of the account. Members without an account get an
    // id of their own.
    id: accountId as string as MemberId,
    householdId,
    accountId,
    displayName: null,
    role,
    weight: FULL_WEIGHT,
    isProxy: false,
    group: 'ADULT',
    takesTurns: true,
  };
}

/** The time at which a member joins, and all current and former members of the household. */
type Arrival = { readonly others: readonly Pick<Member, 'color' | 'leftAt'>[]; readonly now: Instant };

const fieldsOfNew = ({ others, now }: Arrival) => ({
  color: nextMemberColor(others.filter(({ leftAt }) => leftAt === null).map(({ color }) => color)),
  joinedAt: now,
  ...{ leftAt: null, awayPeriods: [], managerIds: [], hasPin: false },
  ...ALWAYS_HERE,
});

const ALWAYS_HERE = { activeFrom: null, activeUntil: null };

/**
 * The fields of a new member without an account. An absent colour is a free one. Other absent fields get the
 * default of the member's group.
 */
export type NewProxy = Pick<Member, 'group'> & { readonly displayName: string } & Partial<
    Pick<Member, 'color' | 'takesTurns' | 'managerIds' | 'activeFrom' | 'activeUntil'>
  >;

/**
 * Creates a member without an account. A pet takes no turns unless the request says otherwise. A member who
 * takes no turns has the weight 0.
 */
export function newProxy(said: NewProxy, ids: Pick<Member, 'id' | 'householdId'>, arrival: Arrival): Member {
  const takesTurns = said.takesTurns ?? said.group !== 'PET';
  const fields = fieldsOfNew(arrival);
  return {
    ...fields,
    ...ids,
    accountId: null,
    displayName: said.displayName,
    role: 'MEMBER',
    color: said.color ?? fields.color,
    weight: usualWeight({ takesTurns }),
    isProxy: true,
    group: said.group,
    takesTurns,
    managerIds: said.managerIds ?? [],
    activeFrom: said.activeFrom ?? null,
    activeUntil: said.activeUntil ?? null,
  };
}

/**
 * Returns the weight of a member after an edit. If the edit changes whether the member takes turns, the weight
 * becomes full or 0. But a weight that differs from the usual one before the edit was chosen by somebody and is kept.
 */
export function weightOfEdited(before: Member, edited: Member): number {
  if (before.takesTurns === edited.takesTurns || edited.weight !== usualWeight(before)) return edited.weight;
  return usualWeight(edited);
}

const usualWeight = ({ takesTurns }: Pick<Member, 'takesTurns'>) => (takesTurns ? FULL_WEIGHT : 0);

/**
 * Returns the limit that would be exceeded by one more member without an account. Returns null if none would
 * be. `known` are all current and former members.
 */
export function passedMembersLimit(
  known: readonly Pick<Member, 'isProxy' | 'leftAt'>[],
): 'membersWithoutAccount' | 'members' | 'formerMembers' | null {
  const active = known.filter(({ leftAt }) => leftAt === null);
  const former = known.filter(({ isProxy, leftAt }) => isProxy && leftAt !== null);
  if (former.length >= FORMER_PROXIES_LIMIT) return 'formerMembers';
  if (active.filter(({ isProxy }) => isProxy).length >= PROXIES_LIMIT) return 'membersWithoutAccount';
  return active.length >= MEMBERS_LIMIT ? 'members' : null;
}

/**
 * Returns the problems of a member after an edit. An owner must be an adult with an account and without a last day. A
 * member without an account needs a name. A pet has no account. Only members with an account can manage other
 * members. The last day must not be before the first one.
 *
 * @param present all active members
 */
export function memberProblems(
  member: Member,
  present: readonly Pick<Member, 'id' | 'isProxy'>[],
): Problem[] {
  const { isProxy, displayName, role, group, managerIds, activeFrom, activeUntil } = member;
  const isManager = (id: MemberId) => present.some((one) => one.id === id && !one.isProxy);
  return [
    ...(isProxy && displayName === null
      ? [problem('displayName', 'required', 'is required for a member without an account')]
      : []),
    ...(isProxy && role !== 'MEMBER'
      ? [problem('role', 'account', 'must be MEMBER, because an owner needs an account')]
      : []),
    ...(role === 'OWNER' && group !== 'ADULT'
      ? [problem('group', 'owner', 'must be ADULT for an owner')]
      : []),
    ...(role === 'OWNER' && activeUntil !== null
      ? [problem('activeUntil', 'owner', 'must be null for an owner')]
      : []),
    ...(!isProxy && !isPerson(member)
      ? [problem('group', 'account', 'must not be PET for a member with an account')]
      : []),
    ...(activeFrom !== null && activeUntil !== null && activeUntil < activeFrom
      ? [problem('activeUntil', 'order', 'must not be before the first day')]
      : []),
    ...managerIds.flatMap((id, place) =>
      isManager(id) ? [] : [problem(`managerIds.${place}`, 'member', 'must be a member with an account')],
    ),
  ];
}

/**
 * Returns a former member as an active member again. Name, colour and group are kept, because past work shows them.
 * Role, absences, first day and last day are reset.
 */
export function rejoinMember<M extends Member>(former: M, now: Instant): M {
  return { ...former, role: 'MEMBER', joinedAt: now, leftAt: null, awayPeriods: [], ...ALWAYS_HERE };
}

export type Departure =
  | { readonly kind: 'departs' }
  /** No member with an account would remain if this member left, so the household must be deleted. */
  | { readonly kind: 'wasLast' }
  /** The remaining members would have no owner if this member left. */
  | { readonly kind: 'lastOwner' }
  | { readonly kind: 'notAllowed' };

/**
 * Decides whether `actor` may remove `leaver`. Everyone may remove themselves. `active` contains all active
 * members, including these two. Only remaining members with an account are counted, because other members
 * cannot run a household.
 */
export function decideDeparture(
  active: readonly Pick<Member, 'id' | 'role' | 'isProxy'>[],
  leaver: MemberId,
  actor: Pick<Member, 'id' | 'role'>,
): Departure {
  if (actor.id !== leaver && actor.role !== 'OWNER') return { kind: 'notAllowed' };
  const others = active.filter(({ id, isProxy }) => id !== leaver && !isProxy);
  if (others.length === 0) return { kind: 'wasLast' };
  return { kind: others.some(({ role }) => role === 'OWNER') ? 'departs' : 'lastOwner' };
}

/** The fields that members may change about themselves. */
const OWN: readonly (keyof Member)[] = ['displayName', 'color', 'awayPeriods'];
/** The fields that only owners may change. */
const FOR_OWNERS: readonly (keyof Member)[] = ['role', 'weight'];

/**
 * Returns true if `me` may change these fields of a member. Owners may change all fields. Managers of a
 * member without an account may change all fields except role and weight. Everyone may change their own name,
 * colour and absences.
 */
export function mayEditMember(
  me: Pick<Member, 'id' | 'role'>,
  member: Pick<Member, 'id' | 'isProxy' | 'managerIds'>,
  fields: readonly (keyof Member)[],
): boolean {
  if (me.role === 'OWNER') return true;
  if (me.id === member.id) return fields.every((field) => OWN.includes(field));
  return looksAfter(me, member) && !fields.some((field) => FOR_OWNERS.includes(field));
}

/** Returns true if `me` is a manager of this member, who has no account. */
export function looksAfter(
  me: Pick<Member, 'id'>,
  { isProxy, managerIds }: Pick<Member, 'isProxy' | 'managerIds'>,
): boolean {
  return isProxy && managerIds.includes(me.id);
}

/** Returns true if `me` is an owner, or a manager of this member, who has no account. */
export const isOwnerOrManager = (
  me: Pick<Member, 'id' | 'role'>,
  member: Pick<Member, 'isProxy' | 'managerIds'>,
): boolean => me.role === 'OWNER' || looksAfter(me, member);

/**
 * Returns true if other members answer swap requests for this member. They do so for members without an
 * account, children and guests.
 */
export function answersBySpokespersons({ isProxy, group }: Pick<Member, 'isProxy' | 'group'>): boolean {
  return isProxy || group !== 'ADULT';
}

/** Returns true if the household still has an owner after the member `id` gets this role. */
export function keepsOwner(
  active: readonly Pick<Member, 'id' | 'role'>[],
  id: MemberId,
  role: Role,
): boolean {
  return role === 'OWNER' || active.some((member) => member.id !== id && member.role === 'OWNER');
}

/**
 * Returns the member who becomes owner when the only owner leaves. This is the member with an account who
 * joined first, with adults preferred to children and guests. Returns null if no member with an account
 * remains.
 */
export function findSuccessor<M extends Pick<Member, 'id' | 'joinedAt' | 'isProxy' | 'group'>>(
  active: readonly M[],
  leaver: MemberId,
): M | null {
  const others = active.filter(({ id, isProxy }) => id !== leaver && !isProxy);
  const [first] = others.toSorted(
    (a, b) =>
      Number(b.group === 'ADULT') - Number(a.group === 'ADULT') ||
      a.joinedAt - b.joinedAt ||
      (a.id < b.id ? -1 : 1),
  );
  return first ?? null;
}

/** Returns the member as an owner, who must be an adult without a last day. */
export function asOwner<M extends Member>(member: M): M {
  return { ...member, role: 'OWNER', group: 'ADULT', activeUntil: null };
}

/** Returns true if the last day of the member is over. */
export function isOverstaying({ activeUntil }: Pick<Member, 'activeUntil'>, today: CivilDate): boolean {
  return activeUntil !== null && activeUntil < today;
}

/**
 * Returns the member after an account has taken over this member, who had no account before. No other field
 * changes.
 */
export function claimMember<M extends Member>(member: M, accountId: UserId): M {
  return { ...member, isProxy: false, accountId };
}

/**
 * Returns the members who can answer a swap request for this member on that date. This is the member, or the
 * adults who act for the member.
 */
export function listAnswerers(
  member: Pick<Member, 'id' | 'isProxy' | 'group' | 'managerIds'>,
  active: readonly (Pick<Member, 'id' | 'role' | 'isProxy' | 'group'> & Presence)[],
  date: CivilDate,
): readonly MemberId[] {
  if (!answersBySpokespersons(member)) return [member.id];
  const adults = active.filter(({ group }) => group === 'ADULT');
  return spokespersonsOf(member, adults, date);
}

/**
 * Returns the members who act for a member on that date, for example because the member is a child. These are
 * the member's managers who are present or, if there are none, the owners.
 *
 * @param active all active members
 */
export function spokespersonsOf(
  { managerIds }: Pick<Member, 'managerIds'>,
  active: readonly (Pick<Member, 'id' | 'role' | 'isProxy'> & Presence)[],
  date: CivilDate,
): readonly MemberId[] {
  const away: AwayPeriods = new Map(active.map((one) => [one.id, listAbsences(one)]));
  const managers = active
    .filter(({ id, isProxy }) => managerIds.includes(id) && !isProxy && !isAway(away, id, date))
    .map(({ id }) => id);
  return managers.length > 0 ? managers : active.filter(({ role }) => role === 'OWNER').map(({ id }) => id);
}
