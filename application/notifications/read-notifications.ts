import type { Notification, NotificationId } from '../../domain/notifications/notification.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import { civilMomentAt } from '../../domain/shared/zone.js';
import type { Caller, MemberCaller } from '../shared/caller.js';
import type { Badge } from './ports.js';
import { notFound } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { raiseEvent } from '../shared/events/domain-event.js';

/** Lists the caller's notifications in a household, newest first. */
export function listNotifications({ notifications }: Needs<'notifications'>) {
  return (
    { household, memberId }: MemberCaller,
    filter: { readonly unread: boolean },
    page: PageRequest,
  ): Promise<Page<Notification>> => notifications.list(household.id, memberId, filter, page);
}

/** Lists the caller's notifications in all their households, newest first. */
export function listAllNotifications({ notifications }: Needs<'notifications'>) {
  return (
    { userId }: Caller,
    filter: { readonly unread: boolean },
    page: PageRequest,
  ): Promise<Page<Notification>> => notifications.listAll(userId, filter, page);
}

/** Returns the counts of each of the caller's households, the oldest household first. */
export function listBadges({
  households,
  notifications,
  clock,
}: Needs<'households' | 'notifications' | 'clock'>) {
  return async ({ userId }: Caller, page: PageRequest): Promise<Page<Badge>> => {
    const { rows, next } = await households.listOf(userId, page);
    const now = clock.now();
    const homes = rows.map(({ household: { id, timeZone }, memberId }) => ({
      householdId: id,
      memberId,
      now: civilMomentAt(timeZone, now),
    }));
    return { rows: [...(await notifications.badges(homes))], next };
  };
}

type Dependencies = Needs<'unitOfWork' | 'clock'>;

/**
 * Marks one notification as read. Throws NOT_FOUND unless it is the caller's own. A notification that was already
 * read keeps its time.
 */
export function readNotification({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller, id: NotificationId): Promise<Notification> =>
    unitOfWork.run(async (scope) => {
      const now = clock.now();
      const read = await scope.notifications.markRead(caller.household.id, caller.memberId, id, now);
      if (read === null) throw notFound('notification');
      if (scope.journal.entries().length > 0)
        raiseEvent(scope.events, caller, now, { kind: 'notified', recipientIds: [caller.memberId] });
      return read;
    });
}

/** Marks all notifications that the caller sees in the household as read. */
export function readAllNotifications({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const now = clock.now();
      const unread = await scope.notifications.markAllRead(caller.household.id, caller.memberId, now);
      if (unread > 0)
        raiseEvent(scope.events, caller, now, { kind: 'notified', recipientIds: [caller.memberId] });
    });
}
