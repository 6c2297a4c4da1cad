import { reservationLost } from '../../../application/shared/errors.js';
import { reservationOver } from '../../../application/shared/idempotency-entry.js';
import type {
  IdempotencyRepository,
  IdempotencyScope,
  IdempotencyStore,
  Reservation,
  StoredResponse,
} from '../../../application/shared/ports.js';
import type { UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { toKey, type Store } from '../store.js';

/** Works on the store itself, also while a unit of work runs: each call is one step. */
export class InMemoryIdempotencyStore implements IdempotencyStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  reserve(scope: IdempotencyScope, fingerprint: string, now: Instant): Promise<Reservation> {
    const entry = this.#store.idempotencyKeys.get(entryKey(scope));
    const told = entry && reservationOver(entry, fingerprint, now);
    if (told) return Promise.resolve(told);
    this.#store.idempotencyKeys.set(entryKey(scope), { fingerprint, reservedAt: now, response: null });
    return Promise.resolve({ kind: 'reserved' });
  }

  release(scope: IdempotencyScope, reservedAt: Instant): Promise<void> {
    const entry = this.#store.idempotencyKeys.get(entryKey(scope));
    if (entry?.response === null && entry.reservedAt === reservedAt)
      this.#store.idempotencyKeys.delete(entryKey(scope));
    return Promise.resolve();
  }
}

export class InMemoryIdempotencyRepository implements IdempotencyRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  answer(scope: IdempotencyScope, reservedAt: Instant, response: StoredResponse): Promise<void> {
    const entry = this.#store.idempotencyKeys.get(entryKey(scope));
    if (entry?.response !== null || entry.reservedAt !== reservedAt) return Promise.reject(reservationLost());
    this.#store.idempotencyKeys.set(entryKey(scope), { ...entry, response });
    return Promise.resolve();
  }

  replace(scope: IdempotencyScope, reservedAt: Instant, response: StoredResponse): Promise<void> {
    const entry = this.#store.idempotencyKeys.get(entryKey(scope));
    if (entry?.reservedAt === reservedAt && entry.response !== null)
      this.#store.idempotencyKeys.set(entryKey(scope), { ...entry, response });
    return Promise.resolve();
  }

  purge(reservedBefore: Instant): Promise<void> {
    this.#store.idempotencyKeys.deleteWhere(({ reservedAt }) => reservedAt < reservedBefore);
    return Promise.resolve();
  }

  removeOf(userId: UserId): Promise<void> {
    this.#store.idempotencyKeys.deleteWhere((_entry, key) => userOfEntry(key) === userId);
    return Promise.resolve();
  }
}

function entryKey({ userId, householdId, route, key }: IdempotencyScope): string {
  return toKey(userId, householdId, route, key);
}

const userOfEntry = (key: string) => (JSON.parse(key) as string[])[0];

/** The household that the entry under `key` belongs to. */
export function householdOfEntry(key: string): string | undefined {
  return (JSON.parse(key) as string[])[1];
}
