import type { HouseholdId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const NOTIFICATION_TYPES = [
  'TASK_ASSIGNED',
  'TASK_COMPLETED',
  'TASK_REMINDER',
  'TASK_OVERDUE',
  'MEMBER_JOINED',
  'MEMBER_LEFT',
  'DISPLAY_LOCKED',
  'INVITATION_ACCEPTED',
  'TURN_SWAP_REQUESTED',
  'TURN_SWAP_ANSWERED',
  'CALENDAR_RECONNECT',
  'CALENDAR_INVALID',
  'CALENDAR_BLOCKED',
  'CALENDAR_ERROR',
  'CALENDAR_PENDING',
  'TASK_MOVED',
  'TASK_DELETED',
  'TASK_HANDED_OVER',
  'TASK_TAKEN_OVER',
  'TURN_BY_ABSENCE',
  'SERIES_HANDED_OVER',
  'AGENDA',
  'TASK_ESCALATED',
  'DAY_CALENDAR_FAILED',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export type CalendarNotificationType = Extract<NotificationType, `CALENDAR_${string}`>;

export type NotificationId = string & { readonly __id: 'notification' };

/** A message to one member of a household. Clients write the text in the language of the user. */
export type Notification = {
  readonly id: NotificationId;
  readonly householdId: HouseholdId;
  readonly recipientId: MemberId;
  readonly type: NotificationType;
  /** The values that clients insert into the text, as JSON. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly occurrenceId: OccurrenceId | null;
  /** The cause of the notification as text, see `causeKey`. */
  readonly cause: string;
  readonly createdAt: Instant;
  readonly readAt: Instant | null;
};

/** Notifications are deleted after this many days, even if they are unread. */
export const NOTIFICATION_RETENTION_DAYS = 90;
