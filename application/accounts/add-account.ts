import type { Account } from '../../domain/accounts/account.js';
import { letsRegister } from '../../domain/accounts/registration.js';
import type { Needs } from '../shared/needs.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';

/** What somebody without an account shows: their address, and the hash of an invitation's token if they hold one. */
export type Newcomer = { readonly email: string; readonly invitationHash: string | null };

type Scope = Pick<UnitOfWorkScope, 'accounts' | 'households' | 'invitations'>;

/**
 * The one way in which an account comes into being, whatever it signs in with. false, and nothing is added, when
 * REGISTRATION does not let the newcomer in; EMAIL_ALREADY_USED as `AccountRepository.insert`.
 */
export async function addAccount(
  { registration, clock }: Needs<'registration' | 'clock'>,
  scope: Scope,
  account: Account,
  invitationHash: string | null,
): Promise<boolean> {
  if (registration === 'closed') return false;
  if (registration === 'invited') {
    const invited = await findInvitation(scope, invitationHash);
    // Locked before it is judged, so that the last registration is given away once.
    const household = invited && (await scope.households.findForUpdate(invited.householdId));
    const invitation = household && (await scope.invitations.find(household.id, invited.id));
    if (invitation === null || !letsRegister(invitation, account.email, clock.now())) return false;
    await scope.invitations.save({ ...invitation, registrations: invitation.registrations + 1 });
  }
  await scope.accounts.insert(account);
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
