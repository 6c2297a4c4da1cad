import type { IssuedToken } from '../../../application/calendar/authorizer.js';

export type TokenAnswer = {
  readonly token: IssuedToken;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  /**
   * The granted scopes. null means that the answer names none, and that all requested scopes are granted (RFC
   * 6749, section 5.1).
   */
  readonly scopes: readonly string[] | null;
};

/**
 * Reads the answer of a token endpoint, which the library does not validate. Returns null if the access token or its
 * expiry is missing, as in an HTML page.
 */
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

/** The clocks of Google and of this server may differ by this much. */
const LEEWAY_SECONDS = 300;

export type Subject = { readonly subject: string; readonly email: string };

/**
 * Reads from the id token who gave consent. The token comes straight from the token endpoint over TLS, so its
 * signature need not be checked (OpenID Connect Core, section 3.1.3.7, item 6). Issuer, audience and expiry are
 * checked. Returns null if one of them is wrong, or if the subject or the e-mail address is missing.
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
