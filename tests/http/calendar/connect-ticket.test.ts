import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { startWithGoogle } from '../../support/google-service.js';
import { startService, type TestService } from '../../support/service.js';
import { arrived, CONNECT, CONNECTIONS, signedIn } from './people.js';

let google: FakeGoogle;
let service: TestService;
let app: { api: Api; id: string };

beforeAll(async () => {
  ({ service, google } = await startWithGoogle());
});
afterAll(async () => {
  await service.close();
  await google.close();
});
beforeEach(async () => {
  app = await service.api.register();
});

const TICKET = `${CONNECT}-ticket`;
const DONE = 'http://localhost:3000/oauth/done';
const REFUSED = `${DONE}?calendarError=invalid_state`;
const issued = async (api = app.api) => (await api.post(TICKET)).body.url as string;
const tab = () => new Browser(service.api);
/** The link of the page that asks; null where the tab is sent on at once. */
async function asked(address: string, browser: Browser): Promise<string | null> {
  const { status, text } = await browser.arrive(address);
  const link = /<a href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  return status === 200 && link !== undefined ? new URL(link, address).href : null;
}
/** Where a tab is sent that opens the address, once its person has said that the account is theirs. */
async function opened(address: string, browser = tab()): Promise<string> {
  const link = await asked(address, browser);
  return link === null ? arrived(browser, address) : arrived(browser, link);
}
const isRefused = async (address: string, browser = tab()) => (await opened(address, browser)) === REFUSED;

test('an address of the service opens the way for a tab that has no session, and ends at the app', async () => {
  const { status, body } = await app.api.post(TICKET);
  expect(status).toBe(200);
  expect(body).toEqual({
    url: expect.stringMatching(/^http:\/\/localhost:3000\/v1\/calendar\/google\/connect\?ticket=[\w-]{43}$/),
  });
  const browser = tab();
  const page = await opened(body.url, browser);
  expect(await arrived(browser, await google.consent(page))).toBe(`${DONE}?calendar=connected`);
  expect((await app.api.get(CONNECTIONS)).body).toHaveLength(1);
});

test.each([
  ['?calendar=connected', undefined, 'en', 'Calendar connected'],
  ['?calendar=connected', 'fr-CA, en;q=0.5', 'fr', 'Agenda connecté'],
  ['?calendarError=access_denied', 'de', 'en', 'The calendar was not connected'],
  ['?calendarError=<script>', 'fr', 'fr', 'L’agenda n’a pas été connecté'],
  ['', undefined, 'en', 'The calendar was not connected'],
])(
  'where no app takes /oauth/done%s over (%s) there is a page that says so',
  async (query, languages, lang, title) => {
    const page = await service.api.get(`/oauth/done${query}`, { headers: { 'accept-language': languages } });
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.text).toContain(`<html lang="${lang}">`);
    expect(page.text).toContain(`<h1>${title}</h1>`);
    expect(page.text).not.toMatch(/<script|<link|src=/);
  },
);

test('the ticket is stored as a hash', async () => {
  const ticket = new URL(await issued()).searchParams.get('ticket')!;
  const rows = JSON.stringify(await service.query('select * from calendar_tickets'));
  expect(rows).toMatch(/"hash":"[0-9a-f]{64}"/);
  expect(rows).not.toContain(ticket);
});

test('it takes a session, and the header of our own clients', async () => {
  expect((await service.api.post(TICKET)).status).toBe(401);
  expect((await app.api.post(TICKET, undefined, { 'x-requested-with': undefined })).status).toBe(403);
});

