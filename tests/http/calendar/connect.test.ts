import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { composeCalendar } from '../../../bootstrap/compose-calendar.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { Browser } from '../../support/browser.js';
import { startDemo } from '../../support/demo-calendars.js';
import { oauthError } from '../../support/fake-google/answers.js';
import type { Account } from '../../support/fake-google/calendars.js';
import { CALENDAR_SCOPES, FakeGoogle } from '../../support/fake-google/fake-google.js';
import type { Fault } from '../../support/fake-google/faults.js';
import {
  type FakeIdentityProvider,
  startFakeIdentityProvider,
} from '../../support/fake-identity-provider.js';
import { startWithGoogle } from '../../support/google-service.js';
import { startService, type TestService } from '../../support/service.js';
import {
  arrived,
  begun,
  CONNECT,
  connected,
  connectionIdOf,
  CONNECTIONS,
  connectionsOf,
  GOOGLE_SECRET,
  signedIn,
  userIdOf,
} from './people.js';

describe('connecting calendars', () => {
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

    describe('the start', () => {
      test('requires a session', async () => {
        const { status, body } = await new Browser(service.api).get(CONNECT);
        expect(status).toBe(401);
        expect(body.error.code).toBe('UNAUTHENTICATED');
      });

      test('stores the flow in a signed cookie that is valid for 10 minutes and only for the routes of this flow', async () => {
        const { status, headers, text } = await browser.get(CONNECT);
        expect(status).toBe(302);
        expect(text).toBe('');
        expect(headers['set-cookie']).toEqual([
          expect.stringMatching(
            /^gn_cal_oauth=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/v1\/calendar\/google; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
          ),
        ]);
      });

      test('sets a cookie below 4096 bytes even for the longest path', async () => {
        await begun(browser, `?next=/${'x'.repeat(499)}`);
        expect(browser.cookie(COOKIE)!.length).toBeLessThan(4000);
      });

      test('uses a new state and challenge each time', async () => {
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
      ])('refuses next=%s', async (next) => {
        const { status, body } = await browser.get(`${CONNECT}?next=${next}`);
        expect(status).toBe(400);
        expect(body.error.code).toBe('VALIDATION_FAILED');
        expect(body.error.details[0].field).toBe('next');
      });
    });

    describe('the callback', () => {
      test('creates a connection and redirects the browser to the web client', async () => {
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
      ])('redirects next=%s to the web client at %s', async (next, path) => {
        expect(await connected(browser, google, `?next=${next}`)).toBe(`${WEB}${path}`);
      });

      test('redirects to a path of the service, not to another host, if the service serves the web client', async () => {
        const same = await service.another({ webBaseUrl: 'http://localhost:3000' });
        const own = await signedIn(same);
        expect(await connected(own, google, '?next=/settings')).toBe('/settings?calendar=connected');
        expect(await connected(own, google, '?next=/..//evil.example')).toBe(
          '/evil.example?calendar=connected',
        );
        expect(await connected(own, google, '?next=/.//%2509/evil')).toBe('/%09/evil?calendar=connected');
        await same.close();
      });

      test('stores the tokens encrypted', async () => {
        await connected(browser, google);
        const row = (await rows()).at(-1);
        for (const column of ['refresh_token', 'access_token'])
          expect(row![column]).toMatch(/^v1:[\w-]{16}:[\w-]{22}:[\w-]+$/);
      });

      test('keeps the connection and stores the new address if the user connects the same account again', async () => {
        await connected(browser, google);
        const [before] = await connectionsOf(browser);
        google.visitor = { account: { ...zoe, email: 'new@gmail.example' } };
        service.clock.advance(60_000);
        await connected(browser, google);
        expect(await connectionsOf(browser)).toEqual([{ ...before, email: 'new@gmail.example' }]);
      });

      test('creates one connection per provider account, listed newest first in pages', async () => {
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

      test('creates separate connections for two users who connect the same provider account', async () => {
        const other = await signedIn(service);
        for (const own of [browser, other]) await connected(own, google);
        const [[mine], [theirs]] = [await connectionsOf(browser), await connectionsOf(other)];
        expect(mine.id).not.toBe(theirs.id);
      });
    });

    describe('the callback redirects with an error and stores nothing for', () => {
      /**
       * Connects a calendar, but changes the callback before the browser opens it. Returns the address at
       * which the browser ends.
       */
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
        ['an invalid code', set('code', 'x'), 'exchange_failed'],
        ['a refusal of the person', set('error', 'access_denied'), 'access_denied'],
        ['another error', set('error', 'server_error'), 'exchange_failed'],
      ])('%s', async (_name, change, error) => {
        expect(await failing(change)).toBe(`${WEB}/settings?calendarError=${error}`);
      });

      test.each(CALENDAR_SCOPES)('a consent without %s', async (scope) => {
        google.visitor = { account: zoe, unticks: [scope] };
        expect(await failing(() => undefined)).toBe(`${WEB}/settings?calendarError=missing_scope`);
      });

      test('a refused consent', async () => {
        google.visitor = { account: zoe, denies: true };
        expect(await failing(() => undefined)).toBe(`${WEB}/settings?calendarError=access_denied`);
      });

      test.each<[string, Fault]>([
        ['refuses the code', { kind: 'answer', answer: oauthError(400, 'invalid_grant').answer }],
        ['does not answer', { kind: 'reset before effect' }],
      ])('an exchange in which the provider %s', async (_name, fault) => {
        google.faults.add({ operation: 'oauth.token' }, fault);
        expect(await failing(() => undefined)).toBe(`${WEB}/settings?calendarError=exchange_failed`);
      });

      test('a missing cookie', async () => {
        const end = await failing(() => browser.setCookie(COOKIE, ''));
        expect(end).toBe(`${WEB}/?calendarError=invalid_state`);
      });

      test('a cookie that is ten minutes old', async () => {
        expect(errorOf(await failing(() => service.clock.advance(600_000)))).toBe('invalid_state');
        const callback = await google.consent(await begun(browser));
        service.clock.advance(599_999);
        expect(errorOf(await arrived(browser, callback))).toBeNull();
      });

      test('a cookie with one changed character', async () => {
        await begun(browser);
        const good = browser.cookie(COOKIE)!;
        for (const at of [0, 20, good.indexOf('.') - 1, good.indexOf('.') + 1, good.length - 1]) {
          const other = good[at] === 'A' ? 'B' : 'A';
          const callback = await google.consent(await begun(browser));
          browser.setCookie(COOKIE, good.slice(0, at) + other + good.slice(at + 1), '/v1/calendar');
          expect(errorOf(await arrived(browser, callback))).toBe('invalid_state');
        }
      });

      test('a cookie of another flow with one character appended', async () => {
        const sealed = service.useCases.startConnect('x' as never, '/').flow;
        expect(errorOf(await failing(() => browser.setCookie(COOKIE, `${sealed}x`)))).toBe('invalid_state');
      });

      test('a cookie that was used before', async () => {
        const page = await begun(browser);
        const [cookie, callback] = [browser.cookie(COOKIE)!, await google.consent(page)];
        expect(errorOf(await arrived(browser, callback))).toBeNull();
        for (const again of [callback, await google.consent(page)]) {
          browser.setCookie(COOKIE, cookie, '/v1/calendar/google');
          expect(errorOf(await arrived(browser, again))).toBe('invalid_state');
        }
      });

      test('a cookie of another user', async () => {
        const callback = await google.consent(await begun(browser));
        const other = await signedIn(service);
        other.setCookie(COOKIE, browser.cookie(COOKIE)!, '/v1/calendar/google');
        expect(errorOf(await arrived(other, callback))).toBe('invalid_state');
        expect(await connectionsOf(browser)).toEqual([]);
        expect(await connectionsOf(other)).toEqual([]);
      });

      test('an account that was disabled in the meantime', async () => {
        const id = await userIdOf(browser);
        const end = await failing(async () => {
          await service.query(`update accounts set disabled_at = now() where id = '${id}'`);
        });
        expect(errorOf(end)).toBe('invalid_state');
      });

      test('all but one of three callbacks at the same time with the same cookie', async () => {
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

    test('identifies the user by the cookie of the flow if the browser has no session', async () => {
      const callback = await google.consent(await begun(browser));
      const tab = new Browser(service.api);
      tab.setCookie(COOKIE, browser.cookie(COOKIE)!, '/v1/calendar/google');
      expect(errorOf(await arrived(tab, callback))).toBeNull();
      expect(await connectionsOf(browser)).toHaveLength(1);
    });

    test('writes success and failure to the log without address, subject, code or token', async () => {
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

  describe('an account with a calendar and the sign-in with Google', () => {
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

    /** Creates an account that can sign in with Google and has connected a calendar. */
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

    test('keeps the calendar when Google is unlinked', async () => {
      const { browser, account } = await both();
      const before = await connectionsOf(browser);
      expect((await browser.delete('/v1/auth/google')).status).toBe(204);
      expect(before).toMatchObject([{ status: 'ACTIVE' }]);
      expect(await connectionsOf(browser)).toEqual(before);
      await service.performJobs();
      expect(google.isGranted(account)).toBe(true);
    });

    test('keeps the sign-in with Google when the calendar is disconnected', async () => {
      const { browser } = await both();
      expect((await browser.delete(`${CONNECTIONS}/${await connectionIdOf(browser)}`)).status).toBe(204);
      await service.performJobs();
      expect(await connectionsOf(browser)).toEqual([]);
      const { user } = (await browser.get('/v1/me')).body as { user: { identities: unknown[] } };
      expect(user.identities).toHaveLength(1);
    });
  });

  describe('Google Calendar', () => {
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

    test('is connected and stored without a readable token', async () => {
      fake.visitor = { account: fake.addAccount({ email: EMAIL }) };
      browser = await signedIn(service);
      expect(await connected(browser, fake)).toBe(`${WEB}/?calendar=connected`);
      expect(await connectionsOf(browser)).toEqual([
        expect.objectContaining({ email: EMAIL, status: 'ACTIVE' }),
      ]);
      const stored = JSON.stringify(await service.query('select * from calendar_connections'));
      const logged = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
        service.logger.events(level),
      );
      expect(stored).toMatch(/v1:/);
      for (const text of [stored, JSON.stringify(logged), JSON.stringify(await connectionsOf(browser))])
        expect(text).not.toMatch(GOOGLE_SECRET);
    });
  });
});

describe('the demo calendar', () => {
  let service: TestService;
  let browser: Browser;
  let home: string;

  beforeAll(async () => {
    service = await startDemo();
    browser = await signedIn(service);
    const { body } = await browser.post('/v1/households', { name: 'Home', timeZone: 'Europe/Paris' });
    home = `/v1/households/${body.id}`;
  });
  afterAll(() => service.close());

  const demo = (calendarId: string, eventId?: string) =>
    `${home}/calendar/demo/${calendarId}/events${eventId === undefined ? '' : `/${eventId}`}`;
  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ];
  const dinner = { title: 'Dinner', start: '2026-11-24T18:00:00.000Z', end: '2026-11-24T20:00:00.000Z' };

  test('can be connected and linked, shows tasks as events, and passes on a change of an event to its task', async () => {
    expect(await arrived(browser, await begun(browser))).toMatch(/calendar=connected$/);
    const connectionId = await connectionIdOf(browser);
    const available = (await browser.get(`${home}/calendar/available`)).body;
    expect(
      available.map((row: Record<string, unknown>) => [row['id'], row['accessRole'], row['selectable']]),
    ).toEqual([
      ['demo-own', 'owner', true],
      ['demo-family', 'writer', true],
      ['demo-school', 'reader', false],
    ]);
    const choose = (calendarId: string) => browser.put(`${home}/calendar/link`, { connectionId, calendarId });
    expect(codeOf(await choose('demo-school'))).toEqual([409, 'CALENDAR_NOT_WRITABLE']);
    expect((await choose('demo-family')).body).toMatchObject({ calendarName: 'Family', status: 'ACTIVE' });

    const task = (
      await browser.post(`${home}/tasks`, {
        ...{ title: 'Bins', visibility: 'SHARED', date: '2026-11-25', time: '18:00', durationMinutes: 30 },
      })
    ).body;
    const sync = async () => (await browser.post(`${home}/calendar/sync`)).body;
    expect(await sync()).toMatchObject({ created: 1, failed: 0 });
    const [event] = (await browser.get(demo('demo-family'))).body;
    expect(event).toMatchObject({
      ...{ occurrenceId: task.id, title: 'Bins', allDay: false },
      ...{ start: '2026-11-25T17:00:00.000Z', end: '2026-11-25T17:30:00.000Z' },
    });

    service.clock.advance(1000);
    const moved = await browser.patch(demo('demo-family', event.id), {
      ...{ title: 'Bins and paper', start: '2026-11-26T07:15:00Z' },
    });
    expect(moved.status).toBe(200);
    expect(moved.body).toEqual(
      expect.objectContaining({ title: 'Bins and paper', end: '2026-11-26T07:45:00.000Z' }),
    );
    expect(await sync()).toMatchObject({ pulled: 1, created: 0, updated: 0, failed: 0 });
    const shown = async () => (await browser.get(`${home}/occurrences/${task.id}`)).body;
    expect(await shown()).toMatchObject({
      ...{ title: 'Bins and paper', date: '2026-11-26', time: '08:15', durationMinutes: 30 },
      googleSyncStatus: 'SYNCED',
    });

    service.clock.advance(1000);
    expect((await browser.delete(demo('demo-family', event.id))).status).toBe(204);
    expect((await browser.get(demo('demo-family'))).body).toEqual([]);
    await sync();
    expect(await shown()).toMatchObject({ status: 'TODO', googleSyncStatus: 'DELETED_IN_GOOGLE' });

    expect((await choose('demo-own')).status).toBe(200);
    await sync();
    expect((await browser.get(demo('demo-own'))).body).toMatchObject([{ occurrenceId: task.id }]);
    await browser.delete(`${home}/calendar/link`);
    await service.performJobs();
    expect((await browser.get(demo('demo-own'))).body).toEqual([]);
  });

  test('keeps events unchanged that people have created themselves', async () => {
    const created = await browser.post(demo('demo-own'), dinner);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...dinner,
      ...{ id: expect.any(String), calendarId: 'demo-own', occurrenceId: null, description: '' },
      ...{ allDay: false, updatedAt: expect.any(String) },
    });
    const stranger = await signedIn(service);
    const theirs = (await stranger.post('/v1/households', { name: 'Other' })).body.id as string;
    const elsewhere = `/v1/households/${theirs}/calendar/demo/demo-own/events`;
    expect((await stranger.get(elsewhere)).body).toEqual([]);
    const path = `${elsewhere}/${created.body.id}`;
    const attempts = [await stranger.patch(path, { title: 'Mine' }), await stranger.delete(path)];
    expect(attempts.map(codeOf)).toEqual([
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ]);
    const connectionId = await connectionIdOf(browser);
    await browser.put(`${home}/calendar/link`, { connectionId, calendarId: 'demo-own' });
    await browser.post(`${home}/calendar/sync`);
    await browser.delete(`${home}/calendar/link`);
    await service.performJobs();
    expect((await browser.get(demo('demo-own'))).body).toEqual([created.body]);
  });

  test('refuses changes of read-only calendars and of unknown events', async () => {
    expect((await browser.get(demo('demo-school'))).body).toEqual([]);
    expect(codeOf(await browser.post(demo('demo-school'), dinner))).toEqual([409, 'CALENDAR_NOT_WRITABLE']);
    for (const calendarId of ['demo-none', '__proto__', randomUUID()]) {
      const answers = [
        await browser.get(demo(calendarId)),
        await browser.post(demo(calendarId), dinner),
        await browser.patch(demo(calendarId, 'x'), { title: 'x' }),
        await browser.delete(demo(calendarId, 'x')),
      ];
      expect(answers.map(codeOf)).toEqual(answers.map(() => [404, 'NOT_FOUND']));
    }
    expect(codeOf(await browser.delete(demo('demo-own', 'unknown')))).toEqual([404, 'NOT_FOUND']);
  });

  const AT = '2026-11-24T18:00:00.000Z';
  test.each([
    ['only a start, which lasts an hour', {}, AT, '2026-11-24T19:00:00.000Z'],
    ['only a first day, which lasts one day', { start: '2026-11-24' }, '2026-11-24', '2026-11-25'],
    ['a first and a last day', { start: '2026-11-24', end: '2026-11-27' }, '2026-11-24', '2026-11-27'],
    [
      'a start with an offset from UTC',
      { start: '2026-11-24T19:00:00+01:00' },
      AT,
      '2026-11-24T19:00:00.000Z',
    ],
    ['a length of zero', { end: AT }, AT, AT],
  ])('accepts an event with %s', async (_name, times, start, end) => {
    const { status, body } = await browser.post(demo('demo-own'), { title: 'x', start: AT, ...times });
    expect(status).toBe(201);
    expect(body.start).toEqual(start);
    expect(body.end).toEqual(end);
    await browser.delete(demo('demo-own', body.id));
  });

  test.each([
    ['the end before the start', { end: '2026-11-24T17:59:00Z' }, 'end', 'order'],
    [
      'a whole day whose end is not after its start',
      { start: '2026-11-24', end: '2026-11-24' },
      'end',
      'order',
    ],
    ['a day and an instant', { start: '2026-11-24', end: '2026-11-25T00:00:00Z' }, 'end', 'sameKind'],
    ['an instant and a day', { end: '2026-11-25' }, 'end', 'sameKind'],
    ['a duration of more than a year', { end: '2027-11-26T00:00:00Z' }, 'end', 'max'],
    ['an invalid date', { start: '2026-02-30' }, 'start', 'moment'],
    ['a year that is too far in the future', { start: '9998-12-31' }, 'start', 'moment'],
  ])('refuses an event with %s', async (_name, times, field, rule) => {
    const { status, body } = await browser.post(demo('demo-own'), { title: 'x', start: AT, ...times });
    expect(status).toBe(400);
    expect(body.error.code).toBe('VALIDATION_FAILED');
    expect(body.error.details).toEqual([expect.objectContaining({ field, rule })]);
  });

  test('does not exist in a service without the demo mode', async () => {
    const real = await startService();
    const { api } = await real.api.register();
    const path = `${await api.household()}/calendar/demo/demo-own/events`;
    const { status, text } = await api.get(path);
    expect(status).toBe(404);
    expect(JSON.parse(text).error.code).toBe('NOT_FOUND');
    expect((await api.get('/openapi.json')).text).not.toContain('calendar/demo');
    await real.close();
  });
});
