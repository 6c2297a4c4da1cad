import { ApplicationError } from '../shared/errors.js';

/**
 * Thrown inside a transaction if a concurrent transaction has changed, added or deleted a row on which this one
 * relies. The transaction is rolled back and may be run again.
 */
export class ConcurrentChange extends Error {
  override readonly name = 'ConcurrentChange';
}

const ATTEMPTS = 3;

/**
 * Runs `attempt`, and runs it again if it fails because of a concurrent transaction: with {@link ConcurrentChange},
 * or with EMAIL_ALREADY_USED, because a parallel sign-in of the same person may just have created the account. The
 * next attempt sees what the other transaction wrote. After three attempts the error is thrown.
 */
export async function retryConcurrentChange<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const lost =
        error instanceof ConcurrentChange ||
        (error instanceof ApplicationError && error.code === 'EMAIL_ALREADY_USED');
      if (!lost || attempts === ATTEMPTS) throw error;
    }
  }
}
