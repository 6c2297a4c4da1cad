import { computed, signal } from '@preact/signals';
import { api, ok, onSessionEnd, value, type Dto } from '../api/client.ts';
import { ApiError, isOffline } from '../api/errors.ts';
import { expectNoSession, renewIfOld, stamp } from '../api/refresh.ts';
import { forgetEarly, takeEarlyMe } from './boot-requests.ts';
import { countDrafts } from './drafts.ts';
import { bringRows, closeHouseholds, showItems } from './household.ts';
import { closeOutbox, flush, openOutbox, undecided, waiting } from './outbox.ts';
import { isShared, isStillHere, chooseStorage, setShared, watchForLeaving } from './shared-device.ts';
import { isLinkToken } from './kept-token.ts';
import { openStore, wipeStore } from './store.ts';
import { onMessage, broadcast } from './tabs.ts';

export type Me = Dto['MeResponse'];
type MyHousehold = Me['households'][number];
/** Data that an earlier version stored has no member ids; they were equal to the account ids. */
type KeptMe = Omit<Me, 'households'> & {
  readonly households: readonly (Omit<MyHousehold, 'memberId'> & Partial<MyHousehold>)[];
};
type Session =
  | { readonly state: 'unknown' }
  /**
   * `hasLeft` is set if the user signed out, or was signed out, on this device. The next user must not see which page
   * was open.
   */
  | { readonly state: 'out'; readonly hasLeft?: true }
  | { readonly state: 'in'; readonly me: Me }
  /**
   * The session has ended, but the page still has the data of this user. Typed text and waiting actions are kept
   * until the same user signs in again.
   */
  | { readonly state: 'ended'; readonly me: Me }
  /** The service cannot be reached, and the device has no stored data from an earlier visit. */
  | { readonly state: 'unreachable'; readonly error: unknown };

const USER = 'planner.user';
const ME = 'planner.me';
const LAST_HOUSEHOLD = 'planner.household';
/**
 * Key of localStorage. It is set if the user has signed out but the service has not been informed yet. The value is
 * EVERYWHERE if all sessions of the account have to end, otherwise '1'.
 */
const LEAVING = 'planner.leaving';
const EVERYWHERE = 'everywhere';
/** How many milliseconds signing out waits for entries to be sent before it asks the user about them. */
const LAST_FLUSH = 3000;

export const session = signal<Session>({ state: 'unknown' });
/**
 * The signed-in user, also after the session has expired. null means that nobody is signed in, or that the user is
 * not known yet.
 */
export const me = computed(() => ('me' in session.value ? session.value.me : null));

/**
 * Returns the member id of the user in a household, which can differ from the account id. null means it is
 * not known.
 */
export const memberIn = (householdId: string): string | null =>
  me.value?.households.find(({ id }) => id === householdId)?.memberId ?? null;

/**
 * How many unsent things would be deleted by signing out. It is set while the user is asked whether to sign out
 * nevertheless. null means the user is not being asked.
 */
export const unsentCount = signal<number | null>(null);

/** Finds out who is signed in. Shows the data of the last user until the service answers. */
export async function openSession(): Promise<void> {
  if (isShared() && !isStillHere()) {
    if (localStorage.getItem(LEAVING) === null) localStorage.setItem(LEAVING, '1');
    await forgetPerson();
  }
  if (localStorage.getItem(LEAVING) !== null) {
    await endSession();
    session.value = { state: 'out', hasLeft: true };
    return;
  }
  const known = localStorage.getItem(USER);
  const before = readMe();
  if (known !== null && before !== null) await enter(before);
  try {
    await enter(await whoAmI());
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      const who = me.value;
      // Stored data and waiting actions stay until the same person signs in again.
      session.value = who === null ? { state: 'out' } : { state: 'ended', me: who };
    } else if (session.value.state === 'unknown') session.value = { state: 'unreachable', error };
  }
}

async function whoAmI(): Promise<Me> {
  const early = takeEarlyMe();
  // If the request that `boot.ts` started has failed, the request is sent again now.
  const who = await early?.catch(() => undefined);
  if (who === null || (early === undefined && !(await renewIfOld())))
    throw new ApiError('SESSION_EXPIRED', '', { status: 401 });
  return who ?? value(api.GET('/v1/me'));
}

async function enter(who: Me, shared?: boolean): Promise<void> {
  const sameAsBefore = me.value?.user.id === who.user.id;
  // Delete the data of the previous user, or the user's own data if the device is shared from now on.
  if ((me.value !== null && !sameAsBefore) || shared === true) await forgetPerson(true);
  if (shared !== undefined) setShared(shared);
  if (!isShared()) {
    localStorage.setItem(USER, who.user.id);
    localStorage.setItem(ME, JSON.stringify({ ...who, user: { ...who.user, identities: [] } }));
  }
  openStore(isShared() ? null : who.user.id);
  session.value = { state: 'in', me: who };
  if (!sameAsBefore) await openOutbox(who.user.id, { memberIn, bringRows, showItems });
  // The outbox of this person is open already. Actions may be waiting in it, for example because the session had
  // expired. They are sent now.
  else void flush();
}

function readMe(): Me | null {
  try {
    const kept = JSON.parse(localStorage.getItem(ME) ?? 'null') as KeptMe | null;
    if (kept === null) return null;
    const households = kept.households.map((each) => ({ memberId: kept.user.id, ...each }));
    return { ...kept, households };
  } catch {
    return null;
  }
}

