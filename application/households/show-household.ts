import type { MemberCaller } from '../shared/caller.js';
import type { HouseholdReader } from './ports.js';
import type { HouseholdDetail } from './create-household.js';

/** The household with its members; those who left stay in the list, since past work names them. */
export function showHousehold({ households }: { households: HouseholdReader }) {
  return async ({ household, role }: MemberCaller): Promise<HouseholdDetail> => {
    const members = await households.members(household.id, { withFormer: true });
    const memberCount = members.filter((member) => member.leftAt === null).length;
    return { household, role, memberCount, members };
  };
}
