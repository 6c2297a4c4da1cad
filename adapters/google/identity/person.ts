import type { TokenPayload } from 'google-auth-library';
import { normalizeEmail } from '../../../domain/accounts/email.js';
import type { ExternalPerson } from '../../../domain/accounts/identity.js';

/** As long as an address may be in an account. */
const MAX_EMAIL_LENGTH = 254;

/** The person of a verified id token; null when it answers another request or was issued to another party. */
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
