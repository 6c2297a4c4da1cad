import {
  preferencesOf,
  type Preferences,
  type StoredPreferences,
} from '../../domain/notifications/preferences.js';
import type { Caller } from '../shared/caller.js';
import type { NotificationReader } from './ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** How the caller wants to be told; defaults where they never said. */
export function showPreferences({ notifications }: { notifications: NotificationReader }) {
  return async ({ userId }: Caller): Promise<Preferences> =>
    preferencesOf(await notifications.preferences(userId));
}

/** Replaces all of it; types that are not named get their defaults. */
export function savePreferences({ unitOfWork }: { unitOfWork: UnitOfWork<'notifications'> }) {
  return async ({ userId }: Caller, preferences: StoredPreferences): Promise<Preferences> => {
    await unitOfWork.run(({ notifications }) => notifications.savePreferences(userId, preferences));
    return preferencesOf(preferences);
  };
}
