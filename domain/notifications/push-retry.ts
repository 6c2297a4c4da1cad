import type { Instant } from '../shared/zone.js';

export const MAX_PUSH_ATTEMPTS = 10;
/** Between two attempts at least so long, and longer after each: whatever the push service says of itself. */
export const MIN_PUSH_PAUSE_MS = 30_000;
export const MAX_PUSH_PAUSE_MS = 3_600_000;

/** When a push is tried again after so many attempts; null: it has been tried often enough. */
export function nextPushAttempt(attempts: number, afterMs: number | null, now: Instant): Instant | null {
  if (attempts >= MAX_PUSH_ATTEMPTS) return null;
  const pause = Math.max(MIN_PUSH_PAUSE_MS * 2 ** (attempts - 1), afterMs ?? 0);
  return now + Math.min(pause, MAX_PUSH_PAUSE_MS);
}
