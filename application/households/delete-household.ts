import type { MemberCaller } from '../shared/caller.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { endHousehold } from './end-household.js';
import { lockAsOwner } from './lock-membership.js';

/** At once and for good, whoever else is a member. FORBIDDEN for members who do not own it. */
export function deleteHousehold({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return (caller: MemberCaller): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { household } = await lockAsOwner(scope, caller);
      await endHousehold(scope, { householdId: household.id, actorId: caller.userId, at: clock.now() });
    });
}
