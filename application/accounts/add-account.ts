import type { Account } from '../../domain/accounts/account.js';
import { letsRegister } from '../../domain/households/invitation.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { requireFreeEmail } from './free-email.js';

/** A person who wants to register: their e-mail address and, if they came by an invitation, the hash of its token. */
export type Newcomer = { readonly email: string; readonly invitationHash: string | null };

type Scope = Pick<UnitOfWorkScope, 'accounts' | 'emailChanges' | 'households' | 'invitations' | 'quota'>;

/**
 * Inserts a new account. Every way to register (password or external identity) goes through this function.
 *
 * Returns true. Returns false, and inserts nothing, if the REGISTRATION setting does not let this person register.
 *
 * @throws EMAIL_ALREADY_USED if another account has the address, or had it until recently and can still change back
 *   to it.
 * @throws UNAVAILABLE if the disk is full.
 */
export async function addAccount(
  { registration, clock }: Needs<'registration' | 'clock'>,
  scope: Scope,
  account: Account,
  invitationHash: string | null,
): Promise<boolean> {
  if (registration === 'closed') return false;
  scope.quota.requireSpace();
  if (registration === 'invited') {
    const invited = await findInvitation(scope, invitationHash);
    // Each invitation allows a limited number of registrations. The household is locked before the number is checked,
    // so parallel registrations cannot exceed it.
    const household = invited && (await scope.households.findForUpdate(invited.householdId));
    const invitation = household && (await scope.invitations.find(household.id, invited.id));
    if (invitation === null || !letsRegister(invitation, account.email, clock.now())) return false;
    await scope.invitations.save({ ...invitation, registrations: invitation.registrations + 1 });
  }
  await scope.accounts.insert(account);
  // Checked after the insert. If another account is just changing from this address to another one, the insert waits
  // until that change is committed. Only then does this check see that the other account can still change back.
  await requireFreeEmail(scope, account, clock.now());
  return true;
}

/**
 * Returns whether the REGISTRATION setting lets this person register now. The check is cheap and takes no lock, so
 * registerAccount makes it before it hashes the password. {@link addAccount} checks the same again, and also that the
 * address is free.
 */
export async function mayRegister(
  { registration, unitOfWork, clock }: Needs<'registration' | 'clock', 'invitations'>,
  { email, invitationHash }: Newcomer,
): Promise<boolean> {
  if (registration !== 'invited') return registration === 'open';
  const invitation = await unitOfWork.run((scope) => findInvitation(scope, invitationHash));
  return invitation !== null && letsRegister(invitation, email, clock.now());
}

const findInvitation = async ({ invitations }: Pick<Scope, 'invitations'>, hash: string | null) =>
  hash === null ? null : invitations.findByTokenHash(hash);
