import type { Device, DeviceId } from '../../domain/notifications/device.js';
import type { UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';

/** Devices whose session has ended are absent. */
export interface DeviceReader {
  /** Newest first, then by id; sort key: [-createdAt, id]. */
  list(userId: UserId, page: PageRequest): Promise<Page<Device>>;
}

export interface DeviceRepository extends DeviceReader {
  /**
   * Registers an address: one that is known, whoever's it was, becomes this user's and keeps its id; gives the device
   * as it is then. Of several that register one address at once, the last has it.
   */
  register(device: Device, addressHash: string): Promise<Device>;
  /** Leaves the user those `limit` that were seen last. */
  keepLatest(userId: UserId, limit: number): Promise<void>;
  idsOf(userId: UserId): Promise<readonly DeviceId[]>;
  find(userId: UserId, id: DeviceId): Promise<Device | null>;
  /** false when the user has no such device. */
  remove(userId: UserId, id: DeviceId): Promise<boolean>;
}
