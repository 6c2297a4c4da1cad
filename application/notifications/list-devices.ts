import type { Device, DeviceId } from '../../domain/notifications/device.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Caller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { DeviceReader } from './ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** The caller's devices that are woken. */
export function listDevices({ devices }: { devices: DeviceReader }) {
  return ({ userId }: Caller, page: PageRequest): Promise<Page<Device>> => devices.list(userId, page);
}

/** NOT_FOUND unless it is the caller's own. */
export function removeDevice({ unitOfWork }: { unitOfWork: UnitOfWork }) {
  return ({ userId }: Caller, id: DeviceId): Promise<void> =>
    unitOfWork.run(async ({ devices }) => {
      if (!(await devices.remove(userId, id))) throw notFound('device');
    });
}
