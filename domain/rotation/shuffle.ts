import { hash } from '../shared/hash.js';
import type { MemberId } from '../shared/ids.js';
import { modulo } from '../shared/modulo.js';

/**
 * Returns the member at `position` of a shuffle. Each round of `order.length` positions is a permutation derived from
 * the seed and the number of the round, so the cost does not grow with the position.
 *
 * With two or more members, nobody has two turns in a row. If a round would begin with the last member of the
 * previous round, the first two members of the round are exchanged. With three or more members, this does not change
 * the last position of a round, so only the previous round must be checked. Two members simply alternate.
 */
export function shuffledAt(order: readonly MemberId[], seed: string, position: number): MemberId | null {
  const size = order.length;
  if (size === 0) return null;
  if (size === 1) return order[0] ?? null;
  if (size === 2) return order[modulo(position + (hash(seed) & 1), 2)] ?? null;
  const round = Math.floor(position / size);
  const drawn = permutation(size, seed, round);
  if (round > 0 && drawn[0] === permutation(size, seed, round - 1)[size - 1])
    [drawn[0], drawn[1]] = [drawn[1] as number, drawn[0] as number];
  return order[drawn[modulo(position, size)] as number] ?? null;
}

/** Returns the members in an order for which the shuffle with this seed begins with `first`. */
export function orderBeginningWith(
  order: readonly MemberId[],
  seed: string,
  first: MemberId,
): readonly MemberId[] {
  const drawnFirst = shuffledAt(order, seed, 0);
  if (!order.includes(first)) return order;
  return order.map((member) =>
    member === first ? (drawnFirst ?? member) : member === drawnFirst ? first : member,
  );
}

/** Fisher-Yates shuffle with pseudo-random numbers derived only from the seed and the number of the round. */
function permutation(size: number, seed: string, round: number): number[] {
  const drawn = Array.from({ length: size }, (_, index) => index);
  let state = hash(`${seed}:${round}`);
  for (let last = size - 1; last > 0; last -= 1) {
    state = (state + 0x6d2b79f5) | 0;
    const chosen = Math.floor(fraction(state) * (last + 1));
    [drawn[last], drawn[chosen]] = [drawn[chosen] as number, drawn[last] as number];
  }
  return drawn;
}

/** The mixing step of mulberry32. Returns a fraction from 0 (inclusive) to 1 (exclusive). */
function fraction(state: number): number {
  let value = Math.imul(state ^ (state >>> 15), 1 | state);
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
  return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
}
