import type { SessionId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const REFRESH_TOKEN_LIFE_MS = 60 * 24 * 3_600_000;
export const REPLAY_TOLERANCE_MS = 30_000;
export const RECENT_SIGN_IN_MS = 5 * 60_000;
export const ACCESS_TOKEN_LIFE_SECONDS = 900;

/** One sign-in on one device. All its refresh tokens are revoked together with the session. */
export type Session = {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly userAgent: string | null;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  readonly revokedAt: Instant | null;
};

/**
 * Returns true if the session is still signed in. Each refresh updates `lastUsedAt`. Without a refresh, the
 * session expires after REFRESH_TOKEN_LIFE_MS.
 *
 * @internal Only tests call it: the SQL in adapters/postgres implements the same rule.
 */
export function isSessionLive({ revokedAt, lastUsedAt }: Session, now: Instant): boolean {
  return revokedAt === null && now - lastUsedAt <= REFRESH_TOKEN_LIFE_MS;
}

/** Returns true if the user signed in so recently that the sign-in proves who uses the device. */
export function isRecent({ createdAt }: Session, now: Instant): boolean {
  return now - createdAt < RECENT_SIGN_IN_MS;
}

/** A refresh token of a session. Only its SHA-256 is stored, in hexadecimal. */
export type RefreshToken = {
  readonly hash: string;
  readonly sessionId: SessionId;
  readonly issuedAt: Instant;
  /**
   * When the token was first replaced by a new one. Using the token again does not change this time. Otherwise, a
   * client could extend the period in which a replaced token is still accepted.
   */
  readonly rotatedAt: Instant | null;
  /**
   * When the token was ended, unused, because the session used another of its tokens. A session can have several
   * unused tokens if a refresh was repeated. null if the token was not ended.
   */
  readonly endedAt: Instant | null;
};

export type RefreshDecision =
  /** The token is valid: issue the next token. */
  | { readonly kind: 'rotate' }
  /**
   * The token was replaced a moment ago. The response may have been lost, or several tabs refresh at once.
   * Issue another token in addition to the current one.
   */
  | { readonly kind: 'replay' }
  | { readonly kind: 'expired' }
  /**
   * The token was replaced or ended more than REPLAY_TOLERANCE_MS ago but is used again, so somebody has probably
   * copied it. The session must be revoked.
   */
  | { readonly kind: 'reuse' };

/**
 * Decides how to answer a request to refresh with this token (interface specification, Authentication, rule
 * 4).
 */
export function decideRefresh(token: RefreshToken, session: Session, now: Instant): RefreshDecision {
  if (session.revokedAt !== null) return { kind: 'expired' };
  const isTolerated = (since: Instant) => now - since <= REPLAY_TOLERANCE_MS;
  if (token.rotatedAt !== null) return { kind: isTolerated(token.rotatedAt) ? 'replay' : 'reuse' };
  if (token.endedAt !== null) return { kind: isTolerated(token.endedAt) ? 'expired' : 'reuse' };
  return { kind: now - token.issuedAt > REFRESH_TOKEN_LIFE_MS ? 'expired' : 'rotate' };
}
