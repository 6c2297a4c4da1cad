import { openDB } from 'idb';
import { api, ok, value } from '../api/client.ts';
import { askMeta, meta } from './meta.ts';
import { isShared } from './shared-device.ts';

export type PushState =
  | 'on'
  | 'off'
  /** The browser was asked, and does not allow it. */
  | 'denied'
  /** An iPhone, where pages must be installed first. */
  | 'install'
  | 'unsupported'
  | 'shared'
  /** The service sends none. */
  | 'none';

/** The database that the worker reads, too, under the same name. */
const SETTINGS = 'planner-push';

/** Under which the service knows a subscription of this browser. */
type Registered = { readonly id: string; readonly endpoint: string };

/** What is true of this device: a subscription that the service has forgotten counts as off. */
export async function pushState(): Promise<PushState> {
  if (isShared()) return 'shared';
  await askMeta();
  if (meta.value?.features.push !== true) return 'none';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  await renewPush().catch(() => undefined);
  return (await isAwaited()) ? 'on' : 'off';
}

/** Returns true if pushes reach this device: the browser has a subscription with today's key, and the service knows it. */
async function isAwaited(): Promise<boolean> {
  const [made, registered] = [await subscription(), await readRegistered()];
  if (made === null || registered?.endpoint !== made.endpoint) return false;
  return hasKey(made, await publicKey()) && (await isKnown(registered));
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

const publicKey = async (): Promise<string | null> => (await value(api.GET('/v1/me/push-key'))).publicKey;

/** A user has at most as many devices as one page holds. */
async function isKnown({ id }: Registered): Promise<boolean> {
  const devices = await value(api.GET('/v1/me/devices'));
  return devices.some((device) => device.id === id);
}

function hasKey(made: PushSubscription, key: string | null): boolean {
  const own = made.options.applicationServerKey;
  if (key === null || own === null) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(own)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key.replace(/=+$/, '');
}

/**
 * Asks the browser whether this device may be woken, and tells the service where. To be called by a press: browsers refuse to ask otherwise.
 * @throws DOMException when the browser cannot reach its push service, ApiError when the service refuses it
 */
export async function enablePush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  await navigator.serviceWorker.ready;
  await subscribeAnew(await publicKey());
  return 'on';
}

/** Replaces a subscription that may be dead: the browser's push service gives out another address. */
async function subscribeAnew(key: string | null): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    await register(made);
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
}

async function register(made: PushSubscription): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined)
    throw new Error('a subscription without its keys');
  const { id } = await value(
    api.POST('/v1/me/devices', {
      body: { platform: 'WEB', subscription: { endpoint, keys: { p256dh, auth } } },
    }),
  );
  await write('registered', { id, endpoint } satisfies Registered);
}

/** From now on this device stays silent. The service may hear of it later: the browser refuses its next push. */
export async function disablePush(): Promise<PushState> {
  const registered = await readRegistered();
  await (await subscription())?.unsubscribe();
  await write('registered', undefined);
  if (registered !== undefined)
    await ok(
      api.DELETE('/v1/me/devices/{deviceId}', { params: { path: { deviceId: registered.id } } }),
    ).catch(() => undefined);
  return pushState();
}

let renewing: Promise<void> | undefined;

/**
 * Keeps pushes coming to a device on which they are on: called on each start of the page, and before its state is shown.
 * Calls at the same time share one renewal.
 *
 * - The service forgets a device with the session that told of it, so a new session tells again.
 * - If the service has dropped the subscription of this session since a push was refused, or its key is another one by
 *   now, the browser subscribes anew.
 */
export const renewPush = (): Promise<void> => (renewing ??= renew().finally(() => (renewing = undefined)));

async function renew(): Promise<void> {
  if (isShared() || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const [made, registered] = [await subscription(), await readRegistered()];
  if (made === null && registered === undefined) return;
  const key = await publicKey();
  if (key === null) return;
  const isDead =
    made === null ||
    !hasKey(made, key) ||
    (registered?.endpoint === made.endpoint && !(await isKnown(registered)));
  if (isDead) await subscribeAnew(key);
  else await register(made);
}

/** Whether titles may stand where anybody can read them who holds the device. */
export const showsTitles = async (): Promise<boolean> => (await read<boolean>('titles')) ?? true;

export const showTitles = (shows: boolean): Promise<void> => write('titles', shows);

const readRegistered = (): Promise<Registered | undefined> => read<Registered>('registered');

async function read<Value>(name: string): Promise<Value | undefined> {
  const database = await settings();
  const found = (await database.get('settings', name)) as Value | undefined;
  database.close();
  return found;
}

async function write(name: string, setting: unknown): Promise<void> {
  const database = await settings();
  await database.put('settings', setting, name);
  database.close();
}

const settings = () =>
  openDB(SETTINGS, 1, {
    upgrade(database) {
      database.createObjectStore('settings');
    },
  });
