import { ApplicationError } from './errors.js';
import type { Clock, Logger, Attempts, RateLimiter } from './ports.js';

/**
 * Lets attempts pass when they cannot be counted: better a limit that is missing for a while than nobody who can
 * sign in. Where the database as a whole is out of reach (UNAVAILABLE) that is passed on: the request could not
 * do anything either, and would only wait twice to find out.
 */
export class FailOpenRateLimiter implements RateLimiter {
  readonly #limiter: RateLimiter;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #failures = 0;

  constructor(limiter: RateLimiter, { clock, logger }: { readonly clock: Clock; readonly logger: Logger }) {
    this.#limiter = limiter;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Attempts that passed uncounted since the process began. */
  get failures(): number {
    return this.#failures;
  }

  hit(key: string, windowMs: number, times = 1): Promise<Attempts> {
    const uncounted = { count: times, resetsAt: this.#clock.now() + windowMs };
    return this.#limiter
      .hit(key, windowMs, times)
      .catch((error: unknown) => this.#passOver(error, uncounted));
  }

  undo(key: string): Promise<void> {
    return this.#limiter.undo(key).catch((error: unknown) => this.#passOver(error, undefined));
  }

  forget(key: string): Promise<void> {
    return this.#limiter.forget(key).catch((error: unknown) => this.#passOver(error, undefined));
  }

  purge(): Promise<void> {
    return this.#limiter.purge();
  }

  #passOver<T>(error: unknown, instead: T): T {
    if (error instanceof ApplicationError) throw error;
    this.#failures++;
    this.#logger.error('rate limiter unavailable, allowing requests', { failures: this.#failures, error });
    return instead;
  }
}
