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

/** What the worker shows, for it has no other way to know: by the name under which it reads it too. */
const SETTINGS = 'planner-push';

export async function pushState(): Promise<PushState> {
  if (isShared()) return 'shared';
  await askMeta();
  if (meta.value?.features.push !== true) return 'none';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscription()) === null ? 'off' : 'on';
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks the browser whether this device may be woken, and tells the service where. To be called by a press: browsers refuse to ask otherwise.
 * @throws DOMException when the browser cannot reach its push service, ApiError when the service refuses it
 */
export async function enablePush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  const registration = await navigator.serviceWorker.ready;
  const { publicKey } = await value(api.GET('/v1/me/push-key'));
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  try {
    await register(made);
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return 'on';
}

async function register(made: PushSubscription): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined)
    throw new Error('a subscription without its keys');
  await ok(
    api.POST('/v1/me/devices', {
      body: { platform: 'WEB', subscription: { endpoint, keys: { p256dh, auth } } },
    }),
  );
}

/** From now on this device stays silent. */
export async function disablePush(): Promise<PushState> {
  await (await subscription())?.unsubscribe();
  return pushState();
}

/** The service forgets a device with the session that told of it: the next session tells again. */
export async function renewPush(): Promise<void> {
  if (isShared() || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const made = await subscription();
  if (made !== null) await register(made);
}

/** Whether titles may stand where anybody can read them who holds the device. */
export async function showsTitles(): Promise<boolean> {
  const database = await settings();
  const shows = (await database.get('settings', 'titles')) as boolean | undefined;
  database.close();
  return shows ?? true;
}

export async function showTitles(shows: boolean): Promise<void> {
  const database = await settings();
  await database.put('settings', shows, 'titles');
  database.close();
}

const settings = () =>
  openDB(SETTINGS, 1, {
    upgrade(database) {
      database.createObjectStore('settings');
    },
  });
