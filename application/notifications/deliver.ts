import type { Notification, NotificationId } from '../../domain/notifications/notification.js';
import { findQuietEnd, wantsNews } from '../../domain/notifications/preferences.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { Needs } from '../composition/needs.js';
import { raiseEvent } from '../shared/events/domain-event.js';

export type NewNotification = Omit<Notification, 'id' | 'createdAt' | 'readAt'>;

/**
 * Writes the notifications that their recipients want in the app and do not have yet, and queues messages on the
 * channels that they want, in the caller's transaction. During quiet hours the message waits, and one push afterwards
 * covers all notifications. Returns the notifications that were new.
 */
export async function deliver(
  { clock, ids, channels }: Needs<'clock' | 'ids' | 'channels'>,
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
    raiseEvent(events, { household: { id: householdId }, memberId: null }, now, {
      kind: 'notified',
      recipientIds: [...new Set(own.map(({ recipientId }) => recipientId))],
    });
  for (const [memberId, own] of Map.groupBy(written, (one) => one.recipientId)) {
    const person = reachable.get(memberId);
    if (person === undefined) continue;
    const types = own.map(({ type }) => type);
    const startAfter = findQuietEnd(person.preferences, person.timeZone, now);
    for (const channel of channels)
      if (wantsNews(person.preferences, channel.name, types) && channel.reachable(person))
        await channel.send(jobs, person, { kind: 'news' }, startAfter);
  }
  return written;
}
