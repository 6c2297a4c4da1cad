import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { REGISTRATION_MODES, type RegistrationMode } from '../../../domain/accounts/registration.js';
import { PASSWORD } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import {
  aPerson,
  type FakeIdentityProvider,
  startFakeIdentityProvider,
} from '../../support/fake-identity-provider.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import { startService, type TestService } from '../../support/service.js';

const freshService = shareServiceInFile();

describe('sign-in with a password', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await freshService();
  });

  const cookiesOf = (response: { headers: Record<string, any> }) =>
    (response.headers['set-cookie'] ?? []) as string[];
  const COOKIE_MODE = { 'x-client': undefined };

  describe('registration', () => {
    test('returns the account and, in bearer mode, tokens without cookies', async () => {
      const email = `Ana.${randomUUID()}@Example.org `;
      const response = await service.api.post('/v1/auth/register', { email, password: PASSWORD });
      expect(response.status).toBe(201);
      expect(response.body).toMatchObject({
        accessTokenExpiresIn: 900,
        user: {
          email: email.trim().toLowerCase(),
          emailVerified: false,
          displayName: email.trim().toLowerCase().split('@')[0],
          locale: 'en',
          timeZone: 'UTC',
          hasPassword: true,
          identities: [],
        },
      });
      expect(response.body.refreshToken).toMatch(/^[\w-]{43}$/);
      expect(cookiesOf(response)).toEqual([]);
    });

    test.each([
      ['a password of nine characters', { password: '123456789' }, 'password'],
      ['a password of 129 characters', { password: 'x'.repeat(129) }, 'password'],
      ['an address with a name', { email: '"x" <a@b.org>' }, 'email'],
      ['an address with a newline', { email: 'a@b.org\nBcc: c' }, 'email'],
      ['an address of 255 characters', { email: `${'x'.repeat(64)}@${'y'.repeat(190)}` }, 'email'],
      ['an unknown zone', { timeZone: 'Mars/Phobos' }, 'timeZone'],
      ['an unknown language', { locale: 'xx' }, 'locale'],
      ['null as name', { displayName: null }, 'displayName'],
    ])('refuses %s', async (_name, overrides, field) => {
      const response = await service.api.post('/v1/auth/register', {
        email: 'a@example.org',
        password: PASSWORD,
        ...overrides,
      });
      expect(response.status).toBe(400);
      expect(response.body.error.details[0].field).toEqual(field);
    });

    test('creates one account for twenty registrations of an address at the same time', async () => {
      const email = `${randomUUID()}@example.org`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          service.api.post('/v1/auth/register', { email, password: PASSWORD }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
      expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('EMAIL_ALREADY_USED');
    });
  });

  describe('login', () => {
    test('ignores case and surrounding spaces of the address, but not the spaces of the password', async () => {
      const email = `${randomUUID()}@example.org`;
      const password = '  spaces and letters ';
      await service.api.post('/v1/auth/register', { email, password });
      const good = await service.api.post('/v1/auth/login', { email: ` ${email.toUpperCase()}`, password });
      const trimmed = await service.api.post('/v1/auth/login', { email, password: password.trim() });
      expect(good.status).toBe(200);
      expect(trimmed.status).toBe(401);
      expect(trimmed.body.error.code).toBe('INVALID_CREDENTIALS');
    });

    test('sets two HttpOnly cookies in cookie mode, and no token in the body', async () => {
      const email = `${randomUUID()}@example.org`;
      await service.api.post('/v1/auth/register', { email, password: PASSWORD });
      const response = await service.api.post('/v1/auth/login', { email, password: PASSWORD }, COOKIE_MODE);
      expect(Object.keys(response.body).sort()).toEqual(['accessTokenExpiresIn', 'user']);
      const [access, refresh] = cookiesOf(response);
      expect(access).toMatch(
        /^gn_at=[^;]+; Max-Age=900; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(refresh).toMatch(
        /^gn_rt=[^;]+; Max-Age=5184000; Path=\/v1\/auth; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      );

      const cookie = String(access).split(';')[0] ?? '';
      const me = await service.api.get('/v1/me', { headers: { cookie } });
      const both = await service.api.get('/v1/me', { headers: { cookie, authorization: 'Bearer nonsense' } });
      expect(me.status).toBe(200);
      expect(both.status).toBe(401);
    });
  });

  test('returns an access token with only the claims exp, iat, sid and sub, valid for 15 minutes', async () => {
    const { auth, id } = await service.api.register();
    const { header, payload } = jwt.decode(auth['accessToken'], { complete: true }) as jwt.Jwt;
    const claims = payload as jwt.JwtPayload;
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'test' });
    expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'sid', 'sub']);
    expect(claims.sub).toEqual(id);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
  });

  test.each([
    ['no token', undefined],
    ['a text that is no token', 'Bearer x.y.z'],
    ['another scheme', 'Basic YTpi'],
    [
      'a token of another key',
      `Bearer ${jwt.sign({ sub: randomUUID(), sid: randomUUID() }, 'x'.repeat(32), { keyid: 'test' })}`,
    ],
    ['an unsigned token', `Bearer ${jwt.sign({ sub: randomUUID() }, '', { algorithm: 'none' })}`],
  ])(
    'gives no access with other credentials, which get 401 UNAUTHENTICATED: %s',
    async (_name, authorization) => {
      const response = await service.api.get('/v1/me', { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(response.body.error.code).toBe('UNAUTHENTICATED');
    },
  );

  test('returns 401 if the cookie is malformed', async () => {
    const response = await service.api.get('/v1/me', { headers: { cookie: 'gn_at=%E0%A4%A; ;=;gn_at' } });
    expect(response.status).toBe(401);
  });

  describe('refresh', () => {
    let refreshToken: string;
    let me: Awaited<ReturnType<TestService['api']['register']>>;
    const refresh = (token: unknown) => service.api.post('/v1/auth/refresh', { refreshToken: token });

    beforeEach(async () => {
      me = await service.api.register();
      refreshToken = me.auth['refreshToken'];
    });

    test('replaces the token', async () => {
      const first = await refresh(refreshToken);
      const second = await refresh(first.body.refreshToken);
      expect(first.status).toBe(200);
      expect(second.status).toBe(200);
      expect(first.body.refreshToken).not.toBe(refreshToken);
      expect((await service.api.as(second.body.accessToken).get('/v1/me')).status).toBe(200);
    });

    test.each([
      ['accepts the replaced token for 30 seconds', [30_000], [200]],
      ['refuses the replaced token after more than 30 seconds', [30_100], [401]],
      [
        'refuses the replaced token after 35 seconds even if it was used again in the meantime',
        [20_000, 15_000],
        [200, 401],
      ],
    ])('%s', async (_name, waits, statuses) => {
      await refresh(refreshToken);
      const answers: number[] = [];
      for (const wait of waits) {
        service.clock.advance(wait);
        answers.push((await refresh(refreshToken)).status);
      }
      expect(answers).toEqual(statuses);
    });

    test('ends the session and returns 401 if a replaced token is used after more than 30 seconds', async () => {
      const { body } = await refresh(refreshToken);
      service.clock.advance(31_000);
      const reuse = await refresh(refreshToken);
      const successor = await refresh(body.refreshToken);
      const access = await service.api.as(body.accessToken).get('/v1/me');
      expect([reuse, successor, access].map(({ status, body: { error } }) => [status, error.code])).toEqual([
        [401, 'SESSION_EXPIRED'],
        [401, 'SESSION_EXPIRED'],
        [401, 'SESSION_EXPIRED'],
      ]);
    });

    test('still accepts a replaced token within 30 seconds if the new token was replaced, too', async () => {
      const second = (await refresh(refreshToken)).body.refreshToken;
      await refresh(second);
      service.clock.advance(10_000);
      expect((await refresh(refreshToken)).status).toBe(200);
    });

    test('succeeds for 25 parallel requests with one token, all in one session [T-A1]', async () => {
      const answers = await Promise.all(Array.from({ length: 25 }, () => refresh(refreshToken)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 200));
      const sessions = answers.map(
        ({ body }) => (jwt.decode(body.accessToken) as jwt.JwtPayload)['sid'] as string,
      );
      expect(new Set(sessions).size).toBe(1);
      const successors = await Promise.all(answers.map(({ body }) => refresh(body.refreshToken)));
      const renewed = successors.filter(({ status }) => status === 200);
      expect(renewed).toHaveLength(1);
      expect((await refresh(renewed[0]!.body.refreshToken)).status).toBe(200);
    });

    test('ends the other tokens that replaced the same token when one of them is refreshed, and keeps the session', async () => {
      const [first, second, third] = [
        await refresh(refreshToken),
        await refresh(refreshToken),
        await refresh(refreshToken),
      ].map(({ body }) => body.refreshToken as string);
      const current = await refresh(second);
      expect(current.status).toBe(200);
      for (const ended of [first, third]) {
        const answer = await refresh(ended);
        expect([answer.status, answer.body.error.code]).toEqual([401, 'SESSION_EXPIRED']);
      }
      expect((await service.api.as(current.body.accessToken).get('/v1/me')).status).toBe(200);
      expect((await refresh(current.body.refreshToken)).status).toBe(200);
    });

    test('makes the current token invalid if a replaced token is used again and the token from that second use is refreshed', async () => {
      const first = (await refresh(refreshToken)).body.refreshToken;
      const second = (await refresh(first)).body.refreshToken;
      const replayed = (await refresh(refreshToken)).body.refreshToken;
      expect((await refresh(replayed)).status).toBe(200);
      expect((await refresh(second)).status).toBe(401);
    });

    test('ends the session when a token that has ended is used more than 30 seconds later', async () => {
      const stolen = (await refresh(refreshToken)).body.refreshToken;
      const own = (await refresh(refreshToken)).body.refreshToken;
      const current = (await refresh(own)).body;
      service.clock.advance(31_000);
      expect((await refresh(stolen)).status).toBe(401);
      expect((await refresh(current.refreshToken)).status).toBe(401);
      expect((await service.api.as(current.accessToken).get('/v1/me')).status).toBe(401);
    });

    test.each([
      ['succeeds 59 days after the sign-in', 59 * 86_400_000, 200],
      ['is refused 60 days and a second after the sign-in', 60 * 86_400_000 + 1000, 401],
    ])('%s', async (_name, wait, status) => {
      service.clock.advance(wait);
      expect((await refresh(refreshToken)).status).toBe(status);
    });

    describe.each(['none', 'planted', 'good'])('with the refresh cookie "%s"', (cookie) => {
      test.each([
        ['mobile', 'none'],
        ['mobile', 'good'],
        ['web', 'none'],
        ['web', 'good'],
      ])(
        'answers a %s client with the body token "%s" with the expected status, and with tokens in the body only if the client is mobile and its body token was used',
        async (client, body) => {
          const other = (await service.api.register()).auth['refreshToken'] as string;
          const inCookie = cookie === 'good' ? refreshToken : 'x'.repeat(43);
          const response = await service.api.post(
            '/v1/auth/refresh',
            body === 'good' ? { refreshToken: other } : undefined,
            {
              ...(client === 'web' && COOKIE_MODE),
              ...(cookie !== 'none' && { cookie: `gn_rt=${inCookie}` }),
            },
          );
          const fromBody = body === 'good' && (client === 'mobile' || cookie === 'none');
          expect(response.status).toBe(fromBody || cookie === 'good' ? 200 : 401);
          const tellsTokens = 'refreshToken' in response.body || 'accessToken' in response.body;
          expect(tellsTokens).toBe(client === 'mobile' && fromBody);
          expect(cookiesOf(response)).toHaveLength(response.status === 200 && !tellsTokens ? 2 : 0);
        },
      );
    });

    test('renews both cookies in cookie mode', async () => {
      const response = await service.api.post('/v1/auth/refresh', undefined, {
        ...COOKIE_MODE,
        cookie: `gn_rt=${refreshToken}`,
      });
      expect(cookiesOf(response).map((cookie) => cookie.split('=')[0])).toEqual(['gn_at', 'gn_rt']);
      expect(response.body.refreshToken).toBeUndefined();
    });

    test.each([
      [undefined, 401, 'SESSION_EXPIRED'],
      ['unknown', 401, 'SESSION_EXPIRED'],
      ['', 400, 'VALIDATION_FAILED'],
    ])(
      'answers the body token %p with %i, even with a valid token in the query',
      async (token, status, code) => {
        const response = await service.api.post(
          `/v1/auth/refresh?refreshToken=${refreshToken}`,
          token === undefined ? undefined : { refreshToken: token },
        );
        expect(response.status).toEqual(status);
        expect(response.body.error.code).toEqual(code);
      },
    );

    test('returns 401 UNAUTHENTICATED for an expired access token', async () => {
      service.clock.advance(906_000);
      const response = await me.api.get('/v1/me');
      expect(response.status).toBe(401);
      expect(response.body.error.code).toBe('UNAUTHENTICATED');
    });
  });

  describe('sign-out', () => {
    test('ends the session of an access token', async () => {
      const { auth, api } = await service.api.register();
      const { email, password } = await service.credentialsOf(auth['user'].id);
      const other = await service.api.post('/v1/auth/login', { email, password });
      expect((await api.post('/v1/auth/logout')).status).toBe(204);
      expect((await api.get('/v1/me')).body.error.code).toBe('SESSION_EXPIRED');
      const refreshed = await service.api.post('/v1/auth/refresh', { refreshToken: auth['refreshToken'] });
      expect(refreshed.status).toBe(401);
      expect(refreshed.body.error.code).toBe('SESSION_EXPIRED');
      expect((await service.api.as(other.body.accessToken).get('/v1/me')).status).toBe(200);
    });

    test('ends only the session of the caller, may be repeated, and clears both cookies', async () => {
      const email = `${randomUUID()}@example.org`;
      const first = await service.api.post('/v1/auth/register', { email, password: PASSWORD });
      const second = await service.api.post('/v1/auth/login', { email, password: PASSWORD });
      const body = { refreshToken: first.body.refreshToken };
      const out = await service.api.post('/v1/auth/logout', body, COOKIE_MODE);
      const again = await service.api.post('/v1/auth/logout', body);
      const unknown = await service.api.post('/v1/auth/logout', { refreshToken: 'unknown' });
      expect(out.status).toBe(204);
      expect(again.status).toBe(204);
      expect(unknown.status).toBe(204);
      expect(cookiesOf(out).map((cookie) => cookie.replace(/Expires=[^;]+/, ''))).toEqual([
        expect.stringMatching(/^gn_at=; Path=\/; /),
        expect.stringMatching(/^gn_rt=; Path=\/v1\/auth; /),
      ]);
      expect((await service.api.as(first.body.accessToken).get('/v1/me')).body.error.code).toBe(
        'SESSION_EXPIRED',
      );
      expect((await service.api.as(second.body.accessToken).get('/v1/me')).status).toBe(200);
    });

    test('ends every session with logout-all', async () => {
      const { api, auth } = await service.api.register();
      const other = await service.api.post('/v1/auth/login', {
        email: auth['user'].email,
        password: PASSWORD,
      });
      expect((await api.post('/v1/auth/logout-all')).status).toBe(204);
      for (const token of [auth['accessToken'], other.body.accessToken])
        expect((await service.api.as(token).get('/v1/me')).body.error.code).toBe('SESSION_EXPIRED');
      expect(
        (await service.api.post('/v1/auth/refresh', { refreshToken: auth['refreshToken'] })).status,
      ).toBe(401);
    });
  });

  test('gives access to GET /v1/me, which returns the account, the session and the households', async () => {
    const { api, auth, id } = await service.api.register({
      displayName: 'Ana',
      locale: 'fr',
      timeZone: 'Europe/Paris',
    });
    const home = await api.household({ name: 'Chez nous' });
    const { body } = await api.get('/v1/me');
    expect(body).toEqual({
      user: expect.objectContaining({ id, displayName: 'Ana', locale: 'fr', timeZone: 'Europe/Paris' }),
      sessionId: (jwt.decode(auth['accessToken']) as jwt.JwtPayload)['sid'],
      households: [{ id: home.split('/').at(-1), name: 'Chez nous', role: 'OWNER', memberId: id }],
    });
  });

  test('is limited by IP address with Retry-After, while health routes are not limited', async () => {
    const limited = await startService({ rateLimits: { global: 25, auth: 3 } });
    const login = () => limited.api.post('/v1/auth/login', { email: 'a@example.org', password: PASSWORD });
    const answers = [await login(), await login(), await login(), await login()];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect(answers[3]?.body.error.code).toBe('RATE_LIMITED');
    expect(answers[3]?.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/),
      'ratelimit-policy': expect.any(String),
      ratelimit: expect.any(String),
    });
    for (let i = 0; i < 21; i++) await limited.api.get('/v1/me');
    expect((await limited.api.get('/v1/me')).status).toBe(429);
    expect((await limited.api.get('/health/ready')).status).toBe(200);
    await limited.close();
  });
});

