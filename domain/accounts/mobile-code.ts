import type { SessionId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const MOBILE_CODE_LIFE_MS = 120_000;
/** How long after its exchange a code is answered again: the app may have lost the answer. */
export const REPEATED_EXCHANGE_MS = 10_000;

/** A code that the browser hands to the app, where it becomes one session. Only its SHA-256 is kept. */
export type MobileCode = {
  readonly hash: string;
  readonly userId: UserId;
  /** S256 of the verifier that never left the app: whoever intercepts the code cannot use it. */
  readonly codeChallenge: string;
  readonly issuedAt: Instant;
  /** null until it is exchanged. */
  readonly exchangedAt: Instant | null;
  /** The session that it was exchanged for; null until then. */
  readonly sessionId: SessionId | null;
};

/** Returns true if the code may be exchanged: for the first time, or again because the answer may have been lost. */
export function isExchangeable({ issuedAt, exchangedAt }: MobileCode, now: Instant): boolean {
  return exchangedAt === null
    ? now - issuedAt <= MOBILE_CODE_LIFE_MS
    : now - exchangedAt <= REPEATED_EXCHANGE_MS;
}
