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

/** The browser's way to Google's page and back. */
const consent = async () =>
  new URL(await google.consent(authorizer.authorizationUrl({ state: 'a state', codeChallenge })))
    .searchParams;
const codeOf = async () => (await consent()).get('code') ?? '';

const refused = (status: number, error: string): Fault => ({
  kind: 'answer',
  answer: oauthError(status, error).answer,
});

/** No answer, or none that means anything, in all its forms. */
const TROUBLE: readonly (readonly [string, Fault])[] = [
  ['503', { kind: 'answer', answer: { status: 503, body: { error: 'backend' } } }],
  ['429', { kind: 'answer', answer: { status: 429, body: { error: 'rate_limit_exceeded' } } }],
  ['a page with 502', { kind: 'answer', answer: pageOf(502, 'Bad Gateway') }],
  ['a page with 404', { kind: 'answer', answer: pageOf(404, 'Not Found') }],
  ['a page with 200', { kind: 'answer', answer: pageOf(200, 'Welcome to the hotel') }],
  ['an empty object', { kind: 'answer', answer: { status: 200, body: {} } }],
  ['internal_failure', refused(400, 'internal_failure')],
  ['half a body', { kind: 'short body' }],
  ['a line that breaks', { kind: 'truncated body' }],
  ['a reset', { kind: 'reset before effect' }],
  ['a reset after the effect', { kind: 'reset after effect' }],
  ['silence', { kind: 'hang' }],
];

/** Gives up soon where nothing will come, but not before a busy machine has sent what it asks. */
const impatientOf = ({ kind }: Fault) =>
  kind === 'hang' ? authorizerWith({ timeoutMs: 2_000 }) : authorizer;