describe('the registration mode', () => {
  const DAY = 86_400_000;

  let idp: FakeIdentityProvider;
  /** A service on which everybody can register. It creates the households and the invitations. */
  let open: TestService;
  /** Services on the same database, one for each registration mode. */
  let services: Record<RegistrationMode, TestService>;

  beforeAll(async () => {
    idp = await startFakeIdentityProvider();
    open = await startService({ googleSignIn: idp.settings });
    const [invited, closed] = await Promise.all([
      open.another({ registration: 'invited' }),
      open.another({ registration: 'closed' }),
    ]);
    services = { open, invited, closed };
  }, 120_000);
  afterAll(async () => {
    await Promise.all([services.invited.close(), services.closed.close()]);
    await open.close();
    await idp.close();
  });

  type Door = {
    /** The route that creates the account. */
    readonly operationId: string;
    /**
     * Creates an account as a new person, with an invitation token if one is given. Returns the error, or
     * null if it worked.
     */
    readonly enter: (service: TestService, email: string, token?: string) => Promise<string | null>;
  };

  const sha256 = (token: string) => createHash('sha256').update(token).digest('hex');
  const CHALLENGE = 'x'.repeat(43);

  async function comeFromGoogle(service: TestService, email: string, query: Record<string, string>) {
    idp.person = { ...aPerson(), email };
    const end = await new Browser(service.api).signIn(`?${new URLSearchParams(query).toString()}`);
    return end.searchParams.get('authError');
  }

  const hashed = (token?: string) => (token === undefined ? {} : { invitation: sha256(token) });

  /** All ways to create an account. */
  const DOORS: Record<string, Door> = {
    'e-mail and password': {
      operationId: 'register',
      enter: async (service, email, invitation) => {
        const { status, body } = await service.api.post('/v1/auth/register', {
          email,
          password: PASSWORD,
          ...(invitation !== undefined && { invitation }),
        });
        return status === 201 ? null : `${status} ${body.error.code}`;
      },
    },
    'Google in a browser': {
      operationId: 'finishGoogleSignIn',
      enter: (service, email, token) => comeFromGoogle(service, email, hashed(token)),
    },
    'Google in the app': {
      operationId: 'finishGoogleSignIn',
      enter: (service, email, token) =>
        comeFromGoogle(service, email, { client: 'android', code_challenge: CHALLENGE, ...hashed(token) }),
    },
  };
  const CLOSED = ['403 FORBIDDEN', 'REGISTRATION_CLOSED'];

  const accounts = async () => Number((await open.query('select count(*) as n from accounts'))[0]!['n']);
  const anEmail = () => `${randomUUID()}@example.org`;

  async function anInvitation(fields: object = {}) {
    const { api } = await open.api.register();
    const path = await api.household();
    const { token, id } = (await api.post(`${path}/invitations`, fields)).body as Record<string, string>;
    return { token: token!, revoke: () => api.delete(`${path}/invitations/${id}`) };
  }

  describe.each(Object.entries(DOORS))('for registration by %s', (_name, { enter }) => {
    let email: string;
    let before: number;
    beforeEach(async () => {
      email = anEmail();
      before = await accounts();
    });
    const refused = async (service: TestService, address: string, token?: string) => {
      const count = await accounts();
      expect(CLOSED).toContain(await enter(service, address, token));
      expect(await accounts()).toBe(count);
    };

    test('allows everybody to register if registration is open', async () => {
      expect(await enter(open, email)).toBeNull();
      expect(await accounts()).toBe(before + 1);
    });

    test('allows nobody to register if registration is closed, even with an invitation', async () => {
      await refused(services.closed, email);
      await refused(services.closed, email, (await anInvitation()).token);
    });

    test('allows only a person with an invitation to register if an invitation is required', async () => {
      const { token } = await anInvitation();
      await refused(services.invited, email);
      await refused(services.invited, email, 'A'.repeat(43));
      expect(await enter(services.invited, email, token)).toBeNull();
      expect(await open.query(`select id from accounts where email = '${email}'`)).toHaveLength(1);
    });

    test('allows only the invited address to register with an invitation for an address', async () => {
      const { token } = await anInvitation({ email });
      await refused(services.invited, anEmail(), token);
      expect(await enter(services.invited, email, token)).toBeNull();
    });

    test('allows as many registrations with an invitation as the invitation has uses', async () => {
      const { token } = await anInvitation({ maxUses: 2 });
      for (let i = 0; i < 2; i++) expect(await enter(services.invited, anEmail(), token)).toBeNull();
      await refused(services.invited, email, token);
    });

    test('allows nobody to register with a revoked or expired invitation', async () => {
      const revoked = await anInvitation();
      await revoked.revoke();
      await refused(services.invited, email, revoked.token);
      const expired = await anInvitation({ expiresInDays: 1 });
      open.clock.advance(DAY);
      await refused(services.invited, email, expired.token);
    });

    test('allows an existing account to sign in even if registration is closed', async () => {
      expect(await enter(open, email)).toBeNull();
      if (enter === DOORS['e-mail and password']!.enter) {
        const login = await services.closed.api.post('/v1/auth/login', { email, password: PASSWORD });
        expect(login.status).toBe(200);
        return;
      }
      const { person } = idp;
      await enter(services.closed, anEmail());
      idp.person = person;
      const end = await new Browser(services.closed.api).signIn();
      expect(end.searchParams.get('authError')).toBeNull();
    });
  });

  test('allows three of ten people to register at the same time with an invitation for three people', async () => {
    const { token: invitation } = await anInvitation({ maxUses: 3 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        services.invited.api.post('/v1/auth/register', { email: anEmail(), password: PASSWORD, invitation }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      ...Array<number>(3).fill(201),
      ...Array<number>(7).fill(403),
    ]);
  });

  test('uses up no invitation if the address is taken, and does not reveal a taken address if registration is closed', async () => {
    const taken = (await open.api.register()).auth['user'].email as string;
    const { token: invitation } = await anInvitation();
    const register = (service: TestService, email: string, fields: object) =>
      service.api.post('/v1/auth/register', { email, password: PASSWORD, ...fields });
    expect((await register(services.invited, taken, { invitation })).body.error.code).toBe(
      'EMAIL_ALREADY_USED',
    );
    expect((await register(services.invited, taken, {})).status).toBe(403);
    expect((await register(services.closed, taken, { invitation })).status).toBe(403);
    expect((await register(services.invited, anEmail(), { invitation })).status).toBe(201);
  });

  test('allows a person who registered with an invitation to accept the same invitation', async () => {
    const { token: invitation } = await anInvitation();
    const { api } = await services.invited.api.register({ invitation });
    expect((await api.post('/v1/invitations/accept', { token: invitation })).status).toBe(201);
  });

  test.each(REGISTRATION_MODES)('is in the answer of GET /v1/meta: %s', async (mode) => {
    const { features } = (await services[mode].api.get('/v1/meta')).body;
    expect(features).toMatchObject({ registration: mode === 'open', registrationMode: mode });
  });

  test('is not circumvented by any other public route', async () => {
    const known = new Set(Object.values(DOORS).map(({ operationId }) => operationId));
    const { token } = await anInvitation();
    const before = await accounts();
    const everything = {
      ...{ email: anEmail(), password: PASSWORD, newPassword: PASSWORD, displayName: 'New' },
      ...{ token, invitation: token, refreshToken: token, code: token, codeVerifier: CHALLENGE },
    };
    const asked: string[] = [];
    const query = new URLSearchParams({ email: everything.email, invitation: sha256(token) }).toString();
    for (const { access, method, path, operationId } of open.routes) {
      if (access !== 'none' || known.has(operationId) || path.includes('/stream')) continue;
      const address = path.replaceAll(/\{\w+\}/g, randomUUID());
      if (method === 'get') await open.api.get(`${address}?${query}`);
      else await open.api.call(method.toUpperCase(), address, { body: everything });
      asked.push(operationId);
    }
    expect(asked).toEqual(expect.arrayContaining(['login', 'previewInvitation', 'exchangeMobileCode']));
    expect(await accounts()).toBe(before);
  });
});
