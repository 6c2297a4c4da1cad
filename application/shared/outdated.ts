import type { Instant } from '../../domain/shared/zone.js';

/**
 * Thrown if somebody did something else later than an act that a client reports late. What they did stays, and the
 * transaction writes nothing.
 */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/**
 * Returns true if `last`, the time of the last act of a person on the same thing (null: there was none), is later than
 * `actedAt`. null as `actedAt` stands for an act of now, which always wins.
 */
export function isOutdated(last: Instant | null, actedAt: Instant | null): boolean {
  return actedAt !== null && last !== null && last > actedAt;
}

export function requireNewest(last: Instant | null, actedAt: Instant | null): void {
  if (isOutdated(last, actedAt)) throw new Outdated('somebody did something else later');
}

/** Returns the later of two instants. */
export function maxInstant(last: Instant | null | undefined, at: Instant): Instant {
  return Math.max(last ?? at, at);
}
