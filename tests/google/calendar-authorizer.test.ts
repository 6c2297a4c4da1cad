import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { GoogleCalendarAuthorizer } from '../../adapters/google/calendar/google-calendar-authorizer.js';
import { oauthError, pageOf } from '../support/fake-google/answers.js';
import type { Account } from '../support/fake-google/calendars.js';
import { CALENDAR_SCOPES, FakeGoogle } from '../support/fake-google/fake-google.js';
import type { Fault } from '../support/fake-google/faults.js';
import { SettableClock } from '../support/settable-clock.js';

let clock: SettableClock;
let google: FakeGoogle;
let zoe: Account;
let authorizer: GoogleCalendarAuthorizer;

beforeEach(async () => {
  clock = new SettableClock('2026-11-21T12:00:00Z');
  google = await FakeGoogle.start({ clock });
  zoe = google.addAccount({ email: 'zoe@gmail.example' });
  google.visitor = { account: zoe };
  authorizer = authorizerWith();
});
afterEach(() => google.close());

const authorizerWith = (settings: { clientSecret?: string; issuers?: string[]; timeoutMs?: number } = {}) =>
  new GoogleCalendarAuthorizer({ ...google.settings, ...settings }, clock);

const codeVerifier = randomBytes(32).toString('base64url');
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');

/** Sends the browser to Google's page and returns the parameters with which it comes back. */
const consent = async () =>
  new URL(await google.consent(authorizer.authorizationUrl({ state: 'a state', codeChallenge })))
    .searchParams;
const codeOf = async () => (await consent()).get('code') ?? '';

const refused = (status: number, error: string): Fault => ({
  kind: 'answer',
  answer: oauthError(status, error).answer,
});

/** All kinds of missing or unusable answers. */
const TROUBLE: readonly (readonly [string, Fault])[] = [
  ['status 503', { kind: 'answer', answer: { status: 503, body: { error: 'backend' } } }],
  ['status 429', { kind: 'answer', answer: { status: 429, body: { error: 'rate_limit_exceeded' } } }],
  ['an HTML page with status 502', { kind: 'answer', answer: pageOf(502, 'Bad Gateway') }],
  ['an HTML page with status 404', { kind: 'answer', answer: pageOf(404, 'Not Found') }],
  ['an HTML page with status 200', { kind: 'answer', answer: pageOf(200, 'Welcome to the hotel') }],
  ['an empty object', { kind: 'answer', answer: { status: 200, body: {} } }],
  ['the error internal_failure', refused(400, 'internal_failure')],
  ['only half of the body', { kind: 'short body' }],
  ['a connection that breaks', { kind: 'truncated body' }],
  ['a connection reset', { kind: 'reset before effect' }],
  ['a connection reset after the effect', { kind: 'reset after effect' }],
  ['missing', { kind: 'hang' }],
];

/**
 * Returns an authorizer with a short timeout if no answer will come. The timeout is long enough for a busy machine to
 * send its request.
 */
const impatientOf = ({ kind }: Fault) =>
  kind === 'hang' ? authorizerWith({ timeoutMs: 2_000 }) : authorizer;

describe('the consent page of Google', () => {
  test('is requested with openid, email and both calendar scopes, with offline access and with PKCE', () => {
    const url = new URL(authorizer.authorizationUrl({ state: 'a state', codeChallenge }));
    expect(`${url.origin}${url.pathname}`).toBe(google.settings.authUrl);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: google.settings.clientId,
      redirect_uri: 'http://localhost:3000/v1/calendar/google/callback',
      scope: ['openid', 'email', ...CALENDAR_SCOPES].join(' '),
      state: 'a state',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    });
  });

  test('sends the browser back with the state, and with an error if the user refuses consent', async () => {
    expect((await consent()).get('state')).toBe('a state');
    google.visitor = { account: zoe, denies: true };
    expect(Object.fromEntries(await consent())).toEqual({ state: 'a state', error: 'access_denied' });
  });
});