/** Loads the signed-in user again, after the account or its list of households has changed. */
export async function reloadMe(): Promise<Me> {
  const who = await value(api.GET('/v1/me'));
  await enter(who);
  return who;
}

/**
 * Signs in.
 * @param shared whether others use this device too; undefined leaves the setting unchanged
 * @throws ApiError INVALID_CREDENTIALS and others
 */
export async function signIn(email: string, password: string, shared?: boolean): Promise<void> {
  await value(api.POST('/v1/auth/login', { body: { email, password } }));
  await completeSignIn(shared);
}

/**
 * Creates an account and signs in.
 * @throws ApiError EMAIL_ALREADY_USED, VALIDATION_FAILED
 */
export async function register(input: Dto['RegisterInput'], shared: boolean): Promise<void> {
  await value(api.POST('/v1/auth/register', { body: input }));
  await completeSignIn(shared);
}

/**
 * Finishes signing in.
 * @throws ApiError COOKIES_DROPPED if the service does not know the new session. The usual reason is that the browser
 *   did not store the cookies: over plain http it drops them silently.
 */
async function completeSignIn(shared: boolean | undefined): Promise<void> {
  stamp(Date.now());
  localStorage.removeItem(LEAVING);
  const who = await value(api.GET('/v1/me')).catch((error: unknown) => {
    const isUnknown = error instanceof ApiError && error.status === 401;
    throw isUnknown ? new ApiError('COOKIES_DROPPED', '', { status: 401 }) : error;
  });
  await enter(who, shared);
  broadcast({ kind: 'signed-in', userId: who.user.id });
}

/** Signs out after everything is sent. If something cannot be sent, {@link unsentCount} asks the user first. */
export async function requestSignOut(): Promise<void> {
  await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, LAST_FLUSH))]);
  const count = waiting.value + undecided.value.length + countDrafts();
  if (count > 0) unsentCount.value = count;
  else await signOut();
}

/**
 * Signs out and deletes the data of the user on this device, in all tabs.
 * @param everywhere true ends all sessions of the account, on all devices
 */
export async function signOut(everywhere = false): Promise<void> {
  unsentCount.value = null;
  localStorage.setItem(LEAVING, everywhere ? EVERYWHERE : '1');
  await unsubscribePush();
  await endSession();
  broadcast({ kind: 'signed-out' });
  await forgetPerson();
  session.value = { state: 'out', hasLeft: true };
}

/**
 * Ends the session on the service, or all sessions of the account if LEAVING says so. If there is no network, this is
 * done at the next start of the page, and until then the page does not use the session.
 */
async function endSession(): Promise<void> {
  const isEverywhere = localStorage.getItem(LEAVING) === EVERYWHERE;
  try {
    await ok(isEverywhere ? api.POST('/v1/auth/logout-all', {}) : api.POST('/v1/auth/logout', { body: {} }));
  } catch (error) {
    if (isOffline(error)) return;
  }
  localStorage.removeItem(LEAVING);
}

/**
 * Closes all notifications and unsubscribes the browser from pushes. The service deletes the subscription
 * together with the session.
 */
async function unsubscribePush(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await workers?.getRegistration().catch(() => undefined);
  if (registration === undefined) return;
  const [subscription, shown] = await Promise.all([
    registration.pushManager.getSubscription().catch(() => null),
    registration.getNotifications().catch(() => []),
  ]);
  for (const each of shown) each.close();
  await subscription?.unsubscribe().catch(() => undefined);
}

/**
 * Deletes all data of the user on this device.
 * @param isGoingOn true if somebody signs in now. Then the token of an invitation link that was opened is kept, and
 *   the mark that there is a session.
 */
async function forgetPerson(isGoingOn = false): Promise<void> {
  forgetEarly();
  closeHouseholds();
  closeOutbox();
  for (const key of Object.keys(localStorage)) if (!STAYS.has(key)) localStorage.removeItem(key);
  setShared(false);
  if (!isGoingOn) expectNoSession();
  for (const key of Object.keys(sessionStorage))
    if (!isGoingOn || !isLinkToken(key)) sessionStorage.removeItem(key);
  await wipeStore();
}

/**
 * Keys that stay in localStorage for every user of the device, and the key that records an unfinished sign-out.
 */
const STAYS: ReadonlySet<string> = new Set(['planner.theme', 'planner.locale', 'planner.keys', LEAVING]);

onSessionEnd(() => {
  const current = session.value;
  if (current.state === 'in') session.value = { state: 'ended', me: current.me };
});

onMessage((word) => {
  if (word.kind === 'signed-out' && session.value.state !== 'out')
    void forgetPerson().then(() => (session.value = { state: 'out', hasLeft: true }));
  if (word.kind === 'signed-in' && word.userId !== me.value?.user.id) void reloadMe();
  else if (word.kind === 'signed-in' && session.value.state === 'ended') {
    session.value = { state: 'in', me: session.value.me };
    void flush();
  }
});

/** Returns the household that was shown last, or the first one. null means the user has no household. */
export function lastHousehold(): string | null {
  const households = me.value?.households ?? [];
  const last = chooseStorage().getItem(LAST_HOUSEHOLD);
  return households.find(({ id }) => id === last)?.id ?? households[0]?.id ?? null;
}

export const rememberHousehold = (id: string): void => chooseStorage().setItem(LAST_HOUSEHOLD, id);

watchForLeaving(() => {
  if (session.value.state === 'in') void flush().finally(() => void signOut());
});
