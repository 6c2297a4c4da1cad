import { NOTIFICATION_TYPES, type NotificationType } from '../../../domain/notifications/notification.js';
import { PLATFORMS, type Device } from '../../../domain/notifications/device.js';
import {
  AnyValue,
  Inline,
  Integer,
  PlainText,
  RecordOf,
  type InstantText,
  presentFields,
  presenterOf,
} from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { CivilTimeField, Flag, Id, InstantField, OneOf } from '../../validation/values.js';
import { AgendaInput, QuietHoursInput } from './schema.js';

@Description('The numbers that need the attention of the caller in one household.')
export class BadgeDto {
  @Id() householdId!: string;

  @Description('Notifications that the caller has not read.')
  @Integer()
  unread!: number;

  @Description('Tasks of the caller that are due today and not overdue.')
  @Integer()
  dueToday!: number;

  @Description('Tasks of the caller that are overdue.')
  @Integer()
  overdue!: number;

  @Description('Swap requests that wait for an answer of the caller.')
  @Integer()
  openSwaps!: number;
}

export const presentBadge = presenterOf(BadgeDto);

@Description('Something that a member should know. Clients write the text from `type` and `params`.')
export class NotificationDto {
  @Id() id!: string;
  @Id() householdId!: string;

  @Description('The schema `NotificationTypesInput` explains the types.')
  @OneOf(NOTIFICATION_TYPES)
  type!: (typeof NOTIFICATION_TYPES)[number];

  @Description('The values that the text of this type needs, such as names and dates.')
  @AnyValue({ type: 'object', patternProperties: { '^.*$': {} } })
  params!: Readonly<Record<string, unknown>>;

  @Description('The occurrence that the notification is about. null if it is about something else.')
  @OrNull()
  @Id()
  occurrenceId!: string | null;

  @InstantField() createdAt!: InstantText;

  @Description('The time at which the caller read it. null means unread.')
  @OrNull()
  @InstantField()
  readAt!: InstantText | null;
}

class Channels {
  @Description('Lists notifications of this type in the app.')
  @Flag()
  inApp!: boolean;

  @Description('Sends a push too.')
  @Flag()
  push!: boolean;
}

@Description('The notification settings of an account.')
export class NotificationPreferencesDto {
  @Description('The channels of each type of notification.')
  @RecordOf(NOTIFICATION_TYPES, Channels)
  types!: Readonly<Record<NotificationType, Channels>>;

  @Description('Pushes are held back until the end of the quiet hours. null means that there are none.')
  @OrNull()
  @Inline(QuietHoursInput)
  quietHours!: QuietHoursInput | null;

  @Description(
    'The beginning of the day, HH:mm, in the time zone of the account. The agenda is sent at this ' +
      'time, and reminders of all-day tasks are counted back from it.',
  )
  @CivilTimeField()
  morningTime!: string;

  @Description('The channels of the daily agenda, which lists the tasks of the day.')
  @Inline(AgendaInput)
  agenda!: AgendaInput;
}

export const presentNotification = presenterOf(NotificationDto);

export const presentPreferences = presenterOf(NotificationPreferencesDto);

@Description('A device that gets pushes.')
export class DeviceDto {
  @Id() id!: string;
  @OneOf(PLATFORMS) platform!: (typeof PLATFORMS)[number];
  @InstantField() createdAt!: InstantText;

  @Description('The time at which the device last registered itself.')
  @InstantField()
  lastSeenAt!: InstantText;
}

@Description('The key with which browsers subscribe to pushes.')
export class PushKeyDto {
  @Description('The VAPID key in base64url. null if this service sends no pushes.')
  @OrNull()
  @PlainText()
  publicKey!: string | null;
}

/** Presents a device without its push endpoint, which is secret. */
export function presentDevice(device: Device): DeviceDto {
  return presentFields(DeviceDto, { ...device, platform: device.address.platform });
}
