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

/** Something that one member of a household should know. Clients provide the text. */
export type Notification = {
  readonly id: NotificationId;
  readonly householdId: HouseholdId;
  readonly recipientId: MemberId;
  readonly type: NotificationType;
  /** The values that the client's text needs, as JSON. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly occurrenceId: OccurrenceId | null;
  /** The result of causeKey. */
  readonly cause: string;
  readonly createdAt: Instant;
  readonly readAt: Instant | null;
};

/** Notifications older than this are deleted, read or not. */
export const NOTIFICATION_RETENTION_DAYS = 90;
