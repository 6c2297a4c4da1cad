const MIN_SPACING_MS = 200;
const MAX_SPACING_MS = 2000;
const GOOD_IN_A_ROW = 20;
const EASED = 0.9;

/** The distance between two writes to one calendar. */
export type Spacing = {
  readonly ms: number;
  /** Writes since it last changed. */
  readonly good: number;
};

export const FIRST_SPACING: Spacing = { ms: MIN_SPACING_MS, good: 0 };

/** After the provider complained: twice as far. */
export function slowDown({ ms }: Spacing): Spacing {
  return { ms: Math.min(ms * 2, MAX_SPACING_MS), good: 0 };
}

/** After a write without complaint: every twentieth in a row takes a tenth off. */
export function speedUp({ ms, good }: Spacing): Spacing {
  if (good + 1 < GOOD_IN_A_ROW) return { ms, good: good + 1 };
  return { ms: Math.max(ms * EASED, MIN_SPACING_MS), good: 0 };
}

/** How many requests there may be. */
export type Rate = {
  readonly perSecond: number;
  /** At once, after a rest. */
  readonly burst: number;
};

/** Of one user of the provider: below the 600 in any minute that it allows. */
export const CONNECTION_RATE: Rate = { perSecond: 8, burst: 10 };

/** Of a process with all its users: below the 10 000 in any minute that the provider allows the whole service. */
export const PROCESS_RATE: Rate = { perSecond: 100, burst: 100 };

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

const MAX_PAUSE_MS = 3_600_000;
const SPREAD = 0.2;
const MIN_QUOTA_PAUSE_MS = 900_000;

/** After this many failures in a row an occurrence is given up until something new happens. */
export const MAX_ATTEMPTS = 8;

/** How long after the `attempt`th failure the next try is: twice as long each time, an hour at most, ±20 %. */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(Math.min(2 ** attempt * 1000, MAX_PAUSE_MS) * (1 - SPREAD + 2 * SPREAD * random));
}

/** How long a calendar is left alone whose quota is used up: a quarter of an hour, doubling to an hour. */
export function quotaPauseMs(attempt: number): number {
  return Math.min(MIN_QUOTA_PAUSE_MS * 2 ** Math.max(0, attempt - 1), MAX_PAUSE_MS);
}
