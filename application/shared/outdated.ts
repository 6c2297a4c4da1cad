import type { Instant } from '../../domain/shared/zone.js';

/**
 * Thrown if a client reports an action late and somebody has changed the same thing after that action. The later change
 * stays, and the transaction writes nothing.
 */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/**
 * Returns true if an action came too late to be applied.
 *
 * @param last when a person last changed the same thing; null means never
 * @param actedAt when the action was done; null means now, which is never outdated
 */
export function isOutdated(last: Instant | null, actedAt: Instant | null): boolean {
  return actedAt !== null && last !== null && last > actedAt;
}

/** Throws Outdated if {@link isOutdated} returns true. */
export function requireNewest(last: Instant | null, actedAt: Instant | null): void {
  if (isOutdated(last, actedAt)) throw new Outdated('somebody has changed it later');
}

/** Returns the later of two instants. */
export function maxInstant(last: Instant | null | undefined, at: Instant): Instant {
  return Math.max(last ?? at, at);
}
