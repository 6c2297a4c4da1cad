import type { StoreScope } from '../unit-of-work.js';
import type { HouseholdEvent } from './household-event.js';

/**
 * Does what must follow from a transaction's events, in that transaction: it is not called without events, and when
 * it rejects nothing of the transaction remains. It gets all of them at once, so that it can write them at once.
 */
export type Follower = (scope: StoreScope, events: readonly HouseholdEvent[]) => Promise<void>;
