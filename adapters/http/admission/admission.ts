import type { BulkLine } from '../../../application/bulk/bulk-line.js';
import type { HouseholdId, UserId } from '../../../domain/shared/ids.js';
import type { Turn } from './turn.js';
import { Turnstile, type TurnstileLimits } from './turnstile.js';

export type AdmissionLimits = {
  readonly user: TurnstileLimits;
  readonly household: TurnstileLimits;
  /** Reads of calendar addresses of one household, and of all households together. */
  readonly feedsOfHousehold: TurnstileLimits;
  readonly feeds: TurnstileLimits;
};

/**
 * Of a process with ten connections to the database, one user takes three at most and one household five. What comes
 * at once beyond that waits: a client that writes fifty things side by side is served, one that writes hundreds is not.
 */
const LIMITS: AdmissionLimits = {
  user: { atWork: 3, waiting: 60, waitMs: 5_000 },
  household: { atWork: 5, waiting: 60, waitMs: 5_000 },
  feedsOfHousehold: { atWork: 1, waiting: 20, waitMs: 5_000 },
  feeds: { atWork: 2, waiting: 60, waitMs: 5_000 },
};

const ALL_FEEDS = 'all';

/**
 * The door in front of all work for a session: what one user, or one household, sends at once never keeps the others
 * from theirs. The user comes first, before the database is asked anything; the household when it is known to be theirs.
 */
export class Admission {
  readonly #users: Turnstile;
  readonly #households: Turnstile;
  readonly #feedsOfHousehold: Turnstile;
  readonly #feeds: Turnstile;
  readonly #bulkLine: BulkLine;

  constructor(bulkLine: BulkLine, limits: Partial<AdmissionLimits> = {}) {
    this.#bulkLine = bulkLine;
    this.#users = new Turnstile(limits.user ?? LIMITS.user);
    this.#households = new Turnstile(limits.household ?? LIMITS.household);
    this.#feedsOfHousehold = new Turnstile(limits.feedsOfHousehold ?? LIMITS.feedsOfHousehold);
    this.#feeds = new Turnstile(limits.feeds ?? LIMITS.feeds);
  }

  admitUser(turn: Turn, userId: UserId): Promise<void> {
    return turn.take(this.#users, userId);
  }

  admitMember(turn: Turn, householdId: HouseholdId): Promise<void> {
    return turn.take(this.#households, householdId);
  }

  /**
   * Lets a read of a calendar address in. The household comes first: those that wait for their household hold no place
   * that another household could use.
   */
  async admitFeed(turn: Turn, householdId: HouseholdId): Promise<void> {
    await turn.take(this.#feedsOfHousehold, householdId);
    await turn.take(this.#feeds, ALL_FEEDS);
  }

  /** Waits for the turn of work on whole households, see {@link BulkLine}; holds no other place meanwhile. */
  admitBulk(turn: Turn, userId: UserId, cost: number): Promise<void> {
    return turn.waitInLine(() => this.#bulkLine.enter(userId, cost));
  }
}
