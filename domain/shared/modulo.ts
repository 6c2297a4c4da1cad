/** Returns the remainder of a division, which is never negative: -1 modulo 3 is 2. */
export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
