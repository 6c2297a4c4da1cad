import type { BrowserContextOptions, Page } from 'playwright-core';
import { watchedPage, type WatchedPage } from './chromium.js';
import type { Web } from './web-pages.js';

export const PASSWORD = 'correct horse battery';
type Answer = { id: string; token: string; accessToken: string; version: number };

/** Somebody with an account, who does things without the pages; a browser is theirs by {@link signedIn}. */
export type Person = {
  readonly email: string;
  readonly send: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** Expects that it works. */
  readonly post: (path: string, body: unknown) => Promise<Answer>;
  readonly get: <T>(path: string) => Promise<T>;
};

export async function person(base: string, displayName: string, locale = 'en'): Promise<Person> {
  const email = `${crypto.randomUUID()}@example.org`;
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'X-Requested-With': 'app',
    'X-Client': 'mobile',
  };
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${base}/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const post = async (path: string, body: unknown) => {
    const response = await send('POST', path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  };
  const get = async <T>(path: string) => (await (await send('GET', path)).json()) as T;
  const { accessToken } = await post('/auth/register', { email, password: PASSWORD, displayName, locale });
  headers['Authorization'] = `Bearer ${accessToken}`;
  return { email, send, post, get };
}

/** A household of these, by its id. */
export async function home(owner: Person, ...others: Person[]): Promise<string> {
  const { id } = await owner.post('/households', { name: 'Chez nous', timeZone: 'Europe/Paris' });
  for (const other of others) {
    const { token } = await owner.post(`/households/${id}/invitations`, {});
    await other.post('/invitations/accept', { token });
  }
  return id;
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  locale: 'en-GB',
  timezoneId: 'Europe/Paris',
};

/** A browser of their own, at today. */
export async function signedIn(
  { browser, base }: Web,
  who: Person,
  look: BrowserContextOptions = PHONE,
): Promise<WatchedPage> {
  const seen = await watchedPage(browser, look);
  await signInAt(seen.page, base, who);
  return seen;
}

/** Leads to today. */
export async function signInAt(page: Page, base: string, { email }: Person): Promise<void> {
  page.setDefaultTimeout(30_000);
  await page.goto(`${base}/sign-in`);
  await signInHere(page, email);
  await page.waitForURL(/\/today$/);
}

export async function signInHere(page: Page, email: string): Promise<void> {
  const field = page.locator('input[type=email]');
  if (await field.isEditable()) await field.fill(email);
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD);
  await page.locator('form:has(input[type=email]) button[type=submit]').click();
}
