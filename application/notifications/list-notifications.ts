import type { Notification } from '../../domain/notifications/notification.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { MemberCaller } from '../shared/caller.js';
import type { NotificationReader } from './ports.js';

/** The caller's notifications of a household, newest first. */
export function listNotifications({ notifications }: { notifications: NotificationReader }) {
  return (
    { household, userId }: MemberCaller,
    filter: { readonly unread: boolean },
    page: PageRequest,
  ): Promise<Page<Notification>> => notifications.list(household.id, userId, filter, page);
}
