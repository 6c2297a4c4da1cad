import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { api, newId, ok, type Dto } from '../api/client.ts';
import { isOffline } from '../api/errors.ts';
import { useHousehold, type HouseholdData } from './household.ts';
import { compareCodeUnits } from './order.ts';

export type Notification = Dto['NotificationDto'];

/** By household: notifications up to this time are shown as read while {@link markAllRead} waits for the service. */
const readUntil = signal<ReadonlyMap<string, string>>(new Map());

const isUnread = ({ readAt, createdAt, householdId }: Notification): boolean =>
  readAt === null && createdAt > (readUntil.value.get(householdId) ?? '');

type Notifications = {
  /** All notifications of the household that are loaded, newest first. */
  readonly all: ReadonlySignal<readonly (Notification & { readonly isUnread: boolean })[]>;
  readonly unread: ReadonlySignal<number>;
};

/** Returns the notifications of the household: all unread ones, and at least the newest 50. */
export function useNotifications(): Notifications {
  const household = useHousehold();
  return useMemo(() => {
    const all = computed(() =>
      [...household.replica.all('notifications').values()]
        .sort((a, b) => compareCodeUnits(b.createdAt, a.createdAt) || compareCodeUnits(b.id, a.id))
        .map((each) => ({ ...each, isUnread: isUnread(each) })),
    );
    return { all, unread: computed(() => all.value.filter((each) => each.isUnread).length) };
  }, [household]);
}

export function markRead(household: HouseholdData, { id, readAt }: Notification): void {
  if (readAt === null) household.act({ type: 'notification.read', notificationId: id });
}

/**
 * Marks all notifications as read and shows this immediately. Without a network, the outbox gets one action for each
 * unread notification.
 * @throws ApiError if the service refuses it
 */
export async function markAllRead(household: HouseholdData, all: readonly Notification[]): Promise<void> {
  const unread = all.filter(({ readAt }) => readAt === null);
  const newest = all[0]?.createdAt;
  if (newest === undefined || unread.length === 0) return;
  const before = readUntil.value;
  readUntil.value = new Map([...before, [household.id, newest]]);
  try {
    await ok(
      api.POST('/v1/households/{householdId}/notifications/read-all', {
        params: { path: { householdId: household.id } },
        headers: { 'Idempotency-Key': newId() },
      }),
    );
    await household.catchUp();
  } catch (error) {
    if (isOffline(error)) for (const each of unread) markRead(household, each);
    else throw error;
  } finally {
    readUntil.value = before;
  }
}
