import {
  completePreferences,
  type Preferences,
  type StoredPreferences,
} from '../../domain/notifications/preferences.js';
import type { Caller } from '../shared/caller.js';
import type { Needs } from '../shared/needs.js';

/** How the caller wants to be told; defaults where they never said. */
export function showPreferences({ notifications }: Needs<'notifications'>) {
  return async ({ userId }: Caller): Promise<Preferences> =>
    completePreferences(await notifications.preferences(userId));
}

/** Replaces all of it; types that are not named get their defaults. */
export function savePreferences({ unitOfWork }: Needs<never, 'notifications'>) {
  return async ({ userId }: Caller, preferences: StoredPreferences): Promise<Preferences> => {
    await unitOfWork.run(({ notifications }) => notifications.savePreferences(userId, preferences));
    return completePreferences(preferences);
  };
}
