import type { HouseholdId, UserId } from '../../domain/shared/ids.js';

export const TOPICS = ['tasks', 'shopping', 'notifications'] as const;
export type Topic = (typeof TOPICS)[number];

/** What clients must load again. */
export type TopicChanged = {
  readonly householdId: HouseholdId;
  readonly topic: Topic;
  /** Whom it concerns; null: every member. */
  readonly onlyFor: UserId | null;
};

/** Carries what changed between the processes of the service: at most once, to those who listen now. */
export interface EventBus {
  /** Never rejects and does not wait: a message that is lost is made up for when clients reconnect. */
  publish(changes: readonly TopicChanged[]): void;
  /** Calls `listener` for each change published here or in another process, in no particular order; gives the end. */
  subscribe(listener: (change: TopicChanged) => void): () => void;
}
