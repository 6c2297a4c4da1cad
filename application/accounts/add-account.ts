import type { Account } from '../../domain/accounts/account.js';
import { letsRegister } from '../../domain/households/invitation.js';
import type { Needs } from '../shared/needs.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { requireFreeEmail } from './free-email.js';

/** What somebody without an account shows: their address, and the hash of an invitation's token if they hold one. */
export type Newcomer = { readonly email: string; readonly invitationHash: string | null };

type Scope = Pick<UnitOfWorkScope, 'accounts' | 'emailChanges' | 'households' | 'invitations' | 'room'>;

/**
 * Adds an account, whatever it signs in with; there is no other way. Returns false, and adds nothing, if REGISTRATION does
 * not let the newcomer in.
 *
 * @throws EMAIL_ALREADY_USED if another account has the address, or gave it up and can still take that back.
 */
export async function addAccount(
  { registration, clock }: Needs<'registration' | 'clock'>,
  scope: Scope,
  account: Account,
  invitationHash: string | null,
): Promise<boolean> {
  if (registration === 'closed') return false;
  scope.room.requireSpace();
  if (registration === 'invited') {
    const invited = await findInvitation(scope, invitationHash);
    // Locked before it is judged, so that the last registration is given away once.
    const household = invited && (await scope.households.findForUpdate(invited.householdId));
    const invitation = household && (await scope.invitations.find(household.id, invited.id));
    if (invitation === null || !letsRegister(invitation, account.email, clock.now())) return false;
    await scope.invitations.save({ ...invitation, registrations: invitation.registrations + 1 });
  }
  await scope.accounts.insert(account);
  // After inserting, which waits for a change that gives the address up: what that one reserves is visible now.
  await requireFreeEmail(scope, account, clock.now());
  return true;
}

/** As {@link addAccount} would decide now, for little and without a lock: what is refused costs no hash of a password. */
export async function isLetIn(
  { registration, unitOfWork, clock }: Needs<'registration' | 'clock', 'invitations'>,
  { email, invitationHash }: Newcomer,
): Promise<boolean> {
  if (registration !== 'invited') return registration === 'open';
  const invitation = await unitOfWork.run((scope) => findInvitation(scope, invitationHash));
  return invitation !== null && letsRegister(invitation, email, clock.now());
}

const findInvitation = async ({ invitations }: Pick<Scope, 'invitations'>, hash: string | null) =>
  hash === null ? null : invitations.findByTokenHash(hash);
