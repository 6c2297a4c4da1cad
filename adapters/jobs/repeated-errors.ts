const QUIET_MS = 30_000;

/**
 * While the queue's database is away every worker of every queue complains each second. Complaints are equal whose
 * messages are, whatever the queue and the worker. The first is told at once with a count of 0; equal ones of the half
 * minute after it are only counted. The next equal one after that half minute is told with how many they were, itself
 * not counted, and begins another half minute. Where none follows, or another complaint is told before it, the count
 * is told to nobody.
 */
export class RepeatedErrors {
  readonly #told = new Map<string, { at: number; since: number }>();
  readonly #tell: (error: Error, repeated: number) => void;

  constructor(tell: (error: Error, repeated: number) => void) {
    this.#tell = tell;
  }

  add(error: Error, now = performance.now()): void {
    const key = readCause(error);
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
function readCause({ message }: Error): string {
  return message.replace(/ \(Queue: .*$/s, '');
}
