import type { Account } from '../../domain/accounts/account.js';
import type { Needs } from '../shared/needs.js';

/**
 * Returns a hash that changes when the password of the account or its external identities change. It tells nothing of them.
 */
export function markCredentials(
  { opaqueTokens }: Needs<'opaqueTokens'>,
  { passwordHash, identities }: Pick<Account, 'passwordHash' | 'identities'>,
): string {
  return opaqueTokens.hash(JSON.stringify([passwordHash, identities]));
}
