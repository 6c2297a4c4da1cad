import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { switchAccount } from '../../../bootstrap/commands/account.js';
import { type Credential, CREDENTIALS, credentialsEndedBy } from '../../../domain/accounts/credentials.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { type Api, PASSWORD } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import {
  type FakeIdentityProvider,
  startFakeIdentityProvider,
} from '../../support/fake-identity-provider.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import { startWithGoogle } from '../../support/google-service.js';
import { processorTimeOfProcess } from '../../support/processor-time.js';
import { startService, type TestService } from '../../support/service.js';
import { arrived, begun, CONNECT } from '../calendar/people.js';

const freshService = shareServiceInFile();

describe('sessions', () => {
  let service: TestService;
  let me: { api: Api; id: string; auth: Record<string, any> };
  beforeAll(async () => {
    service = await freshService();
  });
  beforeEach(async () => {
    me = await service.api.register({ displayName: 'Ana' });
  });

  const COOKIE_MODE = { 'x-client': undefined };
  const cookiesOf = ({ headers }: { headers: Record<string, any> }) =>
    (headers['set-cookie'] ?? []) as string[];
  const cookieHeader = (answer: { headers: Record<string, any> }) =>
    cookiesOf(answer)
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  const told = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];
  const sidOf = (token: string) => (jwt.decode(token) as jwt.JwtPayload)['sid'] as string;
  const login = (headers: Record<string, string | undefined> = {}) =>
    service.api.post('/v1/auth/login', { email: me.auth['user'].email, password: PASSWORD }, headers);
  const refresh = (body: object | undefined, headers: Record<string, string | undefined> = {}) =>
    service.api.post('/v1/auth/refresh', body, headers);

  describe('the list of sessions', () => {
    test('shows all sessions, newest first, and marks the current one', async () => {
      service.clock.advance(1000);
      const other = await login({ 'user-agent': 'Firefox' });
      const { body } = await me.api.get('/v1/auth/sessions');
      const at = new Date(service.clock.now()).toISOString();
      expect(body).toEqual([
        {
          id: sidOf(other.body.accessToken),
          createdAt: at,
          lastUsedAt: at,
          userAgent: 'Firefox',
          current: false,
        },
        expect.objectContaining({ id: sidOf(me.auth['accessToken']), current: true }),
      ]);
    });

    test('is divided into pages', async () => {
      for (let i = 0; i < 3; i++) await login();
      const ids: string[] = [];
      let next: string | undefined = '/v1/auth/sessions?limit=2';
      while (next !== undefined) {
        const page = await me.api.get(next);
        ids.push(...page.body.map(({ id }: { id: string }) => id));
        next = /<(.+)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1];
      }
      expect(new Set(ids).size).toBe(4);
    });

    test('contains no ended or expired sessions', async () => {
      await service.api.post('/v1/auth/logout', { refreshToken: (await login()).body.refreshToken });
      service.clock.advance(61 * 86_400_000);
      const { body } = await login();
      const list = await service.api.as(body.accessToken).get('/v1/auth/sessions');
      expect(list.body.map(({ id }: { id: string }) => id)).toEqual([sidOf(body.accessToken)]);
    });
  });

  describe('ending a session', () => {
    test('signs out the device of that session at once, and no other device', async () => {
      const other = (await login()).body;
      const id = sidOf(other.accessToken);
      expect((await me.api.delete(`/v1/auth/sessions/${id}`)).status).toBe(204);
      expect(told(await service.api.as(other.accessToken).get('/v1/me'))).toEqual([401, 'SESSION_EXPIRED']);
      expect(told(await refresh({ refreshToken: other.refreshToken }))).toEqual([401, 'SESSION_EXPIRED']);
      expect((await me.api.get('/v1/me')).status).toBe(200);
      expect(told(await me.api.delete(`/v1/auth/sessions/${id}`))).toEqual([404, 'NOT_FOUND']);
    });

    test('returns 404 for a session of another user', async () => {
      const stranger = await service.api.register();
      const foreign = await stranger.api.delete(`/v1/auth/sessions/${sidOf(me.auth['accessToken'])}`);
      const unknown = await stranger.api.delete(`/v1/auth/sessions/${randomUUID()}`);
      const malformed = await stranger.api.delete('/v1/auth/sessions/1');
      expect([foreign, unknown, malformed].map(told)).toEqual(
        Array.from({ length: 3 }, () => [404, 'NOT_FOUND']),
      );
      expect((await me.api.get('/v1/me')).status).toBe(200);
    });

    test('clears the cookies if it is the current session', async () => {
      const signedIn = await login(COOKIE_MODE);
      const cookie = cookieHeader(signedIn);
      const sessions = await service.api.get('/v1/auth/sessions', { headers: { ...COOKIE_MODE, cookie } });
      const { id } = sessions.body.find(({ current }: { current: boolean }) => current);
      const answer = await service.api.delete(`/v1/auth/sessions/${id}`, { ...COOKIE_MODE, cookie });
      expect(cookiesOf(answer).map((one) => one.split(';')[0])).toEqual(['gn_at=', 'gn_rt=']);
    });
  });

  describe('tokens and cookies', () => {
    test('are sent and read in the body in mobile mode, which sets no cookies', async () => {
      const [first, second] = [(await login()).body, (await login()).body];
      const answer = await refresh(
        { refreshToken: first.refreshToken },
        { cookie: `gn_rt=${second.refreshToken}` },
      );
      expect(sidOf(answer.body.accessToken)).toEqual(sidOf(first.accessToken));
      expect(cookiesOf(answer)).toEqual([]);
      const registered = await service.api.post('/v1/auth/register', {
        email: `${randomUUID()}@example.org`,
        password: PASSWORD,
      });
      expect(cookiesOf(registered)).toEqual([]);
    });

    test('are sent only in small cookies in cookie mode', async () => {
      const email = `${randomUUID()}@example.org`;
      const registered = await service.api.post(
        '/v1/auth/register',
        { email, password: PASSWORD },
        COOKIE_MODE,
      );
      const signedIn = await login(COOKIE_MODE);
      const refreshed = await refresh(undefined, { ...COOKIE_MODE, cookie: cookieHeader(signedIn) });
      for (const answer of [registered, signedIn, refreshed]) {
        expect(Object.keys(answer.body).sort()).toEqual(['accessTokenExpiresIn', 'user']);
        expect(cookiesOf(answer)).toHaveLength(2);
        for (const cookie of cookiesOf(answer)) expect(cookie.length).toBeLessThan(4096);
      }
    });

    test('are refused if Authorization is invalid, even with a valid cookie', async () => {
      const cookie = cookieHeader(await login(COOKIE_MODE));
      const both = { cookie, authorization: 'Bearer nonsense' };
      expect(told(await service.api.get('/v1/me', { headers: both }))).toEqual([401, 'UNAUTHENTICATED']);
      expect((await service.api.get('/v1/me', { headers: { cookie } })).status).toBe(200);
    });

    test('include a refresh token that is stored only as a hash', async () => {
      const token: string = me.auth['refreshToken'];
      const rows = (await service.query('select * from refresh_tokens'))
        .map((row) => JSON.stringify(row))
        .join();
      expect(rows).toContain(createHash('sha256').update(token).digest('hex'));
      expect(rows).not.toContain(token);
    });

    test('replace earlier cookies at a sign-in, so that a planted session is never continued', async () => {
      const planted = cookieHeader(await login(COOKIE_MODE));
      const answer = await login({ ...COOKIE_MODE, cookie: planted });
      const [access = '', refreshed = ''] = cookiesOf(answer).map((cookie) => cookie.split(/[=;]/)[1]);
      expect(planted).not.toContain(access);
      expect(planted).not.toContain(refreshed);
      expect(sidOf(access)).not.toBe(sidOf(planted.split(/[=;]/)[1] ?? ''));
    });

    test('cannot be refreshed for a disabled or deleted account, whose session ends', async () => {
      await service.query(`update accounts set disabled_at = now() where id = '${me.id}'`);
      const refused = await refresh({ refreshToken: me.auth['refreshToken'] });
      await service.query(`update accounts set disabled_at = null where id = '${me.id}'`);
      expect(told(refused)).toEqual([401, 'SESSION_EXPIRED']);
      expect(told(await me.api.get('/v1/me'))).toEqual([401, 'SESSION_EXPIRED']);

      const other = await service.api.register();
      await service.query(`delete from accounts where id = '${other.id}'`);
      expect(told(await refresh({ refreshToken: other.auth['refreshToken'] }))).toEqual([
        401,
        'SESSION_EXPIRED',
      ]);
      expect(told(await other.api.get('/v1/me'))).toEqual([401, 'SESSION_EXPIRED']);
    });

    test('are never cached', async () => {
      const answers = [
        await login(),
        await refresh({ refreshToken: me.auth['refreshToken'] }),
        await me.api.get('/v1/me'),
        await me.api.get('/v1/auth/sessions'),
        await me.api.get('/v1/households'),
      ];
      for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
    });

    test('lead to a log entry if a replaced refresh token is used again', async () => {
      const { securityEvents } = { securityEvents: () => service.logger.securityEvents() };
      const before = securityEvents().length;
      await refresh({ refreshToken: me.auth['refreshToken'] });
      await refresh({ refreshToken: me.auth['refreshToken'] });
      service.clock.advance(31_000);
      await refresh({ refreshToken: me.auth['refreshToken'] });
      expect(securityEvents().slice(before).sort()).toEqual(['refresh_replay', 'refresh_reuse']);
    });
  });

  describe('the security log records', () => {
    const recorded = async (work: () => Promise<unknown>) => {
      const before = [...service.logger.securityEvents()];
      await work();
      // The log is sorted by level, so new events are not at the end.
      return service.logger.securityEvents().filter((event) => {
        const known = before.indexOf(event);
        if (known >= 0) before.splice(known, 1);
        return known < 0;
      });
    };

    test('when a person joins a household, ends one or all sessions, or deletes the account', async () => {
      const path = await (await service.api.register()).api.household();
      const owner = await service.api.register();
      await service.join(path, owner.id);
      const { token } = (await owner.api.post(`${path}/invitations`)).body as { token: string };
      const other = sidOf((await login()).body.accessToken);
      expect(await recorded(() => me.api.post('/v1/invitations/accept', { token }))).toEqual([
        'invitation_accepted',
      ]);
      expect(await recorded(() => me.api.delete(`/v1/auth/sessions/${other}`))).toEqual(['session_revoked']);
      expect(await recorded(() => me.api.post('/v1/auth/logout-all'))).toEqual(['sessions_revoked']);
      const last = service.api.as((await login()).body.accessToken);
      const erase = () => last.call('DELETE', '/v1/me', { body: { password: PASSWORD } });
      expect(await recorded(erase)).toEqual(['account_erased']);
    });

    test('too many guesses of a password, and the request log records answers with 403 or 429', async () => {
      const email = `${randomUUID()}@example.org`;
      const guess = () => service.api.post('/v1/auth/login', { email, password: 'not the password' });
      for (let i = 0; i < 10; i++) await guess();
      expect(await recorded(guess)).toEqual(['login_limited']);
      await service.api.post('/v1/auth/login', {}, { 'x-requested-with': undefined });
      const refused = service.logger.events('info').filter(({ message }) => message === 'request');
      for (const [status, code] of [
        [403, 'CSRF_REJECTED'],
        [429, 'RATE_LIMITED'],
      ])
        expect(refused).toContainEqual(expect.objectContaining({ route: '/v1/auth/login', status, code }));
    });
  });

  describe('signing keys', () => {
    const [K1, K2] = ['k1:3f9a0c71be5d824613fa77c0d19e6b58', 'k2:b81e47d2c6309f5ae8147bd3062f9ca5'];

    test('can be rotated while processes restart one by one', async () => {
      const old = await service.another({ jwtSecrets: K1 });
      const rotated = await service.another({ jwtSecrets: `${K2},${K1}` });
      const known = await service.another({ jwtSecrets: `${K1},${K2}` });
      const after = await service.another({ jwtSecrets: K2 });
      const credentials = { email: me.auth['user'].email, password: PASSWORD };
      const signIn = async ({ api }: TestService) =>
        (await api.post('/v1/auth/login', credentials)).body as { accessToken: string; refreshToken: string };
      const statusAt = async ({ api }: TestService, token: string) =>
        (await api.as(token).get('/v1/me')).status;
      const kidOf = (token: string) => jwt.decode(token, { complete: true })?.header.kid;

      const [first, second] = [await signIn(old), await signIn(rotated)];
      expect(kidOf(first.accessToken)).toBe('k1');
      expect(kidOf(second.accessToken)).toBe('k2');
      expect(await statusAt(rotated, first.accessToken)).toBe(200);
      expect(await statusAt(known, second.accessToken)).toBe(200);
      expect(await statusAt(after, second.accessToken)).toBe(200);
      expect(await statusAt(after, first.accessToken)).toBe(401);
      const renewed = await after.api.post('/v1/auth/refresh', { refreshToken: first.refreshToken });
      expect(renewed.status).toBe(200);
      expect(kidOf(renewed.body.accessToken)).toBe('k2');
      for (const process of [old, rotated, known, after]) await process.close();
    });
  });

  describe('the profile of the caller', () => {
    test('can be changed without sending all fields', async () => {
      const first = await me.api.patch('/v1/me', { displayName: ' Zoé ', locale: 'fr' });
      const second = await me.api.patch('/v1/me', { timeZone: 'America/New_York' });
      expect(first.status).toBe(200);
      expect(second.status).toBe(200);
      expect(second.body).toEqual((await me.api.get('/v1/me')).body);
      expect(second.body.user).toMatchObject({
        displayName: 'Zoé',
        locale: 'fr',
        timeZone: 'America/New_York',
      });
    });

    test('cannot be changed in fields other than name, language and time zone', async () => {
      const forbidden = { id: randomUUID(), email: 'x@example.org', emailVerified: true, hasPassword: false };
      const { body } = await me.api.patch('/v1/me', { ...forbidden, passwordHash: 'x', disabledAt: 'x' });
      expect(body.user).toEqual({ ...me.auth['user'], emailVerified: false });
      const registered = await service.api.post('/v1/auth/register', {
        ...forbidden,
        email: `${randomUUID()}@example.org`,
        password: PASSWORD,
      });
      expect(registered.body.user.emailVerified).toBe(false);
    });

    test.each([
      ['displayName', ''],
      ['displayName', null],
      ['displayName', 'x'.repeat(81)],
      ['displayName', 'a\u0000b'],
      ['locale', 'de'],
      ['timeZone', 'Mars/Phobos'],
    ])('refuses the %s %j', async (field, value) => {
      const answer = await me.api.patch('/v1/me', { [field]: value });
      expect(answer.status).toBe(400);
      expect(answer.body.error.details[0].field).toEqual(field);
    });

    test('loses nothing if three changes happen at the same time', async () => {
      await Promise.all([
        me.api.patch('/v1/me', { displayName: 'Both' }),
        me.api.patch('/v1/me', { locale: 'fr' }),
        me.api.patch('/v1/me', { timeZone: 'Asia/Tokyo' }),
      ]);
      const { body } = await me.api.get('/v1/me');
      expect(body.user).toMatchObject({ displayName: 'Both', locale: 'fr', timeZone: 'Asia/Tokyo' });
    });
  });

  test('GET /v1/auth/providers offers only passwords if Google sign-in is not configured', async () => {
    expect((await service.api.get('/v1/auth/providers')).body).toEqual({ password: true, google: false });
  });
});

