import type {
  AccessEnded,
  Attempts,
  Clock,
  EventBus,
  EventListener,
  ExclusiveLock,
  RateLimiter,
  TopicChanged,
} from '../../../../application/shared/ports.js';

/** Sends events to the listeners of this process only. */
export class InMemoryEventBus implements EventBus {
  readonly #listeners = new Set<EventListener>();

  publish(changes: readonly TopicChanged[]): void {
    for (const listener of [...this.#listeners])
      for (const change of changes) listener.changed({ ...change });
  }

  endAccess(ended: readonly AccessEnded[]): void {
    for (const listener of [...this.#listeners]) for (const end of ended) listener.accessEnded({ ...end });
  }

  subscribe(listener: EventListener): () => void {
    const own: EventListener = {
      changed: (change) => listener.changed(change),
      accessEnded: (ended) => listener.accessEnded(ended),
      missed: () => listener.missed(),
    };
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }
}

export class InMemoryExclusiveLock implements ExclusiveLock {
  readonly #last = new Map<string, Promise<unknown>>();

  async hold<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const settled = result.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}

/** Counts the requests of this process only. */
export class InMemoryRateLimiter implements RateLimiter {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Attempts>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async hit(key: string, windowMs: number, times = 1): Promise<Attempts> {
    const now = this.#clock.now();
    const open = this.#windows.get(key);
    const attempts =
      open === undefined || open.resetsAt <= now
        ? { count: times, resetsAt: now + windowMs }
        : { count: open.count + times, resetsAt: Math.min(open.resetsAt, now + windowMs) };
    this.#windows.set(key, attempts);
    return attempts;
  }

  async forget(key: string): Promise<void> {
    this.#windows.delete(key);
  }

  async undo(key: string): Promise<void> {
    const open = this.#windows.get(key);
    if (open !== undefined) this.#windows.set(key, { ...open, count: Math.max(0, open.count - 1) });
  }

  async purge(): Promise<void> {
    for (const [key, { resetsAt }] of this.#windows)
      if (resetsAt <= this.#clock.now()) this.#windows.delete(key);
  }
}
