import type { ExternalPerson } from '../../domain/accounts/identity.js';

/** Where people sign in outside, by the authorisation code flow of OpenID Connect with PKCE. */
export interface IdentityProvider {
  /** The page to send the browser to; it comes back with `code` and `state`, or with `error`. */
  authorizationUrl(request: AuthorizationRequest): string;
  /**
   * Turns the code into the person whom the provider vouches for: signature, issuer, audience, times and nonce of the
   * id token are checked. A code is spent by the first attempt, so nothing is sent twice. Never rejects for what the
   * provider answers or fails to answer.
   */
  exchange(request: ExchangeRequest): Promise<Exchange>;
}

export type AuthorizationRequest = {
  readonly state: string;
  readonly nonce: string;
  /** S256 of the verifier. */
  readonly codeChallenge: string;
};

export type ExchangeRequest = {
  readonly code: string;
  readonly codeVerifier: string;
  readonly nonce: string;
};

export type Exchange =
  | { readonly kind: 'person'; readonly person: ExternalPerson }
  /** The code, or what it was exchanged for, is not good. */
  | { readonly kind: 'refused' }
  /** No answer in time, or none that means anything: the person may try again. */
  | { readonly kind: 'unavailable' };
