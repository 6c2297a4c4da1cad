import {
  NOTIFICATION_TYPES,
  type Notification,
  type NotificationType,
} from '../../../domain/notifications/notification.js';
import type { Preferences } from '../../../domain/notifications/preferences.js';
import type { Badge } from '../../../application/notifications/ports.js';
import { PLATFORMS, type Device } from '../../../domain/notifications/device.js';
import {
  AnyValue,
  Inline,
  Integer,
  PlainText,
  RecordOf,
  type InstantText,
  presentFields,
} from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { CivilTimeField, Flag, Id, InstantField, OneOf } from '../../validation/values.js';

export class BadgeDto {
  @Id() householdId!: string;
  @Integer({ description: 'Notifications that the caller has not read.' }) unread!: number;
  @Integer({ description: 'Tasks of the caller that are due today and not overdue.' }) dueToday!: number;
  @Integer({ description: 'Tasks of the caller that are overdue.' }) overdue!: number;
  @Integer({ description: 'Swap requests that wait for an answer of the caller.' }) openSwaps!: number;
}

export function presentBadge(badge: Badge): BadgeDto {
  return presentFields(BadgeDto, badge);
}

export class NotificationDto {
  @Id() id!: string;
  @Id() householdId!: string;
  @OneOf(NOTIFICATION_TYPES) type!: (typeof NOTIFICATION_TYPES)[number];
  @AnyValue({
    type: 'object',
    patternProperties: { '^.*$': {} },
    description: 'The values that the text of this type needs, such as names and dates.',
  })
  params!: Readonly<Record<string, unknown>>;
  @OrNull() @Id() occurrenceId!: string | null;
  @InstantField() createdAt!: InstantText;
  @OrNull() @InstantField() readAt!: InstantText | null;
}

class Channels {
  @Flag() inApp!: boolean;
  @Flag() push!: boolean;
}

class NotificationPreferencesQuietHours {
  @CivilTimeField() from!: string;
  @CivilTimeField() to!: string;
}

class NotificationPreferencesAgenda {
  @Flag() push!: boolean;
  @Flag() email!: boolean;
}

export class NotificationPreferencesDto {
  @RecordOf(NOTIFICATION_TYPES, Channels) types!: Readonly<Record<NotificationType, Channels>>;
  @OrNull() @Inline(NotificationPreferencesQuietHours) quietHours!: NotificationPreferencesQuietHours | null;
  @CivilTimeField() morningTime!: string;
  @Inline(NotificationPreferencesAgenda) agenda!: NotificationPreferencesAgenda;
}

export function presentNotification(notification: Notification): NotificationDto {
  return presentFields(NotificationDto, notification);
}

export function presentPreferences({
  types,
  quietHours,
  morningTime,
  agenda,
}: Preferences): NotificationPreferencesDto {
  return {
    types: Object.fromEntries(
      NOTIFICATION_TYPES.map((type) => [type, { inApp: types[type].inApp, push: types[type].push }]),
    ) as NotificationPreferencesDto['types'],
    quietHours: quietHours && { from: quietHours.from, to: quietHours.to },
    morningTime,
    agenda: { push: agenda.push, email: agenda.email },
  };
}

export class DeviceDto {
  @Id() id!: string;
  @OneOf(PLATFORMS) platform!: (typeof PLATFORMS)[number];
  @InstantField() createdAt!: InstantText;
  @InstantField() lastSeenAt!: InstantText;
}

export class PushKeyDto {
  @OrNull()
  @PlainText({ description: 'The VAPID key in base64url. Null if this service sends no pushes.' })
  publicKey!: string | null;
}

/** Presents a device without its push endpoint, which is secret. */
export function presentDevice(device: Device): DeviceDto {
  return presentFields(DeviceDto, { ...device, platform: device.address.platform });
}
