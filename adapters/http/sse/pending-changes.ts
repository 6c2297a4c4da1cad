import type { Topic, TopicChanged } from '../../../application/shared/ports.js';
import type { HouseholdId, UserId } from '../../../domain/shared/ids.js';

/**
 * How long changes of one topic are collected, from the first one on. Other processes tell of changes within 100 ms
 * of each other at most 100 ms apart: with some time for the way, all of them become one message.
 */
const COLLECT_MS = 150;
/** At least so long between two messages. */
const GAP_MS = 250;

/** Whom a message concerns; null: every member. */
export type Audience = ReadonlySet<UserId> | null;

type Pending = { audience: Set<UserId> | null | undefined; sentAt: number };

/** Makes few messages of many changes: one a topic and household at a time, whomever they concern. */
export class PendingChanges {
  readonly #pending = new Map<string, Pending>();
  readonly #send: (householdId: HouseholdId, topic: Topic, audience: Audience) => void;

  constructor(send: (householdId: HouseholdId, topic: Topic, audience: Audience) => void) {
    this.#send = send;
  }

  add({ householdId, topic, onlyFor }: TopicChanged): void {
    const key = `${householdId} ${topic}`;
    const pending = this.#pending.get(key) ?? { audience: undefined, sentAt: -Infinity };
    this.#pending.set(key, pending);
    const isFirst = pending.audience === undefined;
    if (onlyFor === null) pending.audience = null;
    else if (pending.audience === undefined) pending.audience = new Set([onlyFor]);
    else pending.audience?.add(onlyFor);
    if (!isFirst) return;
    const waitMs = Math.max(COLLECT_MS, pending.sentAt + GAP_MS - performance.now());
    setTimeout(() => this.#flush(key, pending, householdId, topic), waitMs).unref();
  }

  #flush(key: string, pending: Pending, householdId: HouseholdId, topic: Topic): void {
    const { audience = null } = pending;
    pending.audience = undefined;
    pending.sentAt = performance.now();
    setTimeout(() => {
      if (pending.audience === undefined) this.#pending.delete(key);
    }, GAP_MS - COLLECT_MS).unref();
    this.#send(householdId, topic, audience);
  }
}
