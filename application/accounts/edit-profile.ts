import type { Account } from '../../domain/accounts/account.js';
import { nextAgenda } from '../../domain/notifications/agenda.js';
import { completePreferences } from '../../domain/notifications/preferences.js';
import { isSameZone } from '../../domain/shared/zone.js';
import type { Caller } from '../shared/caller.js';
import { accountGone } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { raiseEvent } from '../shared/events/domain-event.js';

export type ProfileChanges = Partial<Pick<Account, 'displayName' | 'locale' | 'timeZone'>>;

/**
 * Changes the given fields of the caller's profile; absent fields keep their values. If the name changes, households
 * that show it are notified. If the time zone changes, the next daily agenda is scheduled again.
 */
export function editProfile({
  unitOfWork,
  clock,
}: Needs<'clock', 'accounts' | 'events' | 'households' | 'journal' | 'notifications'>) {
  return (caller: Caller, changes: ProfileChanges): Promise<void> =>
    unitOfWork.run(async ({ accounts, households, events, journal, notifications }) => {
      const { userId } = caller;
      const account = await accounts.findForUpdate(userId);
      if (account === null) throw accountGone();
      const edited = { ...account, ...changes };
      await accounts.save(edited);
      if (!isSameZone(edited.timeZone, account.timeZone)) {
        const preferences = completePreferences(await notifications.preferences(userId));
        await notifications.planAgenda(userId, nextAgenda(preferences, edited.timeZone, clock.now()));
      }
      if (edited.displayName === account.displayName) return;
      const at = clock.now();
      for (const member of await households.callingByAccountName(userId)) {
        journal.touch('member', member);
        if (member.leftAt !== null) continue;
        const { id: memberId, householdId } = member;
        raiseEvent(events, { household: { id: householdId }, memberId }, at, {
          kind: 'member',
          action: 'edited',
          memberId,
        });
      }
    });
}
