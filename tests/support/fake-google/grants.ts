import { randomBytes } from 'node:crypto';
import type { Behaviour } from './behaviour.js';
import type { Account } from './calendars.js';
import type { FakeGoogleClock } from './clock.js';

type Token = { readonly at: number; readonly scopes: readonly string[] };

/**
 * A consent. There is one for each account and client, even after repeated consent. Revoking one of its
 * tokens ends all of them.
 */
export type Grant = {
  readonly account: Account;
  readonly clientId: string;
  readonly scopes: Set<string>;
  readonly refreshTokens: Map<string, Token>;
  readonly accessTokens: Map<string, Token & { readonly expiresAt: number }>;
};

/** The limit of refresh tokens per account. Beyond it the oldest one silently becomes invalid. */
const MAX_REFRESH_TOKENS = 100;

export class Grants {
  readonly #grants: Grant[] = [];
  readonly #clock: FakeGoogleClock;
  readonly #behaviour: Behaviour;

  constructor(clock: FakeGoogleClock, behaviour: Behaviour) {
    this.#clock = clock;
    this.#behaviour = behaviour;
  }

  find(account: Account, clientId: string): Grant | undefined {
    return this.#grants.find((grant) => grant.account.sub === account.sub && grant.clientId === clientId);
  }

  consent(account: Account, clientId: string, scopes: readonly string[]): Grant {
    const grant = this.find(account, clientId) ?? this.#open(account, clientId);
    for (const scope of scopes) grant.scopes.add(scope);
    return grant;
  }

  issueRefreshToken(grant: Grant, scopes: readonly string[]): string {
    const token = `1//0${randomBytes(40).toString('base64url')}`;
    grant.refreshTokens.set(token, { at: this.#clock.now(), scopes });
    const [oldest = ''] = grant.refreshTokens.keys();
    if (grant.refreshTokens.size > MAX_REFRESH_TOKENS) grant.refreshTokens.delete(oldest);
    return token;
  }

  issueAccessToken(grant: Grant, scopes: readonly string[]): { token: string; expiresAt: number } {
    const token = `ya29.${randomBytes(60).toString('base64url')}`;
    const at = this.#clock.now();
    const expiresAt = at + this.#behaviour.accessTokenLifetimeMs;
    grant.accessTokens.set(token, { at, scopes, expiresAt });
    return { token, expiresAt };
  }

  /** Returns the grant of a valid refresh token. */
  ofRefreshToken(token: string): { grant: Grant; scopes: readonly string[] } | undefined {
    const grant = this.#grants.find(({ refreshTokens }) => refreshTokens.has(token));
    const { at, scopes } = grant?.refreshTokens.get(token) ?? { at: -Infinity, scopes: [] };
    const isLive = this.#clock.now() < at + this.#behaviour.refreshTokenLifetimeMs;
    return grant !== undefined && isLive ? { grant, scopes } : undefined;
  }

  ofAccessToken(
    token: string,
  ): { account: Account; scopes: readonly string[]; expired: boolean } | undefined {
    const grant = this.#grants.find(({ accessTokens }) => accessTokens.has(token));
    const found = grant?.accessTokens.get(token);
    if (grant === undefined || found === undefined) return undefined;
    const { account } = grant;
    return { account, scopes: found.scopes, expired: this.#clock.now() >= found.expiresAt };
  }

  /** Ends the grant of this token. Returns false if the token is unknown. */
  revoke(token: string): boolean {
    const grant = this.#grants.find(
      ({ refreshTokens, accessTokens }) => refreshTokens.has(token) || accessTokens.has(token),
    );
    if (grant !== undefined) this.end(grant.account, grant.clientId);
    return grant !== undefined;
  }

  /** Ends the consent of the account for one client, or for all of them. */
  end(account: Account, clientId?: string): void {
    const isEnded = (grant: Grant) =>
      grant.account.sub === account.sub && (clientId === undefined || grant.clientId === clientId);
    this.#grants.splice(0, Infinity, ...this.#grants.filter((grant) => !isEnded(grant)));
  }

  /** Makes the access tokens of the account invalid. Its refresh tokens stay valid. */
  dropAccessTokens(account: Account): void {
    for (const grant of this.#grants) if (grant.account.sub === account.sub) grant.accessTokens.clear();
  }

  #open(account: Account, clientId: string): Grant {
    const grant: Grant = {
      ...{ account, clientId, scopes: new Set<string>() },
      ...{ refreshTokens: new Map<string, Token>(), accessTokens: new Map() },
    };
    this.#grants.push(grant);
    return grant;
  }
}
