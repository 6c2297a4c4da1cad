import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import type { TestService } from '../../support/service.js';

export const CONNECT = '/v1/calendar/google/connect';
export const CONNECTIONS = '/v1/calendar/google/connections';

/** Matches codes and tokens of Google and of the fake. */
export const GOOGLE_SECRET = /ya29\.|1\/\/[\w-]{40}|4\/[\w-]{40}/;

/** Registers an account and returns a browser in which it is signed in. */
export async function signedIn({ api }: TestService): Promise<Browser> {
  const own = new Browser(api);
  await own.post('/v1/auth/register', { email: `${randomUUID()}@example.org`, password: PASSWORD });
  return own;
}

/** Starts to connect a calendar and returns the address of Google's page. */
export async function begun(browser: Browser, query = ''): Promise<string> {
  const { status, headers, text } = await browser.get(`${CONNECT}${query}`);
  if (status !== 302) throw new Error(`${status} ${text}`);
  return headers['location'] as string;
}

export async function arrived(browser: Browser, address: string): Promise<string> {
  const { status, headers, text } = await browser.arrive(address);
  if (status !== 302) throw new Error(`${status} ${text}`);
  return headers['location'] as string;
}

/** Connects a calendar and returns the address at which the browser ends. */
export async function connected(browser: Browser, google: FakeGoogle, query = ''): Promise<string> {
  return arrived(browser, await google.consent(await begun(browser, query)));
}

export const connectionsOf = async (browser: Browser) => (await browser.get(CONNECTIONS)).body;

/** Returns the id of the only connection. */
export const connectionIdOf = async (browser: Browser) => (await connectionsOf(browser))[0].id;

export const userIdOf = async (browser: Browser) => (await browser.get('/v1/me')).body.user.id as string;
