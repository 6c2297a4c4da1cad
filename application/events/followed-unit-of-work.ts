import type { EventBus } from '../ports/event-bus.js';
import type { StoreScope, UnitOfWork, UnitOfWorkScope } from '../ports/unit-of-work.js';
import type { Follower } from './follower.js';
import type { HouseholdEvent } from './household-event.js';
import { topicsOf } from './topics.js';

/**
 * Transactions whose events are followed: by the followers before they commit, by the live stream after they have.
 * What is rolled back was never heard of.
 */
export class FollowedUnitOfWork implements UnitOfWork {
  readonly #store: UnitOfWork<StoreScope>;
  readonly #followers: readonly Follower[];
  readonly #bus: Pick<EventBus, 'publish'>;

  constructor(store: UnitOfWork<StoreScope>, followers: readonly Follower[], bus: Pick<EventBus, 'publish'>) {
    this.#store = store;
    this.#followers = followers;
    this.#bus = bus;
  }

  async run<T>(work: (scope: UnitOfWorkScope) => Promise<T>): Promise<T> {
    let happened: readonly HouseholdEvent[] = [];
    const result = await this.#store.run(async (store) => {
      const events: HouseholdEvent[] = [];
      happened = events;
      const done = await work({ ...store, events: { record: (event) => void events.push(event) } });
      if (events.length > 0) for (const follow of this.#followers) await follow(store, events);
      return done;
    });
    if (happened.length > 0) this.#bus.publish(topicsOf(happened));
    return result;
  }
}
