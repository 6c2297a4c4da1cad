import type { MemberId } from './ids.js';

/** Whole minutes that add up to the rounded total: the largest fractions are rounded up, by id where they are alike. */
export function apportioned(shares: readonly (readonly [MemberId, number])[]): ReadonlyMap<MemberId, number> {
  const fraction = (share: number) => share - Math.floor(share);
  const whole = new Map(shares.map(([id, share]) => [id, Math.floor(share)]));
  const left = Math.round(sum(shares.map(([, share]) => share))) - sum(whole.values());
  const first = shares.toSorted(
    ([one, share], [other, another]) =>
      // What differs only by the error of a division is alike.
      Number((fraction(another) - fraction(share)).toFixed(6)) || (one < other ? -1 : 1),
  );
  for (const [id] of first.slice(0, left)) whole.set(id, (whole.get(id) ?? 0) + 1);
  return whole;
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
