import { openDB } from 'idb';
import { api, ok, value } from '../api/client.ts';
import { askMeta, meta } from './meta.ts';
import { isShared } from './shared-device.ts';

export type PushState =
  | 'on'
  | 'off'
  /** The user or a browser setting has denied the permission for notifications. */
  | 'denied'
  /** The device is an iPhone or iPad, where pushes work only after the page was installed. */
  | 'install'
  | 'unsupported'
  | 'shared'
  /** The service is not configured to send pushes. */
  | 'none';

/**
 * Name of the database for push settings. The service worker reads the same database, so both must use the same
 * name.
 */
const SETTINGS = 'planner-push';

/** The push subscription that the service has stored for this browser. */
type Registered = { readonly id: string; readonly endpoint: string };

/**
 * Returns the state of pushes on this device. A subscription that the service has forgotten counts as off.
 */
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

/**
 * Returns true if pushes reach this device: the browser has a subscription with the current key, and the
 * service knows it.
 */
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

/** Returns true if the service knows this device. The first page of the list contains all devices of the user. */
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
 * Asks the browser for permission and registers this device with the service. Call it from a click handler,
 * because browsers refuse to ask otherwise.
 * @throws DOMException if the browser cannot reach its push service, ApiError if the service refuses the
 * registration
 */
export async function enablePush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  await navigator.serviceWorker.ready;
  await resubscribe(await publicKey());
  return 'on';
}

/**
 * Replaces the subscription of this browser with a new one and registers it with the service. Called because the old
 * one may no longer work: only a new subscription gets a new endpoint from the browser's push service.
 */
async function resubscribe(key: string | null): Promise<void> {
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

/**
 * Turns pushes off on this device. If the service cannot be reached, it learns this later: the browser's push service
 * rejects its next push.
 */
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
 * Keeps pushes working on a device on which they are turned on. Called after each start of the page with a session,
 * and before the state is shown. Parallel calls share one renewal.
 *
 * - The service deletes a device together with the session that registered it, so each new session registers again.
 * - The browser subscribes again if the service has deleted the subscription after a failed push, or has a new key.
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
  if (isDead) await resubscribe(key);
  else await register(made);
}

/**
 * Returns true if notifications on this device may contain titles, which anybody who holds the device can
 * read.
 */
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