describe('credentials of all kinds', () => {
  describe('credentials', () => {
    let google: FakeGoogle;
    let idp: FakeIdentityProvider;
    let service: TestService;
    let me: { api: Api; id: string; auth: Record<string, any> };
    let email: string;

    beforeAll(async () => {
      idp = await startFakeIdentityProvider();
      ({ service, google } = await startWithGoogle({ googleSignIn: idp.settings }));
    });
    afterAll(async () => {
      await service.close();
      await google.close();
      await idp.close();
    });
    beforeEach(async () => {
      me = await service.api.register();
      email = me.auth['user'].email;
    });

    const NEW = 'another long enough one';
    const login = (password: string) => service.api.post('/v1/auth/login', { email, password });
    const sha256 = (text: string, encoding: 'hex' | 'base64url') =>
      createHash('sha256').update(text).digest(encoding);

    /** Requests a new password and returns the token from the mail. */
    async function resetToken(): Promise<string> {
      await service.api.post('/v1/auth/password/forgot', { email });
      await service.performJobs();
      return service.mailer.tokenFor(email);
    }

    /** Requests a change of the address and returns the token from the mail to the new address. */
    async function emailToken(): Promise<string> {
      const address = `${randomUUID()}@example.org`;
      await me.api.post('/v1/me/email', { email: address, password: PASSWORD });
      await service.performJobs();
      return service.mailer.tokenFor(address);
    }

    /** All credentials with which somebody can sign in or act, and whether each still works. */
    type Ways = Readonly<
      Record<string, { readonly credential: Credential; readonly isOpen: () => Promise<boolean> }>
    >;

    async function everyWayIn(): Promise<Ways> {
      const owner = me;
      const other = (await login(PASSWORD)).body;
      const flow = new Browser(service.api);
      await flow.post('/v1/auth/login', { email, password: PASSWORD });
      const consented = await google.consent(await begun(flow));
      const home = await me.api.household();
      const { url: feed } = (await me.api.post('/v1/me/feeds', { householdId: home.split('/').at(-1) })).body;
      const { url: ticket } = (await me.api.post(`${CONNECT}-ticket`)).body;
      const [code, codeVerifier] = [randomBytes(32).toString('base64url'), 'v'.repeat(43)];
      await service.unitOfWork.run(({ mobileCodes }) =>
        mobileCodes.insert({
          hash: sha256(code, 'hex'),
          userId: me.id as UserId,
          codeChallenge: sha256(codeVerifier, 'base64url'),
          issuedAt: service.clock.now(),
          exchangedAt: null,
          sessionId: null,
        }),
      );
      const link = await resetToken();
      await emailToken();
      const refusal = service.mailer.tokenFor(email);
      const opens = async (api: Api) => (await api.get('/v1/me')).status === 200;
      const refreshes = async (refreshToken: string) =>
        (await service.api.post('/v1/auth/refresh', { refreshToken })).status === 200;
      return {
        'this session': { credential: 'ownSession', isOpen: () => opens(owner.api) },
        'its refresh token': {
          credential: 'ownSession',
          isOpen: () => refreshes(owner.auth['refreshToken'] as string),
        },
        'another session': {
          credential: 'otherSessions',
          isOpen: () => opens(service.api.as(other.accessToken as string)),
        },
        'the refresh token of another session': {
          credential: 'otherSessions',
          isOpen: () => refreshes(other.refreshToken as string),
        },
        'a calendar that another session was connecting': {
          credential: 'otherSessions',
          isOpen: async () => !(await arrived(flow, consented)).includes('calendarError'),
        },
        'a code for the app': {
          credential: 'mobileCodes',
          isOpen: async () => {
            const exchange = await service.api.post('/v1/auth/google/mobile/exchange', {
              code,
              codeVerifier,
            });
            return exchange.status === 200;
          },
        },
        'a ticket': {
          credential: 'connectTickets',
          isOpen: async () => {
            const { headers } = await new Browser(service.api).arrive(ticket as string);
            return !(headers['location'] ?? '').includes('calendarError');
          },
        },
        'a calendar address': {
          credential: 'feeds',
          isOpen: async () =>
            (await service.api.as(null).get(new URL(feed as string).pathname)).status === 200,
        },
        'a request for another address': {
          credential: 'emailLinks',
          // A pending request can be refused. Proving the address instead would end the credentials that are
          // checked later.
          isOpen: async () =>
            (await service.api.post('/v1/auth/email/refuse', { token: refusal })).status === 204,
        },
        'a link of a forgotten password': {
          credential: 'resetLinks',
          isOpen: async () => {
            const body = { token: link, newPassword: 'a third one, long enough' };
            return (await service.api.post('/v1/auth/password/reset', body)).status === 204;
          },
        },
      };
    }

    /**
     * Triggers each event and returns the status. The reset link is requested first, because a request ends
     * earlier links.
     */
    const EVENTS = {
      password_changed: async () =>
        (await me.api.post('/v1/auth/password/change', { currentPassword: PASSWORD, newPassword: NEW }))
          .status,
      password_reset: async () =>
        (await service.api.post('/v1/auth/password/reset', { token: await resetToken(), newPassword: NEW }))
          .status,
      email_changed: async () =>
        (await me.api.post('/v1/me/email/prove', { token: await emailToken() })).status,
      sessions_revoked: async () => (await me.api.post('/v1/auth/logout-all')).status,
      email_reverted: () => REVERTED(),
    } as const;
    /** Changes the address first, so that the former address can revert the change. */
    const REVERTED = async () => {
      const former = email;
      expect((await me.api.post('/v1/me/email/prove', { token: await emailToken() })).status).toBe(204);
      await service.performJobs();
      const token = service.mailer.tokenFor(former);
      return (await service.api.post('/v1/auth/email/revert', { token })).status;
    };
    type Event = keyof typeof EVENTS;

    test('are all tested here', async () => {
      const kinds = Object.values(await everyWayIn()).map(({ credential }) => credential);
      expect(new Set(kinds)).toEqual(new Set(CREDENTIALS));
    });

    test('are all valid before any event ends them', async () => {
      for (const [name, { isOpen }] of Object.entries(await everyWayIn()))
        expect({ name, open: await isOpen() }).toEqual({ name, open: true });
    });

    test('all end after a reset of the password, a sign-out everywhere or a reverted address, and all except the session of the change after a change of the password', () => {
      expect(Object.keys(EVENTS).map((event) => credentialsEndedBy(event as Event))).toEqual([
        CREDENTIALS.filter((credential) => credential !== 'ownSession'),
        CREDENTIALS,
        ['resetLinks', 'emailLinks'],
        CREDENTIALS,
        CREDENTIALS,
      ]);
    });

    describe.each(Object.keys(EVENTS) as Event[])('the event %s', (event) => {
      test('ends exactly the credentials that credentialsEndedBy names', async () => {
        const ways = await everyWayIn();
        expect(await EVENTS[event]()).toBe(204);
        const ended = credentialsEndedBy(event);
        for (const [name, { credential, isOpen }] of Object.entries(ways))
          expect({ name, open: await isOpen() }).toEqual({ name, open: !ended.includes(credential) });
      });

      test('does not end credentials of other accounts', async () => {
        const [own, ways] = [me, await everyWayIn()];
        me = await service.api.register();
        email = me.auth['user'].email;
        expect(await EVENTS[event]()).toBe(204);
        email = own.auth['user'].email;
        for (const [name, { isOpen }] of Object.entries(ways))
          expect({ name, open: await isOpen() }).toEqual({ name, open: true });
      });

      test('lifts the lock after failed sign-ins only if it sets a new password', async () => {
        for (let i = 0; i < 10; i++) await login('not the password');
        expect((await login(PASSWORD)).status).toBe(429);
        expect(await EVENTS[event]()).toBe(204);
        const isNew = event === 'password_changed' || event === 'password_reset';
        expect((await login(isNew ? NEW : PASSWORD)).status).toBe(isNew ? 200 : 429);
      });
    });

    test('all end when an account is disabled, except calendar feeds', async () => {
      const ways = await everyWayIn();
      const { connectionString, logger } = service;
      const switched = (action: 'disable' | 'enable') =>
        switchAccount({ connectionString, logger }, action, email);
      const [disable, enable] = [() => switched('disable'), () => switched('enable')];
      const noted = () =>
        [...service.logger.events('info'), ...service.logger.events('warn')].filter(
          ({ event, userId }) => event === 'account_disabled' && userId === me.id,
        ).length;
      expect([await disable(), await disable()]).toEqual([{ changed: true }, { changed: false }]);
      expect(noted()).toBe(1);
      await enable();
      const atOnce = await Promise.all([disable(), disable()]);
      expect(atOnce.map(({ changed }) => changed).sort()).toEqual([false, true]);
      expect(noted()).toBe(2);
      await enable();
      const ended = credentialsEndedBy('account_disabled');
      for (const [name, { credential, isOpen }] of Object.entries(ways))
        expect({ name, open: await isOpen() }).toEqual({ name, open: !ended.includes(credential) });
    });

    test('include calendar feeds: a sign-out everywhere also ends a feed that is created at the same time', async () => {
      const householdId = (await me.api.household()).split('/').at(-1);
      const asked = Array.from({ length: 5 }, () => me.api.post('/v1/me/feeds', { householdId }));
      const [answers] = await Promise.all([Promise.all(asked), me.api.post('/v1/auth/logout-all')]);
      for (const { status, body } of answers) {
        expect([201, 401]).toContain(status);
        if (status !== 201) continue;
        const { pathname } = new URL(body.url as string);
        expect((await service.api.as(null).get(pathname)).status).toBe(404);
      }
    });
  });

  describe('signing in and resetting a password', () => {
    /** The tests compare response times, so they need hashes with their real cost. */
    let service: TestService;
    let email: string;
    beforeAll(async () => {
      service = await startService({ slowHashes: true });
      email = (await service.credentialsOf((await service.api.register()).id)).email;
    });
    afterAll(() => service.close());

    const median = (values: readonly number[]) =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

    /** Measures both in turns, so that other load on the machine affects both equally. */
    async function medians(one: () => Promise<unknown>, other: () => Promise<unknown>, rounds: number) {
      const [ones, others]: [number[], number[]] = [[], []];
      for (let i = 0; i < rounds; i++) {
        service.clock.advance(60 * 60_000);
        for (const [times, work] of i % 2 === 0
          ? ([
              [ones, one],
              [others, other],
            ] as const)
          : ([
              [others, other],
              [ones, one],
            ] as const))
          times.push(await processorTimeOfProcess(work));
      }
      return [median(ones), median(others)] as const;
    }

    const differ = ([one, other]: readonly [number, number]) => Math.abs(one - other) / Math.max(one, other);

    test('takes about the same processor time when signing in with an unknown address as with a wrong password', async () => {
      const login = (address: string) =>
        service.api.post('/v1/auth/login', { email: address, password: 'not the password' });
      const measured = await medians(
        () => login(email),
        () => login(`${randomUUID()}@example.org`),
        15,
      );
      expect(differ(measured)).toBeLessThan(0.25);
    });

    test('takes about the same processor time when requesting a new password for a known as for an unknown address', async () => {
      const forgot = (address: string) => service.api.post('/v1/auth/password/forgot', { email: address });
      const measured = await medians(
        () => forgot(email),
        () => forgot(`${randomUUID()}@example.org`),
        31,
      );
      expect(differ(measured)).toBeLessThan(0.25);
    });
  });
});
