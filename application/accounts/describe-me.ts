import type { Account } from '../../domain/accounts/account.js';
import type { Caller } from '../shared/caller.js';
import { accountGone } from '../shared/errors.js';
import type { HouseholdSummary } from '../households/ports.js';
import type { Readers } from '../shared/readers.js';

const MAX_HOUSEHOLDS = 500;

/** The caller's account and households. */
export function describeMe({ accounts, households }: Pick<Readers, 'accounts' | 'households'>) {
  return async (caller: Caller): Promise<{ account: Account; households: readonly HouseholdSummary[] }> => {
    const [account, { rows }] = await Promise.all([
      accounts.find(caller.userId),
      households.listOf(caller.userId, { limit: MAX_HOUSEHOLDS, after: null }),
    ]);
    if (account === null) throw accountGone();
    return { account, households: rows };
  };
}
