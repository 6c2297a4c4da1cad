import { FollowedUnitOfWork } from '../../application/shared/events/followed-unit-of-work.js';
import type { Follower } from '../../application/shared/events/follower.js';
import type { StoreScope, UnitOfWork } from '../../application/shared/unit-of-work.js';
import { InMemoryEventBus } from '../../adapters/memory/shared/event-bus.js';

/** Transactions on a bare store, for use cases that tell what happened. */
export function followed(
  store: UnitOfWork<StoreScope>,
  followers: readonly Follower[] = [],
  bus = new InMemoryEventBus(),
): UnitOfWork {
  return new FollowedUnitOfWork(store, followers, bus);
}
