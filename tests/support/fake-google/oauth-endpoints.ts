import { createHash, randomBytes } from 'node:crypto';
import { oauthError, pageOf, type Answer } from './answers.js';
import type { Account } from './calendars.js';
import type { Call } from './call.js';
import { accessTokenHash } from './signing-keys.js';
import type { World } from './world.js';

export type Client = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
};

export type Visitor = {
  readonly account: Account;
  readonly denies?: boolean;
  /**
   * Scopes that the visitor does not agree to on the consent page. The scopes for signing in have no check
   * box.
   */
  readonly unticks?: readonly string[];
};

type Code = {
  readonly clientId: string;
  readonly account: Account;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly scopes: readonly string[];
  readonly withRefreshToken: boolean;
  readonly expiresAt: number;
};

const CODE_LIFETIME_MS = 600_000;

/** Google answers with the long names of these scopes. */
const LONG_NAMES = new Map(
  ['email', 'profile'].map((name) => [name, `https://www.googleapis.com/auth/userinfo.${name}`]),
);

/** The endpoints for authorisation, tokens and revocation. */
export class OAuthEndpoints {
  readonly #world: World;
  readonly #codes = new Map<string, Code>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Redirects at once with the decision of the visitor. No page is shown. */
  authorize({ query }: Call): Answer {
    const { clients, visitor, grants, clock } = this.#world;
    const client = clients.find(({ clientId }) => clientId === query.get('client_id'));
    if (client === undefined) return pageOf(401, 'Error 401: invalid_client');
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!client.redirectUris.includes(redirectUri)) return pageOf(400, 'Error 400: redirect_uri_mismatch');
    if (!isWellFormed(query)) return pageOf(400, 'Error 400: invalid_request');
    const back = new URL(redirectUri);
    const state = query.get('state');
    if (state !== null) back.searchParams.set('state', state);
    if (visitor.denies === true) return redirect(back, { error: 'access_denied' });

