import type { IssuedToken } from '../../../application/calendar/authorizer.js';

export type TokenAnswer = {
  readonly token: IssuedToken;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  /** Null when it is not said, which means: what was asked for (RFC 6749, section 5.1). */
  readonly scopes: readonly string[] | null;
};

/** Reads what the library hands on unread; null for what is not the answer of a token endpoint, such as a page. */
export function readTokenAnswer(data: unknown, now: number): TokenAnswer | null {
  if (typeof data !== 'object' || data === null) return null;
  const {
    access_token: accessToken,
    expiry_date: expiresAt,
    ...rest
  } = data as Readonly<Record<string, unknown>>;
  if (typeof accessToken !== 'string' || accessToken === '' || typeof expiresAt !== 'number') return null;
  if (!Number.isFinite(expiresAt)) return null;
  const readText = (name: string) => {
    const value = rest[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    token: { accessToken, lifeMs: Math.max(0, expiresAt - now) },
    refreshToken: readText('refresh_token'),
    idToken: readText('id_token'),
    scopes: readText('scope')?.split(' ') ?? null,
  };
}

/** Google's clock and ours need not agree to the second. */
const LEEWAY_SECONDS = 300;

export type Subject = { readonly subject: string; readonly email: string };

/**
 * Who consented. The token came straight from the token endpoint over TLS, which vouches for it in place of the
 * signature (OpenID Connect Core, section 3.1.3.7, item 6); issuer, audience and expiry are checked all the same.
 */
export function readSubject(
  idToken: string,
  expected: { readonly clientId: string; readonly issuers: readonly string[]; readonly now: number },
): Subject | null {
  const { iss, aud, azp, exp, sub, email } = readClaims(idToken);
  const isOurs = aud === expected.clientId && (azp === undefined || azp === expected.clientId);
  const isTimely = typeof exp === 'number' && exp + LEEWAY_SECONDS > expected.now / 1000;
  if (typeof iss !== 'string' || !expected.issuers.includes(iss) || !isOurs || !isTimely) return null;
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string' || email === '') return null;
  return { subject: sub, email };
}

function readClaims(idToken: string): Readonly<Record<string, unknown>> {
  const [, payload = ''] = idToken.split('.');
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
