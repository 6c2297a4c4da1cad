import { isAway, type AwayPeriods } from '../rotation/away.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, MemberId, UserId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { Instant } from '../shared/zone.js';
import { listAbsences, type Presence } from './away.js';
import { isPerson } from './rights.js';
import { nextMemberColor, type Member, type Role, FULL_WEIGHT } from './household.js';

/** Active members of one household. */
export const MEMBERS_LIMIT = 50;
/** Of those, members without an account. */
export const PROXIES_LIMIT = 30;
/** And of those who have left, whom past work goes on naming. */
export const FORMER_PROXIES_LIMIT = 500;

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
    ...ALWAYS_HERE,
    isProxy: false,
    group: 'ADULT',
    takesTurns: true,
    managerIds: [],
    hasPin: false,
  };
}

const ALWAYS_HERE = { activeFrom: null, activeUntil: null };

/** What is said of somebody without an account; absent: a free colour, and what goes with the group. */
export type NewProxy = Pick<Member, 'group'> & { readonly displayName: string } & Partial<
    Pick<Member, 'color' | 'takesTurns' | 'managerIds' | 'activeFrom' | 'activeUntil'>
  >;

/**
 * Somebody without an account. An animal takes no turns unless it is said, and of whoever takes none no share of the work is
 * expected.
 */
export function newProxy(
  said: NewProxy,
  ids: Pick<Member, 'id' | 'householdId'>,
  { others, now }: { others: readonly Pick<Member, 'color' | 'leftAt'>[]; now: Instant },
): Member {
  const taken = others.filter(({ leftAt }) => leftAt === null).map(({ color }) => color);
  const takesTurns = said.takesTurns ?? said.group !== 'PET';
  return {
    ...ids,
    accountId: null,
    displayName: said.displayName,
    role: 'MEMBER',
    color: said.color ?? nextMemberColor(taken),
    joinedAt: now,
    leftAt: null,
    awayPeriods: [],
    weight: usualWeight({ takesTurns }),
    isProxy: true,
    group: said.group,
    takesTurns,
    managerIds: said.managerIds ?? [],
    activeFrom: said.activeFrom ?? null,
    activeUntil: said.activeUntil ?? null,
    hasPin: false,
  };
}

/** Who begins to take turns has a full part in them from then on, and who ends has none, unless their weight was said. */
export function weightOfEdited(before: Member, edited: Member): number {
  if (before.takesTurns === edited.takesTurns || edited.weight !== usualWeight(before)) return edited.weight;
  return usualWeight(edited);
}

const usualWeight = ({ takesTurns }: Pick<Member, 'takesTurns'>) => (takesTurns ? FULL_WEIGHT : 0);

/** The limit that a household would pass with one more member without an account, of all whom it knows; null: none. */
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
 * What is wrong with a member as an edit would have them. `present` are all active members. Whoever owns the household is
 * grown up and stays, an animal has no account, and only those with an account look after others.
 */
export function memberProblems(
  member: Member,
  present: readonly Pick<Member, 'id' | 'isProxy'>[],
): Problem[] {
  const { isProxy, displayName, role, group, managerIds, activeFrom, activeUntil } = member;
  const problem = (field: keyof Member, rule: string, message: string): Problem => ({ field, rule, message });
  const isManager = (id: MemberId) => present.some((one) => one.id === id && !one.isProxy);
  return [
    ...(isProxy && displayName === null
      ? [problem('displayName', 'required', 'whoever has no account has a name of their own')]
      : []),
    ...(isProxy && role !== 'MEMBER' ? [problem('role', 'account', 'an owner has an account')] : []),
    ...(role === 'OWNER' && group !== 'ADULT' ? [problem('group', 'owner', 'an owner is an ADULT')] : []),
    ...(role === 'OWNER' && activeUntil !== null
      ? [problem('activeUntil', 'owner', 'an owner has no last day')]
      : []),
    ...(!isProxy && !isPerson(member) ? [problem('group', 'account', 'a PET has no account')] : []),
    ...(activeFrom !== null && activeUntil !== null && activeUntil < activeFrom
      ? [problem('activeUntil', 'order', 'must not be before the first day')]
      : []),
    ...managerIds.flatMap((id, place) =>
      isManager(id)
        ? []
        : [{ field: `managerIds.${place}`, rule: 'member', message: 'no member with an account' }],
    ),
  ];
}

