/** How many requests there may be. */
export type Rate = {
  readonly perSecond: number;
  /** At once, after a rest. */
  readonly burst: number;
};

/** Of one user of the provider: below the 600 in any minute that it allows. */
export const OF_CONNECTION: Rate = { perSecond: 8, burst: 10 };

/** Of a process with all its users: below the 10 000 in any minute that the provider allows the whole service. */
export const OF_PROCESS: Rate = { perSecond: 100, burst: 100 };

export type TokenBucket = {
  /** When the whole burst is there again. */
  readonly fullAt: number;
};

export const FULL_BUCKET: TokenBucket = { fullAt: 0 };

/** Takes one, to be used after `waitMs`. */
export function takeToken(
  { fullAt }: TokenBucket,
  now: number,
  { perSecond, burst }: Rate,
): { readonly bucket: TokenBucket; readonly waitMs: number } {
  const eachMs = 1000 / perSecond;
  const later = Math.max(fullAt, now) + eachMs;
  return { bucket: { fullAt: later }, waitMs: Math.max(0, later - now - burst * eachMs) };
}
