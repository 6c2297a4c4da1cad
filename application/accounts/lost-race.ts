import { ApplicationError } from '../shared/errors.js';

/** Between what a unit of work read and what it wrote, another wrote the same; nothing of this one remained. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

const ATTEMPTS = 3;

/** Decides anew after a lost race, where what the winner wrote can be read. Two sign-ins of one person do that. */
export async function untilNotLost<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const lost =
        error instanceof LostRace ||
        (error instanceof ApplicationError && error.code === 'EMAIL_ALREADY_USED');
      if (!lost || attempts === ATTEMPTS) throw error;
    }
  }
}
