const PER_SECOND = 8;
const BURST = 10;
const EACH_MS = 1000 / PER_SECOND;

/** Eight requests a second, ten at once after a rest: below 600 in any minute, which a user has. */
export type TokenBucket = {
  /** When all ten are there again. */
  readonly fullAt: number;
};

export const FULL_BUCKET: TokenBucket = { fullAt: 0 };

/** Takes one, to be used after `waitMs`. */
export function takeToken(
  { fullAt }: TokenBucket,
  now: number,
): { readonly bucket: TokenBucket; readonly waitMs: number } {
  const later = Math.max(fullAt, now) + EACH_MS;
  return { bucket: { fullAt: later }, waitMs: Math.max(0, later - now - BURST * EACH_MS) };
}
