import { createHash, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';

export const CLIENT = { clientId: 'client-of-the-tests', clientSecret: 'secret-of-the-tests' };
export const REDIRECT_URI = 'http://localhost:3000/v1/auth/google/callback';

/** Who sits before the provider's pages. */
export type Person = { sub: string; email: string; email_verified: boolean; name?: string };

/** What goes wrong next; nothing by default. */
export type Script = {
  readonly denied?: boolean;
  /** Claims over the right ones; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signedBy?: 'a stranger' | 'nobody';
  /** A status for every request of a token, or no answer at all. */
  readonly tokens?: 'hang' | number | 'no id token';
  readonly certificates?: 'hang' | number;
};

type Authorization = { readonly query: URLSearchParams; readonly person: Person };

type Answer = { status: number; body: object; location?: string } | 'hang';

export type FakeIdentityProvider = {
  readonly url: string;
  readonly settings: {
    clientId: string;
    clientSecret: string;
    authUrl: string;
    tokenUrl: string;
    certsUrl: string;
    issuers: string[];
  };
  person: Person;
  script: Script;
  /** How many times a token was asked for. */
  readonly tokenRequests: number;
  close(): Promise<void>;
};

export const aPerson = (fields: Partial<Person> = {}): Person => ({
  sub: randomUUID(),
  email: `${randomUUID()}@gmail.example`,
  email_verified: true,
  name: 'Zoé Martin',
  ...fields,
});

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [OWN, STRANGER] = [keyPair(), keyPair()];
const KID = 'key-1';

/**
 * An identity provider as Google is one: authorisation codes that are good once and only with their verifier, RS256 id
 * tokens, and certificates in PEM by key id. It follows a script where it should go wrong.
 */
export async function startFakeIdentityProvider(): Promise<FakeIdentityProvider> {
  const codes = new Map<string, Authorization>();
  const state = { person: aPerson(), script: {} as Script, tokenRequests: 0 };
  const server = createServer((request, response) => {
    void answer(request).then((given) => send(response, given));
  });

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/auth') return authorize(searchParams);
    if (pathname === '/certs') return certificates();
    if (pathname === '/token') return issue(new URLSearchParams(await text(request)));
    return { status: 404, body: {} };
  }

  function authorize(query: URLSearchParams): Answer {
    const problem = problemOf(query);
    if (problem !== null) return { status: 400, body: { error: problem } };
    const back = new URL(REDIRECT_URI);
    back.searchParams.set('state', query.get('state') ?? '');
    if (state.script.denied) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      codes.set(code, { query, person: state.person });
      back.searchParams.set('code', code);
    }
    return { status: 302, body: {}, location: back.href };
  }

  function certificates(): Answer {
    const { certificates: wrong } = state.script;
    if (wrong === 'hang') return 'hang';
    if (wrong !== undefined) return { status: wrong, body: {} };
    return { status: 200, body: { [KID]: OWN.publicKey.export({ type: 'spki', format: 'pem' }) } };
  }

  function issue(form: URLSearchParams): Answer {
    state.tokenRequests++;
    const { tokens } = state.script;
    if (tokens === 'hang') return 'hang';
    if (typeof tokens === 'number') return { status: tokens, body: { error: 'scripted' } };
    if (form.get('client_secret') !== CLIENT.clientSecret || form.get('client_id') !== CLIENT.clientId)
      return { status: 401, body: { error: 'invalid_client' } };
    const code = form.get('code') ?? '';
    const authorization = codes.get(code);
    codes.delete(code);
    if (authorization === undefined || !isRedeemable(authorization, form))
      return { status: 400, body: { error: 'invalid_grant' } };
    const idToken = tokens === 'no id token' ? {} : { id_token: idTokenOf(authorization) };
    const token = { access_token: randomUUID(), token_type: 'Bearer', expires_in: 3600 };
    return { status: 200, body: { ...token, ...idToken } };
  }

  function idTokenOf({ person, query }: Authorization): string {
    const now = Math.floor(Date.now() / 1000);
    const right: Record<string, unknown> = {
      iss: url,
      aud: CLIENT.clientId,
      azp: CLIENT.clientId,
      iat: now,
      exp: now + 3600,
      nonce: query.get('nonce'),
      ...person,
    };
    const claims = Object.entries({ ...right, ...state.script.claims }).filter(
      ([, value]) => value !== undefined,
    );
    return sign(Object.fromEntries(claims), state.script.signedBy);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url,
    settings: {
      ...CLIENT,
      authUrl: `${url}/auth`,
      tokenUrl: `${url}/token`,
      certsUrl: `${url}/certs`,
      issuers: [url],
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function problemOf(query: URLSearchParams): string | null {
  const wanted = { client_id: CLIENT.clientId, redirect_uri: REDIRECT_URI, response_type: 'code' };
  for (const [name, value] of Object.entries(wanted)) if (query.get(name) !== value) return name;
  if (query.get('code_challenge_method') !== 'S256') return 'code_challenge_method';
  return query.get('code_challenge')?.length === 43 ? null : 'code_challenge';
}

function isRedeemable({ query }: Authorization, form: URLSearchParams): boolean {
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  return form.get('redirect_uri') === REDIRECT_URI && challenge === query.get('code_challenge');
}

function sign(claims: object, signedBy: Script['signedBy']): string {
  if (signedBy === 'nobody') return jwt.sign(claims, '', { algorithm: 'none', keyid: KID });
  const key: KeyObject = signedBy === 'a stranger' ? STRANGER.privateKey : OWN.privateKey;
  return jwt.sign(claims, key, { algorithm: 'RS256', keyid: KID });
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return;
  const { status, body, location } = answer;
  response
    .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
    .end(JSON.stringify(body));
}
