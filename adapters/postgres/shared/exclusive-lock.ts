import { LockBusy, type ExclusiveLock } from '../../../application/shared/ports.js';
import { LockSession, type LockSessionOptions } from './lock-session.js';
import { setTimeout } from 'node:timers/promises';

export type ExclusiveLockOptions = LockSessionOptions & {
  /** How long somebody else's work may be waited for. */
  readonly waitMs?: number;
};

/**
 * Advisory locks of a session: outside of transactions, and gone with their connection. All that a process holds are on
 * one connection of their own, so that however much work is done under locks, statements find the pool as it was. A
 * session may take its own lock twice: within the process it goes in turns.
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

  /** Whatever is held is free from then on. */
  async close(): Promise<void> {
    await this.#session?.close();
    this.#session = null;
  }

  /** One that has broken is left to those that still hold something of it, and learn of it at their end. */
  #living(): LockSession {
    if (this.#session === null || this.#session.isLost) this.#session = new LockSession(this.#options);
    return this.#session;
  }
}

/** Who is next, by key: one after the other in the order in which they came. */
class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when it is one's turn, with what ends it; null after `waitMs`, and then somebody else's turn comes. */
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
