import type { AccountRepository } from './account-repository.js';
import type { CategoryRepository } from './category-repository.js';
import type { HouseholdRepository } from './household-repository.js';
import type { IdempotencyRepository } from './idempotency-store.js';
import type { InvitationRepository } from './invitation-repository.js';
import type { OccurrenceRepository } from './occurrence-repository.js';
import type { SessionRepository } from './session-repository.js';

/** The repositories bound to one transaction. They must not be used after it has ended. */
export type UnitOfWorkScope = {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly households: HouseholdRepository;
  readonly invitations: InvitationRepository;
  readonly categories: CategoryRepository;
  readonly occurrences: OccurrenceRepository;
  readonly idempotency: IdempotencyRepository;
};

export interface UnitOfWork {
  /**
   * Runs `work` in one transaction and commits when it resolves; when it rejects, nothing of it remains and the
   * rejection is passed on. Calls to other services never happen inside. `work` may be run again after the
   * storage gave it up in favour of another transaction, so it leaves nothing behind but what the scope takes back.
   */
  run<T>(work: (scope: UnitOfWorkScope) => Promise<T>): Promise<T>;
}
