/** Chooses at random. The same seed gives the same choices. */
export class Pick {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed % 2 ** 32, 2654435761) >>> 0;
    this.below(2);
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  /** Returns different values, in random order. */
  some<T>(values: readonly T[], count: number): T[] {
    const rest = [...values];
    return Array.from({ length: count }, () => rest.splice(this.below(rest.length), 1)[0]!);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}
