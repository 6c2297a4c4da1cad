import type { ConnectionTokens } from '../../../domain/calendar/connection.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { AccessToken } from '../authorizer.js';
import type { TokenCipher } from '../ports.js';

/** `askedAt`, since a token's life begins somewhere between the question and the answer. */
export function sealTokens(
  cipher: TokenCipher,
  { accessToken, lifeMs }: AccessToken,
  refreshToken: string,
  askedAt: Instant,
): ConnectionTokens {
  return {
    refreshToken: cipher.encrypt(refreshToken),
    accessToken: cipher.encrypt(accessToken),
    accessExpiresAt: askedAt + lifeMs,
  };
}
