import { api, value, type Dto } from '../api/client.ts';

export type Preferences = Dto['NotificationPreferencesDto'];

export const loadPreferences = (): Promise<Preferences> => value(api.GET('/v1/me/notification-preferences'));

let saved: Promise<unknown> = Promise.resolve();

/**
 * Replaces the notification preferences. Calls run one after the other, so that the last call decides.
 * @throws ApiError VALIDATION_FAILED
 */
export function savePreferences(preferences: Preferences): Promise<Preferences> {
  const saving = saved.then(() => value(api.PUT('/v1/me/notification-preferences', { body: preferences })));
  saved = saving.catch(() => undefined);
  return saving;
}
