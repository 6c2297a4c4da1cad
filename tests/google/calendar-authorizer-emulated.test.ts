import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GoogleCalendarAuthorizer } from '../../adapters/google/calendar/google-calendar-authorizer.js';
import { startEmulatedGoogle, type EmulatedGoogle } from '../support/emulated-google.js';
import { CALENDAR_CLIENT } from '../support/fake-google/fake-google.js';

const ZOE = { email: 'zoe@gmail.example', name: 'Zoé Martin' };
const codeVerifier = randomBytes(32).toString('base64url');
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');

let google: EmulatedGoogle;
let authorizer: GoogleCalendarAuthorizer;

beforeAll(async () => {
  google = await startEmulatedGoogle([ZOE]);
  authorizer = authorizerWith({});
});
afterAll(() => google.close());

function authorizerWith(settings: { clientSecret?: string }): GoogleCalendarAuthorizer {
  const [redirectUri = ''] = CALENDAR_CLIENT.redirectUris;
  return new GoogleCalendarAuthorizer(
    { ...google.settings, redirectUri, ...settings },
    { now: () => Date.now() },
  );
}

async function codeOf(): Promise<string> {
  const back = await google.choose(
    authorizer.authorizationUrl({ state: 'a state', codeChallenge }),
    ZOE.email,
  );
  const { origin, pathname, searchParams } = new URL(back);
  expect([`${origin}${pathname}`, searchParams.get('state')]).toEqual([
    ...[CALENDAR_CLIENT.redirectUris[0], 'a state'],
  ]);
  return searchParams.get('code') ?? '';
}

test('an independent provider grants access to calendars, and refreshes it', async () => {
  const exchanged = await authorizer.exchange({ code: await codeOf(), codeVerifier });
  expect(exchanged).toMatchObject({
    kind: 'granted',
    grant: { email: ZOE.email, subject: expect.any(String) },
  });
  const { grant } = exchanged as Extract<typeof exchanged, { kind: 'granted' }>;
  const refreshed = await authorizer.refresh(grant.refreshToken);
  expect(refreshed).toMatchObject({ kind: 'refreshed', refreshToken: null });
  const { token } = refreshed as Extract<typeof refreshed, { kind: 'refreshed' }>;
  expect(token.accessToken).not.toBe(grant.accessToken);
  // It reads the token from the body only, and so it revokes nothing; its answer is the right one all the same.
  expect(await authorizer.revoke(grant.refreshToken)).toEqual({ kind: 'revoked' });
});

test('it takes a code once, and only with its verifier', async () => {
  const code = await codeOf();
  const bad = { kind: 'refused', reason: 'invalid_grant' };
  expect(await authorizer.exchange({ code, codeVerifier: 'v'.repeat(43) })).toEqual(bad);
  expect(await authorizer.exchange({ code, codeVerifier })).toMatchObject({ kind: 'granted' });
  expect(await authorizer.exchange({ code, codeVerifier })).toEqual(bad);
});

test('it knows refresh tokens that it has not given, and clients with the wrong secret', async () => {
  expect(await authorizer.refresh('unknown')).toEqual({ kind: 'revoked' });
  const stranger = authorizerWith({ clientSecret: 'wrong' });
  expect(await stranger.refresh('unknown')).toEqual({ kind: 'misconfigured', reason: 'invalid_client' });
});
