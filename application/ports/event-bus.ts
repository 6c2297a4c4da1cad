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

/** Sessions of a user have ended, or memberships of a household: who listens has to be asked again. */
export type AccessEnded = { readonly userId: UserId } | { readonly householdId: HouseholdId };

export interface EventListener {
  /** Equal changes that follow each other closely may be told as one, after the last of them. */
  changed(change: TopicChanged): void;
  accessEnded(ended: AccessEnded): void;
  /** Messages may have been lost: anything may have changed, and anybody's access may have ended. */
  missed(): void;
}

/**
 * Carries what changed between the processes of the service: at most once, to those who listen now, in no
 * particular order. Neither method rejects or waits.
 */
export interface EventBus {
  /** To call after the commit: who hears of a change may read it at once. */
  publish(changes: readonly TopicChanged[]): void;
  /** As {@link publish}. */
  endAccess(ended: readonly AccessEnded[]): void;
  /** Has `listener` called for what is published here or in another process, until the end that it gives. */
  subscribe(listener: EventListener): () => void;
}
