import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import type { calendar_v3 } from '@googleapis/calendar';
import type { Account } from '../../support/fake-google/calendars.js';
import { CALENDAR_SCOPES, FakeGoogle } from '../../support/fake-google/fake-google.js';
import type { CalendarHand } from '../../support/fake-google/calendar-hand.js';
import { SettableClock } from '../../support/settable-clock.js';
import { anEvent, clientOf, refusalOf } from './client.js';

describe('OAuth endpoints of the fake', () => {
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

  /** Returns Google's own client with its defaults, except for the addresses and the transport. */
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
    test('is accepted by the Google library and has all claims', async () => {
      const { id_token: idToken = '' } = await tokensOf({ nonce: 'n' });
      const ticket = await client.verifyIdToken({
        idToken: idToken ?? '',
        audience: google.settings.clientId,
      });
      expect(ticket.getPayload()).toMatchObject({
        ...{ iss: google.url, sub: zoe.sub, email: 'zoe@gmail.example', email_verified: true, nonce: 'n' },
        ...{ azp: google.settings.clientId, at_hash: expect.any(String) },
      });
    });

    test('is valid after one rotation of the keys, but not after two', async () => {
      const { id_token: idToken = '' } = await tokensOf();
      const verify = () =>
        clientOf().verifyIdToken({ idToken: idToken ?? '', audience: google.settings.clientId });
      google.keys.rotate();
      await verify();
      google.keys.rotate();
      await expect(verify()).rejects.toThrow('No pem found');
    });

    test('has signing keys that are published in JWK form with the same key id as in PEM form', async () => {
      const { keys } = (await (await fetch(`${google.url}/oauth2/v3/certs`)).json()) as { keys: object[] };
      const pems = (await (await fetch(google.settings.certsUrl)).json()) as object;
      expect(keys).toEqual([
        expect.objectContaining({ kty: 'RSA', kid: Object.keys(pems)[0], alg: 'RS256' }),
      ]);
    });
  });

  describe('the consent page', () => {
    test.each([
      ['redirect_uri', 'https://evil.example/', 'redirect_uri_mismatch'],
      ['client_id', 'unknown', 'invalid_client'],
      ['response_type', 'token', 'invalid_request'],
      ['code_challenge', 'short', 'invalid_request'],
    ])('rejects a wrong %s', async (name, value, error) => {
      const url = new URL(client.generateAuthUrl({ scope: 'openid' }));
      url.searchParams.set(name, value);
      await expect(google.consent(url.href)).rejects.toThrow(error);
    });

    test('rejects the challenge method "plain"', async () => {
      const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: CodeChallengeMethod.Plain };
      await expect(codeOf(challenge)).rejects.toThrow('invalid_request');
    });
  });

  describe('an authorization code', () => {
    test('requires the matching verifier if it was requested with a challenge', async () => {
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

    test('is accepted only with the redirect address it was requested for', async () => {
      const code = await codeOf();
      const elsewhere = google.settings.redirectUri.replace('calendar', 'auth');
      expect(await errorOf(client.getToken({ code, redirect_uri: elsewhere }))).toBe('redirect_uri_mismatch');
    });
  });

  describe('a refresh token', () => {
    test('is returned for the first consent, and later only with prompt=consent', async () => {
      expect((await tokensOf()).refresh_token).toEqual(expect.any(String));
      expect((await tokensOf()).refresh_token).toBeUndefined();
      expect((await tokensOf({ prompt: 'consent' })).refresh_token).toEqual(expect.any(String));
      expect((await tokensOf({ prompt: 'consent', access_type: 'online' })).refresh_token).toBeUndefined();
    });

    test('has only the scopes that the person granted', async () => {
      const [listing = ''] = CALENDAR_SCOPES;
      google.visitor = { account: zoe, unticks: [listing] };
      const tokens = await tokensOf();
      expect(tokens.scope?.split(' ')).toEqual(['openid', EMAIL, CALENDAR_SCOPES[1]]);
      client.setCredentials({ refresh_token: tokens.refresh_token ?? '' });
      expect((await client.refreshAccessToken()).credentials.scope).toBe(tokens.scope);
    });

    test('has the scopes of earlier consents, too, only if include_granted_scopes is set', async () => {
      await tokensOf();
      const asked = { scope: 'openid', prompt: 'consent', include_granted_scopes: true };
      expect((await tokensOf(asked)).scope?.split(' ')).toEqual(['openid', EMAIL, ...CALENDAR_SCOPES]);
      expect((await tokensOf({ ...asked, include_granted_scopes: false })).scope).toBe('openid');
    });
  });

  describe('revocation', () => {
    test('accepts the token in the query or the body, ends the grant, and fails when it is repeated', async () => {
      const revoke = (query: string, body?: URLSearchParams) =>
        fetch(`${google.settings.revokeUrl}${query}`, { method: 'POST', ...(body && { body }) });
      const [one, other] = [google.grant(zoe), google.grant(zoe)];
      expect((await revoke(`?token=${encodeURIComponent(one.refreshToken)}`)).status).toBe(200);
      expect(
        await (await revoke('', new URLSearchParams({ token: other.refreshToken }))).json(),
      ).toMatchObject({
        error: 'invalid_token',
      });
      const again = google.grant(zoe);
      expect((await revoke('', new URLSearchParams({ token: again.accessToken }))).status).toBe(200);
      expect(google.isGranted(zoe)).toBe(false);
    });
  });
});

