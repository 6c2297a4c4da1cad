import type { Logger } from '../../../application/shared/ports.js';
import { MISSED, toPayloads, type Line } from './messages.js';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a change rests after it was sent: what is told of it meanwhile goes out as one, at the end. */
const REST_MS = 100;
const RETRY_MS = { first: 100, most: 2_000 };
/** More than that is not worth keeping while the database is away: everybody loads everything instead. */
const WAITING_LIMIT = 10_000;

export type NotifierOptions = {
  /** Heads each payload. */
  readonly sender: string;
  readonly send: (payloads: readonly string[]) => Promise<unknown>;
  readonly logger: Logger;
};

/**
 * Sends messages: the first of a kind at once, equal ones at most every 100 ms, all that wait in one statement, and
 * one statement at a time. What could not be sent is tried again.
 */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #waiting = new Set<Line>();
  /** Changes that have just been sent, and whether they have been told again since. */
  readonly #resting = new Map<Line, boolean>();
  #sending: Promise<void> | null = null;
  readonly #closing = new AbortController();
  #closed = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Not more often than every 100 ms. */
  sendPaced(line: Line): void {
    if (this.#resting.has(line)) this.#resting.set(line, true);
    else this.#sendAndRest(line);
  }

  sendNow(line: Line): void {
    if (this.#closed) return;
    this.#add(line);
    this.#sending ??= this.#sendAll();
  }

  /** Sends what waits, once more at most, and nothing from then on. */
  async close(): Promise<void> {
    for (const [line, toldAgain] of this.#resting) if (toldAgain) this.sendNow(line);
    this.#closed = true;
    this.#resting.clear();
    this.#closing.abort();
    await this.#sending;
  }

  #add(line: Line): void {
    if (this.#waiting.size < WAITING_LIMIT) this.#waiting.add(line);
    else {
      this.#waiting.clear();
      this.#waiting.add(MISSED);
    }
  }

  #sendAndRest(line: Line): void {
    if (this.#closed) return;
    this.sendNow(line);
    this.#resting.set(line, false);
    setTimeout(() => {
      const toldAgain = this.#resting.get(line) === true;
      this.#resting.delete(line);
      if (toldAgain) this.#sendAndRest(line);
    }, REST_MS).unref();
  }

  async #sendAll(): Promise<void> {
    for (let retryMs = RETRY_MS.first; this.#waiting.size > 0;) {
      const lines = [...this.#waiting];
      this.#waiting.clear();
      try {
        await this.#options.send(toPayloads(this.#options.sender, lines));
        retryMs = RETRY_MS.first;
      } catch (error) {
        this.#options.logger.warn('NOTIFY failed, will retry', { error, retryMs });
        if (this.#closed) break;
        for (const line of lines) this.#add(line);
        const options = { ref: false, signal: this.#closing.signal };
        await delay(retryMs, undefined, options).catch(() => undefined);
        retryMs = Math.min(2 * retryMs, RETRY_MS.most);
      }
    }
    this.#sending = null;
  }
}
