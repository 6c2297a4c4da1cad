/**
 * The OAuth 2 authorization server of the calendar provider (authorization code flow with PKCE): users grant access to
 * their calendars there, and tokens are refreshed and revoked there. It is independent of sign-in.
 *
 * No method rejects because of an answer of the provider or because it does not answer, and none sends a request twice.
 * A `reason` never contains a token, a code or an address, because reasons are logged.
 */
export interface CalendarAuthorizer {
  /**
   * Returns the page to which the browser is sent. The request asks for both scopes that the mirror needs (list
   * calendars, change events), for offline access, and for consent every time, because without consent the provider
   * issues no refresh token. The provider redirects back with `code` and `state`, or with `error`.
   */
  authorizationUrl(request: CalendarAuthorizationRequest): string;
  /**
   * Exchanges an authorization code for tokens, which uses up the code. The audience, issuer and times of the ID token
   * are checked.
   */
  exchange(request: CalendarCodeExchange): Promise<CalendarExchange>;
  refresh(refreshToken: string): Promise<TokenRefresh>;
  /**
   * Revokes the whole grant that this provider account gave to the service, whichever of its tokens is given. The
   * caller first checks that no other connection needs the grant. Returns `revoked` also for a token that is unknown or
   * already revoked.
   */
  revoke(token: string): Promise<TokenRevocation>;
}

export type CalendarAuthorizationRequest = {
  readonly state: string;
  /** The S256 hash of the code verifier (RFC 7636). */
  readonly codeChallenge: string;
};

export type CalendarCodeExchange = { readonly code: string; readonly codeVerifier: string };

/** An access token for calendars, as the provider issued it. */
export type IssuedToken = {
  readonly accessToken: string;
  /** The time until the token expires, in milliseconds. */
  readonly lifeMs: number;
};

export type CalendarGrant = IssuedToken & {
  /** The provider's stable id of the account. The e-mail address of an account can change. */
  readonly subject: string;
  readonly email: string;
  readonly refreshToken: string;
};

export type CalendarExchange =
  | { readonly kind: 'granted'; readonly grant: CalendarGrant }
  /** The person did not grant all scopes, because the provider's consent page lets a person clear single scopes. */
  | { readonly kind: 'missingScope' }
  /** The provider refused the code, the ID token is not valid, or there is no refresh token. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The provider did not answer in time, or its answer was not understood. The person may try again. */
  | { readonly kind: 'unavailable'; readonly reason: string };

export type TokenRefresh =
  | {
      readonly kind: 'refreshed';
      readonly token: IssuedToken;
      /** A new refresh token that replaces the current one. Usually null, because the current one stays valid. */
      readonly refreshToken: string | null;
    }
  /** The provider answered `invalid_grant`: the permission is gone, and only the person can grant it again. */
  | { readonly kind: 'revoked' }
  /**
   * The provider answered `invalid_client` or a similar error: the permission is intact, but the operator has to fix
   * the client configuration.
   */
  | { readonly kind: 'misconfigured'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

export type TokenRevocation =
  | { readonly kind: 'revoked' }
  | { readonly kind: 'misconfigured'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };
