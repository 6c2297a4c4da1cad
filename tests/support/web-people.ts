import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { watchedPage, type WatchedPage } from './chromium.js';
import type { Web } from './web-pages.js';

export const PASSWORD = 'correct horse battery';
type Answer = { id: string; token: string; accessToken: string; version: number };

/**
 * A person with an account who sends requests without a browser. {@link signedIn} opens a browser for them.
 */
export type Person = {
  readonly email: string;
  readonly send: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** Sends a POST request. Throws if it fails. */
  readonly post: (path: string, body: unknown) => Promise<Answer>;
  readonly get: <T>(path: string) => Promise<T>;
  /** Signs in again after the session has ended. */
  readonly signIn: () => Promise<void>;
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
  const enter = async (path: string, more: object = {}) => {
    delete headers['Authorization'];
    const { accessToken } = await post(path, { email, password: PASSWORD, ...more });
    headers['Authorization'] = `Bearer ${accessToken}`;
  };
  await enter('/auth/register', { displayName, locale });
  return { email, send, post, get, signIn: () => enter('/auth/login') };
}

/** A household and its members, in the order in which they joined. */
export type House<People extends readonly Person[] = readonly Person[]> = {
  readonly id: string;
  /** The path of the household in the API. */
  readonly at: string;
  readonly people: People;
  /** Returns the id of the member with this name. */
  readonly idOf: (name: string) => Promise<string>;
};

/**
 * Creates a household with a member for each name.
 *
 * @param onJoin runs before each further member joins
 */
export async function aHouse<const Names extends readonly [string, ...string[]]>(
  base: string,
  names: Names,
  onJoin: () => void = () => undefined,
): Promise<House<{ readonly [Place in keyof Names]: Person }>> {
  const people: Person[] = [];
  for (const name of names) people.push(await person(base, name));
  const [owner, ...others] = people as [Person, ...Person[]];
  const id = await home(owner);
  for (const other of others) {
    onJoin();
    await moveIn(owner, id, other);
  }
  const at = `/households/${id}`;
  const idOf = async (name: string) => {
    const { members } = await owner.get<{ members: { id: string; displayName: string }[] }>(at);
    const found = members.find(({ displayName }) => displayName === name);
    if (found === undefined) throw new Error(`${name} does not live here`);
    return found.id;
  };
  return { id, at, people: people as never, idOf };
}

/** Returns the date this many days from today, in the time zone of the households. */
export function civilDay(days: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format();
  const date = new Date(`${today}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Creates a household with these members and returns its id. */
export async function home(owner: Person, ...others: Person[]): Promise<string> {
  const { id } = await owner.post('/households', { name: 'Chez nous', timeZone: 'Europe/Paris' });
  for (const other of others) await moveIn(owner, id, other);
  return id;
}

/** Adds a member with an invitation. */
export async function moveIn(owner: Person, householdId: string, other: Person): Promise<void> {
  const { token } = await owner.post(`/households/${householdId}/invitations`, {});
  await other.post('/invitations/accept', { token });
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  locale: 'en-GB',
  timezoneId: 'Europe/Paris',
};

/** A phone with the service worker of the client, for tests that open a page without a network or receive a push. */
export const OFFLINE_PHONE: BrowserContextOptions = { ...PHONE, serviceWorkers: 'allow' };

/** Opens a new browser context in which this person is signed in, on the page Today. */
export async function signedIn(
  { browser, base }: Web,
  who: Person,
  look: BrowserContextOptions = PHONE,
): Promise<WatchedPage> {
  const seen = await watchedPage(browser, look);
  await signInAt(seen.page, base, who);
  return seen;
}

/** Signs in with the form and waits for the page Today. */
export async function signInAt(page: Page, base: string, { email }: Person): Promise<void> {
  page.setDefaultTimeout(30_000);
  await page.goto(`${base}/sign-in`);
  await signInHere(page, email);
  await page.waitForURL(/\/today$/);
}

/**
 * Signs a browser in without a page. The client looks for a session only if it finds the cookie
 * `planner_session`.
 */
export async function signInByRequest(context: BrowserContext, base: string, email: string): Promise<void> {
  await context.request.post(`${base}/v1/auth/login`, {
    headers: { 'X-Requested-With': 'app' },
    data: { email, password: PASSWORD },
  });
  await context.addCookies([{ name: 'planner_session', value: '1', url: base }]);
}

export async function signInHere(page: Page, email: string): Promise<void> {
  const field = page.locator('input[type=email]');
  if (await field.isEditable()) await field.fill(email);
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD);
  await page.locator('form:has(input[type=email]) button[type=submit]').click();
}
