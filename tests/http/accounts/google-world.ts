import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import pg from 'pg';
import { PASSWORD } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import {
  aPerson,
  startFakeIdentityProvider,
  type FakeIdentityProvider,
} from '../../support/fake-identity-provider.js';
import { startService, type TestService } from '../../support/service.js';

export let idp: FakeIdentityProvider;
export let service: TestService;
/** The browser of a visitor. Each test has a new one. */
export let browser: Browser;

/** Starts a service with sign-in by Google for a test file. The tests play Google. */
export function withGoogleSignIn(): void {
  beforeAll(async () => {
    idp = await startFakeIdentityProvider();
    service = await startService({ googleSignIn: idp.settings });
  });
  afterAll(async () => {
    await service.close();
    await idp.close();
  });
  beforeEach(() => {
    idp.person = aPerson();
    idp.script = {};
    browser = new Browser(service.api);
  });
}

export const WEB = 'https://web.example.org/';
/** Returns the name of the cookie that belongs to the sign-in flow of this address. */
export const flowCookieOf = (address: string) => `gn_oauth_${new URL(address).searchParams.get('state')}`;
export const errorOf = (url: URL) => url.searchParams.get('authError');
export const meOf = async (who: Browser) => (await who.get('/v1/me')).body.user;

/** Registers an account with a password and returns a browser in which it is signed in. */
export async function registered(fields: { email?: string } = {}): Promise<Browser> {
  const own = new Browser(service.api);
  const email = fields.email ?? `${randomUUID()}@example.org`;
  await own.post('/v1/auth/register', { email, password: PASSWORD });
  return own;
}

export async function database<T>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: service.connectionString });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}

/**
 * Proves the e-mail address by resetting the password. That ends all sessions, so the account signs in again.
 */
export async function prove(owner: Browser, email: string): Promise<void> {
  await service.api.post('/v1/auth/password/forgot', { email });
  await service.performJobs();
  const newPassword = 'another long enough one';
  await service.api.post('/v1/auth/password/reset', { token: service.mailer.tokenFor(email), newPassword });
  await owner.post('/v1/auth/login', { email, password: newPassword });
}

/** Returns the logged security events of an account, without those of the sign-ins themselves. */
export const eventsFor = (userId: string) =>
  [...service.logger.events('info'), ...service.logger.events('warn')]
    .filter((fields) => fields['userId'] === userId && fields['event'] !== undefined)
    .map(({ event }) => event);
