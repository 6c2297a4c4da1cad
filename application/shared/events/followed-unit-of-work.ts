import type { AccessEnded, EventBus } from '../ports.js';
import type { StoreScope, UnitOfWork, UnitOfWorkScope } from '../unit-of-work.js';
import { endedAccess } from './ended-access.js';
import type { Follower } from './follower.js';
import type { HouseholdEvent } from './household-event.js';
import { topicsOf } from './topics.js';

/** What a transaction has told so far. */
type Told = { readonly events: HouseholdEvent[]; readonly ended: AccessEnded[] };

/**
 * Transactions whose events are followed: by the followers before they commit, by the live stream after they have.
 * What is rolled back was never heard of.
 */
export class FollowedUnitOfWork implements UnitOfWork {
  readonly #store: UnitOfWork<StoreScope>;
  readonly #followers: readonly Follower[];
  readonly #bus: Pick<EventBus, 'publish' | 'endAccess'>;

  constructor(
    store: UnitOfWork<StoreScope>,
    followers: readonly Follower[],
    bus: Pick<EventBus, 'publish' | 'endAccess'>,
  ) {
    this.#store = store;
    this.#followers = followers;
    this.#bus = bus;
  }

  async run<T>(work: (scope: UnitOfWorkScope) => Promise<T>): Promise<T> {
    let told: Told = { events: [], ended: [] };
    const result = await this.#store.run(async (store) => {
      // Work that is run again begins with nothing told.
      const own: Told = { events: [], ended: [] };
      told = own;
      const done = await work({
        ...store,
        events: {
          record: (event) => void own.events.push(event),
          signedOut: (userId) => void own.ended.push({ userId }),
        },
      });
      if (own.events.length > 0) for (const follow of this.#followers) await follow(store, own.events);
      return done;
    });
    const ended = [...told.ended, ...endedAccess(told.events)];
    const changes = topicsOf(told.events);
    if (ended.length > 0) this.#bus.endAccess(ended);
    if (changes.length > 0) this.#bus.publish(changes);
    return result;
  }
}
