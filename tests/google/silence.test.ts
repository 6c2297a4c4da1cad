import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Account } from '../support/fake-google/calendars.js';
import { FakeGoogle } from '../support/fake-google/fake-google.js';
import { RecordingLogger } from '../support/recording-logger.js';

/**
 * Checks what Google's library prints if its debugging is switched on. The library reads the switch when it is
 * loaded, so it and all modules that import it are loaded after the switch is set.
 */
const SWITCH = 'GOOGLE_SDK_NODE_LOGGING';
const before = process.env[SWITCH];
const written = jest.spyOn(console, 'error').mockImplementation(() => undefined);

let google: FakeGoogle;
let zoe: Account;

beforeAll(async () => {
  process.env[SWITCH] = '*';
  google = await FakeGoogle.start();
  zoe = google.addAccount();
  google.visitor = { account: zoe };
});
afterAll(async () => {
  if (before === undefined) Reflect.deleteProperty(process.env, SWITCH);
  else process.env[SWITCH] = before;
  written.mockRestore();
  await google.close();
});

test('adapters keep the Google library from printing requests and answers, even if its debugging is switched on', async () => {
  const { GoogleCalendarAuthorizer } =
    await import('../../adapters/google/calendar/google-calendar-authorizer.js');
  const { GoogleCalendarProvider } =
    await import('../../adapters/google/calendar/google-calendar-provider.js');
  const { GoogleIdentityProvider } =
    await import('../../adapters/google/identity/google-identity-provider.js');
  const { accessToken, refreshToken } = google.grant(zoe);
  const authorizer = new GoogleCalendarAuthorizer(google.settings, { now: () => Date.now() });
  const provider = new GoogleCalendarProvider(google.settings);
  const logger = new RecordingLogger();
  const identity = new GoogleIdentityProvider(google.settings, logger);

  await provider.listCalendars(accessToken);
  await provider.listCalendars('unknown');
  await authorizer.refresh(refreshToken);
  await authorizer.refresh('unknown');
  await identity.exchange({ code: 'unknown', codeVerifier: 'unknown', nonce: 'n' });
  await authorizer.revoke(refreshToken);
  expect(google.journal.entries).toHaveLength(6);
  expect(written).not.toHaveBeenCalled();
});

test('the Google library prints requests with their tokens if its debugging is switched on', async () => {
  const { OAuth2Client } = await import('google-auth-library');
  const { clientId, clientSecret, tokenUrl } = google.settings;
  const client = new OAuth2Client({
    ...{ clientId, clientSecret, endpoints: { oauth2TokenUrl: tokenUrl } },
    transporterOptions: { fetchImplementation: globalThis.fetch },
  });
  client.setCredentials({ refresh_token: google.grant(zoe).refreshToken });
  await client.getAccessToken();
  expect(JSON.stringify(written.mock.calls)).toContain('ya29.');
});
