/** The clock of the fake. It follows another clock and differs from it by `skewMs`. */
export class FakeGoogleClock {
  skewMs = 0;
  readonly #followed: { now(): number };
  #lastStamp = 0;

  constructor(followed: { now(): number }) {
    this.#followed = followed;
  }

  now(): number {
    return this.#followed.now() + this.skewMs;
  }

  /**
   * Returns the time of a change in microseconds. Every change gets a different time, even if the followed
   * clock stands still.
   */
  stamp(): number {
    this.#lastStamp = Math.max(this.now() * 1000, this.#lastStamp + 1);
    return this.#lastStamp;
  }
}

/** Formats microseconds as `2026-11-21T12:00:00.000Z`, with six decimals if the last three are not zero. */
export function isoOfMicros(micros: number): string {
  const rest = micros % 1000;
  const iso = new Date(Math.floor(micros / 1000)).toISOString();
  return rest === 0 ? iso : `${iso.slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}
