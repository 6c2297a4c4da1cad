import type { Account } from '../../domain/accounts/account.js';
import type { Instant } from '../../domain/shared/zone.js';
import { emailAlreadyUsed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';

type Scope = Pick<UnitOfWorkScope, 'accounts' | 'emailChanges'>;

/**
 * Returns whether another account has the address in any of its spellings, or had it until recently and can still
 * change back to it.
 */
export async function isEmailClaimed(
  { accounts, emailChanges }: Scope,
  { id, email }: Pick<Account, 'id' | 'email'>,
  now: Instant,
): Promise<boolean> {
  return (await accounts.isEmailTaken(email, id)) || (await emailChanges.isReserved(email, id, now));
}

/** Throws EMAIL_ALREADY_USED if {@link isEmailClaimed} returns true. */
export async function requireFreeEmail(scope: Scope, account: Account, now: Instant): Promise<void> {
  if (await isEmailClaimed(scope, account, now)) throw emailAlreadyUsed();
}
