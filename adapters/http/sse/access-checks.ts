import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../application/shared/ports.js';
import type { SessionAtHome } from '../../../application/accounts/ports.js';
import type { OpenStream } from './open-stream.js';

const AT_ONCE = 1_000;
const RETRY_MS = 1_000;

export type AdmissionChecksOptions = {
  readonly areAdmitted: (asked: readonly SessionAtHome[]) => Promise<readonly boolean[]>;
  readonly isOpen: (stream: OpenStream) => boolean;
  readonly onEnded: (stream: OpenStream) => void;
  readonly logger: Logger;
};

/**
 * Checks which live streams may continue because their session and membership are still valid. One query checks up to
 * AT_ONCE streams, and only one query runs at a time.
 */
export class AccessChecks {
  readonly #options: AdmissionChecksOptions;
  readonly #waiting = new Set<OpenStream>();
  #isAsking = false;

  constructor(options: AdmissionChecksOptions) {
    this.#options = options;
  }

  /**
   * Checks whether these streams may continue, and calls `onEnded` for the others. If a query is already running,
   * another one follows, because the result of the running one may be outdated.
   */
  check(streams: Iterable<OpenStream>): void {
    for (const stream of streams) this.#waiting.add(stream);
    if (!this.#isAsking) void this.#askAll();
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true;
    for (;;) {
      const streams = this.#next();
      if (streams.length === 0) break;
      if (!(await this.#ask(streams))) await delay(RETRY_MS, undefined, { ref: false });
    }
    this.#isAsking = false;
  }

  #next(): OpenStream[] {
    const next: OpenStream[] = [];
    for (const stream of this.#waiting) {
      if (next.length === AT_ONCE) break;
      this.#waiting.delete(stream);
      if (this.#options.isOpen(stream)) next.push(stream);
    }
    return next;
  }

  async #ask(streams: readonly OpenStream[]): Promise<boolean> {
    try {
      const admitted = await this.#options.areAdmitted(streams.map(({ place }) => place));
      for (const [index, stream] of streams.entries())
        if (admitted[index] !== true) this.#options.onEnded(stream);
      return true;
    } catch (error) {
      this.#options.logger.warn('stream admission check failed', { error });
      for (const stream of streams) this.#waiting.add(stream);
      return false;
    }
  }
}
