import type { MemberId } from './ids.js';

/**
 * Rounds the shares to whole minutes that add up to the rounded total. The largest fractions are rounded up;
 * ties go by id.
 */
export function apportioned(shares: readonly (readonly [MemberId, number])[]): ReadonlyMap<MemberId, number> {
  const fraction = (share: number) => share - Math.floor(share);
  const whole = new Map(shares.map(([id, share]) => [id, Math.floor(share)]));
  const left = Math.round(sum(shares.map(([, share]) => share))) - sum(whole.values());
  const first = shares.toSorted(
    ([one, share], [other, another]) =>
      // Treat fractions as equal if they differ only by the error of a division.
      Number((fraction(another) - fraction(share)).toFixed(6)) || (one < other ? -1 : 1),
  );
  for (const [id] of first.slice(0, left)) whole.set(id, (whole.get(id) ?? 0) + 1);
  return whole;
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
