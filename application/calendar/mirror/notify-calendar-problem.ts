import type { CalendarLink, LinkReason } from '../../../domain/calendar/link.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { causeKey, type NotificationCause } from '../../../domain/notifications/cause.js';
import type { CalendarNotificationType } from '../../../domain/notifications/notification.js';
import type { UnitOfWorkScope } from '../../composition/unit-of-work.js';

const TYPE_OF: Readonly<Record<LinkReason, CalendarNotificationType>> = {
  GOOGLE_REVOKED: 'CALENDAR_RECONNECT',
  CALENDAR_NOT_FOUND: 'CALENDAR_INVALID',
  NO_WRITE_ACCESS: 'CALENDAR_BLOCKED',
};

/**
 * Notifies all members that the calendar cannot be used, once each time it stops working. If the permission was
 * revoked, only the member who linked it is notified, because only they can connect again.
 */
export function notifyCalendarInvalid(
  scope: Pick<UnitOfWorkScope, 'jobs'>,
  link: CalendarLink,
  reason: LinkReason,
): Promise<void> {
  return notifyCalendarProblem(scope, link, TYPE_OF[reason], {
    recipientIds: reason === 'GOOGLE_REVOKED' ? [link.linkedBy] : null,
    cause: { kind: 'linkInvalid', link, reason },
  });
}

/** Notifies all members that the service gave up publishing an occurrence, once for each version of it. */
export function notifyPublishingFailed(
  scope: Pick<UnitOfWorkScope, 'jobs'>,
  link: CalendarLink,
  occurrence: { readonly id: OccurrenceId; readonly syncVersion: number },
): Promise<void> {
  return notifyCalendarProblem(scope, link, 'CALENDAR_ERROR', {
    recipientIds: null,
    cause: { kind: 'eventFailed', link, occurrence },
  });
}

/**
 * Notifies all members that changes have not reached the calendar for a long time. They are notified once, and again
 * only after the calendar has worked in between.
 */
export function notifyChangesPending(
  scope: Pick<UnitOfWorkScope, 'jobs'>,
  link: CalendarLink,
): Promise<void> {
  return notifyCalendarProblem(scope, link, 'CALENDAR_PENDING', {
    recipientIds: null,
    cause: { kind: 'changesPending', link },
  });
}

function notifyCalendarProblem(
  { jobs }: Pick<UnitOfWorkScope, 'jobs'>,
  { householdId }: CalendarLink,
  type: CalendarNotificationType,
  {
    recipientIds,
    cause,
  }: { recipientIds: readonly CalendarLink['linkedBy'][] | null; cause: NotificationCause },
): Promise<void> {
  return jobs.enqueue('notify', {
    householdId,
    type,
    actorId: null,
    recipientIds,
    exceptIds: [],
    occurrenceId: null,
    subjectId: null,
    cause: causeKey(cause),
  });
}
