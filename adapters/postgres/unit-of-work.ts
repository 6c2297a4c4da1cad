import pg from 'pg';
import type { UnitOfWork, UnitOfWorkScope } from '../../application/ports/unit-of-work.js';
import { PostgresAccountRepository } from './account-repository.js';
import { PostgresCategoryRepository } from './category-repository.js';
import type { Database } from './database.js';
import { PostgresHouseholdRepository } from './household-repository.js';
import { PostgresIdempotencyRepository } from './idempotency-repository.js';
import { PostgresInvitationRepository } from './invitation-repository.js';
import { PostgresOccurrenceRepository } from './occurrence-repository.js';
import { PostgresSessionRepository } from './session-repository.js';

/**
 * More than this in a row are no accident. Each costs the server's `deadlock_timeout` of a second, so waiting
 * before the next attempt would add nothing.
 */
const ATTEMPTS = 4;

/**
 * READ COMMITTED: what must not change between reading and writing is read `…ForUpdate`. A transaction that the
 * server ends because two wait for each other is run again: who adds to a household locks its rows in the order
 * of the foreign keys, which nobody who removes it can follow.
 */
export class PostgresUnitOfWork implements UnitOfWork {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async run<T>(work: (scope: UnitOfWorkScope) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#db.transaction().execute((transaction) => work(scopeOver(transaction)));
      } catch (error) {
        if (attempt === ATTEMPTS || !isDeadlock(error)) throw error;
      }
    }
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

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01';
}
