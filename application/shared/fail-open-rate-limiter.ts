import { ApplicationError } from './errors.js';
import type { Clock, Logger, Attempts, RateLimiter } from './ports.js';

/**
 * Allows attempts if they cannot be counted, because otherwise nobody could sign in. If the whole database is
 * unreachable (UNAVAILABLE), the error is passed on: the request would fail anyway, after a second timeout. Errors of
 * `purge` are passed on too.
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

  /** The number of calls in this process whose error was ignored because the counters failed. */
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
