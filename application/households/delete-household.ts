import type { MemberCaller } from '../caller.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { lockAsOwner } from './lock-membership.js';

/** At once and for good, whoever else is a member. FORBIDDEN for members who do not own it. */
export function deleteHousehold({ unitOfWork }: { unitOfWork: UnitOfWork }) {
  return (caller: MemberCaller): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { household } = await lockAsOwner(scope, caller);
      await scope.households.remove(household.id);
    });
}
