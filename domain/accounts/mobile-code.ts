import type { SessionId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const MOBILE_CODE_LIFE_MS = 120_000;
/**
 * How long a code can be exchanged again after the first time, because the app may not have received the
 * response.
 */
export const REPEATED_EXCHANGE_MS = 10_000;

/**
 * A code that the browser passes to the app, which exchanges it for a session. Only its SHA-256 is stored.
 */
export type MobileCode = {
  readonly hash: string;
  readonly userId: UserId;
  /**
   * The S256 challenge of a verifier that never leaves the app, so that an intercepted code is useless (RFC
   * 7636).
   */
  readonly codeChallenge: string;
  readonly issuedAt: Instant;
  /** null until the code is exchanged. */
  readonly exchangedAt: Instant | null;
  /** The session that the code was exchanged for. null until then. */
  readonly sessionId: SessionId | null;
};

/**
 * Returns true if the code may be exchanged: for the first time, or again because the response may have been
 * lost.
 */
export function isExchangeable({ issuedAt, exchangedAt }: MobileCode, now: Instant): boolean {
  return exchangedAt === null
    ? now - issuedAt <= MOBILE_CODE_LIFE_MS
    : now - exchangedAt <= REPEATED_EXCHANGE_MS;
}