describe('the person who opens a ticket is asked first', () => {
  test.each([
    [undefined, 'en', 'Connect your calendar?'],
    ['fr', 'fr', 'Connecter votre agenda ?'],
  ])('on a page of ours in their language (%s) that names the account', async (languages, lang, title) => {
    const { api, auth } = await service.api.register({ displayName: 'Ana <b>' });
    const { pathname, search } = new URL(await issued(api));
    const page = await service.api.as(null).get(pathname + search, {
      headers: { 'accept-language': languages },
    });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^gn_cal_ask=[^;]+; Max-Age=120; Path=\/v1\/calendar\/google; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(page.text).toContain(`<html lang="${lang}">`);
    expect(page.text).toContain(`<h1>${title}</h1>`);
    expect(page.text).toContain(`Ana &lt;b&gt; (${auth['user'].email})`);
    expect(page.text).not.toMatch(/<script|<link|<form|src=/);
  });

  test('and looking at the page spends nothing', async () => {
    const address = await issued();
    await Promise.all([1, 2, 3].map(() => asked(address, tab())));
    expect(await isRefused(address)).toBe(false);
  });

  test('who was not asked cannot be sent past the page', async () => {
    const address = await issued();
    const maker = tab();
    const confirmed = (await asked(address, maker))!;
    const other = await issued();
    const ofOther = new URL((await asked(other, maker))!).searchParams.get('confirmation')!;
    const victim = tab();
    expect(await arrived(victim, confirmed)).toBe(REFUSED);
    await asked(address, victim);
    expect(await arrived(victim, confirmed)).toBe(REFUSED);
    for (const confirmation of ['x'.repeat(43), ofOther])
      expect(await arrived(victim, `${address}&confirmation=${confirmation}`)).toBe(REFUSED);
    expect(await isRefused(address)).toBe(false);
  });
});

describe('a ticket is refused', () => {
  test('the second time', async () => {
    const address = await issued();
    expect(await isRefused(address)).toBe(false);
    expect(await isRefused(address)).toBe(true);
  });

  test('all times but one when it is used at once', async () => {
    const address = await issued();
    const ends = await Promise.all([1, 2, 3, 4].map(() => isRefused(address)));
    expect(ends.filter((refused) => !refused)).toHaveLength(1);
  });

  test('after 2 minutes, and not before', async () => {
    const [late, intime] = [await issued(), await issued()];
    service.clock.advance(120_000);
    expect(await isRefused(intime)).toBe(false);
    service.clock.advance(1);
    expect(await isRefused(late)).toBe(true);
  });

  test('when it is none', async () => {
    expect(await isRefused(`http://localhost:3000${CONNECT}?ticket=${'x'.repeat(43)}`)).toBe(true);
  });

  test('when the session that it stands for has ended', async () => {
    const address = await issued();
    await app.api.post('/v1/auth/logout-all');
    expect(await isRefused(address)).toBe(true);
  });

  test('when the account is disabled', async () => {
    const address = await issued();
    await service.query(`update accounts set disabled_at = now() where id = '${app.id}'`);
    expect(await isRefused(address)).toBe(true);
  });

  test('in the browser of somebody else', async () => {
    expect(await isRefused(await issued(), await signedIn(service))).toBe(true);
  });
});

test('old tickets and spent states are removed, young ones are not', async () => {
  await service.query('delete from calendar_tickets');
  await service.query('delete from calendar_states');
  const browser = tab();
  await arrived(browser, await google.consent(await opened(await issued(), browser)));
  await issued();
  const left = async () => {
    await service.useCases.purgeExpired();
    const counts = ['calendar_tickets', 'calendar_states'].map(async (table) => {
      return (await service.query(`select * from ${table}`)).length;
    });
    return Promise.all(counts);
  };
  service.clock.advance(120_000);
  expect(await left()).toEqual([1, 1]);
  service.clock.advance(1);
  expect(await left()).toEqual([0, 1]);
  service.clock.advance(479_999);
  expect(await left()).toEqual([0, 1]);
  service.clock.advance(1);
  expect(await left()).toEqual([0, 0]);
});

test('where no calendar is offered the routes are not there', async () => {
  const plain = await startService();
  const { api } = await plain.api.register();
  const answers = [
    await api.get(CONNECT),
    await api.get(`${CONNECT}?ticket=x`),
    await api.post(TICKET),
    await api.get('/v1/calendar/google/callback?code=x&state=y'),
    await api.get(CONNECTIONS),
    await api.delete(`${CONNECTIONS}/${app.id}`),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body.error?.code).toBe('NOT_FOUND');
  }
  await plain.close();
});
