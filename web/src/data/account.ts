import { api, ok, value, type Dto } from '../api/client.ts';
import { householdData } from './household.ts';
import { me, reloadMe, signOut } from './session.ts';
import { keepsPersonalTasks, openStore, saveCopy } from './store.ts';

export type Device = Dto['SessionDto'];

/** @throws ApiError VALIDATION_FAILED */
export async function changeProfile(input: Dto['UpdateMeInput']): Promise<void> {
  await value(api.PATCH('/v1/me', { body: input }));
  await reloadMe();
}

/**
 * Ends all sessions but this one.
 * @throws ApiError INVALID_CREDENTIALS (which ends no session), VALIDATION_FAILED
 */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await ok(api.POST('/v1/auth/password/change', { body: { currentPassword, newPassword } }));
}

/**
 * A link goes to the address; the account has it, proved, once that was followed.
 * @param password empty only if the account has none, or if the address is the one that it has
 */
export async function requestEmail(email: string, password: string): Promise<void> {
  await ok(api.POST('/v1/me/email', { body: { email, ...(password !== '' && { password }) } }));
}

export const listSessions = (): Promise<readonly Device[]> =>
  value(api.GET('/v1/auth/sessions', { params: { query: { limit: 100 } } }));

export async function endSession(sessionId: string): Promise<void> {
  await ok(api.DELETE('/v1/auth/sessions/{sessionId}', { params: { path: { sessionId } } }));
}

/** Everything of the caller's, as the text of a file. */
export async function exportAll(): Promise<Blob> {
  const all = await value(api.GET('/v1/me/export'));
  return new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' });
}

/**
 * Deletes the account, and leaves nothing of it here.
 * @throws ApiError INVALID_CREDENTIALS, VALIDATION_FAILED: then nothing has happened
 */
export async function deleteAccount(proof: Dto['DeleteAccountInput']): Promise<void> {
  await ok(api.DELETE('/v1/me', { body: proof }));
  await signOut();
}

/** Whether this device keeps the member's own tasks; those that are kept go when they shall not be any more. */
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
 * Where the browser goes on to link a Google account; the way back ends at `next`.
 * @param password empty: one has just signed in
 * @throws ApiError INVALID_CREDENTIALS, VALIDATION_FAILED
 */
export async function linkGoogle(password: string, next: string): Promise<void> {
  const body = { next, ...(password !== '' && { password }) };
  const { url } = await value(api.POST('/v1/auth/google/link', { body }));
  location.assign(url);
}

/** @throws ApiError LAST_SIGN_IN_METHOD: then nothing has happened */
export async function unlinkGoogle(): Promise<void> {
  await ok(api.DELETE('/v1/auth/google'));
  await reloadMe();
}

/** What waits for the caller, by household. */
export const listBadges = (): Promise<readonly Dto['BadgeDto'][]> => value(api.GET('/v1/me/badges'));
