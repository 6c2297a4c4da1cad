import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { lockAsPermitted } from './lock-membership.js';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { leaveCalendarIfLinked } from '../calendar/unlink.js';
import type { Needs } from '../composition/needs.js';

/** Deletes the household permanently, even if it has other members. */
export function deleteHousehold({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (caller: MemberCaller): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { household } = await lockAsPermitted(scope, caller, 'deleteHousehold');
      await endHousehold(scope, { householdId: household.id, actorId: caller.memberId, at: clock.now() });
    });
}

/**
 * Deletes a locked household and all its data permanently. Jobs delete its calendar events and its stored files. Its
 * live streams end after the commit.
 */
export async function endHousehold(
  scope: Parameters<typeof leaveCalendarIfLinked>[0] & Pick<UnitOfWorkScope, 'households' | 'events'>,
  { householdId, actorId, at }: { householdId: HouseholdId; actorId: MemberId | null; at: Instant },
): Promise<void> {
  // The calendar link is ended first: only the link contains where the calendar events are, and it is deleted with
  // the household.
  await leaveCalendarIfLinked(scope, householdId, at);
  await scope.households.remove(householdId);
  scope.events.raise({ kind: 'household', action: 'deleted', householdId, actorId, at });
}
