import { ApplicationError } from '../shared/errors.js';

/**
 * Thrown inside a transaction if a concurrent transaction has written the same row since this one read it. The
 * transaction is rolled back and may be run again.
 */
export class ConcurrentChange extends Error {
  override readonly name = 'LostRace';
}

const ATTEMPTS = 3;

/**
 * Runs `attempt` again, up to three times in all, if it loses a race with a concurrent transaction. The next attempt
 * sees what the other transaction wrote. Two parallel sign-ins of the same person cause this.
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
