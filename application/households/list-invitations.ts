import type { Invitation } from '../../domain/households/invitation.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { MemberCaller } from '../shared/caller.js';
import type { InvitationReader } from './ports.js';

export function listInvitations({ invitations }: { invitations: InvitationReader }) {
  return (caller: MemberCaller, page: PageRequest): Promise<Page<Invitation>> =>
    invitations.list(caller.household.id, page);
}
