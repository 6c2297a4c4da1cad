import type { DeviceRepository } from '../../../../application/notifications/ports.js';
import type { Device, DeviceId } from '../../../../domain/notifications/device.js';
import type { UserId } from '../../../../domain/shared/ids.js';
import { compareSortKeys, newestFirst, type Page, type PageRequest } from '../../../../domain/shared/page.js';
import { pageFrom } from '../page.js';
import { InMemoryRepository } from '../store.js';

export class InMemoryDeviceRepository extends InMemoryRepository implements DeviceRepository {
  async list(userId: UserId, page: PageRequest): Promise<Page<Device>> {
    return pageFrom(this.#liveOf(userId), page, newestFirst);
  }

  async register(device: Device, addressHash: string): Promise<Device> {
    const [known] = this.store.devices.filter((one) => one.addressHash === addressHash);
    const kept = known && {
      id: known.id,
      createdAt: known.userId === device.userId ? known.createdAt : device.createdAt,
    };
    const registered = { ...device, ...kept };
    this.store.devices.set(registered.id, { ...registered, addressHash });
    return registered;
  }

  async keepLatest(userId: UserId, limit: number): Promise<void> {
    const own = this.store.devices
      .filter((one) => one.userId === userId)
      .toSorted((a, b) => compareSortKeys([-a.lastSeenAt, a.id], [-b.lastSeenAt, b.id]));
    for (const { id } of own.slice(limit)) this.store.devices.delete(id);
  }

  async idsOf(userId: UserId): Promise<readonly DeviceId[]> {
    return this.#liveOf(userId)
      .map(({ id }) => id)
      .toSorted();
  }

  async find(userId: UserId, id: DeviceId): Promise<Device | null> {
    return this.#liveOf(userId).find((one) => one.id === id) ?? null;
  }

  async remove(userId: UserId, id: DeviceId): Promise<boolean> {
    const isTheirs = this.store.devices.get(id)?.userId === userId;
    if (isTheirs) this.store.devices.delete(id);
    return isTheirs;
  }

  #liveOf(userId: UserId): Device[] {
    return this.store.devices
      .filter((one) => one.userId === userId)
      .filter(({ sessionId }) => this.store.sessions.get(sessionId)?.revokedAt === null)
      .map(({ id, sessionId, address, createdAt, lastSeenAt }) => ({
        id,
        userId,
        sessionId,
        address,
        createdAt,
        lastSeenAt,
      }));
  }
}
