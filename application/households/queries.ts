import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Caller, MemberCaller } from '../shared/caller.js';
import type { HouseholdSummary } from './ports.js';
import type { HouseholdDetail } from './create-household.js';
import type { Invitation } from '../../domain/households/invitation.js';
import type { Category } from '../../domain/households/household.js';
import type { Needs } from '../composition/needs.js';

export function listHouseholds({ households }: Needs<'households'>) {
  return (caller: Caller, page: PageRequest): Promise<Page<HouseholdSummary>> =>
    households.listOf(caller.userId, page);
}

/** Lists the caller as a member of each of their households, the oldest household first. */
export function listMemberships({ households }: Needs<'households'>) {
  return async (caller: Caller, page: PageRequest): Promise<Page<MemberCaller>> => {
    const { rows, next } = await households.listOf(caller.userId, page);
    const members = rows.map(({ household, memberId, role, group }) => ({
      ...{ ...caller, household, memberId, role, group },
    }));
    return { rows: members, next };
  };
}

/** Returns the household with its members. Former members are included, because past work refers to them. */
export function showHousehold({ households }: Needs<'households'>) {
  return async ({ household, memberId, role, group }: MemberCaller): Promise<HouseholdDetail> => {
    const [members, storedBytes] = await Promise.all([
      households.members(household.id, { withFormer: true }),
      households.storedBytes(household.id, memberId),
    ]);
    const memberCount = members.filter((member) => member.leftAt === null).length;
    return { household, memberId, role, group, memberCount, storedBytes, members };
  };
}

export function listInvitations({ invitations }: Needs<'invitations'>) {
  return (caller: MemberCaller, page: PageRequest): Promise<Page<Invitation>> =>
    invitations.list(caller.household.id, page);
}

export function listCategories({ categories }: Needs<'categories'>) {
  return (caller: MemberCaller, page: PageRequest): Promise<Page<Category>> =>
    categories.list(caller.household.id, page);
}
