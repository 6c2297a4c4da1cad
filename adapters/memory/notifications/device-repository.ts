import type { DeviceRepository } from '../../../application/notifications/ports.js';
import type { Device, DeviceId } from '../../../domain/notifications/device.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { compareSortKeys, newestFirst, type Page, type PageRequest } from '../../../domain/shared/page.js';
import { pageFrom } from '../page.js';
import type { Store } from '../store.js';

export class InMemoryDeviceRepository implements DeviceRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  list(userId: UserId, page: PageRequest): Promise<Page<Device>> {
    return Promise.resolve(pageFrom(this.#liveOf(userId), page, newestFirst));
  }

  register(device: Device, addressHash: string): Promise<Device> {
    const [known] = this.#store.devices.filter((one) => one.addressHash === addressHash);
    const kept = known && {
      id: known.id,
      createdAt: known.userId === device.userId ? known.createdAt : device.createdAt,
    };
    const registered = { ...device, ...kept };
    this.#store.devices.set(registered.id, { ...registered, addressHash });
    return Promise.resolve(registered);
  }

  keepLatest(userId: UserId, limit: number): Promise<void> {
    const own = this.#store.devices
      .filter((one) => one.userId === userId)
      .toSorted((a, b) => compareSortKeys([-a.lastSeenAt, a.id], [-b.lastSeenAt, b.id]));
    for (const { id } of own.slice(limit)) this.#store.devices.delete(id);
    return Promise.resolve();
  }

  idsOf(userId: UserId): Promise<readonly DeviceId[]> {
    return Promise.resolve(
      this.#liveOf(userId)
        .map(({ id }) => id)
        .toSorted(),
    );
  }

  find(userId: UserId, id: DeviceId): Promise<Device | null> {
    return Promise.resolve(this.#liveOf(userId).find((one) => one.id === id) ?? null);
  }

  remove(userId: UserId, id: DeviceId): Promise<boolean> {
    const isTheirs = this.#store.devices.get(id)?.userId === userId;
    if (isTheirs) this.#store.devices.delete(id);
    return Promise.resolve(isTheirs);
  }

  #liveOf(userId: UserId): Device[] {
    return this.#store.devices
      .filter((one) => one.userId === userId)
      .filter(({ sessionId }) => this.#store.sessions.get(sessionId)?.revokedAt === null)
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