describe('the page', () => {
  test('is asked for both rights, offline, with consent and PKCE, and never for what signing in was granted', () => {
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

  test('sends the browser back with the state, or with a denial', async () => {
    expect((await consent()).get('state')).toBe('a state');
    google.visitor = { account: zoe, denies: true };
    expect(Object.fromEntries(await consent())).toEqual({ state: 'a state', error: 'access_denied' });
  });
});

describe('a code', () => {
  test('becomes a grant with its person and both tokens', async () => {
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

  test('brings a refresh token at the second consent too', async () => {
    await authorizer.exchange({ code: await codeOf(), codeVerifier });
    expect(await authorizer.exchange({ code: await codeOf(), codeVerifier })).toMatchObject({
      kind: 'granted',
    });
  });

  test.each(CALENDAR_SCOPES)('misses a right when %s was unticked', async (scope) => {
    google.visitor = { account: zoe, unticks: [scope] };
    expect(await authorizer.exchange({ code: await codeOf(), codeVerifier })).toEqual({
      kind: 'missingScope',
    });
  });

  test('is good once, for ten minutes, and only with its verifier', async () => {
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

  test('is refused to a client with the wrong secret', async () => {
    const stranger = authorizerWith({ clientSecret: 'wrong' });
    expect(await stranger.exchange({ code: await codeOf(), codeVerifier })).toEqual({
      ...{ kind: 'refused', reason: 'invalid_client' },
    });
  });

  test('without a refresh token in its answer is refused', async () => {
    const url = new URL(authorizer.authorizationUrl({ state: 's', codeChallenge }));
    url.searchParams.delete('access_type');
    const code = new URL(await google.consent(url.href)).searchParams.get('code') ?? '';
    expect(await authorizer.exchange({ code, codeVerifier })).toEqual({
      ...{ kind: 'refused', reason: 'no refresh token' },
    });
  });

  test('with an id token of another issuer, or one long expired, is refused', async () => {
    const bad = { kind: 'refused', reason: 'id token' };
    const elsewhere = authorizerWith({ issuers: ['https://accounts.google.com'] });
    expect(await elsewhere.exchange({ code: await codeOf(), codeVerifier })).toEqual(bad);
    google.clock.skewMs = -2 * 3_600_000;
    expect(await authorizer.exchange({ code: await codeOf(), codeVerifier })).toEqual(bad);
  });

  test('with an id token of a clock ten minutes ahead or behind is taken', async () => {
    for (const skewMs of [-600_000, 600_000]) {
      google.clock.skewMs = skewMs;
      expect(await authorizer.exchange({ code: await codeOf(), codeVerifier })).toMatchObject({
        kind: 'granted',
      });
    }
  });

  test.each(TROUBLE)('is spent in vain when the answer is %s, and is not sent again', async (_, fault) => {
    const code = await codeOf();
    google.journal.clear();
    google.faults.add({ operation: 'oauth.token' }, fault);
    const exchanged = await impatientOf(fault).exchange({ code, codeVerifier });
    expect(exchanged).toMatchObject({ kind: 'unavailable' });
    expect(google.journal.operations()).toEqual(['oauth.token']);
  });
});

describe('a refresh token', () => {
  test('brings an access token, and seldom another refresh token', async () => {
    const { refreshToken } = google.grant(zoe);
    const refreshed = { kind: 'refreshed', token: { accessToken: expect.stringMatching(/^ya29\./) } };
    expect(await authorizer.refresh(refreshToken)).toMatchObject({ ...refreshed, refreshToken: null });
    google.behaviour.renewsRefreshTokens = true;
    const second = await authorizer.refresh(refreshToken);
    expect(second).toMatchObject({ ...refreshed, refreshToken: expect.stringMatching(/^1\/\//) });
    expect((second as { refreshToken: string }).refreshToken).not.toBe(refreshToken);
  });

  test('that was withdrawn, expired or never given is revoked', async () => {
    const { refreshToken } = google.grant(zoe);
    clock.advance(181 * 86_400_000);
    expect(await authorizer.refresh(refreshToken)).toEqual({ kind: 'revoked' });
    const another = google.grant(zoe);
    google.withdraw(zoe);
    expect(await authorizer.refresh(another.refreshToken)).toEqual({ kind: 'revoked' });
    expect(await authorizer.refresh('1//unknown')).toEqual({ kind: 'revoked' });
  });

  test('of a consent screen in testing lives a week', async () => {
    google.behaviour.refreshTokenLifetimeMs = 7 * 86_400_000;
    const { refreshToken } = google.grant(zoe);
    clock.advance(7 * 86_400_000 - 1);
    expect(await authorizer.refresh(refreshToken)).toMatchObject({ kind: 'refreshed' });
    clock.advance(1);
    expect(await authorizer.refresh(refreshToken)).toEqual({ kind: 'revoked' });
  });

  test('of which a hundred newer ones were given has died', async () => {
    const { refreshToken } = google.grant(zoe);
    for (let count = 0; count < 100; count++) google.grant(zoe);
    expect(await authorizer.refresh(refreshToken)).toEqual({ kind: 'revoked' });
  });

  test('with the policy of a company in its way is revoked too', async () => {
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
  ])("%i %s is the operator's business, not the person's", async (status, error) => {
    google.faults.add({ operation: 'oauth.token' }, refused(status, error));
    const refreshed = await authorizer.refresh(google.grant(zoe).refreshToken);
    expect(refreshed).toEqual({ kind: 'misconfigured', reason: error });
  });

  test.each(TROUBLE)('says nothing about the permission when the answer is %s', async (_, fault) => {
    google.faults.add({ operation: 'oauth.token' }, fault);
    const { refreshToken } = google.grant(zoe);
    expect(await impatientOf(fault).refresh(refreshToken)).toMatchObject({
      kind: 'unavailable',
    });
    expect(google.journal.operations()).toEqual(['oauth.token']);
    expect(await authorizer.refresh(refreshToken)).toMatchObject({ kind: 'refreshed' });
  });
});

describe('revoking', () => {
  test('ends the whole grant of the account, and a second time is done already', async () => {
    const [one, other] = [google.grant(zoe), google.grant(zoe)];
    expect(await authorizer.revoke(one.refreshToken)).toEqual({ kind: 'revoked' });
    expect(google.isGranted(zoe)).toBe(false);
    expect(await authorizer.refresh(other.refreshToken)).toEqual({ kind: 'revoked' });
    expect(await authorizer.revoke(one.refreshToken)).toEqual({ kind: 'revoked' });
  });

  test('by an access token does the same', async () => {
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
    'is not known to have happened when the answer is %s',
    async (_, fault) => {
      google.faults.add({ operation: 'oauth.revoke' }, fault);
      const { refreshToken } = google.grant(zoe);
      const slow = impatientOf(fault);
      expect(await slow.revoke(refreshToken)).toMatchObject({ kind: 'unavailable' });
      expect(google.journal.operations()).toEqual(['oauth.revoke']);
    },
  );
});

test('no reason quotes a token, a code or an address', async () => {
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
    said.push(await slow.exchange({ code, codeVerifier }));
    said.push(await slow.refresh(refreshToken));
    said.push(await slow.revoke(refreshToken));
    google.faults.clear();
  }
  const text = JSON.stringify(said);
  expect(said).toHaveLength(3 * (TROUBLE.length + 1));
  for (const secret of secrets) expect(text).not.toContain(secret);
});
