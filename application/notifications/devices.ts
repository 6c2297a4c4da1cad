import {
  addressText,
  DEVICES_LIMIT,
  type Device,
  type DeviceId,
  type PushAddress,
} from '../../domain/notifications/device.js';
import { isPublicUrl } from '../../domain/shared/public-url.js';
import type { Caller } from '../shared/caller.js';
import { validationFailed, notFound } from '../shared/errors.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Needs } from '../shared/needs.js';

/**
 * From now on this device is woken, and for nobody else: a phone that changes hands takes its address along.
 * VALIDATION_FAILED for an endpoint that is no push service's.
 */
export function registerDevice({
  unitOfWork,
  clock,
  ids,
  opaqueTokens,
}: Needs<'clock' | 'ids' | 'opaqueTokens', 'devices'>) {
  return async ({ userId, sessionId }: Caller, address: PushAddress): Promise<Device> => {
    if (address.platform === 'WEB' && !isPublicUrl(address.endpoint))
      throw validationFailed([
        {
          field: 'subscription.endpoint',
          rule: 'endpoint',
          message: 'must be the https address of a push service',
        },
      ]);
    const now = clock.now();
    const device = { id: ids.next<DeviceId>(), userId, sessionId, address, createdAt: now, lastSeenAt: now };
    return unitOfWork.run(async ({ devices }) => {
      const registered = await devices.register(device, opaqueTokens.hash(addressText(address)));
      await devices.keepLatest(userId, DEVICES_LIMIT);
      return registered;
    });
  };
}

/** The caller's devices that are woken. */
export function listDevices({ devices }: Needs<'devices'>) {
  return ({ userId }: Caller, page: PageRequest): Promise<Page<Device>> => devices.list(userId, page);
}

/** NOT_FOUND unless it is the caller's own. */
export function removeDevice({ unitOfWork }: Needs<never, 'devices'>) {
  return ({ userId }: Caller, id: DeviceId): Promise<void> =>
    unitOfWork.run(async ({ devices }) => {
      if (!(await devices.remove(userId, id))) throw notFound('device');
    });
}
