import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';
import type { Clock, RateLimiter } from '../../../application/shared/ports.js';

/** A store for express-rate-limit whose counters are shared by all processes. */
export class SharedStore implements Store {
  readonly #rateLimiter: RateLimiter;
  readonly #clock: Clock;
  #windowMs = 0;
  /**
   * The prefix of the keys. Each limit needs its own prefix, because express-rate-limit checks that two limits do
   * not share keys.
   */
  readonly prefix: string;

  constructor(name: string, { rateLimiter, clock }: { rateLimiter: RateLimiter; clock: Clock }) {
    this.prefix = name;
    this.#rateLimiter = rateLimiter;
    this.#clock = clock;
  }

  init({ windowMs }: Options): void {
    this.#windowMs = windowMs;
  }

  /** Returns `resetTime` on the system clock, because the library compares it with that clock. */
  async increment(key: string): Promise<ClientRateLimitInfo> {
    const { count, resetsAt } = await this.#rateLimiter.hit(this.#keyOf(key), this.#windowMs);
    return { totalHits: count, resetTime: new Date(Date.now() + resetsAt - this.#clock.now()) };
  }

  decrement(key: string): Promise<void> {
    return this.#rateLimiter.undo(this.#keyOf(key));
  }

  /** The interface requires this method. The service never resets a key. */
  resetKey(): Promise<void> {
    return Promise.resolve();
  }

  #keyOf(key: string): string {
    return `${this.prefix}:${key}`;
  }
}
