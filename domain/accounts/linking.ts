import type { UserId } from '../shared/ids.js';
import type { Account } from './account.js';
import type { ExternalPerson } from './identity.js';

/** Why signing in with an external identity failed. The redirect carries the code as `authError`. */
export const AUTH_ERRORS = [
  /** The user declined at the provider. */
  'ACCESS_DENIED',
  /**
   * The response belongs to no sign-in of this browser: it was started elsewhere or too long ago, or was
   * tampered with.
   */
  'INVALID_STATE',
  /** The provider rejected the code, or its token is invalid. */
  'EXCHANGE_FAILED',
  'PROVIDER_UNAVAILABLE',
  /** A new account needs an address that the provider has verified. */
  'EMAIL_NOT_VERIFIED',
  /** No account exists yet, and the REGISTRATION setting does not allow this person to create one. */
  'REGISTRATION_CLOSED',
  /** An account with this address exists, and only its owner can link the identity, after signing in. */
  'ACCOUNT_LINK_REQUIRED',
  /** The identity is linked to another account. */
  'IDENTITY_ALREADY_LINKED',
  /** The account is linked to another identity of this provider, which must be unlinked first. */
  'OTHER_IDENTITY_LINKED',
  'ACCOUNT_DISABLED',
  /** The session that started the linking has ended since. */
  'SESSION_EXPIRED',
] as const;
export type AuthError = (typeof AUTH_ERRORS)[number];

export type Refusal = { readonly kind: 'refused'; readonly error: AuthError };

export type SignInDecision =
  | { readonly kind: 'signIn'; readonly account: Account }
  /** Link the identity to this account and sign in. */
  | { readonly kind: 'link'; readonly account: Account }
  | { readonly kind: 'register'; readonly email: string }
  | Refusal;

/** The known facts about the person who signs in. */
export type SignInFacts = {
  /** The account to which the subject is linked. */
  readonly owner: Account | null;
  /** The account with the address that the provider sent. */
  readonly namesake: Account | null;
  /** True if the owner of that account unlinked this provider before. */
  readonly unlinkedByNamesake: boolean;
  /** True if an account gave up this address and can still revert that change. */
  readonly isReserved: boolean;
};

/**
 * Decides which account an external person signs in to.
 *
 * - A known subject decides alone, whatever its address is now.
 * - An address links an identity to an account only if both sides have verified it. Otherwise, somebody could
 *   register a stranger's address first and later share the account with that stranger.
 * - An address never restores an identity that was unlinked, and never replaces another one.
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

/** Decides whether a signed-in user may link an identity. `owner` is the account that it is linked to now. */
export function decideLink(account: Account, owner: UserId | null): LinkDecision {
  if (owner === account.id) return { kind: 'linkedAlready' };
  if (owner !== null) return refused('IDENTITY_ALREADY_LINKED');
  return account.identities.length > 0 ? refused('OTHER_IDENTITY_LINKED') : { kind: 'link' };
}

const refused = (error: AuthError): Refusal => ({ kind: 'refused', error });

const enabled = ({ disabledAt }: Account): Refusal | null =>
  disabledAt === null ? null : refused('ACCOUNT_DISABLED');
