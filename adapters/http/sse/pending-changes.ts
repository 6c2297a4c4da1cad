import type { TopicChanged } from '../../../application/shared/ports.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Topic } from '../../../domain/sync/page.js';

/**
 * The first change of a household starts a wait of at least this length. All changes that arrive during the wait
 * become one message per topic. Other processes report their changes up to 100 ms late, and the remaining 50 ms allow
 * for the network.
 */
const COLLECT_MS = 150;
/** The shortest time between two messages of a household. */
const GAP_MS = 250;

/** The members whom each topic concerns. null means every member. */
export type ChangedTopics = ReadonlyMap<Topic, ReadonlySet<MemberId> | null>;

type Pending = { topics: Map<Topic, Set<MemberId> | null>; sentAt: number; isUnderWay: boolean };

/** Collects the changes of each household and passes them on together, each topic once. */
export class PendingChanges {
  readonly #pending = new Map<HouseholdId, Pending>();
  readonly #send: (householdId: HouseholdId, topics: ChangedTopics) => Promise<void>;

  /**
   * `send` must not reject. Changes of the same household that arrive while it runs are sent in the next message.
   */
  constructor(send: (householdId: HouseholdId, topics: ChangedTopics) => Promise<void>) {
    this.#send = send;
  }

  add({ householdId, topic, onlyFor }: TopicChanged): void {
    const pending = this.#pending.get(householdId) ?? {
      topics: new Map<Topic, Set<MemberId> | null>(),
      sentAt: -Infinity,
      isUnderWay: false,
    };
    this.#pending.set(householdId, pending);
    const audience = pending.topics.get(topic);
    if (onlyFor === null) pending.topics.set(topic, null);
    else if (audience === undefined) pending.topics.set(topic, new Set([onlyFor]));
    else audience?.add(onlyFor);
    if (!pending.isUnderWay) this.#sendLater(householdId, pending);
  }

  #sendLater(householdId: HouseholdId, pending: Pending): void {
    pending.isUnderWay = true;
    const waitMs = Math.max(COLLECT_MS, pending.sentAt + GAP_MS - performance.now());
    setTimeout(() => void this.#flush(householdId, pending), waitMs).unref();
  }

  async #flush(householdId: HouseholdId, pending: Pending): Promise<void> {
    const { topics } = pending;
    pending.topics = new Map();
    await this.#send(householdId, topics);
    pending.sentAt = performance.now();
    pending.isUnderWay = false;
    if (pending.topics.size > 0) this.#sendLater(householdId, pending);
    else
      setTimeout(() => {
        if (!pending.isUnderWay) this.#pending.delete(householdId);
      }, GAP_MS - COLLECT_MS).unref();
  }
}
