import {
  completePreferences,
  type Preferences,
  type StoredPreferences,
} from '../../domain/notifications/preferences.js';
import { nextAgenda } from '../../domain/notifications/agenda.js';
import { accountGone } from '../shared/errors.js';
import type { Caller } from '../shared/caller.js';
import type { Needs } from '../composition/needs.js';

/** Returns the caller's notification preferences, with defaults for settings that the caller has not chosen. */
export function showPreferences({ notifications }: Needs<'notifications'>) {
  return async ({ userId }: Caller): Promise<Preferences> =>
    completePreferences(await notifications.preferences(userId));
}

/**
 * Replaces all notification preferences of the caller. Types that are not given get their defaults. Plans the next
 * agenda.
 */
export function savePreferences({ unitOfWork, clock }: Needs<'clock', 'accounts' | 'notifications'>) {
  return ({ userId }: Caller, stored: StoredPreferences): Promise<Preferences> =>
    unitOfWork.run(async ({ accounts, notifications }) => {
      const account = await accounts.findForUpdate(userId);
      if (account === null) throw accountGone();
      const preferences = completePreferences(stored);
      await notifications.savePreferences(userId, stored);
      await notifications.planAgenda(userId, nextAgenda(preferences, account.timeZone, clock.now()));
      return preferences;
    });
}
