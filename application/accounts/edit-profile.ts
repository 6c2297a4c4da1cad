import type { Account } from '../../domain/accounts/account.js';
import type { Caller } from '../caller.js';
import { accountGone } from '../errors.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

export type ProfileChanges = Partial<Pick<Account, 'displayName' | 'locale' | 'timeZone'>>;

/** What is absent stays. */
export function editProfile({ unitOfWork }: { unitOfWork: UnitOfWork }) {
  return (caller: Caller, changes: ProfileChanges): Promise<void> =>
    unitOfWork.run(async ({ accounts }) => {
      const account = await accounts.findForUpdate(caller.userId);
      if (account === null) throw accountGone();
      await accounts.save({ ...account, ...changes });
    });
}