describe('exchanging an authorization code', () => {
  test('returns the person and both tokens', async () => {
    const exchanged = await authorizer.exchange({ code: await codeOf(), codeVerifier });
    expect(exchanged).toEqual({
      kind: 'granted',
      grant: {
        subject: zoe.sub,
        email: 'zoe@gmail.example',
        accessToken: expect.stringMatching(/^ya29\./),
        refreshToken: expect.stringMatching(/^1\/\//),
        lifeMs: expect.any(Number),
      },
    });
    const { lifeMs } = (exchanged as { grant: { lifeMs: number } }).grant;
    expect(lifeMs).toBeGreaterThan(3_590_000);
    expect(lifeMs).toBeLessThanOrEqual(3_599_000);
  });

  test('returns a refresh token at the second consent too', async () => {
    await authorizer.exchange({ code: await codeOf(), codeVerifier });
    expect(await authorizer.exchange({ code: await codeOf(), codeVerifier })).toMatchObject({
      kind: 'granted',
    });
  });

  test.each(CALENDAR_SCOPES)('reports a missing scope if the user did not grant %s', async (scope) => {
    google.visitor = { account: zoe, unticks: [scope] };
    expect(await authorizer.exchange({ code: await codeOf(), codeVerifier })).toEqual({
      kind: 'missingScope',
    });
  });

  test('succeeds only once, only within ten minutes, and only with the PKCE verifier', async () => {
    const code = await codeOf();
    expect(await authorizer.exchange({ code, codeVerifier })).toMatchObject({ kind: 'granted' });
    const bad = { kind: 'refused', reason: 'invalid_grant' };
    expect(await authorizer.exchange({ code, codeVerifier })).toEqual(bad);
    const other = await codeOf();
    expect(await authorizer.exchange({ code: other, codeVerifier: 'v'.repeat(43) })).toEqual(bad);
    const late = await codeOf();
    clock.advance(600_000);
    expect(await authorizer.exchange({ code: late, codeVerifier })).toEqual(bad);
  });

  test('is refused when the client secret is wrong', async () => {
    const stranger = authorizerWith({ clientSecret: 'wrong' });
    expect(await stranger.exchange({ code: await codeOf(), codeVerifier })).toEqual({
      ...{ kind: 'refused', reason: 'invalid_client' },
    });
  });

  test('is refused when the answer has no refresh token', async () => {
    const url = new URL(authorizer.authorizationUrl({ state: 's', codeChallenge }));
    url.searchParams.delete('access_type');
    const code = new URL(await google.consent(url.href)).searchParams.get('code') ?? '';
    expect(await authorizer.exchange({ code, codeVerifier })).toEqual({
      ...{ kind: 'refused', reason: 'no refresh token' },
    });
  });

  test('is refused when the id token has another issuer or expired long ago', async () => {
    const bad = { kind: 'refused', reason: 'id token' };
    const elsewhere = authorizerWith({ issuers: ['https://accounts.google.com'] });
    expect(await elsewhere.exchange({ code: await codeOf(), codeVerifier })).toEqual(bad);
    google.clock.skewMs = -2 * 3_600_000;
    expect(await authorizer.exchange({ code: await codeOf(), codeVerifier })).toEqual(bad);
  });

  test('succeeds when the id token was issued by a clock that is ten minutes ahead or behind', async () => {
    for (const skewMs of [-600_000, 600_000]) {
      google.clock.skewMs = skewMs;
      expect(await authorizer.exchange({ code: await codeOf(), codeVerifier })).toMatchObject({
        kind: 'granted',
      });
    }
  });

  test.each(TROUBLE)(
    'returns "unavailable" and sends no second request if the answer is %s',
    async (_, fault) => {
      const code = await codeOf();
      google.journal.clear();
      google.faults.add({ operation: 'oauth.token' }, fault);
      const exchanged = await impatientOf(fault).exchange({ code, codeVerifier });
      expect(exchanged).toMatchObject({ kind: 'unavailable' });
      expect(google.journal.operations()).toEqual(['oauth.token']);
    },
  );
});

describe('refreshing an access token', () => {
  test('returns an access token, and another refresh token only if Google sends one', async () => {
    const { refreshToken } = google.grant(zoe);
    const refreshed = { kind: 'refreshed', token: { accessToken: expect.stringMatching(/^ya29\./) } };
    expect(await authorizer.refresh(refreshToken)).toMatchObject({ ...refreshed, refreshToken: null });
    google.behaviour.renewsRefreshTokens = true;
    const second = await authorizer.refresh(refreshToken);
    expect(second).toMatchObject({ ...refreshed, refreshToken: expect.stringMatching(/^1\/\//) });
    expect((second as { refreshToken: string }).refreshToken).not.toBe(refreshToken);
  });

  test('reports "revoked" for a refresh token that was withdrawn, has expired or never existed', async () => {
    const { refreshToken } = google.grant(zoe);
    clock.advance(181 * 86_400_000);
    expect(await authorizer.refresh(refreshToken)).toEqual({ kind: 'revoked' });
    const another = google.grant(zoe);
    google.withdraw(zoe);
    expect(await authorizer.refresh(another.refreshToken)).toEqual({ kind: 'revoked' });
    expect(await authorizer.refresh('1//unknown')).toEqual({ kind: 'revoked' });
  });

  test('works only for a week if the consent screen of the app is in testing mode', async () => {
    google.behaviour.refreshTokenLifetimeMs = 7 * 86_400_000;
    const { refreshToken } = google.grant(zoe);
    clock.advance(7 * 86_400_000 - 1);
    expect(await authorizer.refresh(refreshToken)).toMatchObject({ kind: 'refreshed' });
    clock.advance(1);
    expect(await authorizer.refresh(refreshToken)).toEqual({ kind: 'revoked' });
  });

  test('reports "revoked" after a hundred newer refresh tokens were issued', async () => {
    const { refreshToken } = google.grant(zoe);
    for (let count = 0; count < 100; count++) google.grant(zoe);
    expect(await authorizer.refresh(refreshToken)).toEqual({ kind: 'revoked' });
  });

  test('reports "revoked" if a company policy requires signing in again', async () => {
    const body = {
      error: 'invalid_grant',
      error_description: 'reauth related error',
      error_subtype: 'invalid_rapt',
    };
    google.faults.add({ operation: 'oauth.token' }, { kind: 'answer', answer: { status: 400, body } });
    expect(await authorizer.refresh(google.grant(zoe).refreshToken)).toEqual({ kind: 'revoked' });
  });

  test.each([
    [401, 'invalid_client'],
    [401, 'unauthorized_client'],
    [401, 'deleted_client'],
    [400, 'invalid_request'],
  ])('reports "misconfigured" for %i %s, which the operator has to fix', async (status, error) => {
    google.faults.add({ operation: 'oauth.token' }, refused(status, error));
    const refreshed = await authorizer.refresh(google.grant(zoe).refreshToken);
    expect(refreshed).toEqual({ kind: 'misconfigured', reason: error });
  });

  test.each(TROUBLE)('returns "unavailable" if the answer is %s, and can succeed later', async (_, fault) => {
    google.faults.add({ operation: 'oauth.token' }, fault);
    const { refreshToken } = google.grant(zoe);
    expect(await impatientOf(fault).refresh(refreshToken)).toMatchObject({
      kind: 'unavailable',
    });
    expect(google.journal.operations()).toEqual(['oauth.token']);
    expect(await authorizer.refresh(refreshToken)).toMatchObject({ kind: 'refreshed' });
  });
});

describe('revoking a grant', () => {
  test('ends the whole grant of the account, and also succeeds when it is repeated', async () => {
    const [one, other] = [google.grant(zoe), google.grant(zoe)];
    expect(await authorizer.revoke(one.refreshToken)).toEqual({ kind: 'revoked' });
    expect(google.isGranted(zoe)).toBe(false);
    expect(await authorizer.refresh(other.refreshToken)).toEqual({ kind: 'revoked' });
    expect(await authorizer.revoke(one.refreshToken)).toEqual({ kind: 'revoked' });
  });

  test('works with an access token, too', async () => {
    await authorizer.revoke(google.grant(zoe).accessToken);
    expect(google.isGranted(zoe)).toBe(false);
  });

  test('does not touch another account', async () => {
    const max = google.addAccount();
    google.grant(max);
    await authorizer.revoke(google.grant(zoe).refreshToken);
    expect(google.isGranted(max)).toBe(true);
  });

  test.each(TROUBLE.filter(([name]) => !/object|half|breaks/.test(name)))(
    'returns "unavailable" if the answer is %s',
    async (_, fault) => {
      google.faults.add({ operation: 'oauth.revoke' }, fault);
      const { refreshToken } = google.grant(zoe);
      const slow = impatientOf(fault);
      expect(await slow.revoke(refreshToken)).toMatchObject({ kind: 'unavailable' });
      expect(google.journal.operations()).toEqual(['oauth.revoke']);
    },
  );
});

test('the reasons of failures that the authorizer reports contain no token, code or address', async () => {
  const { refreshToken, accessToken } = google.grant(zoe);
  const secrets = [
    refreshToken,
    accessToken,
    'zoe@gmail.example',
    google.settings.clientSecret,
    codeVerifier,
  ];
  const said: unknown[] = [];
  for (const [, fault] of [...TROUBLE, ['quotes', refused(400, `bad ${refreshToken}`)] as const]) {
    const slow = impatientOf(fault);
    const code = await codeOf();
    secrets.push(code);
    google.faults.add({ url: /token|revoke/ }, fault, { times: 3 });
    // The calls run at the same time, so that those without an answer wait for the timeout together.
    said.push(
      ...(await Promise.all([
        slow.exchange({ code, codeVerifier }),
        slow.refresh(refreshToken),
        slow.revoke(refreshToken),
      ])),
    );
    google.faults.clear();
  }
  const text = JSON.stringify(said);
  expect(said).toHaveLength(3 * (TROUBLE.length + 1));
  for (const secret of secrets) expect(text).not.toContain(secret);
});
