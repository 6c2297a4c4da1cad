import type { UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const MOBILE_CODE_LIFE_MS = 120_000;

/** A code that the browser hands to the app, where it becomes a session once. Only its SHA-256 is kept. */
export type MobileCode = {
  readonly hash: string;
  readonly userId: UserId;
  /** S256 of the verifier that never left the app: whoever intercepts the code cannot use it. */
  readonly codeChallenge: string;
  readonly issuedAt: Instant;
};

export function isExpired({ issuedAt }: MobileCode, now: Instant): boolean {
  return now - issuedAt > MOBILE_CODE_LIFE_MS;
}
