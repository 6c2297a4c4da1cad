import type { SessionId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const REFRESH_TOKEN_LIFE_MS = 60 * 24 * 3_600_000;
export const REPLAY_TOLERANCE_MS = 30_000;
export const RECENT_SIGN_IN_MS = 5 * 60_000;
export const ACCESS_TOKEN_LIFE_SECONDS = 900;

/** One sign-in on one device. Its refresh tokens form a family that is revoked together with the session. */
export type Session = {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly userAgent: string | null;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  readonly revokedAt: Instant | null;
};

/**
 * Returns true if the session is still signed in. Each refresh uses it; without any, it ends by itself.
 *
 * @internal Only tests call it: the SQL in adapters/postgres implements the same rule.
 */
export function isSessionLive({ revokedAt, lastUsedAt }: Session, now: Instant): boolean {
  return revokedAt === null && now - lastUsedAt <= REFRESH_TOKEN_LIFE_MS;
}

/** Returns true if the sign-in is recent enough to prove who uses the device. */
export function isRecent({ createdAt }: Session, now: Instant): boolean {
  return now - createdAt < RECENT_SIGN_IN_MS;
}

/** A refresh token. Only its SHA-256 is stored, in hexadecimal. */
export type RefreshToken = {
  readonly hash: string;
  readonly sessionId: SessionId;
  readonly issuedAt: Instant;
  /**
   * When the token was first replaced. Replays do not change it, so that the tolerance cannot be prolonged.
   */
  readonly rotatedAt: Instant | null;
  /**
   * When another token of the session was refreshed while this one was not. null if that has not happened.
   */
  readonly endedAt: Instant | null;
};

export type RefreshDecision =
  /** Issue the next token. */
  | { readonly kind: 'rotate' }
  /** The response was lost, or several tabs refresh at once: issue another token next to the current one. */
  | { readonly kind: 'replay' }
  | { readonly kind: 'expired' }
  /**
   * A token that was replaced or ended long ago is used again, so somebody has a copy. The session must be
   * revoked.
   */
  | { readonly kind: 'reuse' };

/** Decides what a refresh with this token means (interface specification, Authentication, rule 4). */
export function decideRefresh(token: RefreshToken, session: Session, now: Instant): RefreshDecision {
  if (session.revokedAt !== null) return { kind: 'expired' };
  const isTolerated = (since: Instant) => now - since <= REPLAY_TOLERANCE_MS;
  if (token.rotatedAt !== null) return { kind: isTolerated(token.rotatedAt) ? 'replay' : 'reuse' };
  if (token.endedAt !== null) return { kind: isTolerated(token.endedAt) ? 'expired' : 'reuse' };
  return { kind: now - token.issuedAt > REFRESH_TOKEN_LIFE_MS ? 'expired' : 'rotate' };
}
