import type { Instant } from '../../domain/shared/zone.js';
import type { DemoState } from './state.js';

export const TOKEN_LIFE_MS = 3_599_000;

/** Says itself of which grant it is and until when; that it can be made up harms nobody in a demo. */
export function accessTokenFor(refreshToken: string, expiresAt: Instant): string {
  return `${refreshToken}.${expiresAt}`;
}

export function isAccessTokenGood(token: string, { grants }: DemoState, now: Instant): boolean {
  const [refreshToken = '', expiresAt] = token.split('.');
  return Object.hasOwn(grants, refreshToken) && now < Number(expiresAt);
}
