import { api, ok, value, type Dto } from '../api/client.ts';
import { householdData } from './household.ts';
import { me, reloadMe, signOut } from './session.ts';
import { keepsPersonalTasks, openStore, saveCopy } from './store.ts';

export type Device = Dto['SessionDto'];

/** Changes the given fields of the profile. Throws an ApiError VALIDATION_FAILED if one is invalid. */
export async function changeProfile(input: Dto['UpdateMeInput']): Promise<void> {
  await value(api.PATCH('/v1/me', { body: input }));
  await reloadMe();
}

/**
 * Changes the password and ends all other sessions of the account.
 * @throws ApiError INVALID_CREDENTIALS (no session is ended), VALIDATION_FAILED
 */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await ok(api.POST('/v1/auth/password/change', { body: { currentPassword, newPassword } }));
}

/**
 * Asks for a change of the e-mail address. The service sends a link to the new address; the account has that
 * address once the link was opened.
 * @param password empty only if the account has no password, or if `email` is the current address
 */
export async function requestEmail(email: string, password: string): Promise<void> {
  await ok(api.POST('/v1/me/email', { body: { email, ...(password !== '' && { password }) } }));
}

export const listSessions = (): Promise<readonly Device[]> =>
  value(api.GET('/v1/auth/sessions', { params: { query: { limit: 100 } } }));

export async function endSession(sessionId: string): Promise<void> {
  await ok(api.DELETE('/v1/auth/sessions/{sessionId}', { params: { path: { sessionId } } }));
}

/** Requests all data of the caller and returns it as a JSON file. */
export async function exportAll(): Promise<Blob> {
  const all = await value(api.GET('/v1/me/export'));
  return new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' });
}

/**
 * Deletes the account and removes everything that this device stores of it.
 * @throws ApiError INVALID_CREDENTIALS, VALIDATION_FAILED; the account is unchanged then
 */
export async function deleteAccount(proof: Dto['DeleteAccountInput']): Promise<void> {
  await ok(api.DELETE('/v1/me', { body: proof }));
  await signOut();
}

/**
 * Turns storing the user's personal tasks on this device on or off. Turning it off deletes the stored ones.
 */
export async function keepPersonalTasks(keeps: boolean): Promise<void> {
  const who = me.value;
  if (who === null) return;
  keepsPersonalTasks.set(who.user.id, keeps);
  openStore(who.user.id);
  for (const { id } of who.households) {
    const { replica } = householdData(id);
    if (replica.cursor !== null && replica.isWhole.value) await saveCopy(replica.truth, replica.cursor);
  }
}

/**
 * Sends the browser to Google to link an account. Afterwards Google sends it back to `next`.
 * @param password empty if the user has just signed in
 * @throws ApiError INVALID_CREDENTIALS, VALIDATION_FAILED
 */
export async function linkGoogle(password: string, next: string): Promise<void> {
  const body = { next, ...(password !== '' && { password }) };
  const { url } = await value(api.POST('/v1/auth/google/link', { body }));
  location.assign(url);
}

/** Unlinks the Google account. Throws an ApiError LAST_SIGN_IN_METHOD if the user could not sign in without it. */
export async function unlinkGoogle(): Promise<void> {
  await ok(api.DELETE('/v1/auth/google'));
  await reloadMe();
}

/**
 * Returns, for each household of the caller, the counts for its badge: overdue tasks, tasks due today, open swap
 * requests and unread notifications.
 */
export const listBadges = (): Promise<readonly Dto['BadgeDto'][]> => value(api.GET('/v1/me/badges'));
