import { setTimeout as delay } from 'node:timers/promises';
import type { Home } from './homes.js';

const RETRY_MS = 50;

/** A client of the live stream that comes back whenever it is cut off, to the next address. */
export class FaithfulStream {
  /** Milliseconds from each end to the head of the next answer. */
  readonly gaps: number[] = [];
  messages = 0;
  readonly #stopped = new AbortController();
  readonly #running: Promise<void>;

  constructor(urls: readonly string[], home: Home, first: number) {
    this.#running = this.#run(urls, home, first);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(urls: readonly string[], { path, writer }: Home, first: number): Promise<void> {
    const { signal } = this.#stopped;
    let endedAt: number | null = null;
    for (let turn = first; !signal.aborted; turn++) {
      try {
        const response = await fetch(`${urls[turn % urls.length]}${path}/events`, {
          headers: { authorization: `Bearer ${writer.token}`, 'last-event-id': '0' },
          signal,
        });
        if (!response.ok) throw new Error(`no stream: ${response.status}`);
        if (endedAt !== null) this.gaps.push(performance.now() - endedAt);
        endedAt = null;
        for await (const piece of response.body ?? [])
          if (Buffer.from(piece as Uint8Array).includes('data:')) this.messages++;
      } catch {
        // Cut off, refused or stopped: what follows is the same.
      }
      endedAt ??= performance.now();
      await delay(RETRY_MS);
    }
  }
}
