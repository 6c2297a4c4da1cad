import { setTimeout } from 'node:timers/promises';

/** Who is next, by key: one after the other in the order in which they came. */
export class Turns {
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
