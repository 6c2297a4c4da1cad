/**
 * Where people allow the service to use their calendars, by the authorisation code flow of OAuth 2 with PKCE, and where
 * what they allowed is kept fresh and given back. It has nothing to do with signing in. No method ever rejects for what
 * the provider answers or fails to answer, none sends a request twice, and no reason quotes a token, a code or an
 * address: reasons are logged.
 */
export interface CalendarAuthorizer {
  /**
   * The page to send the browser to. It asks for both rights that the mirror needs (to list the calendars, to change
   * events), for access while nobody is there, and for consent anew each time, since without that no refresh token is
   * given. The browser comes back to the redirect address with `code` and `state`, or with `error`.
   */
  authorizationUrl(request: CalendarAuthorizationRequest): string;
  /** Spends the code: audience, issuer and times of the id token are checked. */
  exchange(request: CalendarCodeExchange): Promise<CalendarExchange>;
  refresh(refreshToken: string): Promise<TokenRefresh>;
  /**
   * Gives back everything that this account of the provider has granted to the service, whichever token of it is named:
   * ask first whether somebody else still needs the grant. What is unknown or given back already is `revoked` too.
   */
  revoke(token: string): Promise<TokenRevocation>;
}

export type CalendarAuthorizationRequest = {
  readonly state: string;
  /** S256 of the verifier. */
  readonly codeChallenge: string;
};

export type CalendarCodeExchange = { readonly code: string; readonly codeVerifier: string };

/** A token with which calendars are used, as it was issued. */
export type IssuedToken = {
  readonly accessToken: string;
  /** How long it is good from now on, in milliseconds. */
  readonly lifeMs: number;
};

export type CalendarGrant = IssuedToken & {
  /** Who granted: the provider's stable name of the account, which an address is not. */
  readonly subject: string;
  readonly email: string;
  readonly refreshToken: string;
};

export type CalendarExchange =
  | { readonly kind: 'granted'; readonly grant: CalendarGrant }
  /** The person left out one of the rights, as the provider's page lets them. */
  | { readonly kind: 'missingScope' }
  /** The code, or what it was exchanged for, is not good, or holds no refresh token. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** No answer in time, or none that means anything: the person may try again. */
  | { readonly kind: 'unavailable'; readonly reason: string };

export type TokenRefresh =
  | {
      readonly kind: 'refreshed';
      readonly token: IssuedToken;
      /** Replaces the one that was used; null, as nearly always: that one stays good. */
      readonly refreshToken: string | null;
    }
  /** `invalid_grant`: the permission is gone, and only the person can give it again. */
  | { readonly kind: 'revoked' }
  /** `invalid_client` and its like: nothing is wrong with the person's permission, the operator must act. */
  | { readonly kind: 'misconfigured'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

export type TokenRevocation =
  | { readonly kind: 'revoked' }
  | { readonly kind: 'misconfigured'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };
