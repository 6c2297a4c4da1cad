import type { TopicChanged } from '../../../application/shared/ports.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Topic } from '../../../domain/sync/page.js';

/**
 * How long changes of a household are collected, from the first one on. Other processes tell of changes within 100 ms
 * of each other at most 100 ms apart: with some time for the way, all of them become one message a topic.
 */
const COLLECT_MS = 150;
/** At least so long between the messages of a household and the next ones. */
const GAP_MS = 250;

/** Whom each topic concerns; null: every member. */
export type ChangedTopics = ReadonlyMap<Topic, ReadonlySet<MemberId> | null>;

type Pending = { topics: Map<Topic, Set<MemberId> | null>; sentAt: number; isUnderWay: boolean };

/** Makes few messages of many changes: those of a household together, one a topic. */
export class PendingChanges {
  readonly #pending = new Map<HouseholdId, Pending>();
  readonly #send: (householdId: HouseholdId, topics: ChangedTopics) => Promise<void>;

  /** `send` never rejects; while it lasts, what comes for that household waits. */
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
