import type { InvitationId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden, notFound } from '../shared/errors.js';
import { lockMembership } from './lock-membership.js';
import type { Needs } from '../shared/needs.js';

/** Nobody can join by it any more; again changes nothing. FORBIDDEN for members who neither gave it out nor own. */
export function revokeInvitation({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (caller: MemberCaller, id: InvitationId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { household, me } = await lockMembership(scope, caller);
      const invitation = await scope.invitations.find(household.id, id);
      if (invitation === null) throw notFound('invitation');
      if (me.role !== 'OWNER' && invitation.createdBy !== me.id)
        throw forbidden('Only an owner can revoke the invitation of another member');
      if (invitation.revokedAt !== null) return;
      await scope.invitations.save({ ...invitation, revokedAt: clock.now() });
      scope.operation.is('MEMBER');
    });
}
