import { openDB } from 'idb';
import { messages as english } from '../i18n/messages.en.notices.gen.ts';
import { messages as french } from '../i18n/messages.fr.notices.gen.ts';
import { shortDate } from '../i18n/formats.ts';
import { noticeAddress, noticeText, type Notice } from '../i18n/notices.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

type Unread = Notice & { readonly createdAt: string };
type Me = { readonly user: { readonly locale: string } };
type Member = { readonly id: string; readonly displayName: string };

const MOST = 5;
/** A notification older than this (milliseconds) is not shown, because it was probably shown after an earlier push. */
const RECENT = 15 * 60_000;
const ICON = '/icons/icon.svg';

/**
 * Shows notifications after a push. The push itself contains no data: the notifications are fetched from the service
 * as the signed-in user. Browsers require a visible notification for each push. So a general one is shown if nothing
 * new could be fetched, or if the user does not want titles. It is left out only if there is nothing new and a page
 * of the client is visible.
 */
export async function showNews(): Promise<void> {
  const news = await readNews().catch(() => null);
  const words = news?.locale === 'fr' ? french : english;
  const { titles, shownUntil } = await readSettings();
  const fresh = (news?.unread ?? []).filter(
    ({ createdAt }) => createdAt > shownUntil && Date.now() - Date.parse(createdAt) < RECENT,
  );
  if (!titles || fresh.length === 0) {
    const seen = news !== null && fresh.length === 0 && (await isLookedAt());
    if (!seen)
      await worker.registration.showNotification(words['notice.something'], {
        body: words['notice.open'],
        tag: 'planner',
        icon: ICON,
        data: { address: fresh[0] ? noticeAddress(fresh[0]) : '/' },
      });
  } else
    for (const each of fresh.toReversed())
      await worker.registration.showNotification(
        noticeText(words, each, {
          nameOf: (id) => news?.names.get(id),
          dayText: (date) => shortDate(date, news?.locale === 'fr' ? 'fr-FR' : 'en-GB'),
        }),
        {
          tag: each.id,
          icon: ICON,
          lang: news?.locale ?? 'en',
          timestamp: Date.parse(each.createdAt),
          data: {
            address: noticeAddress(each),
            read: `/v1/households/${each.householdId}/notifications/${each.id}/read`,
          },
        } as NotificationOptions,
      );
  if (fresh[0] !== undefined) await keepShownUntil(fresh[0].createdAt);
}

/**
 * Opens the address of a notification in an open page, which keeps typed text, or else in a new one. Marks
 * the notification as read.
 */
export async function openNews(notification: Notification): Promise<void> {
  notification.close();
  const { address, read } = notification.data as { address: string; read?: string };
  // The browser may stop the worker when the returned promise settles, so the request must be finished by
  // then.
  const marked =
    read === undefined
      ? undefined
      : ask(read, { method: 'POST', headers: { 'X-Requested-With': 'app' } }).catch(() => undefined);
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (page === undefined) await worker.clients.openWindow(address);
  else {
    page.postMessage({ kind: 'open', address });
    await page.focus().catch(() => undefined);
  }
  await marked;
}

/**
 * The event that tells the worker that the browser's push service has ended a subscription. Some browsers leave
 * out the old or the new subscription.
 */
type PushSubscriptionChangeEvent = ExtendableEvent & {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
};

/**
 * Sends the new endpoint of this device to the service. If that fails, the page does it at its next start.
 */
export async function resubscribe({
  newSubscription,
  oldSubscription,
}: PushSubscriptionChangeEvent): Promise<void> {
  const { publicKey } = await read<{ publicKey: string | null }>('/v1/me/push-key');
  if (publicKey === null) return;
  await oldSubscription?.unsubscribe();
  const made =
    newSubscription ??
    (await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    }));
  const { endpoint, keys } = made.toJSON();
  const answer = await ask('/v1/me/devices', {
    method: 'POST',
    headers: { 'X-Requested-With': 'app', 'Content-Type': 'application/json' },
    body: JSON.stringify({ platform: 'WEB', subscription: { endpoint, keys } }),
  });
  if (!answer.ok) return;
  const { id } = (await answer.json()) as { id: string };
  const database = await settings();
  await database.put('settings', { id, endpoint }, 'registered');
  database.close();
}

const isLookedAt = async (): Promise<boolean> =>
  (await worker.clients.matchAll({ type: 'window' })).some(
    ({ visibilityState }) => visibilityState === 'visible',
  );

async function readNews(): Promise<{
  unread: readonly Unread[];
  locale: string;
  names: ReadonlyMap<string, string>;
}> {
  const unread = await read<readonly Unread[]>(`/v1/me/notifications?unread=true&limit=${MOST}`);
  const { user } = await read<Me>('/v1/me');
  const homes = [...new Set(unread.map(({ householdId }) => householdId))];
  const members = await Promise.all(
    homes.map((id) => read<{ members: readonly Member[] }>(`/v1/households/${id}`)),
  );
  const names = new Map(
    members.flatMap((home) => home.members.map(({ id, displayName }) => [id, displayName] as const)),
  );
  return { unread, locale: user.locale, names };
}

async function read<T>(path: string): Promise<T> {
  const response = await ask(path);
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as T;
}

/**
 * Sends a request to the service. After a 401 it renews the session and sends the request again. The renewal
 * holds the lock that the pages use too, so that the worker and the pages never renew at the same time.
 */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const request = () => fetch(path, { ...init, credentials: 'same-origin' });
  const response = await request();
  if (response.status !== 401) return response;
  await navigator.locks.request('planner.refresh', async () => {
    const renewed = await fetch('/v1/auth/refresh', {
      method: 'POST',
      headers: { 'X-Requested-With': 'app', 'Content-Type': 'application/json' },
      credentials: 'same-origin',
      body: '{}',
    });
    await renewed.text();
  });
  return request();
}

async function readSettings(): Promise<{ titles: boolean; shownUntil: string }> {
  const database = await settings();
  const titles = (await database.get('settings', 'titles')) as boolean | undefined;
  const shownUntil = (await database.get('settings', 'told')) as string | undefined;
  database.close();
  return { titles: titles ?? true, shownUntil: shownUntil ?? '' };
}

async function keepShownUntil(shownUntil: string): Promise<void> {
  const database = await settings();
  await database.put('settings', shownUntil, 'told');
  database.close();
}

/** Opens the same database as data/push.ts. It is deleted at sign-out. */
const settings = () =>
  openDB('planner-push', 1, {
    upgrade(database) {
      database.createObjectStore('settings');
    },
  });
