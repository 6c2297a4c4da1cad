import type { SessionId, UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

export type AccessClaims = { readonly userId: UserId; readonly sessionId: SessionId };

export interface TokenSigner {
  /** A JWT (HS256, `kid` in its header) with the claims sub, sid, iat and exp, 900 seconds apart. */
  sign(claims: AccessClaims, now: Instant): string;
  /** null for whatever is not a token of ours, unchanged and unexpired at `now`. */
  verify(token: string, now: Instant): AccessClaims | null;
}
