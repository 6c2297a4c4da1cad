import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Browser } from '../../support/browser.js';
import { oauthError } from '../../support/fake-google/answers.js';
import type { Account } from '../../support/fake-google/calendars.js';
import { CALENDAR_SCOPES, FakeGoogle } from '../../support/fake-google/fake-google.js';
import type { Fault } from '../../support/fake-google/faults.js';
import { startWithGoogle } from '../../support/google-service.js';
import { type TestService, startService } from '../../support/service.js';
import {
  arrived,
  begun,
  CONNECT,
  connected,
  CONNECTIONS,
  connectionsOf,
  GOOGLE_SECRET,
  signedIn,
  userIdOf,
  connectionIdOf,
} from './people.js';
import type { UserId } from '../../../domain/shared/ids.js';
import {
  startFakeIdentityProvider,
  type FakeIdentityProvider,
} from '../../support/fake-identity-provider.js';
import { composeCalendar } from '../../../bootstrap/compose-calendar.js';

describe('connecting a calendar', () => {
  let google: FakeGoogle;
  let service: TestService;
  let browser: Browser;
  let zoe: Account;

  beforeAll(async () => {
    ({ service, google } = await startWithGoogle());
  });
  afterAll(async () => {
    await service.close();
    await google.close();
  });
  beforeEach(async () => {
    service.clock.set('2026-11-21T12:00:00Z');
    google.faults.clear();
    zoe = google.addAccount({ email: 'zoe@gmail.example' });
    google.visitor = { account: zoe };
    browser = await signedIn(service);
  });

  const WEB = 'https://web.example.org';
  const COOKIE = 'gn_cal_oauth';
  const rows = () => service.query('select * from calendar_connections');
  const errorOf = (address: string) => new URL(address).searchParams.get('calendarError');

  describe('connect', () => {
    test('needs a session', async () => {
      const { status, body } = await new Browser(service.api).get(CONNECT);
      expect(status).toBe(401);
      expect(body.error.code).toBe('UNAUTHENTICATED');
    });

    test('keeps the flow in a signed cookie of 10 minutes for its own routes alone', async () => {
      const { status, headers, text } = await browser.get(CONNECT);
      expect(status).toBe(302);
      expect(text).toBe('');
      expect(headers['set-cookie']).toEqual([
        expect.stringMatching(
          /^gn_cal_oauth=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/v1\/calendar\/google; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ]);
    });

    test('the cookie stays below 4096 bytes with the longest path', async () => {
      await begun(browser, `?next=/${'x'.repeat(499)}`);
      expect(browser.cookie(COOKIE)!.length).toBeLessThan(4000);
    });

    test('two times have different states and challenges', async () => {
      const [first, second] = [new URL(await begun(browser)), new URL(await begun(browser))];
      for (const name of ['state', 'code_challenge']) {
        expect(first.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
        expect(second.searchParams.get(name)).not.toBe(first.searchParams.get(name));
      }
    });

    test.each([
      '//evil.example',
      '/%5Cevil.example',
      '%5C%5Cevil.example',
      'https://evil.example',
      'javascript:alert(1)',
      'settings',
      '/a%0d%0aLocation:x',
      '',
      `/${'x'.repeat(500)}`,
    ])('next=%s is refused', async (next) => {
      const { status, body } = await browser.get(`${CONNECT}?next=${next}`);
      expect(status).toBe(400);
      expect(body.error.code).toBe('VALIDATION_FAILED');
      expect(body.error.details[0].field).toBe('next');
    });
  });

  describe('the way back', () => {
    test('makes a connection, and the browser goes on', async () => {
      expect(await connected(browser, google)).toBe(`${WEB}/?calendar=connected`);
      expect(await connectionsOf(browser)).toEqual([
        {
          id: expect.any(String),
          provider: 'google',
          email: 'zoe@gmail.example',
          status: 'ACTIVE',
          createdAt: '2026-11-21T12:00:00.000Z',
        },
      ]);
      expect(await connectionsOf(await signedIn(service))).toEqual([]);
      expect(browser.cookie(COOKIE)).toBeUndefined();
    });

    test.each([
      ['/settings/calendar', '/settings/calendar?calendar=connected'],
      ['/settings?tab=calendar', '/settings?tab=calendar&calendar=connected'],
      ['/settings%3Fcalendar=no', '/settings?calendar=connected'],
      ['/%23/calendar', '/?calendar=connected#/calendar'],
      ['/..//evil.example', '/evil.example?calendar=connected'],
    ])('goes to next=%s of the web client: %s', async (next, path) => {
      expect(await connected(browser, google, `?next=${next}`)).toBe(`${WEB}${path}`);
    });

    test('is a path of the service where the web client is there too, and never another host', async () => {
      const same = await service.another({ webBaseUrl: 'http://localhost:3000' });
      const own = await signedIn(same);
      expect(await connected(own, google, '?next=/settings')).toBe('/settings?calendar=connected');
      expect(await connected(own, google, '?next=/..//evil.example')).toBe(
        '/evil.example?calendar=connected',
      );
      expect(await connected(own, google, '?next=/.//%2509/evil')).toBe('/%09/evil?calendar=connected');
      await same.close();
    });

    test('keeps the tokens encrypted', async () => {
      await connected(browser, google);
      const row = (await rows()).at(-1);
      for (const column of ['refresh_token', 'access_token'])
        expect(row![column]).toMatch(/^v1:[\w-]{16}:[\w-]{22}:[\w-]+$/);
    });

    test('made again it is the same connection, with the address of now', async () => {
      await connected(browser, google);
      const [before] = await connectionsOf(browser);
      google.visitor = { account: { ...zoe, email: 'new@gmail.example' } };
      service.clock.advance(60_000);
      await connected(browser, google);
      expect(await connectionsOf(browser)).toEqual([{ ...before, email: 'new@gmail.example' }]);
    });

    test('accounts of the provider are connections of their own, newest first, in pages', async () => {
      for (const email of ['a@gmail.example', 'b@gmail.example', 'c@gmail.example']) {
        google.visitor = { account: google.addAccount({ email }) };
        await connected(browser, google);
        service.clock.advance(1_000);
      }
      const { body, headers } = await browser.get(`${CONNECTIONS}?limit=2`);
      const next = /^<([^>]+)>; rel="next"$/.exec(headers['link'] as string)![1]!;
      const rest = (await browser.get(next)).body;
      expect([...body, ...rest].map(({ email }) => email)).toEqual([
        'c@gmail.example',
        'b@gmail.example',
        'a@gmail.example',
      ]);
    });

    test('one account of the provider serves two users apart', async () => {
      const other = await signedIn(service);
      for (const own of [browser, other]) await connected(own, google);
      const [[mine], [theirs]] = [await connectionsOf(browser), await connectionsOf(other)];
      expect(mine.id).not.toBe(theirs.id);
    });
  });

  describe('what goes wrong ends in a redirect, and nothing is stored', () => {
    /** The address at which it ends when `change` was made to what the browser brings. */
    async function failing(change: (callback: URL) => void | Promise<void>): Promise<string> {
      const before = await rows();
      const callback = new URL(await google.consent(await begun(browser, '?next=/settings')));
      await change(callback);
      const end = await arrived(browser, callback.href);
      expect(await rows()).toEqual(before);
      return end;
    }
    const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value);

    test.each([
      ['another state', set('state', 'x'), 'invalid_state'],
      ['no state', (url: URL) => url.searchParams.delete('state'), 'invalid_state'],
      ['two states', (url: URL) => url.searchParams.append('state', 'x'), 'invalid_state'],
      ['no code', (url: URL) => url.searchParams.delete('code'), 'exchange_failed'],
      ['a code that is none', set('code', 'x'), 'exchange_failed'],
      ['a refusal of the person', set('error', 'access_denied'), 'access_denied'],
      ['another error', set('error', 'server_error'), 'exchange_failed'],
    ])('%s', async (_name, change, error) => {
      expect(await failing(change)).toBe(`${WEB}/settings?calendarError=${error}`);
    });

    test.each(CALENDAR_SCOPES)('a consent without %s', async (scope) => {
      google.visitor = { account: zoe, unticks: [scope] };
      expect(await failing(() => undefined)).toBe(`${WEB}/settings?calendarError=missing_scope`);
    });

    test('a person who says no', async () => {
      google.visitor = { account: zoe, denies: true };
      expect(await failing(() => undefined)).toBe(`${WEB}/settings?calendarError=access_denied`);
    });

    test.each<[string, Fault]>([
      ['refuses the code', { kind: 'answer', answer: oauthError(400, 'invalid_grant').answer }],
      ['does not answer', { kind: 'reset before effect' }],
    ])('a provider that %s', async (_name, fault) => {
      google.faults.add({ operation: 'oauth.token' }, fault);
      expect(await failing(() => undefined)).toBe(`${WEB}/settings?calendarError=exchange_failed`);
    });

    test('no cookie', async () => {
      const end = await failing(() => browser.setCookie(COOKIE, ''));
      expect(end).toBe(`${WEB}/?calendarError=invalid_state`);
    });

    test('a cookie after 10 minutes', async () => {
      expect(errorOf(await failing(() => service.clock.advance(600_000)))).toBe('invalid_state');
      const callback = await google.consent(await begun(browser));
      service.clock.advance(599_999);
      expect(errorOf(await arrived(browser, callback))).toBeNull();
    });

    test('a cookie of which one character was changed', async () => {
      await begun(browser);
      const good = browser.cookie(COOKIE)!;
      for (const at of [0, 20, good.indexOf('.') - 1, good.indexOf('.') + 1, good.length - 1]) {
        const other = good[at] === 'A' ? 'B' : 'A';
        const callback = await google.consent(await begun(browser));
        browser.setCookie(COOKIE, good.slice(0, at) + other + good.slice(at + 1), '/v1/calendar');
        expect(errorOf(await arrived(browser, callback))).toBe('invalid_state');
      }
    });

    test('the cookie of a sign-in', async () => {
      const sealed = service.useCases.startConnect('x' as never, '/').flow;
      expect(errorOf(await failing(() => browser.setCookie(COOKIE, `${sealed}x`)))).toBe('invalid_state');
    });

    test('a cookie that was used before, though its seal is good: with the same answer and with another', async () => {
      const page = await begun(browser);
      const [cookie, callback] = [browser.cookie(COOKIE)!, await google.consent(page)];
      expect(errorOf(await arrived(browser, callback))).toBeNull();
      for (const again of [callback, await google.consent(page)]) {
        browser.setCookie(COOKIE, cookie, '/v1/calendar/google');
        expect(errorOf(await arrived(browser, again))).toBe('invalid_state');
      }
    });

    test('the cookie of A, brought by B', async () => {
      const callback = await google.consent(await begun(browser));
      const other = await signedIn(service);
      other.setCookie(COOKIE, browser.cookie(COOKIE)!, '/v1/calendar/google');
      expect(errorOf(await arrived(other, callback))).toBe('invalid_state');
      expect(await connectionsOf(browser)).toEqual([]);
      expect(await connectionsOf(other)).toEqual([]);
    });

    test('an account that was disabled meanwhile', async () => {
      const id = await userIdOf(browser);
      const end = await failing(async () => {
        await service.query(`update accounts set disabled_at = now() where id = '${id}'`);
      });
      expect(errorOf(end)).toBe('invalid_state');
    });

    test('two answers at once to one request: one of them counts', async () => {
      const page = await begun(browser);
      const cookie = browser.cookie(COOKIE)!;
      const ends = await Promise.all(
        [1, 2, 3].map(async () => {
          const same = new Browser(service.api);
          same.setCookie(COOKIE, cookie, '/v1/calendar/google');
          return arrived(same, await google.consent(page));
        }),
      );
      expect(ends.map(errorOf).sort()).toEqual(['invalid_state', 'invalid_state', null]);
    });
  });

  test('without a session in the browser the cookie alone says whose it is', async () => {
    const callback = await google.consent(await begun(browser));
    const tab = new Browser(service.api);
    tab.setCookie(COOKIE, browser.cookie(COOKIE)!, '/v1/calendar/google');
    expect(errorOf(await arrived(tab, callback))).toBeNull();
    expect(await connectionsOf(browser)).toHaveLength(1);
  });

  test('connecting and failing to are logged, without address, subject, code or token', async () => {
    await connected(browser, google);
    const { answer } = oauthError(400, 'invalid_grant');
    google.faults.add({ operation: 'oauth.token' }, { kind: 'answer', answer });
    await connected(browser, google);
    const lines = [...service.logger.events('info'), ...service.logger.events('warn')];
    const id = await userIdOf(browser);
    expect(
      lines
        .filter(({ userId }) => userId === id)
        .map(({ event }) => event)
        .slice(-2),
    ).toEqual(['calendar_connected', 'calendar_connect_failed']);
    const text = JSON.stringify(lines);
    expect(text).toContain('calendar connection failed');
    for (const secret of [zoe.sub, 'zoe@gmail', COOKIE]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(GOOGLE_SECRET);
  });
});

describe('a calendar and signing in', () => {
  let google: FakeGoogle;
  let idp: FakeIdentityProvider;
  let service: TestService;
  beforeAll(async () => {
    idp = await startFakeIdentityProvider();
    ({ service, google } = await startWithGoogle({ googleSignIn: idp.settings }));
  });
  afterAll(async () => {
    await service.close();
    await google.close();
    await idp.close();
  });

  /** Somebody who can sign in with Google as well, and has connected a calendar. */
  async function both() {
    const account = google.addAccount();
    google.visitor = { account };
    const browser = await signedIn(service);
    const userId = (await userIdOf(browser)) as UserId;
    await connected(browser, google);
    await service.unitOfWork.run(({ identities }) =>
      identities.link({
        provider: 'google',
        subject: account.sub,
        userId,
        email: account.email,
        linkedAt: service.clock.now(),
      }),
    );
    return { browser, account };
  }

  test('taking the sign-in away leaves the calendar as it is', async () => {
    const { browser, account } = await both();
    const before = await connectionsOf(browser);
    expect((await browser.delete('/v1/auth/google')).status).toBe(204);
    expect(before).toMatchObject([{ status: 'ACTIVE' }]);
    expect(await connectionsOf(browser)).toEqual(before);
    await service.performJobs();
    expect(google.isGranted(account)).toBe(true);
  });

  test('taking the calendar away leaves the sign-in as it is', async () => {
    const { browser } = await both();
    expect((await browser.delete(`${CONNECTIONS}/${await connectionIdOf(browser)}`)).status).toBe(204);
    await service.performJobs();
    expect(await connectionsOf(browser)).toEqual([]);
    const { user } = (await browser.get('/v1/me')).body as { user: { identities: unknown[] } };
    expect(user.identities).toHaveLength(1);
  });
});

describe("Google's calendar", () => {
  const EMAIL = 'zoe@gmail.example';
  const WEB = 'https://web.example.org';

  let fake: FakeGoogle;
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    fake = await FakeGoogle.start();
    const { clientId, clientSecret, ...endpoints } = fake.settings;
    const google = {
      signIn: null,
      calendar: { clientId, clientSecret },
      endpoints,
    };
    const calendar = await composeCalendar(
      {
        google,
        calendar: { provider: 'google', syncMode: 'off' },
        dataDir: '.data',
        http: { baseUrl: 'http://localhost:3000' },
      },
      { clock: { now: () => Date.now() } },
    );
    service = await startService({ now: new Date().toISOString(), calendar });
  });
  afterAll(async () => {
    await service.close();
    await fake.close();
  });

  test('a calendar account of Google is connected, and stored without a readable token', async () => {
    fake.visitor = { account: fake.addAccount({ email: EMAIL }) };
    browser = await signedIn(service);
    expect(await connected(browser, fake)).toBe(`${WEB}/?calendar=connected`);
    expect(await connectionsOf(browser)).toEqual([
      expect.objectContaining({ email: EMAIL, status: 'ACTIVE' }),
    ]);
    const stored = JSON.stringify(await service.query('select * from calendar_connections'));
    const logged = (['debug', 'info', 'warn', 'error'] as const).map((level) => service.logger.events(level));
    expect(stored).toMatch(/v1:/);
    for (const text of [stored, JSON.stringify(logged), JSON.stringify(await connectionsOf(browser))])
      expect(text).not.toMatch(GOOGLE_SECRET);
  });
});
