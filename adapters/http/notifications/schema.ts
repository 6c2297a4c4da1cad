import type { NotificationType } from '../../../domain/notifications/notification.js';
import {
  type AgendaChannels,
  type StoredPreferences,
  DEFAULT_MORNING,
} from '../../../domain/notifications/preferences.js';
import type { CivilTime } from '../../../domain/shared/civil-time.js';
import { Nested, Absent, Nullable, RequiredIf } from '../../validation/shape.js';
import { CivilTimeField, Flag, OneOf } from '../../validation/values.js';
import { PageQuery } from '../schema/query.js';
import { PLATFORMS, type Platform, type PushAddress } from '../../../domain/notifications/device.js';
import { Matches } from 'class-validator';
import { composed, saying, Description } from '../../validation/compose.js';
import { Text } from '../../validation/text.js';

export class NotificationsQuery extends PageQuery {
  @Absent() @OneOf(['true', 'false']) unread?: 'true' | 'false';
}

@Description('The channels of one type of notification.')
export class ChannelsInput {
  @Description('Lists notifications of this type in the app.')
  @Flag()
  inApp!: boolean;

  @Description('Sends a push too. It is possible only if `inApp` is true.')
  @Flag()
  push!: boolean;
}

/** The explanation of each type of notification in the OpenAPI document. */
const TYPE_MEANINGS: Readonly<Record<NotificationType, string>> = {
  TASK_ASSIGNED: 'Somebody gave the member a task or a turn.',
  TASK_COMPLETED: 'A task that the member created or is assigned to was done.',
  TASK_REMINDER: 'A reminder of a task, before its start or repeated after it.',
  TASK_OVERDUE: 'A task was not done. It is sent on the following morning.',
  MEMBER_JOINED: 'Somebody joined the household.',
  MEMBER_LEFT: 'A member left the household.',
  DISPLAY_LOCKED:
    'Too many wrong PINs of a member were entered on a display. If the member has no ' +
    'account, the managers who are not away get it. If there are ' +
    'none, or if the member has an account, the owners get it.',
  INVITATION_ACCEPTED: 'Somebody joined with an invitation of the member.',
  TURN_SWAP_REQUESTED: 'Another member wants to exchange turns.',
  TURN_SWAP_ANSWERED: 'The asked member accepted or declined the exchange.',
  CALENDAR_RECONNECT:
    'Google no longer accepts the authorisation. The member who linked the calendar has to connect ' +
    'the account again.',
  CALENDAR_INVALID: 'The linked calendar was deleted or is no longer shared.',
  CALENDAR_BLOCKED: 'The service may no longer write to the linked calendar.',
  CALENDAR_ERROR: 'A task could not be written to the calendar.',
  CALENDAR_PENDING: 'Changes have waited for more than 15 minutes to be written to the calendar.',
  TASK_MOVED: 'The date or time of a task of the member changed.',
  TASK_DELETED: 'A task of the member was deleted, or a date of it was left out.',
  TASK_HANDED_OVER: 'A task of the member was given to somebody else, or to nobody.',
  TASK_TAKEN_OVER: 'Another member took over a task of the member.',
  TURN_BY_ABSENCE: 'The member gets a turn of somebody who is away.',
  SERIES_HANDED_OVER: 'The member was added to a rotation, or removed from it.',
  AGENDA: 'The daily agenda, at `morningTime`. `agenda` switches it on.',
  TASK_ESCALATED: 'A task of somebody else was not done in time (`escalateAfterMinutes`).',
  DAY_CALENDAR_FAILED: 'The days of a day calendar cannot be fetched. Only owners get it.',
};

@Description('The channels of each type of notification. Types that are missing get their defaults.')
export class NotificationTypesInput {}

for (const [type, meaning] of Object.entries(TYPE_MEANINGS)) {
  const channels = composed(Nested(ChannelsInput), Absent(), Description(meaning));
  channels(NotificationTypesInput.prototype, type);
}

@Description('The time of day in which pushes are held back.')
export class QuietHoursInput {
  @Description('The beginning, HH:mm, in the time zone of the account.')
  @CivilTimeField()
  from!: CivilTime;

  @Description(
    'The end, HH:mm, in the time zone of the account. If it is earlier than `from`, the quiet hours ' +
      'extend over midnight.',
  )
  @CivilTimeField()
  to!: CivilTime;
}

@Description('The channels of the daily agenda.')
export class AgendaInput implements AgendaChannels {
  @Description('Sends the daily agenda as a push.')
  @Flag()
  push!: boolean;

  @Description('Sends the daily agenda by e-mail.')
  @Flag()
  email!: boolean;
}

@Description('All notification settings of an account. Fields that are missing get their defaults.')
export class NotificationPreferencesInput {
  @Description('The channels of each type of notification. Types that are missing get their defaults.')
  @Absent()
  @Nested(NotificationTypesInput)
  types?: Partial<Record<NotificationType, ChannelsInput>>;

  @Description('Pushes are held back until the end of the quiet hours. null means that there are none.')
  @Nullable()
  @Nested(QuietHoursInput)
  quietHours?: QuietHoursInput | null;

  @Description(
    'The beginning of the day, HH:mm, in the time zone of the account. The agenda is sent at this ' +
      'time, and reminders of all-day tasks are counted back from it. The default is 08:00.',
  )
  @Absent()
  @CivilTimeField()
  morningTime?: CivilTime;

  @Description(
    'The channels of the daily agenda, which lists the tasks of the day. By default it is not sent.',
  )
  @Absent()
  @Nested(AgendaInput)
  agenda?: AgendaInput;
}

export function toPreferences({
  types = {},
  quietHours = null,
  morningTime = DEFAULT_MORNING,
  agenda,
}: NotificationPreferencesInput): StoredPreferences {
  return { types, quietHours, morningTime, ...(agenda && { agenda }) };
}

function Base64Url({ max }: { max: number }): PropertyDecorator {
  return composed(Text({ max }), Matches(/^[\w-]+=*$/, saying('must be base64url', { rule: 'base64url' })));
}

@Description('The keys of a `PushSubscription`.')
export class SubscriptionKeysInput {
  @Description('The public key of the browser in base64url (RFC 8291).')
  @Base64Url({ max: 200 })
  p256dh!: string;

  @Description('The authentication secret in base64url (RFC 8291).')
  @Base64Url({ max: 100 })
  auth!: string;
}

@Description('The JSON form of the browser’s `PushSubscription`.')
export class SubscriptionInput {
  @Description('The address of the push service, from the `PushSubscription` of the browser.')
  @Text({ max: 2_000 })
  endpoint!: string;

  @Nested(SubscriptionKeysInput) keys!: SubscriptionKeysInput;
}

@Description('A device that gets pushes.')
export class RegisterDeviceInput {
  @OneOf(PLATFORMS) platform!: Platform;

  @Description('The registration token of Firebase Cloud Messaging. It is required for `ANDROID`.')
  @RequiredIf<RegisterDeviceInput>(({ platform }) => platform === 'ANDROID')
  @Text({ max: 4_096 })
  token?: string;

  @Description('The JSON form of the browser’s `PushSubscription`. It is required for `WEB`.')
  @RequiredIf<RegisterDeviceInput>(({ platform }) => platform === 'WEB')
  @Nested(SubscriptionInput)
  subscription?: SubscriptionInput;
}

export function toPushAddress({ platform, token = '', subscription }: RegisterDeviceInput): PushAddress {
  if (platform === 'ANDROID' || subscription === undefined) return { platform: 'ANDROID', token };
  return { platform, ...subscription };
}
