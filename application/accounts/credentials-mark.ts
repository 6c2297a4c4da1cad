import type { Account } from '../../domain/accounts/account.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';

/**
 * Returns a hash of the password hash and the external identities (provider and address) of the account. It changes
 * when one of them changes, and does not reveal them.
 */
export function markCredentials(
  { opaqueTokens }: Needs<'opaqueTokens'>,
  { passwordHash, identities }: Pick<Account, 'passwordHash' | 'identities'>,
): string {
  return opaqueTokens.hash(JSON.stringify([passwordHash, identities]));
}

/**
 * Adapts the stored marks of the account after its password was hashed again, or after the provider reported a new
 * address of the same identity. The account still has the same sign-in methods, so a revert of an earlier e-mail change
 * must not remove them. Marks that were already different from `before` stay as they are. The caller has locked the
 * account.
 */
export function updateMarks(
  dependencies: Needs<'opaqueTokens'>,
  { emailChanges }: Pick<UnitOfWorkScope, 'emailChanges'>,
  before: Account,
  after: Pick<Account, 'passwordHash' | 'identities'>,
): Promise<void> {
  const from = markCredentials(dependencies, before);
  return emailChanges.replaceMarks(before.id, from, markCredentials(dependencies, after));
}
