import { Type, type Static } from 'typebox';
import {
  NOTIFICATION_TYPES,
  type Notification,
  type NotificationType,
} from '../../../domain/notifications/notification.js';
import type { Preferences } from '../../../domain/notifications/preferences.js';
import { instant, nullable, oneOf, presentInstant, time, uuid } from '../schema/common.js';
import { PLATFORMS, type Device } from '../../../domain/notifications/device.js';

export const NotificationDto = Type.Object(
  {
    id: uuid(),
    householdId: uuid(),
    type: oneOf(NOTIFICATION_TYPES),
    params: Type.Record(Type.String(), Type.Unknown(), { description: 'What the words of its type need' }),
    occurrenceId: nullable(uuid()),
    createdAt: instant(),
    readAt: nullable(instant()),
  },
  { title: 'NotificationDto' },
);

const Channels = Type.Object({ inApp: Type.Boolean(), push: Type.Boolean() });

export const NotificationPreferencesDto = Type.Object(
  {
    types: Type.Object(
      Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, Channels])) as Record<
        NotificationType,
        typeof Channels
      >,
    ),
    quietHours: nullable(Type.Object({ from: time(), to: time() })),
    morningTime: time(),
  },
  { title: 'NotificationPreferencesDto' },
);

export function presentNotification(notification: Notification): Static<typeof NotificationDto> {
  return {
    id: notification.id,
    householdId: notification.householdId,
    type: notification.type,
    params: { ...notification.params },
    occurrenceId: notification.occurrenceId,
    createdAt: presentInstant(notification.createdAt),
    readAt: presentInstant(notification.readAt),
  };
}

export function presentPreferences({
  types,
  quietHours,
  morningTime,
}: Preferences): Static<typeof NotificationPreferencesDto> {
  return {
    types: Object.fromEntries(
      NOTIFICATION_TYPES.map((type) => [type, { inApp: types[type].inApp, push: types[type].push }]),
    ) as Static<typeof NotificationPreferencesDto>['types'],
    quietHours: quietHours && { from: quietHours.from, to: quietHours.to },
    morningTime,
  };
}

export const DeviceDto = Type.Object(
  { id: uuid(), platform: oneOf(PLATFORMS), createdAt: instant(), lastSeenAt: instant() },
  { title: 'DeviceDto' },
);

export const PushKeyDto = Type.Object(
  { publicKey: nullable(Type.String({ description: 'VAPID, in base64url; null: browsers are not woken' })) },
  { title: 'PushKeyDto' },
);

/** Where it is reached is nobody's to read again. */
export function presentDevice({ id, address, createdAt, lastSeenAt }: Device): Static<typeof DeviceDto> {
  return {
    id,
    platform: address.platform,
    createdAt: presentInstant(createdAt),
    lastSeenAt: presentInstant(lastSeenAt),
  };
}