    const { account, unticks = [] } = visitor;
    const asked = (query.get('scope') ?? '').split(' ').map((scope) => LONG_NAMES.get(scope) ?? scope);
    const scopes = asked.filter((scope) => !unticks.includes(scope));
    const earlier = grants.find(account, client.clientId);
    const isNew = scopes.some((scope) => earlier?.scopes.has(scope) !== true);
    const consents = isNew || query.get('prompt')?.split(' ').includes('consent') === true;
    const everything = query.get('include_granted_scopes') === 'true' ? [...(earlier?.scopes ?? [])] : [];
    const code = `4/0A${randomBytes(30).toString('base64url')}`;
    this.#codes.set(code, {
      ...{ clientId: client.clientId, account, redirectUri },
      ...{ challenge: query.get('code_challenge'), nonce: query.get('nonce') },
      scopes: [...new Set([...scopes, ...everything])],
      withRefreshToken: query.get('access_type') === 'offline' && consents,
      expiresAt: clock.now() + CODE_LIFETIME_MS,
    });
    return redirect(back, { code, scope: scopes.join(' '), authuser: '0', prompt: 'consent' });
  }

  token({ body }: Call): Answer {
    const form = new URLSearchParams(body);
    const client = this.#world.clients.find(({ clientId }) => clientId === form.get('client_id'));
    if (client === undefined) throw oauthError(401, 'invalid_client', 'The OAuth client was not found.');
    if (client.clientSecret !== form.get('client_secret'))
      throw oauthError(401, 'invalid_client', 'Unauthorized');
    const type = form.get('grant_type');
    if (type === 'authorization_code') return this.#exchange(client, form);
    if (type === 'refresh_token') return this.#refresh(client, form);
    throw oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${type ?? ''}`);
  }

  /** Ends the whole grant of the token. */
  revoke({ query, body }: Call): Answer {
    const token = query.get('token') ?? new URLSearchParams(body).get('token');
    if (token === null) throw oauthError(400, 'invalid_request', 'Missing required parameter: token');
    if (!this.#world.grants.revoke(token)) throw oauthError(400, 'invalid_token', 'Token expired or revoked');
    return { status: 200, body: {} };
  }

  #exchange({ clientId }: Client, form: URLSearchParams): Answer {
    const { grants, behaviour, clock } = this.#world;
    const name = form.get('code') ?? '';
    const code = this.#codes.get(name);
    if (code?.clientId !== clientId || clock.now() >= code.expiresAt)
      throw oauthError(400, 'invalid_grant', 'Malformed auth code.');
    if (code.redirectUri !== form.get('redirect_uri'))
      throw oauthError(400, 'redirect_uri_mismatch', 'Bad Request');
    checkVerifier(code.challenge, form.get('code_verifier'));
    this.#codes.delete(name);
    const grant = grants.consent(code.account, clientId, code.scopes);
    const { token } = grants.issueAccessToken(grant, code.scopes);
    return {
      status: 200,
      body: {
        access_token: token,
        expires_in: Math.floor(behaviour.accessTokenLifetimeMs / 1000),
        ...(code.withRefreshToken && { refresh_token: grants.issueRefreshToken(grant, code.scopes) }),
        scope: code.scopes.join(' '),
        token_type: 'Bearer',
        ...this.#idToken(clientId, code.account, code.scopes, token, code.nonce),
      },
    };
  }

  #refresh({ clientId }: Client, form: URLSearchParams): Answer {
    const { grants, behaviour } = this.#world;
    const found = grants.ofRefreshToken(form.get('refresh_token') ?? '');
    if (found?.grant.clientId !== clientId)
      throw oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');
    const { grant, scopes } = found;
    const { token } = grants.issueAccessToken(grant, scopes);
    return {
      status: 200,
      body: {
        access_token: token,
        expires_in: Math.floor(behaviour.accessTokenLifetimeMs / 1000),
        ...(behaviour.renewsRefreshTokens && { refresh_token: grants.issueRefreshToken(grant, scopes) }),
        scope: scopes.join(' '),
        token_type: 'Bearer',
        ...this.#idToken(clientId, grant.account, scopes, token, null),
      },
    };
  }

  #idToken(
    clientId: string,
    account: Account,
    scopes: readonly string[],
    accessToken: string,
    nonce: string | null,
  ): { id_token?: string } {
    if (!scopes.includes('openid')) return {};
    const now = Math.floor(this.#world.clock.now() / 1000);
    const claims = {
      ...{ iss: this.#world.url, azp: clientId, aud: clientId, sub: account.sub },
      ...(scopes.includes(LONG_NAMES.get('email') ?? '') && {
        email: account.email,
        email_verified: account.emailVerified,
      }),
      ...(scopes.includes(LONG_NAMES.get('profile') ?? '') && { name: account.name }),
      ...{ at_hash: accessTokenHash(accessToken), iat: now, exp: now + 3600 },
      ...(nonce !== null && { nonce }),
    };
    return { id_token: this.#world.keys.sign(claims) };
  }
}

function isWellFormed(query: URLSearchParams): boolean {
  const challenge = query.get('code_challenge');
  const isChallenge = challenge === null || /^[\w-]{43}$/.test(challenge);
  const isMethod = challenge === null || query.get('code_challenge_method') === 'S256';
  return query.get('response_type') === 'code' && query.get('scope') !== null && isChallenge && isMethod;
}

function checkVerifier(challenge: string | null, verifier: string | null): void {
  if (challenge === null) return;
  if (verifier === null) throw oauthError(400, 'invalid_grant', 'Missing code verifier.');
  const hash = createHash('sha256').update(verifier).digest('base64url');
  if (hash !== challenge) throw oauthError(400, 'invalid_grant', 'Invalid code verifier.');
}

function redirect(back: URL, query: Readonly<Record<string, string>>): Answer {
  for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value);
  return { status: 302, headers: { location: back.href } };
}
