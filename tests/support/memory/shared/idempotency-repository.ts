import type {
  IdempotencyRepository,
  IdempotencyScope,
  IdempotencyStore,
  KeptAnswer,
} from '../../../../application/shared/ports.js';
import type { UserId } from '../../../../domain/shared/ids.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { toKey, InMemoryRepository } from '../store.js';

export class InMemoryIdempotencyRepository
  extends InMemoryRepository
  implements IdempotencyRepository, IdempotencyStore
{
  /** The key is always free, because units of work run one after the other. */
  claim(): Promise<boolean> {
    return Promise.resolve(true);
  }

  keep(scope: IdempotencyScope, answer: KeptAnswer): Promise<void> {
    this.store.idempotencyKeys.set(entryKey(scope), answer);
    return Promise.resolve();
  }

  purge(keptBefore: Instant): Promise<void> {
    this.store.idempotencyKeys.deleteWhere(({ keptAt }) => keptAt < keptBefore);
    return Promise.resolve();
  }

  removeOf(userId: UserId): Promise<void> {
    this.store.idempotencyKeys.deleteWhere((_entry, key) => userOfEntry(key) === userId);
    return Promise.resolve();
  }
}

function entryKey({ userId, householdId, route, key }: IdempotencyScope): string {
  return toKey(userId, householdId, route, key);
}

const userOfEntry = (key: string) => (JSON.parse(key) as string[])[0];

/** Returns the household of the entry with this key. */
export function householdOfEntry(key: string): string | undefined {
  return (JSON.parse(key) as string[])[1];
}
