import type { MemberId } from './ids.js';

/**
 * Rounds the minutes of each member to whole numbers that add up to the rounded total. The members with the
 * largest fractions are rounded up. If fractions are equal, the lowest ids are rounded up.
 */
export function apportioned(shares: readonly (readonly [MemberId, number])[]): ReadonlyMap<MemberId, number> {
  const fraction = (share: number) => share - Math.floor(share);
  const whole = new Map(shares.map(([id, share]) => [id, Math.floor(share)]));
  const left = Math.round(sum(shares.map(([, share]) => share))) - sum(whole.values());
  const first = shares.toSorted(
    ([one, share], [other, another]) =>
      // Fractions count as equal if they differ only because of floating-point errors.
      Number((fraction(another) - fraction(share)).toFixed(6)) || (one < other ? -1 : 1),
  );
  for (const [id] of first.slice(0, left)) whole.set(id, (whole.get(id) ?? 0) + 1);
  return whole;
}

export function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