describe('access to calendars of the fake', () => {
  let clock: SettableClock;
  let google: FakeGoogle;
  let zoe: Account;
  let home: CalendarHand;
  let api: calendar_v3.Calendar;

  beforeEach(async () => {
    clock = new SettableClock('2026-11-21T12:00:00Z');
    google = await FakeGoogle.start({ clock });
    zoe = google.addAccount({ email: 'zoe@gmail.example' });
    home = google.addCalendar({ summary: 'Home', shared: [[zoe, 'writer']] });
    api = clientOf(google, google.grant(zoe).accessToken);
  });
  afterEach(() => google.close());

  const insert = (id?: string) =>
    api.events.insert({ calendarId: home.id, requestBody: anEvent(id === undefined ? {} : { id }) });
  const list = () => api.events.list({ calendarId: home.id });

  describe('an access token', () => {
    test('is refused if it is missing, unknown or expired', async () => {
      for (const token of ['unknown', google.grant(zoe).refreshToken])
        expect(await refusalOf(clientOf(google, token).events.list({ calendarId: home.id }))).toBe(
          '401 global/authError',
        );
      clock.advance(3_599_000);
      expect(await refusalOf(list())).toBe('401 global/authError');
      const bare = await fetch(`${google.url}/calendar/v3/users/me/calendarList`);
      expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([
        ...[401, expect.stringContaining('Bearer')],
      ]);
    });

    test.each([
      ['calendar.calendarlist.readonly', ['403 global/insufficientPermissions', 'none']],
      ['calendar.events', ['none', '403 global/insufficientPermissions']],
      ['calendar.events.readonly', ['none', '403 global/insufficientPermissions']],
    ])('with only the scope %s allows only the requests of that scope', async (name, [events, entries]) => {
      const { accessToken } = google.grant(zoe, [`https://www.googleapis.com/auth/${name}`]);
      const limited = clientOf(google, accessToken);
      expect(await refusalOf(limited.events.list({ calendarId: home.id }))).toBe(events);
      expect(await refusalOf(limited.calendarList.list())).toBe(entries);
    });

    test('with the scopes of the planner can read a calendar list entry, but not the calendar itself', async () => {
      const limited = clientOf(google, google.grant(zoe, CALENDAR_SCOPES).accessToken);
      const { data } = await limited.calendarList.get({ calendarId: home.id });
      expect(data.accessRole).toBe('writer');
      expect(await refusalOf(limited.calendars.get({ calendarId: home.id }))).toBe(
        '403 global/insufficientPermissions',
      );
    });
  });

  describe('a role', () => {
    test.each([
      ['reader', '403 calendar/requiredAccessLevel'],
      ['freeBusyReader', '403 calendar/requiredAccessLevel'],
      ['writerWithoutPrivateAccess', 'none'],
      ['writer', 'none'],
      ['owner', 'none'],
    ] as const)('of %s answers a write with %s', async (role, answer) => {
      home.setRole(zoe, role);
      expect(await refusalOf(insert())).toBe(answer);
      expect(await refusalOf(list())).toBe('none');
    });

    test('that was withdrawn, or whose calendar was deleted, leads to 404', async () => {
      home.setRole(zoe, null);
      for (const call of [list, insert]) expect(await refusalOf(call())).toBe('404 global/notFound');
      home.setRole(zoe, 'owner');
      home.deleteCalendar();
      for (const call of [list, insert]) expect(await refusalOf(call())).toBe('404 global/notFound');
    });

    test('is returned in the paged list of calendars', async () => {
      const { data } = await api.calendarList.list({ maxResults: 1 });
      expect(data.items).toEqual([
        expect.objectContaining({ id: zoe.email, primary: true, accessRole: 'owner' }),
      ]);
      const { data: second } = await api.calendarList.list({
        maxResults: 1,
        pageToken: data.nextPageToken ?? '',
      });
      expect(second.items).toEqual([
        expect.objectContaining({ id: home.id, summary: 'Home', accessRole: 'writer' }),
      ]);
      expect(second.nextPageToken).toBeUndefined();
    });
  });

  describe('a quota', () => {
    test('limits the requests of a user in a window of 60 seconds, where a patch counts three times', async () => {
      google.quotas.limits.perUser = 5;
      await insert();
      const eventId = anEvent().id ?? '';
      const patch = () => api.events.patch({ calendarId: home.id, eventId, requestBody: { summary: 'x' } });
      await patch();
      await list();
      expect(await refusalOf(list())).toBe('403 usageLimits/rateLimitExceeded');
      const max = google.addAccount();
      home.setRole(max, 'reader');
      const other = clientOf(google, google.grant(max).accessToken);
      expect(await refusalOf(other.events.list({ calendarId: home.id }))).toBe('none');
      clock.advance(59_999);
      expect(await refusalOf(list())).toBe('403 usageLimits/rateLimitExceeded');
      clock.advance(1);
      expect(await refusalOf(list())).toBe('none');
    });

    test('of a calendar limits writes per second, and can answer with 429', async () => {
      google.quotas.limits.writesPerCalendar = 1;
      google.quotas.error = 'tooManyRequests';
      expect(await refusalOf(insert('gnaaaaa1'))).toBe('none');
      expect(await refusalOf(insert('gnaaaaa2'))).toBe('429 usageLimits/rateLimitExceeded');
      clock.advance(1000);
      expect(await refusalOf(insert('gnaaaaa2'))).toBe('none');
    });

    test('makes calendars read-only for some hours after makeReadOnly', async () => {
      google.quotas.makeReadOnly(zoe, 3 * 3_600_000);
      expect(await refusalOf(insert())).toBe('403 usageLimits/quotaExceeded');
      expect(await refusalOf(list())).toBe('none');
      clock.advance(3 * 3_600_000);
      api = clientOf(google, google.grant(zoe).accessToken);
      expect(await refusalOf(insert())).toBe('none');
    });
  });
});
