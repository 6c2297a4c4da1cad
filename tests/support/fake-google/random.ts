import { randomBytes } from 'node:crypto';

/** Returns a generator of numbers in [0, 1) that is the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns an id in the format of the ids that Google generates. */
export function generatedEventId(): string {
  return [...randomBytes(26)].map((byte) => 'abcdefghijklmnopqrstuv0123456789'[byte % 32]).join('');
}
