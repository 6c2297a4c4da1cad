import type { Instant } from '../../domain/shared/zone.js';
import type { DemoState } from './state.js';

export const TOKEN_LIFE_MS = 3_599_000;

/**
 * Returns an access token that contains the refresh token and the expiry. Anybody could forge it, which does no harm
 * in a demo.
 */
export function accessTokenFor(refreshToken: string, expiresAt: Instant): string {
  return `${refreshToken}.${expiresAt}`;
}

/** Returns true if the token was made for a valid grant and has not expired. */
export function isAccessTokenGood(token: string, { grants }: DemoState, now: Instant): boolean {
  const [refreshToken = '', expiresAt] = token.split('.');
  return Object.hasOwn(grants, refreshToken) && now < Number(expiresAt);
}
