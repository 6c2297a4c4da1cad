import type { Account } from '../../domain/accounts/account.js';
import type { Caller } from '../shared/caller.js';
import { accountGone } from '../shared/errors.js';
import type { AccountReader, SecurityLog } from './ports.js';

/** The account whose data are taken along; that they are is noted. What belongs to it is read list by list. */
export function exportAccount({
  accounts,
  securityLog,
}: {
  accounts: AccountReader;
  securityLog: SecurityLog;
}) {
  return async (caller: Caller): Promise<Account> => {
    const account = await accounts.find(caller.userId);
    if (account === null) throw accountGone();
    securityLog.record('data_exported', { userId: caller.userId, sessionId: caller.sessionId });
    return account;
  };
}
