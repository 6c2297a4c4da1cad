import type { UserId } from '../shared/ids.js';
import type { Account } from './account.js';
import type { ExternalPerson } from './identity.js';

/**
 * Why signing in with an external identity, or linking one, failed. The redirect back to the client contains the code
 * as `authError`.
 */
export const AUTH_ERRORS = [
  /** The user declined the request on the provider's pages. */
  'ACCESS_DENIED',
  /**
   * The response does not belong to a flow that this browser started. It may be from another browser, too old, or
   * manipulated. Or another user has signed in since the linking began.
   */
  'INVALID_STATE',
  /** The provider returned an error or no authorisation code, rejected the code, or returned an invalid token. */
  'EXCHANGE_FAILED',
  'PROVIDER_UNAVAILABLE',
  /** The provider sent no address, or has not verified it. A new account needs a verified address. */
  'EMAIL_NOT_VERIFIED',
  /** The person has no account yet, and the REGISTRATION setting does not allow them to create one. */
  'REGISTRATION_CLOSED',
  /**
   * An account with this address exists but the identity may not be linked to it automatically, or an account can
   * still revert to this address. The owner of that account must sign in first and then link the identity.
   */
  'ACCOUNT_LINK_REQUIRED',
  /** The identity is already linked to another account. */
  'IDENTITY_ALREADY_LINKED',
  /** The account is linked to another identity of this provider. That identity must be unlinked first. */
  'OTHER_IDENTITY_LINKED',
  'ACCOUNT_DISABLED',
  /** The session that started the linking has ended in the meantime. */
  'SESSION_EXPIRED',
] as const;
export type AuthError = (typeof AUTH_ERRORS)[number];

export type Refusal = { readonly kind: 'refused'; readonly error: AuthError };

export type SignInDecision =
  | { readonly kind: 'signIn'; readonly account: Account }
  /** Link the identity to this account, and sign the person in. */
  | { readonly kind: 'link'; readonly account: Account }
  | { readonly kind: 'register'; readonly email: string }
  | Refusal;

/** The known facts about a person who signs in with an external identity. */
export type SignInFacts = {
  /** The account to which the identity is linked, or null. */
  readonly owner: Account | null;
  /** The account that has the address sent by the provider, or null. */
  readonly namesake: Account | null;
  /** True if an identity of this provider was unlinked from the account `namesake` before. */
  readonly unlinkedByNamesake: boolean;
  /** True if another account than `namesake` changed its address and can still revert to this address. */
  readonly isReserved: boolean;
};

/**
 * Decides to which account an external person signs in.
 *
 * - If the subject is already linked, the linked account is used, whatever the address is now.
 * - An address links an identity to an account only if both sides have verified it. Otherwise, somebody could
 *   register the address of another person first and later share the account with that person.
 * - An address does not link the identity if an identity of this provider was unlinked from its account before, or if
 *   the account has a linked identity. The owner must then sign in and link the identity.
 * - An address to which another account can still revert does not register a new account.
 * - Nobody signs in to a disabled account.
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

/**
 * Decides whether a signed-in user may link an identity to their account. `owner` is the account to which it
 * is linked now, or null.
 */
export function decideLink(account: Account, owner: UserId | null): LinkDecision {
  if (owner === account.id) return { kind: 'linkedAlready' };
  if (owner !== null) return refused('IDENTITY_ALREADY_LINKED');
  return account.identities.length > 0 ? refused('OTHER_IDENTITY_LINKED') : { kind: 'link' };
}

const refused = (error: AuthError): Refusal => ({ kind: 'refused', error });

const enabled = ({ disabledAt }: Account): Refusal | null =>
  disabledAt === null ? null : refused('ACCOUNT_DISABLED');
