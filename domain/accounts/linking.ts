import type { UserId } from '../shared/ids.js';
import type { Account } from './account.js';
import type { ExternalPerson } from './identity.js';

/** Why signing in with an external identity failed: what the redirect says as `authError`. */
export const AUTH_ERRORS = [
  /** The person said no at the provider. */
  'ACCESS_DENIED',
  /** The answer belongs to no sign-in of this browser: begun elsewhere, too long ago, or tampered with. */
  'INVALID_STATE',
  /** The provider's code or token was not good. */
  'EXCHANGE_FAILED',
  'PROVIDER_UNAVAILABLE',
  /** A new account needs an address that the provider vouches for. */
  'EMAIL_NOT_VERIFIED',
  /** There is no account yet, and REGISTRATION does not let this person make one. */
  'REGISTRATION_CLOSED',
  /** There is an account with this address, and only its owner can link it: sign in and link it there. */
  'ACCOUNT_LINK_REQUIRED',
  /** The identity signs in another account. */
  'IDENTITY_ALREADY_LINKED',
  /** The account has another identity of this provider: unlink that one first. */
  'OTHER_IDENTITY_LINKED',
  'ACCOUNT_DISABLED',
  /** The session that wanted to link has ended meanwhile. */
  'SESSION_EXPIRED',
] as const;
export type AuthError = (typeof AUTH_ERRORS)[number];

export type Refusal = { readonly kind: 'refused'; readonly error: AuthError };

export type SignInDecision =
  | { readonly kind: 'signIn'; readonly account: Account }
  /** Link the identity to that account and sign in. */
  | { readonly kind: 'link'; readonly account: Account }
  | { readonly kind: 'register'; readonly email: string }
  | Refusal;

/** What is known about who signs in. */
export type SignInFacts = {
  /** The account that the subject is linked to. */
  readonly owner: Account | null;
  /** The account with the address that the provider tells. */
  readonly namesake: Account | null;
  /** The owner of that account has unlinked this provider before. */
  readonly unlinkedByNamesake: boolean;
  /** An account gave the address up and can still take that back. */
  readonly isReserved: boolean;
};

/**
 * Who is signed in. The subject alone decides where it is known, whatever its address is now. An address joins an
 * identity and an account only when both sides have proved it: otherwise whoever registers a stranger's address first
 * would share the account that the stranger signs in to later. Nor does it bring back what somebody has unlinked, or
 * replace another identity.
 */
export function decideSignIn(person: ExternalPerson, facts: SignInFacts): SignInDecision {
  const { owner, namesake, unlinkedByNamesake, isReserved } = facts;
  if (owner !== null) return enabled(owner) ?? { kind: 'signIn', account: owner };
  if (person.email === null) return refused('EMAIL_NOT_VERIFIED');
  if (namesake === null && isReserved) return refused('ACCOUNT_LINK_REQUIRED');
  if (namesake === null)
    return person.emailVerified ? { kind: 'register', email: person.email } : refused('EMAIL_NOT_VERIFIED');
  const proved = person.emailVerified && namesake.emailVerified;
  if (!proved || unlinkedByNamesake || namesake.identities.length > 0)
    return refused('ACCOUNT_LINK_REQUIRED');
  return enabled(namesake) ?? { kind: 'link', account: namesake };
}

export type LinkDecision = { readonly kind: 'link' } | { readonly kind: 'linkedAlready' } | Refusal;

/** What becomes of an identity that a signed-in person wants to link; `owner` is whom it signs in now. */
export function decideLink(account: Account, owner: UserId | null): LinkDecision {
  if (owner === account.id) return { kind: 'linkedAlready' };
  if (owner !== null) return refused('IDENTITY_ALREADY_LINKED');
  return account.identities.length > 0 ? refused('OTHER_IDENTITY_LINKED') : { kind: 'link' };
}

const refused = (error: AuthError): Refusal => ({ kind: 'refused', error });

const enabled = ({ disabledAt }: Account): Refusal | null =>
  disabledAt === null ? null : refused('ACCOUNT_DISABLED');
