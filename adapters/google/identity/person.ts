import type { TokenPayload } from 'google-auth-library';
import { normalizeEmail } from '../../../domain/accounts/email.js';
import type { ExternalPerson } from '../../../domain/accounts/identity.js';

/** The longest e-mail address that an account can have. */
const MAX_EMAIL_LENGTH = 254;

/**
 * Returns the person of a verified id token. Returns null if the token has another nonce, was issued to another
 * client, or has no subject.
 */
export function readPerson(
  payload: TokenPayload | undefined,
  { clientId, nonce }: { clientId: string; nonce: string },
): ExternalPerson | null {
  if (payload === undefined || payload.nonce !== nonce) return null;
  if (payload.azp !== undefined && payload.azp !== clientId) return null;
  const {
    sub,
    email,
    email_verified: emailVerified,
    name,
  } = { ...payload } as Readonly<Record<string, unknown>>;
  if (typeof sub !== 'string' || sub === '') return null;
  return {
    subject: sub,
    email: isAddress(email) ? normalizeEmail(email) : null,
    emailVerified: emailVerified === true,
    name: typeof name === 'string' ? name : null,
  };
}

function isAddress(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@]+$/.test(value.trim())
  );
}
