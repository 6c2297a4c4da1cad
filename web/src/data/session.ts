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
import { hear, tell } from './tabs.ts';

export type Me = Dto['MeResponse'];
type MyHousehold = Me['households'][number];
/** What a version before kept knows no ids of members: they were those of the accounts. */
type KeptMe = Omit<Me, 'households'> & {
  readonly households: readonly (Omit<MyHousehold, 'memberId'> & Partial<MyHousehold>)[];
};
type Session =
  | { readonly state: 'unknown' }
  /** `hasLeft`: by signing out here, so that where they were is nobody's business. */
  | { readonly state: 'out'; readonly hasLeft?: true }
  | { readonly state: 'in'; readonly me: Me }
  /** It ended amid work: what was typed and what waits is kept until the same person is back. */
  | { readonly state: 'ended'; readonly me: Me }
  /** The service cannot be asked, and nothing is known from before. */
  | { readonly state: 'unreachable'; readonly error: unknown };

const USER = 'planner.user';
const ME = 'planner.me';
const LAST_HOUSEHOLD = 'planner.household';
/** Signing out has begun, and the service has not heard of it. */
const LEAVING = 'planner.leaving';
/** How long what waits may take to be sent before somebody who signs out is asked about it. */
const LAST_FLUSH = 3000;

export const session = signal<Session>({ state: 'unknown' });
/** Who is signed in; null where that is not known. */
export const me = computed(() => ('me' in session.value ? session.value.me : null));

/** Who the user is in a household, which need not be the id of the account; null where that is not known. */
export const memberIn = (householdId: string): string | null =>
  me.value?.households.find(({ id }) => id === householdId)?.memberId ?? null;

/** How much would be lost by signing out: somebody is asked; null: nobody is. */
export const unsent = signal<number | null>(null);

/** Finds out who is signed in. Shows whoever was here last until the service answers. */
export async function openSession(): Promise<void> {
  if (isShared() && !isStillHere()) {
    localStorage.setItem(LEAVING, '1');
    await forgetPerson();
  }
  if (localStorage.getItem(LEAVING) !== null) {
    await endSession('/v1/auth/logout');
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
      // What is kept and what waits stays for the same person to come back to.
      session.value = who === null ? { state: 'out' } : { state: 'ended', me: who };
    } else if (session.value.state === 'unknown') session.value = { state: 'unreachable', error };
  }
}

async function whoAmI(): Promise<Me> {
  const early = takeEarlyMe();
  // What could not be asked while the modules were loading is asked again.
  const who = await early?.catch(() => undefined);
  if (who === null || (early === undefined && !(await renewIfOld())))
    throw new ApiError('SESSION_EXPIRED', '', { status: 401 });
  return who ?? value(api.GET('/v1/me'));
}

async function enter(who: Me, shared?: boolean): Promise<void> {
  const sameAsBefore = me.value?.user.id === who.user.id;
  // Nothing of whoever was here before is left, nor of oneself on a device that is shared from now on.
  if ((me.value !== null && !sameAsBefore) || shared === true) await forgetPerson(true);
  if (shared !== undefined) setShared(shared);
  if (!isShared()) {
    localStorage.setItem(USER, who.user.id);
    localStorage.setItem(ME, JSON.stringify({ ...who, user: { ...who.user, identities: [] } }));
  }
  openStore(isShared() ? null : who.user.id);
  session.value = { state: 'in', me: who };
  if (!sameAsBefore) await openOutbox(who.user.id, { memberIn, bringRows, showItems });
  // The same person is back after their session had ended.
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

/** Asks again who one is: after a change of the account or of its households. */
export async function reloadMe(): Promise<Me> {
  const who = await value(api.GET('/v1/me'));
  await enter(who);
  return who;
}

/**
 * @param shared whether others use this device too; undefined: as it was
 * @throws ApiError INVALID_CREDENTIALS and whatever else refuses
 */
export async function signIn(email: string, password: string, shared?: boolean): Promise<void> {
  await value(api.POST('/v1/auth/login', { body: { email, password } }));
  await begun(shared);
}

/** @throws ApiError EMAIL_ALREADY_USED, VALIDATION_FAILED */
export async function register(input: Dto['RegisterInput'], shared: boolean): Promise<void> {
  await value(api.POST('/v1/auth/register', { body: input }));
  await begun(shared);
}

/** Cookies were kept, or signing in has come to nothing: over plain http a browser drops them without a word. */
async function begun(shared: boolean | undefined): Promise<void> {
  stamp(Date.now());
  localStorage.removeItem(LEAVING);
  const { data, response } = await api.GET('/v1/me');
  if (response.status === 401 || data === undefined)
    throw new ApiError('COOKIES_DROPPED', '', { status: 401 });
  await enter(data, shared);
  tell({ kind: 'signed-in', userId: data.user.id });
}

/** Signs out once everything is sent; what cannot be sent is asked about first, by {@link unsent}. */
export async function leave(): Promise<void> {
  await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, LAST_FLUSH))]);
  const count = waiting.value + undecided.value.length + countDrafts();
  if (count > 0) unsent.value = count;
  else await signOut();
}

/** Leaves nothing of the household on this device, here and in other tabs. */
export async function signOut(everywhere = false): Promise<void> {
  unsent.value = null;
  localStorage.setItem(LEAVING, '1');
  await silence();
  await endSession(everywhere ? '/v1/auth/logout-all' : '/v1/auth/logout');
  tell({ kind: 'signed-out' });
  await forgetPerson();
  session.value = { state: 'out', hasLeft: true };
}

/** Without a network the service hears of it when there is one again: until then nobody gets in by what is left of the session. */
async function endSession(path: '/v1/auth/logout' | '/v1/auth/logout-all'): Promise<void> {
  try {
    await ok(path === '/v1/auth/logout' ? api.POST(path, { body: {} }) : api.POST(path, {}));
  } catch (error) {
    if (isOffline(error)) return;
  }
  localStorage.removeItem(LEAVING);
}

/** The browser takes no pushes any more, and shows none; the service forgets where to with the session. */
async function silence(): Promise<void> {
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

/** @param isGoingOn an invitation that one came by is still wanted */
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

/** Of the device, whoever uses it; and that somebody wanted to leave it. */
const STAYS: ReadonlySet<string> = new Set(['planner.theme', 'planner.locale', 'planner.keys', LEAVING]);

onSessionEnd(() => {
  const current = session.value;
  if (current.state === 'in') session.value = { state: 'ended', me: current.me };
});

hear((word) => {
  if (word.kind === 'signed-out' && session.value.state !== 'out')
    void forgetPerson().then(() => (session.value = { state: 'out', hasLeft: true }));
  if (word.kind === 'signed-in' && word.userId !== me.value?.user.id) void reloadMe();
  else if (word.kind === 'signed-in' && session.value.state === 'ended') {
    session.value = { state: 'in', me: session.value.me };
    void flush();
  }
});

/** The household that was shown last, or the first one; null: there is none. */
export function lastHousehold(): string | null {
  const households = me.value?.households ?? [];
  const last = chooseStorage().getItem(LAST_HOUSEHOLD);
  return households.find(({ id }) => id === last)?.id ?? households[0]?.id ?? null;
}

export const rememberHousehold = (id: string): void => chooseStorage().setItem(LAST_HOUSEHOLD, id);

watchForLeaving(() => {
  if (session.value.state === 'in') void flush().finally(() => signOut());
});
