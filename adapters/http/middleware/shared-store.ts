import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';
import type { Clock, RateLimiter } from '../../../application/shared/ports.js';

/** Lets express-rate-limit count where all processes count together. */
export class SharedStore implements Store {
  readonly #name: string;
  readonly #rateLimiter: RateLimiter;
  readonly #clock: Clock;
  #windowMs = 0;
  /** express-rate-limit asks whether two limits could count the same keys. */
  readonly prefix: string;

  constructor(name: string, { rateLimiter, clock }: { rateLimiter: RateLimiter; clock: Clock }) {
    this.#name = name;
    this.prefix = name;
    this.#rateLimiter = rateLimiter;
    this.#clock = clock;
  }

  init({ windowMs }: Options): void {
    this.#windowMs = windowMs;
  }

  /** The library reckons with the clock of the machine, whatever ours says. */
  async increment(key: string): Promise<ClientRateLimitInfo> {
    const { count, resetsAt } = await this.#rateLimiter.hit(this.#keyOf(key), this.#windowMs);
    return { totalHits: count, resetTime: new Date(Date.now() + resetsAt - this.#clock.now()) };
  }

  decrement(key: string): Promise<void> {
    return this.#rateLimiter.undo(this.#keyOf(key));
  }

  /** The library calls it only when told to, and we never tell it. */
  resetKey(): Promise<void> {
    return Promise.resolve();
  }

  #keyOf(key: string): string {
    return `${this.#name}:${key}`;
  }
}
