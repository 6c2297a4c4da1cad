const QUIET_MS = 30_000;

/**
 * Limits repeated error messages. While the database of the queue is down, this process looks for due jobs about once a
 * second, and each look fails.
 *
 * - Errors are equal if their messages are equal, ignoring the queue and the worker.
 * - The first one is reported immediately, with a count of 0.
 * - Equal ones in the next 30 seconds are only counted.
 * - The first equal one after that is reported with this count, and starts the next 30 seconds.
 * - A count is never reported if no equal error follows, or if another error is reported first and clears it.
 */
export class RepeatedErrors {
  readonly #reported = new Map<string, { at: number; since: number }>();
  readonly #report: (error: Error, repeated: number) => void;

  constructor(report: (error: Error, repeated: number) => void) {
    this.#report = report;
  }

  add(error: Error, now = performance.now()): void {
    const key = readCause(error);
    const earlier = this.#reported.get(key);
    if (earlier !== undefined && now - earlier.at < QUIET_MS) {
      earlier.since++;
      return;
    }
    // Expired entries are removed here. Otherwise errors with changing messages would fill the memory.
    for (const [other, { at }] of this.#reported) if (now - at >= QUIET_MS) this.#reported.delete(other);
    this.#reported.set(key, { at: now, since: 0 });
    this.#report(error, earlier?.since ?? 0);
  }
}

/** Returns the message without the queue and the worker, which pg-boss appends. */
function readCause({ message }: Error): string {
  return message.replace(/ \(Queue: .*$/s, '');
}
