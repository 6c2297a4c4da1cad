import type { Account } from '../../domain/accounts/account.js';
import type { Needs } from '../composition/needs.js';

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
