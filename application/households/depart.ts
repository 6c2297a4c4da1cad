import type { Member } from '../../domain/households/household.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { UnitOfWorkScope } from '../ports/unit-of-work.js';
import type { AfterMembershipChange } from './after-membership-change.js';

/**
 * Ends a membership in a household that is locked and that others stay in. Done work keeps the member's id; what
 * is open loses it, what only they could see goes, and so do their invitations, by which they could come back.
 */
export async function depart(
  scope: UnitOfWorkScope,
  member: Member,
  { now, afterMembershipChange }: { now: Instant; afterMembershipChange: AfterMembershipChange },
): Promise<void> {
  const { occurrences, households, invitations } = scope;
  const { id, householdId } = member;
  await occurrences.removePersonal(householdId, id);
  // From here on nobody can assign anything to them, so the next statement finds all that there is.
  await households.saveMember({ ...member, leftAt: now });
  await occurrences.unassign(householdId, id, now);
  await invitations.revokeThoseOf(householdId, id, now);
  await afterMembershipChange(scope, householdId, [id]);
}
