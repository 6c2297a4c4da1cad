import { Type, type Static } from 'typebox';
import { PLATFORMS, type Device } from '../../../domain/notifications/device.js';
import { instant, nullable, oneOf, presentInstant, uuid } from '../schema/common.js';

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
