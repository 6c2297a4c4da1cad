import { LockBusy, type ExclusiveLock } from '../../../application/shared/ports.js';
import { LockSession, type LockSessionOptions } from './lock-session.js';
import { setTimeout } from 'node:timers/promises';

export type ExclusiveLockOptions = LockSessionOptions & {
  /** How long a caller waits for a lock that another caller holds. */
  readonly waitMs?: number;
};

/**
 * Holds advisory locks of a PostgreSQL session. The locks do not belong to a transaction, and PostgreSQL releases
 * them when the connection ends. All locks of this process use one extra connection, so they take none from the
 * pool. PostgreSQL would give a session the same lock twice, so `Turns` makes callers within this process wait for
 * each other.
 */
export class PostgresExclusiveLock implements ExclusiveLock {
  readonly #options: ExclusiveLockOptions;
  readonly #waitMs: number;
  readonly #turns = new Turns();
  #session: LockSession | null = null;

  constructor(options: ExclusiveLockOptions) {
    this.#options = options;
    this.#waitMs = options.waitMs ?? 5_000;
  }

  async hold<T>(key: string, work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#waitMs;
    const end = await this.#turns.take(key, this.#waitMs);
    if (end === null) throw new LockBusy(key);
    try {
      const session = this.#living();
      if (!(await session.take(key, deadline))) throw new LockBusy(key);
      try {
        return await work();
      } finally {
        await session.release(key);
      }
    } finally {
      end();
    }
  }

  /** Releases all locks by closing the connection. */
  async close(): Promise<void> {
    await this.#session?.close();
    this.#session = null;
  }

  /**
   * Returns a usable session. If the session has lost its connection, it is replaced by a new one. Callers that
   * hold locks of the old session get an error when they release them.
   */
  #living(): LockSession {
    if (this.#session === null || this.#session.isLost) this.#session = new LockSession(this.#options);
    return this.#session;
  }
}

/** Lets the callers of each key take turns, in the order in which they asked. */
class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Waits for the caller's turn. Returns a function that ends the turn, or null if it did not come within `waitMs`.
   */
  async take(key: string, waitMs: number): Promise<(() => void) | null> {
    const before = this.#last.get(key);
    const own = Promise.withResolvers<undefined>();
    const last = Promise.all([before, own.promise]).then(() => undefined);
    this.#last.set(key, last);
    void last.then(() => {
      if (this.#last.get(key) === last) this.#last.delete(key);
    });
    if (before === undefined || (await isWithin(before, waitMs))) return () => own.resolve(undefined);
    own.resolve(undefined);
    return null;
  }
}

async function isWithin(event: Promise<void>, waitMs: number): Promise<boolean> {
  const alarm = new AbortController();
  const late = setTimeout(waitMs, false, { signal: alarm.signal }).catch(() => false);
  const isInTime = await Promise.race([event.then(() => true), late]);
  alarm.abort();
  return isInTime;
}
