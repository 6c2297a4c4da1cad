import {
  addressText,
  DEVICES_LIMIT,
  type Device,
  type DeviceId,
  type PushAddress,
} from '../../domain/notifications/device.js';
import { isPublicUrl } from '../../domain/shared/public-url.js';
import type { Caller } from '../shared/caller.js';
import { notFound, invalidField } from '../shared/errors.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Needs } from '../composition/needs.js';

/**
 * Registers a device for push notifications to the caller. If the same push address was registered for another user,
 * it is taken away from that user: the phone has changed hands. If the caller then has more than DEVICES_LIMIT
 * devices, those that were seen longest ago are removed.
 *
 * @throws VALIDATION_FAILED if the endpoint of a browser is not a public https address.
 */
export function registerDevice({
  unitOfWork,
  clock,
  ids,
  opaqueTokens,
}: Needs<'clock' | 'ids' | 'opaqueTokens', 'devices'>) {
  return async ({ userId, sessionId }: Caller, address: PushAddress): Promise<Device> => {
    if (address.platform === 'WEB' && !isPublicUrl(address.endpoint))
      throw invalidField('subscription.endpoint', 'endpoint', 'must be the https address of a push service');
    const now = clock.now();
    const device = { id: ids.next<DeviceId>(), userId, sessionId, address, createdAt: now, lastSeenAt: now };
    return unitOfWork.run(async ({ devices }) => {
      const registered = await devices.register(device, opaqueTokens.hash(addressText(address)));
      await devices.keepLatest(userId, DEVICES_LIMIT);
      return registered;
    });
  };
}

/** Lists the caller's devices that receive push notifications. */
export function listDevices({ devices }: Needs<'devices'>) {
  return ({ userId }: Caller, page: PageRequest): Promise<Page<Device>> => devices.list(userId, page);
}

/** Removes a device. Throws NOT_FOUND unless it is the caller's own. */
export function removeDevice({ unitOfWork }: Needs<never, 'devices'>) {
  return ({ userId }: Caller, id: DeviceId): Promise<void> =>
    unitOfWork.run(async ({ devices }) => {
      if (!(await devices.remove(userId, id))) throw notFound('device');
    });
}
