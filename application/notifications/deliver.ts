import type { Notification, NotificationId } from '../../domain/notifications/notification.js';
import { quietUntil, wantsNews } from '../../domain/notifications/preferences.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { Needs } from '../shared/needs.js';

export type NewNotification = Omit<Notification, 'id' | 'createdAt' | 'readAt'>;

/**
 * Puts into the lists of their recipients what these want to have there and do not have yet, and tells them by the
 * channels that they want, in one transaction; not within their quiet hours, after which one push tells of everything.
 * Gives what is new.
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
    events.raise({
      kind: 'notified',
      recipientIds: [...new Set(own.map(({ recipientId }) => recipientId))],
      householdId,
      actorId: null,
      at: now,
    });
  for (const [memberId, own] of Map.groupBy(written, (one) => one.recipientId)) {
    const person = reachable.get(memberId);
    if (person === undefined) continue;
    const types = own.map(({ type }) => type);
    const startAfter = quietUntil(person.preferences, person.timeZone, now);
    for (const channel of channels)
      if (wantsNews(person.preferences, channel.name, types) && channel.reachable(person))
        await channel.send(jobs, person, { kind: 'news' }, startAfter);
  }
  return written;
}
