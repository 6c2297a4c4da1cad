import type { Account } from '../../domain/accounts/account.js';
import type { Needs } from '../composition/needs.js';

/**
 * Returns a hash that changes when the password or the external identities of the account change. It does not reveal
 * them.
 */
export function markCredentials(
  { opaqueTokens }: Needs<'opaqueTokens'>,
  { passwordHash, identities }: Pick<Account, 'passwordHash' | 'identities'>,
): string {
  return opaqueTokens.hash(JSON.stringify([passwordHash, identities]));
}
