import { equal } from 'node:assert/strict';
import { OAuth2Client } from 'google-auth-library';
import { GoogleCalendarAuthorizer } from '../../adapters/google/calendar/google-calendar-authorizer.js';
import { GoogleCalendarProvider } from '../../adapters/google/calendar/google-calendar-provider.js';
import { GoogleIdentityProvider } from '../../adapters/google/identity/google-identity-provider.js';
import { FakeGoogle } from '../support/fake-google/fake-google.js';
import { RecordingLogger } from '../support/recording-logger.js';

/*
 * A program for `silence.test.ts`: sends requests to a fake Google through our adapters, or with the argument `library`
 * through Google's library alone.
 */

const google = await FakeGoogle.start();
const zoe = google.addAccount();
google.visitor = { account: zoe };
const { accessToken, refreshToken } = google.grant(zoe);

if (process.argv[2] === 'library') await useLibrary();
else await useAdapters();
await google.close();

async function useAdapters(): Promise<void> {
  const authorizer = new GoogleCalendarAuthorizer(google.settings, { now: () => Date.now() });
  const provider = new GoogleCalendarProvider(google.settings);
  const identity = new GoogleIdentityProvider(google.settings, new RecordingLogger());
  await provider.listCalendars(accessToken);
  await provider.listCalendars('unknown');
  await authorizer.refresh(refreshToken);
  await authorizer.refresh('unknown');
  await identity.exchange({ code: 'unknown', codeVerifier: 'unknown', nonce: 'n' });
  await authorizer.revoke(refreshToken);
  equal(google.journal.entries.length, 6);
}

async function useLibrary(): Promise<void> {
  const { clientId, clientSecret, tokenUrl } = google.settings;
  const client = new OAuth2Client({
    ...{ clientId, clientSecret, endpoints: { oauth2TokenUrl: tokenUrl } },
    transporterOptions: { fetchImplementation: globalThis.fetch },
  });
  client.setCredentials({ refresh_token: refreshToken });
  await client.getAccessToken();
}
