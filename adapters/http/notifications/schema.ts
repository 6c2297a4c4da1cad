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
import { composed, saying } from '../../validation/compose.js';
import { Text } from '../../validation/text.js';

export class NotificationsQuery extends PageQuery {
  @Absent() @OneOf(['true', 'false']) unread?: 'true' | 'false';
}

export class ChannelsInput {
  @Flag() inApp!: boolean;
  @Flag() push!: boolean;
}

/** One field per type. Missing fields get their default. */
export class NotificationTypesInput implements Partial<Record<NotificationType, ChannelsInput>> {
  @Absent() @Nested(ChannelsInput) TASK_ASSIGNED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_COMPLETED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_REMINDER?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_OVERDUE?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) MEMBER_JOINED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) MEMBER_LEFT?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) DISPLAY_LOCKED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) INVITATION_ACCEPTED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TURN_SWAP_REQUESTED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TURN_SWAP_ANSWERED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) CALENDAR_RECONNECT?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) CALENDAR_INVALID?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) CALENDAR_BLOCKED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) CALENDAR_ERROR?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) CALENDAR_PENDING?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_MOVED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_DELETED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_HANDED_OVER?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_TAKEN_OVER?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TURN_BY_ABSENCE?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) SERIES_HANDED_OVER?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) AGENDA?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_ESCALATED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) DAY_CALENDAR_FAILED?: ChannelsInput;
}

export class QuietHoursInput {
  @CivilTimeField() from!: CivilTime;
  @CivilTimeField() to!: CivilTime;
}

export class AgendaInput implements AgendaChannels {
  @Flag() push!: boolean;
  @Flag() email!: boolean;
}

export class NotificationPreferencesInput {
  @Absent() @Nested(NotificationTypesInput) types?: NotificationTypesInput;
  /** null means no quiet hours. */
  @Nullable() @Nested(QuietHoursInput) quietHours?: QuietHoursInput | null;
  @Absent() @CivilTimeField() morningTime?: CivilTime;
  @Absent() @Nested(AgendaInput) agenda?: AgendaInput;
}

export function toPreferences({
  types,
  quietHours = null,
  morningTime = DEFAULT_MORNING,
  agenda,
}: NotificationPreferencesInput): StoredPreferences {
  return {
    types: Object.fromEntries(
      Object.entries(types ?? {}).map(([type, { inApp, push }]: [string, ChannelsInput]) => [
        type,
        { inApp, push },
      ]),
    ),
    quietHours: quietHours && { from: quietHours.from, to: quietHours.to },
    morningTime,
    ...(agenda && { agenda: { push: agenda.push, email: agenda.email } }),
  };
}

function Base64Url({ max }: { max: number }): PropertyDecorator {
  return composed(Text({ max }), Matches(/^[\w-]+=*$/, saying('must be base64url', { rule: 'base64url' })));
}

export class SubscriptionKeysInput {
  @Base64Url({ max: 200 }) p256dh!: string;
  @Base64Url({ max: 100 }) auth!: string;
}

/** The JSON form of the browser's `PushSubscription`. */
export class SubscriptionInput {
  @Text({ max: 2_000 }) endpoint!: string;
  @Nested(SubscriptionKeysInput) keys!: SubscriptionKeysInput;
}

export class RegisterDeviceInput {
  @OneOf(PLATFORMS) platform!: Platform;
  @RequiredIf<RegisterDeviceInput>(({ platform }) => platform === 'ANDROID')
  @Text({ max: 4_096 })
  token?: string;
  @RequiredIf<RegisterDeviceInput>(({ platform }) => platform === 'WEB')
  @Nested(SubscriptionInput)
  subscription?: SubscriptionInput;
}

export function toPushAddress({ platform, token = '', subscription }: RegisterDeviceInput): PushAddress {
  if (platform === 'ANDROID' || subscription === undefined) return { platform: 'ANDROID', token };
  const { endpoint, keys } = subscription;
  return { platform, endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}
