import type { Household } from '../../domain/households/household.js';
import type { MemberCaller } from '../shared/caller.js';
import type { HouseholdDetail } from './create-household.js';
import { lockAsOwner } from './lock-membership.js';
import { followWeekStart } from '../days/follow-days.js';
import type { Needs } from '../shared/needs.js';

export type HouseholdEdit = Partial<
  Pick<
    Household,
    'name' | 'timeZone' | 'locale' | 'weekStartsOn' | 'calendarTitleFormat' | 'defaultEffortMinutes'
  >
>;

/** Fields that are absent stay; dates that the week puts off follow its first day. FORBIDDEN for members who do not own it. */
export function editHousehold({ unitOfWork, clock, ids }: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return (caller: MemberCaller, edit: HouseholdEdit): Promise<HouseholdDetail> =>
    unitOfWork.run(async (scope) => {
      const locked = await lockAsOwner(scope, caller);
      const household = { ...locked.household, ...edit };
      await scope.households.save(household);
      await followWeekStart({ clock, ids }, scope, household, locked.household.weekStartsOn);
      scope.events.raise({
        kind: 'household',
        action: 'edited',
        householdId: household.id,
        actorId: caller.memberId,
        at: clock.now(),
      });
      const members = await scope.households.members(household.id, { withFormer: true });
      const { id: memberId, role } = locked.me;
      const storedBytes = await scope.households.storedBytes(household.id, memberId);
      return { household, memberId, role, memberCount: locked.members.length, storedBytes, members };
    });
}
