import type { MemberId } from '../shared/ids.js';
import { modulo } from '../shared/modulo.js';

/**
 * Who comes at `position` of a shuffle: each round of `order.length` positions is a permutation drawn from the
 * seed and the round's number, so that the cost does not grow with the position.
 *
 * Nobody comes twice in a row: where a round would begin with the one who ended the round before, its first two
 * change places. From three members on this leaves the last place of every round as it was drawn, so that the
 * round before need not be known with its own correction; two members can only alternate.
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

/** The same members in an order that makes the shuffle of that seed begin with `first`. */
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

/** Fisher and Yates, with numbers that come from the seed alone. */
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

/** FNV-1a over UTF-16 code units, 32 bits: short, and the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/** The mixing step of mulberry32: a fraction from 0 up to 1. */
function fraction(state: number): number {
  let value = Math.imul(state ^ (state >>> 15), 1 | state);
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
  return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
}
