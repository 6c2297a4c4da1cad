import { createHash } from 'node:crypto';
import type { Clock, IdGenerator } from '../../application/shared/ports.js';
import type { Instant } from '../../domain/shared/zone.js';

/** A clock that moves only when it is set, and never back. */
export class SimulatedClock implements Clock {
  #now: Instant;

  constructor(start: Instant) {
    this.#now = start;
  }

  now(): Instant {
    return this.#now;
  }

  advanceTo(instant: Instant): void {
    this.#now = Math.max(this.#now, instant);
  }
}

/** Creates UUIDs of version 7 with the time of a clock. Every run with the same times creates the same ids. */
export class RepeatableIds implements IdGenerator {
  #count = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  next<Id extends string>(): Id {
    const count = this.#count++;
    const time = this.#clock.now().toString(16).padStart(12, '0');
    // The counter orders ids of the same millisecond. It begins again after 4,096 ids.
    const order = (count % 4096).toString(16).padStart(3, '0');
    const rest = createHash('sha256').update(`demo ${count}`).digest('hex').slice(0, 15);
    return [time.slice(0, 8), time.slice(8), `7${order}`, `8${rest.slice(0, 3)}`, rest.slice(3)].join(
      '-',
    ) as Id;
  }
}

/** Returns a number from 0 (inclusive) to 1 (exclusive) that depends only on the text. */
export function pseudoRandom(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}
