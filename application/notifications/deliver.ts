import type { Notification, NotificationId } from '../../domain/notifications/notification.js';
import { quietUntil } from '../../domain/notifications/preferences.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { Needs } from '../shared/needs.js';

export type NewNotification = Omit<Notification, 'id' | 'createdAt' | 'readAt'>;

/**
 * Puts into the lists of their recipients what these want to have there and do not have yet, and wakes their
 * devices, in one transaction; not within their quiet hours, after which one push tells of everything. Gives what is
 * new.
 */
export async function deliver(
  { clock, ids }: Needs<'clock' | 'ids'>,
  { notifications, jobs, events }: Pick<UnitOfWorkScope, 'notifications' | 'jobs' | 'events'>,
  news: readonly NewNotification[],
): Promise<readonly Notification[]> {
  if (news.length === 0) return [];
  const now = clock.now();
  const reachable = await notifications.reachable(
    [...new Set(news.map(({ householdId }) => householdId))],
    [...new Set(news.map(({ recipientId }) => recipientId))],
  );
  const wanted = news.filter(
    ({ recipientId, type }) => reachable.get(recipientId)?.preferences.types[type].inApp,
  );
  if (wanted.length === 0) return [];
  const written = await notifications.insertNew(
    wanted.map((one) => ({ ...one, id: ids.next<NotificationId>(), createdAt: now, readAt: null })),
  );
  for (const [householdId, own] of Map.groupBy(written, (one) => one.householdId))
    events.raise({
      kind: 'notified',
      recipientIds: [...new Set(own.map(({ recipientId }) => recipientId))],
      householdId,
      actorId: null,
      at: now,
    });
  for (const [memberId, own] of Map.groupBy(written, (one) => one.recipientId)) {
    const reached = reachable.get(memberId);
    if (!reached?.hasDevices || !own.some(({ type }) => reached.preferences.types[type].push)) continue;
    const { userId } = reached;
    const startAfter = quietUntil(reached.preferences, reached.timeZone, now);
    // One that waits for the morning stands for no other: the quiet hours may have been switched off meanwhile.
    const options =
      startAfter === null ? { singletonKey: userId } : { singletonKey: `${userId} quiet`, startAfter };
    await jobs.enqueue('push', { userId }, options);
  }
  return written;
}
