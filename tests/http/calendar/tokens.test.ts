import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Browser } from '../../support/browser.js';
import type { Account } from '../../support/fake-google/calendars.js';
import { errorAnswer, oauthError } from '../../support/fake-google/answers.js';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { startWithGoogle } from '../../support/google-service.js';
import { type TestService, startService } from '../../support/service.js';
import {
  connected,
  connectionIdOf,
  connectionsOf,
  signedIn,
  arrived,
  CONNECT,
  CONNECTIONS,
} from './people.js';
import type { Api } from '../../support/api.js';
import { within } from '../../support/until.js';

describe('tokens of the calendar', () => {
  const KEY = (n: number) => `v${n}:${Buffer.alloc(32, `key ${n}`).toString('base64')}`;
  let google: FakeGoogle;
  let service: TestService;
  let browser: Browser;
  let zoe: Account;
  let home: string;
  let id: string;

  beforeAll(async () => {
    ({ service, google } = await startWithGoogle({ encryptionKeys: KEY(1) }));
  });
  afterAll(async () => {
    await service.close();
    await google.close();
  });
  beforeEach(async () => {
    google.behaviour.renewsRefreshTokens = false;
    zoe = google.addAccount();
    google.visitor = { account: zoe };
    browser = await signedIn(service);
    await connected(browser, google);
    id = await connectionIdOf(browser);
    home = (await browser.post('/v1/households', { name: 'Home', timeZone: 'Europe/Paris' })).body.id;
    google.journal.clear();
  });

  /** The lifetime of Google's access tokens, less one second for the transfer. */
  const LIFE = 3_599_000;
  const SECOND = 1_000;
  const TOO_LITTLE = 60_000;

  /** Lets time pass and renews the session. */
  async function later(milliseconds: number): Promise<void> {
    service.clock.advance(milliseconds);
    await browser.post('/v1/auth/refresh');
  }

  /** Lists the calendars, which needs an access token of Google. */
  async function list(of = service): Promise<{ status: number; code: string | undefined }> {
    const headers = { cookie: `gn_at=${browser.cookie('gn_at')}`, 'x-client': undefined };
    const path = `/v1/households/${home}/calendar/available?connectionId=${id}`;
    const { status, body } = await of.api.as(null).get(path, { headers });
    return { status, code: body.error?.code };
  }
  const LISTED = { status: 200, code: undefined };
  const REVOKED = { status: 409, code: 'INVALID_STATE' };
  const UNAVAILABLE = { status: 503, code: 'UNAVAILABLE' };

  /** Lists the calendars and returns the Authorization header of the request to Google. */
  async function tokenOf(of = service): Promise<string | undefined> {
    expect(await list(of)).toEqual(LISTED);
    return google.journal.calls('calendarList.list').at(-1)?.call.headers['authorization'];
  }

  const refreshes = () =>
    google.journal.entries
      .filter(({ operation }) => operation === 'oauth.token')
      .map(({ call }) => new URLSearchParams(call.body))
      .filter((form) => form.get('grant_type') === 'refresh_token')
      .map((form) => form.get('refresh_token'));
  const statusOf = async () => (await connectionsOf(browser))[0].status;
  const row = async () => (await service.query(`select * from calendar_connections where id = '${id}'`))[0]!;

  describe('the token of a connection', () => {
    test('is renewed a minute before it expires', async () => {
      const first = await tokenOf();
      await later(LIFE - TOO_LITTLE - SECOND);
      expect(await tokenOf()).toBe(first);
      await later(SECOND + 1);
      const second = await tokenOf();
      expect(second).not.toBe(first);
      expect(await tokenOf()).toBe(second);
      expect(refreshes()).toHaveLength(1);
    });

    test('is renewed once for parallel requests in two processes', async () => {
      const other = await service.another();
      await later(LIFE);
      const answers = await Promise.all(
        [service, other, service, other, service, other].map((of) => list(of)),
      );
      expect(answers).toEqual(Array(6).fill(LISTED));
      expect(refreshes()).toHaveLength(1);
      await other.close();
    });

    test('is renewed once if the provider refuses it before it expires', async () => {
      google.dropAccessTokens(zoe);
      expect(await Promise.all([list(), list(), list()])).toEqual(Array(3).fill(LISTED));
      expect(await list()).toEqual(LISTED);
      expect(refreshes()).toHaveLength(1);
    });

    test('is stored with a new refresh token if the provider sends one', async () => {
      google.behaviour.renewsRefreshTokens = true;
      await later(LIFE);
      await tokenOf();
      await later(LIFE);
      await tokenOf();
      const [first, second] = refreshes();
      expect(second).toMatch(/^1\/\//);
      expect(second).not.toBe(first);
    });
  });

  describe('an answer of the provider to the renewal of a token', () => {
    test('sets the connection to REVOKED and deletes its tokens if the error is invalid_grant [T-G11]', async () => {
      google.withdraw(zoe);
      await later(LIFE);
      expect([await list(), await list()]).toEqual([REVOKED, REVOKED]);
      expect(await statusOf()).toBe('REVOKED');
      expect(await row()).toMatchObject({ refresh_token: null, access_token: null, access_expires_at: null });
      expect(refreshes()).toHaveLength(1);
      expect(service.logger.securityEvents()).toContain('calendar_revoked');
    });

    test('that revoked the connection loses its effect when the user connects again: the same connection is ACTIVE', async () => {
      google.withdraw(zoe);
      await later(LIFE);
      expect(await list()).toEqual(REVOKED);
      await connected(browser, google);
      expect(await connectionsOf(browser)).toEqual([expect.objectContaining({ id, status: 'ACTIVE' })]);
      expect(await list()).toEqual(LISTED);
    });

    test.each([
      ['invalid_client', oauthError(401, 'invalid_client').answer],
      ['that the service is unavailable', errorAnswer('backendError')],
    ])('keeps the connection ACTIVE if the error is %s [T-G11]', async (_name, answer) => {
      google.faults.add({ operation: 'oauth.token' }, { kind: 'answer', answer });
      await later(LIFE);
      expect(await list()).toEqual(UNAVAILABLE);
      expect(await statusOf()).toBe('ACTIVE');
      expect(await list()).toEqual(LISTED);
    });

    test.each(['revoked', 'refreshed'] as const)(
      'changes nothing if it concerns the old token (%s) and the user connects again at the same time',
      async (kind) => {
        await later(LIFE);
        if (kind === 'revoked') {
          const { answer } = oauthError(400, 'invalid_grant');
          google.faults.add({ operation: 'oauth.token' }, { kind: 'answer after effect', answer });
        }
        const held = google.barriers.hold({ operation: 'oauth.token' }, 'after effect');
        const waiting = tokenOf();
        await within(held.reached, 'the request for a token arrives');
        await connected(browser, google);
        held.release();
        expect(await waiting).toBe(await tokenOf());
        expect(await statusOf()).toBe('ACTIVE');
        expect(refreshes()).toHaveLength(1);
      },
    );
  });

  describe('encryption keys', () => {
    test('can be rotated: tokens of the old key stay readable, and renewed tokens use the new key', async () => {
      const first = await tokenOf();
      const rotated = await service.another({ encryptionKeys: `${KEY(2)},${KEY(1)}` });
      expect(await tokenOf(rotated)).toBe(first);
      await later(LIFE);
      const second = await tokenOf(rotated);
      for (const column of ['refresh_token', 'access_token']) expect((await row())[column]).toMatch(/^v2:/);
      const newOnly = await service.another({ encryptionKeys: KEY(2) });
      expect(await tokenOf(newOnly)).toBe(second);
      await Promise.all([rotated.close(), newOnly.close()]);
    });

    test('make calendars unavailable while they are missing, which is logged as an error for the operator', async () => {
      const other = await service.another({ encryptionKeys: KEY(3) });
      expect(await list(other)).toEqual(UNAVAILABLE);
      expect(await statusOf()).toBe('ACTIVE');
      expect(other.logger.events('error').map(({ message }) => message)).toEqual([
        expect.stringContaining('ENCRYPTION_KEYS'),
      ]);
      expect(await list()).toEqual(LISTED);
      await other.close();
    });
  });
});

describe('a ticket to connect a calendar', () => {
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
  /**
   * Opens the address. Returns the link of the page that asks for confirmation, or null if the tab is
   * redirected at once.
   */
  async function asked(address: string, browser: Browser): Promise<string | null> {
    const { status, text } = await browser.arrive(address);
    const link = /<a href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    return status === 200 && link !== undefined ? new URL(link, address).href : null;
  }
  /**
   * Opens the address, confirms that the account is the right one, and returns the address at which the tab
   * ends.
   */
  async function opened(address: string, browser = tab()): Promise<string> {
    const link = await asked(address, browser);
    return link === null ? arrived(browser, address) : arrived(browser, link);
  }
  const isRefused = async (address: string, browser = tab()) => (await opened(address, browser)) === REFUSED;

  test('lets a browser without a session connect a calendar, and at the end redirects the browser to the app', async () => {
    const { status, body } = await app.api.post(TICKET);
    expect(status).toBe(200);
    expect(body).toEqual({
      url: expect.stringMatching(
        /^http:\/\/localhost:3000\/v1\/calendar\/google\/connect\?ticket=[\w-]{43}$/,
      ),
    });
    const browser = tab();
    const page = await opened(body.url, browser);
    expect(await arrived(browser, await google.consent(page))).toBe(`${DONE}?calendar=connected`);
    expect((await app.api.get(CONNECTIONS)).body).toHaveLength(1);
  });

  test.each([
    ['?calendar=connected', undefined, 'en', 'Calendar connected'],
    ['?calendar=connected', 'fr-CA, en;q=0.5', 'fr', 'Agenda connecté'],
    ['?calendarError=access_denied', 'de', 'en', 'Calendar not connected'],
    ['?calendarError=<script>', 'fr', 'fr', 'Agenda non connecté'],
    ['', undefined, 'en', 'Calendar not connected'],
  ])(
    'ends on a page with the result if no app opens /oauth/done%s, in the language for Accept-Language %s',
    async (query, languages, lang, title) => {
      const page = await service.api.get(`/oauth/done${query}`, {
        headers: { 'accept-language': languages },
      });
      expect(page.status).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.text).toContain(`<html lang="${lang}">`);
      expect(page.text).toContain(`<h1>${title}</h1>`);
      expect(page.text).not.toMatch(/<script|<link|src=/);
    },
  );

  test('is stored only as a hash', async () => {
    const ticket = new URL(await issued()).searchParams.get('ticket')!;
    const rows = JSON.stringify(await service.query('select * from calendar_tickets'));
    expect(rows).toMatch(/"hash":"[0-9a-f]{64}"/);
    expect(rows).not.toContain(ticket);
  });

  test('is created only with a session and the CSRF header', async () => {
    expect((await service.api.post(TICKET)).status).toBe(401);
    expect((await app.api.post(TICKET, undefined, { 'x-requested-with': undefined })).status).toBe(403);
  });

  describe('asks for confirmation before the calendar is connected', () => {
    test.each([
      [undefined, 'en', 'Connect your calendar?'],
      ['fr', 'fr', 'Connecter votre agenda ?'],
    ])(
      'on a page that names the account, in the language for Accept-Language %s',
      async (languages, lang, title) => {
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
      },
    );

    test('without using up the ticket', async () => {
      const address = await issued();
      await Promise.all([1, 2, 3].map(() => asked(address, tab())));
      expect(await isRefused(address)).toBe(false);
    });

    test('and accepts the confirmation only for the same ticket, in the browser that was asked', async () => {
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

  describe('is refused', () => {
    test('if it is used twice', async () => {
      const address = await issued();
      expect(await isRefused(address)).toBe(false);
      expect(await isRefused(address)).toBe(true);
    });

    test('all but once if it is used several times at the same time', async () => {
      const address = await issued();
      const ends = await Promise.all([1, 2, 3, 4].map(() => isRefused(address)));
      expect(ends.filter((refused) => !refused)).toHaveLength(1);
    });

    test('after two minutes', async () => {
      const [late, intime] = [await issued(), await issued()];
      service.clock.advance(120_000);
      expect(await isRefused(intime)).toBe(false);
      service.clock.advance(1);
      expect(await isRefused(late)).toBe(true);
    });

    test('if it is unknown', async () => {
      expect(await isRefused(`http://localhost:3000${CONNECT}?ticket=${'x'.repeat(43)}`)).toBe(true);
    });

    test('if the session that created it has ended', async () => {
      const address = await issued();
      await app.api.post('/v1/auth/logout-all');
      expect(await isRefused(address)).toBe(true);
    });

    test('if the account that created it is disabled', async () => {
      const address = await issued();
      await service.query(`update accounts set disabled_at = now() where id = '${app.id}'`);
      expect(await isRefused(address)).toBe(true);
    });

    test('in a browser with the session of another account', async () => {
      expect(await isRefused(await issued(), await signedIn(service))).toBe(true);
    });
  });

  test('is deleted after two minutes, and the OAuth state of a used ticket after ten minutes', async () => {
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

  test('does not exist on a service without calendars', async () => {
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
});
