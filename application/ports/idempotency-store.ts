import type { HouseholdId, UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

/** How long an answer is kept (specification, Limits). */
export const IDEMPOTENCY_RETENTION_MS = 24 * 3_600_000;
/** After this a reservation counts as left behind by a process that died. */
export const IDEMPOTENCY_LEASE_MS = 60_000;

/** One key of one caller for one route of one household. */
export type IdempotencyScope = {
  readonly userId: UserId;
  readonly householdId: HouseholdId;
  readonly route: string;
  readonly key: string;
};

export type StoredResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

export type Reservation =
  | { readonly kind: 'reserved' }
  /** Another request with the same key is running, `retryInMs` until its lease ends. */
  | { readonly kind: 'inProgress'; readonly retryInMs: number }
  /** The same request was answered before. */
  | { readonly kind: 'answered'; readonly response: StoredResponse }
  /** The key stands for another body. */
  | { readonly kind: 'otherRequest' };

/** Outside any transaction: a reservation must be seen by others at once. */
export interface IdempotencyStore {
  /** Atomic: of parallel calls with one scope exactly one is told `reserved`. Expired entries count as absent. */
  reserve(scope: IdempotencyScope, fingerprint: string, now: Instant): Promise<Reservation>;
  /**
   * Gives up the reservation that was made at `reservedAt` and has no answer yet, so that the key can be used again;
   * nobody else's. Where the store cannot be reached it rejects, and goes on trying for as long as the lease.
   */
  release(scope: IdempotencyScope, reservedAt: Instant): Promise<void>;
}

export interface IdempotencyRepository {
  /**
   * Keeps the answer under the reservation that was made at `reservedAt`, in the transaction of the work that it
   * answers for. Refused with IDEMPOTENCY_IN_PROGRESS when that one is not open any more (its lease ran out and
   * another request, maybe with another body, took the key): the work is then rolled back instead of being done
   * twice.
   */
  answer(scope: IdempotencyScope, reservedAt: Instant, response: StoredResponse): Promise<void>;
  /** Forgets what was reserved before then: it counts as absent already. */
  purge(reservedBefore: Instant): Promise<void>;
  /** Forgets all keys and answers of a user. */
  removeOf(userId: UserId): Promise<void>;
}
