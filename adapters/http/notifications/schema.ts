import type { NotificationType } from '../../../domain/notifications/notification.js';
import type { StoredPreferences } from '../../../domain/notifications/preferences.js';
import { DEFAULT_MORNING } from '../../../domain/notifications/preferences.js';
import type { CivilTime } from '../../../domain/shared/civil-time.js';
import { Nested } from '../schema/nested.js';
import { Absent, Nullable } from '../schema/presence.js';
import { CivilTimeField, Flag, OneOf } from '../schema/values.js';
import { PageQuery } from '../schema/query.js';

export class NotificationsQuery extends PageQuery {
  @Absent() @OneOf(['true', 'false']) unread?: 'true' | 'false';
}

export class ChannelsInput {
  @Flag() inApp!: boolean;
  @Flag() push!: boolean;
}

/** One field a type: what is not named gets its default. */
export class NotificationTypesInput implements Partial<Record<NotificationType, ChannelsInput>> {
  @Absent() @Nested(ChannelsInput) TASK_ASSIGNED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_COMPLETED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_REMINDER?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TASK_OVERDUE?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) MEMBER_JOINED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) MEMBER_LEFT?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) INVITATION_ACCEPTED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TURN_SWAP_REQUESTED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) TURN_SWAP_ANSWERED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) CALENDAR_RECONNECT?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) CALENDAR_INVALID?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) CALENDAR_BLOCKED?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) CALENDAR_ERROR?: ChannelsInput;
  @Absent() @Nested(ChannelsInput) CALENDAR_PENDING?: ChannelsInput;
}

export class QuietHoursInput {
  @CivilTimeField() from!: CivilTime;
  @CivilTimeField() to!: CivilTime;
}

export class NotificationPreferencesInput {
  @Absent() @Nested(NotificationTypesInput) types?: NotificationTypesInput;
  /** null: none. */
  @Nullable() @Nested(QuietHoursInput) quietHours?: QuietHoursInput | null;
  @Absent() @CivilTimeField() morningTime?: CivilTime;
}

export function preferencesOfInput({
  types,
  quietHours = null,
  morningTime = DEFAULT_MORNING,
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
  };
}
