import type { SessionId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const MOBILE_CODE_LIFE_MS = 120_000;
/**
 * How long a code can be exchanged again after the first exchange. The app may not have received the first
 * response.
 */
export const REPEATED_EXCHANGE_MS = 10_000;

/**
 * A code that the browser passes to the app. The app exchanges the code for a session. Only its SHA-256 is
 * stored.
 */
export type MobileCode = {
  readonly hash: string;
  readonly userId: UserId;
  /**
   * The S256 challenge of a verifier that only the app knows. Without the verifier, an intercepted code is
   * useless (RFC 7636).
   */
  readonly codeChallenge: string;
  readonly issuedAt: Instant;
  /** When the code was first exchanged, or null. */
  readonly exchangedAt: Instant | null;
  /** The session that was created by the exchange. null before the exchange. */
  readonly sessionId: SessionId | null;
};

/**
 * Returns true if the code may be exchanged. This is the case for MOBILE_CODE_LIFE_MS after it was issued. After the
 * first exchange, it is the case for REPEATED_EXCHANGE_MS, because the response may have been lost.
 */
export function isExchangeable({ issuedAt, exchangedAt }: MobileCode, now: Instant): boolean {
  return exchangedAt === null
    ? now - issuedAt <= MOBILE_CODE_LIFE_MS
    : now - exchangedAt <= REPEATED_EXCHANGE_MS;
}
