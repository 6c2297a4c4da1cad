import type { UserId } from '../../../domain/shared/ids.js';
import type { EventBus } from '../ports.js';
import type { StreamNumber } from '../../sync/ports.js';
import type { Transactions } from '../transactions.js';
import type { StoreScope, UnitOfWork, UnitOfWorkScope } from '../unit-of-work.js';
import { publishAfterCommit, type RaisedEvents } from './after-commit.js';
import type { DomainEvent } from './domain-event.js';

/**
 * Does what must follow from a transaction's events, in that transaction: it is not called without events, and when
 * it rejects nothing of the transaction remains. It gets all of them at once, so that it can write them at once.
 */
export type BeforeCommit = (scope: StoreScope, events: readonly DomainEvent[]) => Promise<void>;

/**
 * Transactions with domain events: their handlers run before the commit, and what was committed is published after it.
 * What is rolled back was never heard of.
 */
export class PublishingUnitOfWork implements UnitOfWork {
  readonly #store: Transactions<StoreScope>;
  readonly #beforeCommit: readonly BeforeCommit[];
  readonly #bus: Pick<EventBus, 'publish' | 'endAccess'>;

  constructor(
    store: Transactions<StoreScope>,
    beforeCommit: readonly BeforeCommit[],
    bus: Pick<EventBus, 'publish' | 'endAccess'>,
  ) {
    this.#store = store;
    this.#beforeCommit = beforeCommit;
    this.#bus = bus;
  }

  async run<T>(work: (scope: UnitOfWorkScope) => Promise<T>): Promise<T> {
    let committed: RaisedEvents = { events: [], signedOut: [] };
    const result = await this.#store.run(async (store) => {
      // Work that is run again begins without events.
      const events: DomainEvent[] = [];
      const signedOut: UserId[] = [];
      committed = { events, signedOut };
      const recorder = {
        raise: (event: DomainEvent) => void events.push(event),
        signedOut: (userId: UserId) => void signedOut.push(userId),
      };
      const scope = Object.create(store, { events: { value: recorder } }) as UnitOfWorkScope;
      const done = await work(scope);
      if (events.length > 0) for (const handle of this.#beforeCommit) await handle(store, events);
      // Last, since from here on others wait for this transaction.
      await this.#writeChanges(store);
      return done;
    });
    publishAfterCommit(this.#bus, committed);
    return result;
  }

  async #writeChanges({ journal, changes }: StoreScope): Promise<readonly StreamNumber[]> {
    const entries = journal.entries();
    return entries.length === 0 ? [] : changes.write(entries, null);
  }
}
