const QUIET_MS = 30_000;

/**
 * While the queue's database is away every worker of every queue complains each second. The first of equal
 * complaints is told at once; those of the next half minute are counted and told with the one after.
 */
export class RepeatedErrors {
  readonly #told = new Map<string, { at: number; since: number }>();
  readonly #tell: (error: Error, repeated: number) => void;

  constructor(tell: (error: Error, repeated: number) => void) {
    this.#tell = tell;
  }

  add(error: Error, now = performance.now()): void {
    const key = causeOf(error);
    const told = this.#told.get(key);
    if (told !== undefined && now - told.at < QUIET_MS) {
      told.since++;
      return;
    }
    // Forgotten together with the rest, so that ever new messages do not pile up.
    for (const [other, { at }] of this.#told) if (now - at >= QUIET_MS) this.#told.delete(other);
    this.#told.set(key, { at: now, since: 0 });
    this.#tell(error, told?.since ?? 0);
  }
}

/** pg-boss adds the queue and the worker to the message. */
function causeOf({ message }: Error): string {
  return message.replace(/ \(Queue: .*$/s, '');
}
