/** Google's clock and ours need not agree to the second. */
const LEEWAY_SECONDS = 300;

export type Subject = { readonly subject: string; readonly email: string };

/**
 * Who consented. The token came straight from the token endpoint over TLS, which vouches for it in place of the
 * signature (OpenID Connect Core, section 3.1.3.7, item 6); issuer, audience and expiry are checked all the same.
 */
export function subjectOf(
  idToken: string,
  expected: { readonly clientId: string; readonly issuers: readonly string[]; readonly now: number },
): Subject | null {
  const { iss, aud, azp, exp, sub, email } = claimsOf(idToken);
  const isOurs = aud === expected.clientId && (azp === undefined || azp === expected.clientId);
  const isTimely = typeof exp === 'number' && exp + LEEWAY_SECONDS > expected.now / 1000;
  if (typeof iss !== 'string' || !expected.issuers.includes(iss) || !isOurs || !isTimely) return null;
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string' || email === '') return null;
  return { subject: sub, email };
}

function claimsOf(idToken: string): Readonly<Record<string, unknown>> {
  const [, payload = ''] = idToken.split('.');
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
