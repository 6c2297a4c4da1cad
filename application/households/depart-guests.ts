import { decideDeparture, isOverstaying } from '../../domain/households/membership.js';
import { addDays } from '../../domain/shared/civil-date.js';
import { civilMomentAt, type TimeZone } from '../../domain/shared/zone.js';
import type { Needs } from '../composition/needs.js';
import { eachRow } from '../shared/pages.js';
import type { AfterMembershipChange } from './after-membership-change.js';
import { leaveHousehold } from './leave-household.js';
import type { MemberKey } from './ports.js';

/**
 * Removes guests whose last day is over on the household's calendar, each in a separate transaction. A guest stays if
 * the household would have no owner or no member with an account without them. Running this again does no harm.
 */
export function departGuests(
  dependencies: Needs<'unitOfWork' | 'clock' | 'ids' | 'households' | 'bulkLine'> & {
    afterMembershipChange: AfterMembershipChange;
  },
) {
  const { unitOfWork, clock, households, bulkLine } = dependencies;
  const leave = leaveHousehold(dependencies);
  const depart = ({ householdId, memberId }: MemberKey) =>
    unitOfWork.run(async (scope) => {
      const household = await scope.households.findForUpdate(householdId);
      if (household === null) return;
      const members = await scope.households.members(householdId);
      const guest = members.find(({ id }) => id === memberId);
      const { date: today } = civilMomentAt(household.timeZone, clock.now());
      if (guest === undefined || !isOverstaying(guest, today)) return;
      if (decideDeparture(members, memberId, guest).kind === 'departs')
        await leave(scope, { household, members }, guest, null);
    });
  return async (): Promise<void> => {
    // The time zone with the latest date is UTC+14, so today is at most one day later than in UTC for every household.
    const latest = addDays(civilMomentAt('UTC' as TimeZone, clock.now()).date, 1);
    for await (const key of eachRow((page) => households.stayingUntilBefore(latest, page)))
      await bulkLine.run(() => depart(key));
  };
}
