import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import type { Account } from '../../support/fake-google/calendars.js';
import { CALENDAR_SCOPES, FakeGoogle } from '../../support/fake-google/fake-google.js';

const EMAIL = 'https://www.googleapis.com/auth/userinfo.email';

let google: FakeGoogle;
let zoe: Account;
let client: OAuth2Client;

beforeEach(async () => {
  google = await FakeGoogle.start();
  zoe = google.addAccount({ email: 'zoe@gmail.example' });
  google.visitor = { account: zoe };
  client = clientOf();
});
afterEach(() => google.close());

/** Google's own client, as it comes but for the addresses and the transport. */
function clientOf(): OAuth2Client {
  const { clientId, clientSecret, redirectUri, authUrl, tokenUrl, revokeUrl, certsUrl, issuers } =
    google.settings;
  return new OAuth2Client({
    ...{ clientId, clientSecret, redirectUri, issuers },
    endpoints: {
      oauth2AuthBaseUrl: authUrl,
      oauth2TokenUrl: tokenUrl,
      oauth2RevokeUrl: revokeUrl,
      oauth2FederatedSignonPemCertsUrl: certsUrl,
    },
    transporterOptions: { fetchImplementation: globalThis.fetch },
  });
}

type Options = Parameters<OAuth2Client['generateAuthUrl']>[0];

async function codeOf(options: Options = {}): Promise<string> {
  const scope = ['openid', 'email', ...CALENDAR_SCOPES];
  const back = await google.consent(client.generateAuthUrl({ scope, access_type: 'offline', ...options }));
  return new URL(back).searchParams.get('code') ?? '';
}
const tokensOf = async (options: Options = {}) =>
  (await client.getToken({ code: await codeOf(options) })).tokens;
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (error as { response?: { data?: { error?: string } } }).response?.data?.error,
  );

describe('an id token', () => {
  test('is one to the library, with all claims', async () => {
    const { id_token: idToken = '' } = await tokensOf({ nonce: 'n' });
    const ticket = await client.verifyIdToken({ idToken: idToken ?? '', audience: google.settings.clientId });
    expect(ticket.getPayload()).toMatchObject({
      ...{ iss: google.url, sub: zoe.sub, email: 'zoe@gmail.example', email_verified: true, nonce: 'n' },
      ...{ azp: google.settings.clientId, at_hash: expect.any(String) },
    });
  });

  test('signed by an earlier key is still good, and by the one before that no more', async () => {
    const { id_token: idToken = '' } = await tokensOf();
    const verify = () =>
      clientOf().verifyIdToken({ idToken: idToken ?? '', audience: google.settings.clientId });
    google.keys.rotate();
    await verify();
    google.keys.rotate();
    await expect(verify()).rejects.toThrow('No pem found');
  });

  test('can be checked with the keys in their other form too', async () => {
    const { keys } = (await (await fetch(`${google.url}/oauth2/v3/certs`)).json()) as { keys: object[] };
    const pems = (await (await fetch(google.settings.certsUrl)).json()) as object;
    expect(keys).toEqual([expect.objectContaining({ kty: 'RSA', kid: Object.keys(pems)[0], alg: 'RS256' })]);
  });
});

describe('the page', () => {
  test.each([
    ['redirect_uri', 'https://evil.example/', 'redirect_uri_mismatch'],
    ['client_id', 'unknown', 'invalid_client'],
    ['response_type', 'token', 'invalid_request'],
    ['code_challenge', 'short', 'invalid_request'],
  ])('with a wrong %s goes nowhere', async (name, value, error) => {
    const url = new URL(client.generateAuthUrl({ scope: 'openid' }));
    url.searchParams.set(name, value);
    await expect(google.consent(url.href)).rejects.toThrow(error);
  });

  test('takes no challenge but S256', async () => {
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: CodeChallengeMethod.Plain };
    await expect(codeOf(challenge)).rejects.toThrow('invalid_request');
  });
});

describe('a code', () => {
  test('that was asked for with a challenge needs the verifier of the library', async () => {
    const { codeVerifier, codeChallenge = '' } = await client.generateCodeVerifierAsync();
    const challenge = {
      ...{ code_challenge: codeChallenge, code_challenge_method: CodeChallengeMethod.S256 },
    };
    const code = await codeOf(challenge);
    expect(await errorOf(client.getToken({ code }))).toBe('invalid_grant');
    expect(await errorOf(client.getToken({ code, codeVerifier: 'other' }))).toBe('invalid_grant');
    expect(await errorOf(client.getToken({ code, codeVerifier }))).toBe('none');
    expect(await errorOf(client.getToken({ code, codeVerifier }))).toBe('invalid_grant');
  });

  test('is bound to its redirect address', async () => {
    const code = await codeOf();
    const elsewhere = google.settings.redirectUri.replace('calendar', 'auth');
    expect(await errorOf(client.getToken({ code, redirect_uri: elsewhere }))).toBe('redirect_uri_mismatch');
  });
});

describe('a refresh token', () => {
  test('comes with the first consent, and again only when consent is asked for', async () => {
    expect((await tokensOf()).refresh_token).toEqual(expect.any(String));
    expect((await tokensOf()).refresh_token).toBeUndefined();
    expect((await tokensOf({ prompt: 'consent' })).refresh_token).toEqual(expect.any(String));
    expect((await tokensOf({ prompt: 'consent', access_type: 'online' })).refresh_token).toBeUndefined();
  });

  test('of a consent with less scopes keeps to them', async () => {
    const [listing = ''] = CALENDAR_SCOPES;
    google.visitor = { account: zoe, unticks: [listing] };
    const tokens = await tokensOf();
    expect(tokens.scope?.split(' ')).toEqual(['openid', EMAIL, CALENDAR_SCOPES[1]]);
    client.setCredentials({ refresh_token: tokens.refresh_token ?? '' });
    expect((await client.refreshAccessToken()).credentials.scope).toBe(tokens.scope);
  });

  test('of a consent that includes earlier ones has their scopes too', async () => {
    await tokensOf();
    const asked = { scope: 'openid', prompt: 'consent', include_granted_scopes: true };
    expect((await tokensOf(asked)).scope?.split(' ')).toEqual(['openid', EMAIL, ...CALENDAR_SCOPES]);
    expect((await tokensOf({ ...asked, include_granted_scopes: false })).scope).toBe('openid');
  });
});

describe('revocation', () => {
  test('takes the token from the query or the body, kills the grant, and knows it once', async () => {
    const revoke = (query: string, body?: URLSearchParams) =>
      fetch(`${google.settings.revokeUrl}${query}`, { method: 'POST', ...(body && { body }) });
    const [one, other] = [google.grant(zoe), google.grant(zoe)];
    expect((await revoke(`?token=${encodeURIComponent(one.refreshToken)}`)).status).toBe(200);
    expect(await (await revoke('', new URLSearchParams({ token: other.refreshToken }))).json()).toMatchObject(
      {
        error: 'invalid_token',
      },
    );
    const again = google.grant(zoe);
    expect((await revoke('', new URLSearchParams({ token: again.accessToken }))).status).toBe(200);
    expect(google.isGranted(zoe)).toBe(false);
  });
});
