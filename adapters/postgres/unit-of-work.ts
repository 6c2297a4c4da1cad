import type { UnitOfWork, UnitOfWorkScope } from '../../application/ports/unit-of-work.js';
import { PostgresAccountRepository } from './account-repository.js';
import { PostgresCategoryRepository } from './category-repository.js';
import type { Database } from './database.js';
import { PostgresHouseholdRepository } from './household-repository.js';
import { PostgresIdempotencyRepository } from './idempotency-repository.js';
import { PostgresInvitationRepository } from './invitation-repository.js';
import { PostgresOccurrenceRepository } from './occurrence-repository.js';
import { PostgresSessionRepository } from './session-repository.js';

/** READ COMMITTED: what must not change between reading and writing is read `…ForUpdate`. */
export class PostgresUnitOfWork implements UnitOfWork {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  run<T>(work: (scope: UnitOfWorkScope) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute((transaction) => work(scopeOver(transaction)));
  }
}

function scopeOver(db: Database): UnitOfWorkScope {
  return {
    accounts: new PostgresAccountRepository(db),
    sessions: new PostgresSessionRepository(db),
    households: new PostgresHouseholdRepository(db),
    invitations: new PostgresInvitationRepository(db),
    categories: new PostgresCategoryRepository(db),
    occurrences: new PostgresOccurrenceRepository(db),
    idempotency: new PostgresIdempotencyRepository(db),
  };
}
