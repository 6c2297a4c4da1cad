import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import { ScriptedCalendarAuthorizer } from '../../support/scripted-calendar-authorizer.js';
import { startService, type TestService } from '../../support/service.js';

let authorizer: ScriptedCalendarAuthorizer;
let service: TestService;
let browser: Browser;

const calendar = { authorizer: null as unknown as ScriptedCalendarAuthorizer };

beforeAll(async () => {
  calendar.authorizer = authorizer = new ScriptedCalendarAuthorizer();
  service = await startService({ calendar });
});
afterAll(() => service.close());
beforeEach(async () => {
  authorizer.onExchange = null;
  authorizer.person = { subject: randomUUID(), email: 'zoe@gmail.example' };
  browser = await signedIn();
});

async function signedIn(): Promise<Browser> {
  const own = new Browser(service.api);
  await own.post('/v1/auth/register', { email: `${randomUUID()}@example.org`, password: PASSWORD });
  return own;
}

const CONNECT = '/v1/calendar/google/connect';
const WEB = 'https://web.example.org';

/** The provider's page that a browser is sent to. */
async function begun(own = browser, query = ''): Promise<string> {
  const { status, headers, text } = await own.get(`${CONNECT}${query}`);
  if (status !== 302) throw new Error(`${status} ${text}`);
  return headers['location'] as string;
}
const arrived = async (address: string, own = browser) => (await own.arrive(address)).headers['location'];
const connected = async (own = browser, query = '') =>
  arrived(authorizer.consent(await begun(own, query)), own);
const connections = async (own = browser) => (await own.get('/v1/calendar/google/connections')).body;
const stored = async () => (await service.query('select * from calendar_connections')).length;

describe('connect', () => {
  test('needs a session', async () => {
    const { status, body } = await new Browser(service.api).get(CONNECT);
    expect([status, body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('C-02 keeps the flow in a signed cookie of 10 minutes for its own routes alone', async () => {
    const { status, headers, text } = await browser.get(CONNECT);
    expect([status, text]).toEqual([302, '']);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^gn_cal_oauth=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/v1\/calendar\/google; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(browser.cookie('gn_cal_oauth')!.length).toBeLessThan(4000);
  });

  test('and back makes a connection, and the browser goes on', async () => {
    expect(await connected()).toBe(`${WEB}/?calendar=connected`);
    expect(await connections()).toEqual([
      {
        id: expect.any(String),
        provider: 'google',
        email: 'zoe@gmail.example',
        status: 'ACTIVE',
        createdAt: '2026-11-21T12:00:00.000Z',
      },
    ]);
    expect(await connections(await signedIn())).toEqual([]);
    expect(browser.cookie('gn_cal_oauth')).toBeUndefined();
    expect(await stored()).toBe(1);
  });
});
