import { computed, signal } from '@preact/signals';
import { api, ok, onSessionEnd, value, type Dto } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { refresh, stamp, stampedAt } from '../api/refresh.ts';
import { bringRows, closeHouseholds } from './household.ts';
import { closeOutbox, openOutbox } from './outbox.ts';
import { openStore, wipeStore } from './store.ts';
import { hear, tell } from './tabs.ts';

export type Me = Dto['MeResponse'];
type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly me: Me }
  /** It ended amid work: what was typed and what waits is kept until the same person is back. */
  | { readonly state: 'ended'; readonly me: Me }
  /** The service cannot be asked, and nothing is known from before. */
  | { readonly state: 'unreachable'; readonly error: unknown };

const USER = 'planner.user';
const ME = 'planner.me';
const LAST_HOUSEHOLD = 'planner.household';
/** An access cookie is good for 15 minutes. */
const RENEW_AFTER = 13 * 60_000;

export const session = signal<Session>({ state: 'unknown' });
/** Who is signed in; null where that is not known. */
export const me = computed(() => ('me' in session.value ? session.value.me : null));

declare global {
  interface Window {
    /** What boot.ts asked for. */
    earlyMe?: { readonly response: Promise<Response | null> };
  }
}

/** Finds out who is signed in. Shows whoever was here last until the service answers. */
export async function openSession(): Promise<void> {
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
  const early = window.earlyMe;
  delete window.earlyMe;
  if (early !== undefined) {
    const response = await early.response;
    if (response?.ok === true) return (await response.json()) as Me;
  } else if (Date.now() - stampedAt() > RENEW_AFTER && !(await refresh(Date.now() - RENEW_AFTER)))
    throw new ApiError('SESSION_EXPIRED', '', { status: 401 });
  return value(api.GET('/v1/me'));
}

async function enter(who: Me): Promise<void> {
  const sameAsBefore = me.value?.user.id === who.user.id;
  if (me.value !== null && !sameAsBefore) await forgetPerson();
  localStorage.setItem(USER, who.user.id);
  localStorage.setItem(ME, JSON.stringify({ ...who, user: { ...who.user, identities: [] } }));
  openStore(who.user.id);
  session.value = { state: 'in', me: who };
  if (!sameAsBefore) await openOutbox(who.user.id, bringRows);
}

function readMe(): Me | null {
  try {
    return JSON.parse(localStorage.getItem(ME) ?? 'null') as Me | null;
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

/** @throws ApiError INVALID_CREDENTIALS and whatever else refuses */
export async function signIn(email: string, password: string): Promise<void> {
  await value(api.POST('/v1/auth/login', { body: { email, password } }));
  await begun();
}

/** @throws ApiError EMAIL_ALREADY_USED, VALIDATION_FAILED */
export async function register(input: Dto['RegisterInput']): Promise<void> {
  await value(api.POST('/v1/auth/register', { body: input }));
  await begun();
}

/** Cookies were kept, or signing in has come to nothing: over plain http a browser drops them without a word. */
async function begun(): Promise<void> {
  stamp(Date.now());
  const { data, response } = await api.GET('/v1/me');
  if (response.status === 401 || data === undefined)
    throw new ApiError('COOKIES_DROPPED', '', { status: 401 });
  await enter(data);
  tell({ kind: 'signed-in', userId: data.user.id });
}

/** Leaves nothing of the household on this device, here and in other tabs. */
export async function signOut(everywhere = false): Promise<void> {
  const path = everywhere ? '/v1/auth/logout-all' : '/v1/auth/logout';
  await ok(path === '/v1/auth/logout' ? api.POST(path, { body: {} }) : api.POST(path, {})).catch(
    () => undefined,
  );
  tell({ kind: 'signed-out' });
  await forgetPerson();
  session.value = { state: 'out' };
}

async function forgetPerson(): Promise<void> {
  closeHouseholds();
  closeOutbox();
  for (const key of [USER, ME, LAST_HOUSEHOLD, 'planner.refreshed', 'planner.personal', 'planner.shopping'])
    localStorage.removeItem(key);
  sessionStorage.clear();
  await wipeStore();
}

onSessionEnd(() => {
  const current = session.value;
  if (current.state === 'in') session.value = { state: 'ended', me: current.me };
});

hear((word) => {
  if (word.kind === 'signed-out' && session.value.state !== 'out')
    void forgetPerson().then(() => (session.value = { state: 'out' }));
  if (word.kind === 'signed-in' && word.userId !== me.value?.user.id) void reloadMe();
  else if (word.kind === 'signed-in' && session.value.state === 'ended')
    session.value = { state: 'in', me: session.value.me };
});

/** The household that was shown last, or the first one; null: there is none. */
export function lastHousehold(): string | null {
  const households = me.value?.households ?? [];
  const last = localStorage.getItem(LAST_HOUSEHOLD);
  return households.find(({ id }) => id === last)?.id ?? households[0]?.id ?? null;
}

export const rememberHousehold = (id: string): void => localStorage.setItem(LAST_HOUSEHOLD, id);
