const MIN_SPACING_MS = 200;
const MAX_SPACING_MS = 2000;
const GOOD_IN_A_ROW = 20;
const EASED = 0.9;

/** The minimum time between two writes to one calendar. */
export type Spacing = {
  readonly ms: number;
  /**
   * The number of writes in a row that the provider did not report as too fast. It starts again at 0 after slowDown,
   * and after every twentieth write.
   */
  readonly good: number;
};

export const FIRST_SPACING: Spacing = { ms: MIN_SPACING_MS, good: 0 };

/** Doubles the minimum time, up to MAX_SPACING_MS, after the provider reported that requests were too fast. */
export function slowDown({ ms }: Spacing): Spacing {
  return { ms: Math.min(ms * 2, MAX_SPACING_MS), good: 0 };
}

/**
 * Counts a write that was not too fast. After every twentieth one in a row, reduces the minimum time by a tenth, down
 * to MIN_SPACING_MS.
 */
export function speedUp({ ms, good }: Spacing): Spacing {
  if (good + 1 < GOOD_IN_A_ROW) return { ms, good: good + 1 };
  return { ms: Math.max(ms * EASED, MIN_SPACING_MS), good: 0 };
}

/** A limit on the number of requests. */
export type Rate = {
  readonly perSecond: number;
  /** The number of requests that may be sent at once after a pause. */
  readonly burst: number;
};

/** The limit for one user of the provider, below the 600 requests per minute that it allows. */
export const CONNECTION_RATE: Rate = { perSecond: 8, burst: 10 };

/**
 * The limit for one process with all its users, below the 10,000 requests per minute that the provider allows
 * the whole service.
 */
export const PROCESS_RATE: Rate = { perSecond: 100, burst: 100 };

export type TokenBucket = {
  /** The time in milliseconds at which all tokens are available again. */
  readonly fullAt: number;
};

export const FULL_BUCKET: TokenBucket = { fullAt: 0 };

/** Takes one token from the bucket. The request may be sent after `waitMs`. */
export function takeToken(
  { fullAt }: TokenBucket,
  now: number,
  { perSecond, burst }: Rate,
): { readonly bucket: TokenBucket; readonly waitMs: number } {
  const eachMs = 1000 / perSecond;
  const later = Math.max(fullAt, now) + eachMs;
  return { bucket: { fullAt: later }, waitMs: Math.max(0, later - now - burst * eachMs) };
}

const MAX_PAUSE_MS = 3_600_000;
const SPREAD = 0.2;
const MIN_QUOTA_PAUSE_MS = 900_000;

/**
 * After this many failures in a row, the service stops trying to write an occurrence until the occurrence
 * changes.
 */
export const MAX_ATTEMPTS = 8;

/**
 * Returns the pause in milliseconds after the `attempt`th failure. It doubles each time up to an hour, with a
 * random deviation of ±20 %.
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(Math.min(2 ** attempt * 1000, MAX_PAUSE_MS) * (1 - SPREAD + 2 * SPREAD * random));
}

/**
 * Returns the pause in milliseconds for a calendar whose quota is used up: 15 minutes at first, doubling up
 * to an hour.
 */
export function quotaPauseMs(attempt: number): number {
  return Math.min(MIN_QUOTA_PAUSE_MS * 2 ** Math.max(0, attempt - 1), MAX_PAUSE_MS);
}
