import { HOUSEHOLDS_LIMIT } from '../../domain/limits/limits.js';
import type { Account } from '../../domain/accounts/account.js';
import type { Caller } from '../shared/caller.js';
import { accountGone } from '../shared/errors.js';
import type { HouseholdSummary } from '../households/ports.js';
import type { Readers } from '../composition/readers.js';
import type { Session } from '../../domain/accounts/session.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Needs } from '../composition/needs.js';

/** Returns the caller's account and households. */
export function describeMe({ accounts, households }: Pick<Readers, 'accounts' | 'households'>) {
  return async (caller: Caller): Promise<{ account: Account; households: readonly HouseholdSummary[] }> => {
    const [account, { rows }] = await Promise.all([
      accounts.find(caller.userId),
      households.listOf(caller.userId, { limit: HOUSEHOLDS_LIMIT, after: null }),
    ]);
    if (account === null) throw accountGone();
    return { account, households: rows };
  };
}

/**
 * Returns the caller's account for a data export and records the export in the security log. The client reads all
 * other data of the export with the ordinary list requests.
 */
export function exportAccount({ accounts, securityLog }: Needs<'accounts' | 'securityLog'>) {
  return async (caller: Caller): Promise<Account> => {
    const account = await accounts.find(caller.userId);
    if (account === null) throw accountGone();
    securityLog.record('data_exported', { userId: caller.userId, sessionId: caller.sessionId });
    return account;
  };
}

/** Lists the caller's live sessions, newest first. Each sign-in on a device has a session of its own. */
export function listSessions({ sessions, clock }: Needs<'sessions' | 'clock'>) {
  return (caller: Caller, page: PageRequest): Promise<Page<Session>> =>
    sessions.listLive(caller.userId, clock.now(), page);
}