/** Someone who comes back keeps name, colour and group, under which past work knows them, but no role and no plans. */
export function rejoined<M extends Member>(former: M, now: Instant): M {
  return { ...former, role: 'MEMBER', joinedAt: now, leftAt: null, awayPeriods: [], ...ALWAYS_HERE };
}

export type Departure =
  | { readonly kind: 'departs' }
  /** Nobody would be left: the household goes whole. */
  | { readonly kind: 'wasLast' }
  /** Others would be left without anybody who can run the household. */
  | { readonly kind: 'lastOwner' }
  | { readonly kind: 'notAllowed' };

/**
 * What it means that `actor` takes `leaver` out; both are among `active`, all active members. Everyone may leave. Of those who
 * stay, the ones with an account count: others cannot keep a household.
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

/** What one may say about oneself. */
const OWN: readonly (keyof Member)[] = ['displayName', 'color', 'awayPeriods'];
/** What is for owners alone. */
const FOR_OWNERS: readonly (keyof Member)[] = ['role', 'weight'];

/**
 * Whether `me` may change these fields of a member: an owner all of them, whoever looks after somebody without an account
 * all but role and weight, and others their own name, colour and absences.
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

/** Whether `me` speaks for somebody who has no account. */
export function looksAfter(
  me: Pick<Member, 'id'>,
  { isProxy, managerIds }: Pick<Member, 'isProxy' | 'managerIds'>,
): boolean {
  return isProxy && managerIds.includes(me.id);
}

/** Whether others answer a request to swap their turn: of who has no account, and of children and guests with one. */
export function answersBySpokespersons({ isProxy, group }: Pick<Member, 'isProxy' | 'group'>): boolean {
  return isProxy || group !== 'ADULT';
}

/** Whether somebody owns the household once `id` has that role. */
export function keepsOwner(
  active: readonly Pick<Member, 'id' | 'role'>[],
  id: MemberId,
  role: Role,
): boolean {
  return role === 'OWNER' || active.some((member) => member.id !== id && member.role === 'OWNER');
}

/**
 * Who takes over what `leaver` alone owned: of the others with an account whoever has been there longest, of the grown up
 * before children and guests; null when nobody is left.
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

/** The member as they own the household from now on: grown up, and without a last day. */
export function asOwner<M extends Member>(member: M): M {
  return { ...member, role: 'OWNER', group: 'ADULT', activeUntil: null };
}

/** Whether their last day is over. */
export function isOverstaying({ activeUntil }: Pick<Member, 'activeUntil'>, today: CivilDate): boolean {
  return activeUntil !== null && activeUntil < today;
}

/** The member without an account who is the account's from now on; nothing else of them changes. */
export function claimed<M extends Member>(member: M, accountId: UserId): M {
  return { ...member, isProxy: false, accountId };
}

/** Who answers a request to swap their turn on that date: they themselves, or the grown up who speak for them. */
export function listAnswerers(
  member: Pick<Member, 'id' | 'isProxy' | 'group' | 'managerIds'>,
  active: readonly (Pick<Member, 'id' | 'role' | 'isProxy' | 'group'> & Presence)[],
  date: CivilDate,
): readonly MemberId[] {
  if (!answersBySpokespersons(member)) return [member.id];
  const grownUp = active.filter(({ group }) => group === 'ADULT');
  return spokespersonsOf(member, grownUp, date);
}

/**
 * Who speaks for a member on that date, for they have no account or are a child or a guest: their managers who are here, else the
 * owners. `active` are all active members.
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
