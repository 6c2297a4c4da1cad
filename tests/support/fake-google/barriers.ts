import { doesMatch, type Match, type Seen } from './faults.js';

export type When = 'before effect' | 'after effect';

export type Barrier = {
  /** Resolves when the first matching request waits at the barrier. */
  readonly reached: Promise<void>;
  /** Lets the waiting request and all later ones continue. */
  release(): void;
};

type Held = { match: Match; when: When; reach(): void; readonly released: Promise<void> };

/** Makes requests wait until the test releases them. */
export class Barriers {
  readonly #held = new Set<Held>();

  /** Holds the first request that matches. All others pass. */
  hold(match: Match, when: When = 'before effect'): Barrier {
    const reached = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<undefined>();
    const held: Held = {
      ...{ match, when, released: released.promise },
      reach: () => reached.resolve(undefined),
    };
    this.#held.add(held);
    return {
      reached: reached.promise,
      release: () => {
        this.#held.delete(held);
        released.resolve(undefined);
      },
    };
  }

  async pass(seen: Seen, when: When): Promise<void> {
    const held = [...this.#held].find((one) => one.when === when && doesMatch(one.match, seen));
    if (held === undefined) return;
    this.#held.delete(held);
    held.reach();
    await held.released;
  }
}
