import type { AccessToken } from '../../../application/calendar/authorizer.js';

export type TokenAnswer = {
  readonly token: AccessToken;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  /** Null when it is not said, which means: what was asked for (RFC 6749, section 5.1). */
  readonly scopes: readonly string[] | null;
};

/** Reads what the library hands on unread; null for what is not the answer of a token endpoint, such as a page. */
export function tokenAnswerOf(data: unknown, now: number): TokenAnswer | null {
  if (typeof data !== 'object' || data === null) return null;
  const {
    access_token: accessToken,
    expiry_date: expiresAt,
    ...rest
  } = data as Readonly<Record<string, unknown>>;
  if (typeof accessToken !== 'string' || accessToken === '' || typeof expiresAt !== 'number') return null;
  if (!Number.isFinite(expiresAt)) return null;
  const textOf = (name: string) => {
    const value = rest[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    token: { accessToken, lifeMs: Math.max(0, expiresAt - now) },
    refreshToken: textOf('refresh_token'),
    idToken: textOf('id_token'),
    scopes: textOf('scope')?.split(' ') ?? null,
  };
}
