import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { LOCK_WAITS } from '../../support/database/lock-waits.js';
import { Browser } from '../../support/browser.js';
import { aPerson, REDIRECT_URI, type Script } from '../../support/fake-identity-provider.js';
import { startService } from '../../support/service.js';
import { aSignal } from '../../support/signal.js';
import { until, within } from '../../support/until.js';
import {
  idp,
  service,
  browser,
  WEB,
  errorOf,
  flowCookieOf,
  meOf,
  prove,
  registered,
  database,
  withGoogleSignIn,
} from './google-world.js';
import { PASSWORD } from '../../support/api.js';

withGoogleSignIn();

describe('signing in with Google', () => {
  describe('the start', () => {
    test('requests a code with three scopes, and with a state, a nonce and an S256 challenge that differ each time', async () => {
      const [first, second] = [new URL(await browser.start()), new URL(await browser.start())];
      expect(`${first.origin}${first.pathname}`).toBe(idp.settings.authUrl);
      expect(Object.fromEntries(first.searchParams)).toEqual({
        response_type: 'code',
        client_id: idp.settings.clientId,
        redirect_uri: REDIRECT_URI,
        scope: 'openid email profile',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
      for (const name of ['state', 'nonce', 'code_challenge'])
        expect(second.searchParams.get(name)).not.toBe(first.searchParams.get(name));
    });

    test('stores the flow in an HttpOnly cookie that is sent only to the routes of this sign-in', async () => {
      const { status, headers, text } = await browser.get('/v1/auth/google/start');
      expect(status).toBe(302);
      expect(text).toBe('');
      expect(headers['set-cookie']).toEqual([
        expect.stringMatching(
          /^gn_oauth_[\w-]{43}=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/v1\/auth\/google; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ]);
      expect(browser.cookie(flowCookieOf(headers['location'] as string))!.length).toBeLessThan(800);
    });

    const challenge = 'x'.repeat(43);
    test.each([
      ['without a challenge', '?client=android', 'code_challenge'],
      ['with a short challenge', '?client=android&code_challenge=abc', 'code_challenge'],
      ['with a long challenge', `?client=android&code_challenge=${'x'.repeat(129)}`, 'code_challenge'],
      [
        'with a challenge that is not base64url',
        `?client=android&code_challenge=${'+'.repeat(43)}`,
        'code_challenge',
      ],
      [
        'with the challenge method "plain"',
        `?client=android&code_challenge=${challenge}&code_challenge_method=plain`,
        'code_challenge_method',
      ],
      ['for another client', '?client=ios', 'client'],
      ['if the next page is on another host', '?next=//evil.example', 'next'],
      ['if browsers read the next page as another host', '?next=/%5Cevil.example', 'next'],
      ['if the next page is a full address', '?next=https://evil.example', 'next'],
      [
        'with two challenges',
        `?client=android&code_challenge=${challenge}&code_challenge=${challenge}`,
        'code_challenge',
      ],
    ])('is refused with 400 %s', async (_name, query, field) => {
      const { status, body } = await browser.get(`/v1/auth/google/start${query}`);
      expect(status).toBe(400);
      expect(body.error.code).toBe('VALIDATION_FAILED');
      expect(body.error.details[0].field).toEqual(field);
    });
  });

  describe('sign-in on the web', () => {
    test('registers a new person with a verified address and without a password', async () => {
      idp.person = aPerson({ email: 'New.Person@Gmail.example', name: 'New Person' });
      expect((await browser.signIn()).href).toBe(WEB);
      expect(await meOf(browser)).toMatchObject({
        email: 'new.person@gmail.example',
        emailVerified: true,
        displayName: 'New Person',
        hasPassword: false,
        identities: [{ provider: 'google', email: 'new.person@gmail.example' }],
      });
      expect(browser.cookieNames().filter((name) => name.startsWith('gn_oauth'))).toEqual([]);
      expect((await browser.post('/v1/auth/refresh')).body.user.identities).toHaveLength(1);
    });

    test('sets session cookies and redirects to the requested page without tokens in the address', async () => {
      const location = await browser.start('?next=/tasks%3Fview%3Dtoday%23top');
      const { headers } = await fetch(location, { redirect: 'manual' });
      const response = await browser.arrive(headers.get('location')!);
      expect(response.headers['location']).toBe('https://web.example.org/tasks?view=today#top');
      const cookies = (response.headers['set-cookie'] as unknown as string[]).map(
        (line) => line.split('=')[0],
      );
      expect(cookies).toEqual([flowCookieOf(location), 'gn_at', 'gn_rt']);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers['referrer-policy']).toBe('no-referrer');
    });

    test('finds the account by the Google subject if the address has changed', async () => {
      await browser.signIn();
      const { id, email } = await meOf(browser);
      idp.person = { ...idp.person, email: 'changed@gmail.example' };
      const again = new Browser(service.api);
      await again.signIn();
      expect(await meOf(again)).toMatchObject({
        id,
        email,
        identities: [{ provider: 'google', email: 'changed@gmail.example' }],
      });
    });

    test.each(['signing in', 'linking'])(
      'creates no session and no identity if %s runs together with a reset of the password',
      async (kind) => {
        const owner = await registered();
        const { id } = await meOf(owner);
        if (kind === 'signing in') await owner.link();
        const { locked, release } = { locked: aSignal(), release: aSignal() };
        const resetting = service.unitOfWork.run(async ({ accounts, identities, sessions }) => {
          await accounts.findForUpdate(id);
          locked.give();
          await release.given;
          await identities.unlink(id, 'google', service.clock.now());
          await sessions.revokeAll(id, service.clock.now());
        });
        await within(locked.given, 'the other transaction has locked the account');
        const arriving = kind === 'signing in' ? new Browser(service.api).signIn() : owner.link();
        await until(
          async () => (await service.query(LOCK_WAITS)).length > 0,
          `${kind} waits for the account that the reset has locked`,
        );
        release.give();
        await resetting;
        const end = await arriving;
        if (kind === 'linking') expect(end.searchParams.get('authError')).toBe('SESSION_EXPIRED');
        expect(
          await database('select 1 from sessions where user_id = $1 and revoked_at is null', [id]),
        ).toEqual([]);
        expect(await database('select 1 from identities where user_id = $1', [id])).toEqual([]);
      },
    );

    test('links no identity to an account whose address, so far the address of the person, is replaced at the same time', async () => {
      const email = `${randomUUID()}@example.org`;
      const owner = await registered({ email });
      const { id } = await meOf(owner);
      await prove(owner, email);
      idp.person = aPerson({ email });
      const { locked, release } = { locked: aSignal(), release: aSignal() };
      const losing = service.unitOfWork.run(async ({ accounts }) => {
        const account = (await accounts.findForUpdate(id))!;
        locked.give();
        await release.given;
        await accounts.save({ ...account, email: `former ${email}` });
      });
      await within(locked.given, 'the other transaction has locked the account');
      let isOver = false;
      const arriving = new Browser(service.api).signIn().finally(() => (isOver = true));
      await until(
        async () => isOver || (await service.query(LOCK_WAITS)).length > 0,
        'the sign-in is over, or waits for the account that the other transaction has locked',
      );
      release.give();
      await Promise.all([losing, arriving]);
      expect(await database('select 1 from identities where user_id = $1', [id])).toEqual([]);
    });

    test('starts a new session even if the browser already has session cookies', async () => {
      await browser.signIn();
      const session = async () => (await browser.get('/v1/me')).body.sessionId;
      const planted = await session();
      browser.setCookie('gn_at', 'planted');
      await browser.signIn();
      expect(await session()).not.toBe(planted);
      expect(browser.cookie('gn_at')).not.toBe('planted');
    });

    test('creates one account for twenty sign-ins of a new person at the same time', async () => {
      const browsers = Array.from({ length: 20 }, () => new Browser(service.api));
      const ends = await Promise.all(browsers.map((one) => one.signIn()));
      expect(new Set(ends.map(({ href }) => href))).toEqual(new Set([WEB]));
      const users = await Promise.all(browsers.map(meOf));
      expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    });

    test('reports a disabled account and starts no session', async () => {
      await browser.signIn();
      const { id } = await meOf(browser);
      await database('update accounts set disabled_at = now() where id = $1', [id]);
      const again = new Browser(service.api);
      expect(errorOf(await again.signIn())).toBe('ACCOUNT_DISABLED');
      expect(again.cookie('gn_at')).toBeUndefined();
    });
  });

  describe('callbacks', () => {
    const past = Math.floor(Date.now() / 1000) - 7200;
    test.each<[string, Script, string]>([
      ['error=access_denied instead of a code', { denied: true }, 'ACCESS_DENIED'],
      ['a token for another audience', { claims: { aud: 'another-client' } }, 'EXCHANGE_FAILED'],
      [
        'a token for several audiences',
        { claims: { aud: ['client-of-the-tests', 'another'] } },
        'EXCHANGE_FAILED',
      ],
      ['a token of another authorised party', { claims: { azp: 'another-client' } }, 'EXCHANGE_FAILED'],
      ['a token of another issuer', { claims: { iss: 'https://evil.example' } }, 'EXCHANGE_FAILED'],
      ['an expired token', { claims: { iat: past, exp: past + 3600 } }, 'EXCHANGE_FAILED'],
      ['a token without an expiry', { claims: { exp: undefined } }, 'EXCHANGE_FAILED'],
      ['a token signed by another key', { signedBy: 'a stranger' }, 'EXCHANGE_FAILED'],
      ['a token without a signature', { signedBy: 'nobody' }, 'EXCHANGE_FAILED'],
      ['a token with another nonce', { claims: { nonce: 'another' } }, 'EXCHANGE_FAILED'],
      ['a token without a nonce', { claims: { nonce: undefined } }, 'EXCHANGE_FAILED'],
      ['a token without a subject', { claims: { sub: undefined } }, 'EXCHANGE_FAILED'],
      ['no id token', { tokens: 'no id token' }, 'EXCHANGE_FAILED'],
      ['the status 401 for the exchange', { tokens: 401 }, 'EXCHANGE_FAILED'],
      ['the status 500 for the exchange', { tokens: 500 }, 'PROVIDER_UNAVAILABLE'],
      ['the status 429 for the exchange', { tokens: 429 }, 'PROVIDER_UNAVAILABLE'],
      [
        'an unverified address that no account has',
        { claims: { email_verified: false } },
        'EMAIL_NOT_VERIFIED',
      ],
      [
        'an address whose email_verified is a text',
        { claims: { email_verified: 'true' } },
        'EMAIL_NOT_VERIFIED',
      ],
      ['no address', { claims: { email: undefined } }, 'EMAIL_NOT_VERIFIED'],
    ])('redirect with an error and start no session if Google sends %s', async (_name, script, error) => {
      idp.script = script;
      const before = idp.tokenRequests;
      const end = await browser.signIn('?next=/settings');
      expect(end.href).toBe(`https://web.example.org/settings?authError=${error}`);
      expect(browser.cookie('gn_at')).toBeUndefined();
      expect(browser.cookie('gn_rt')).toBeUndefined();
      expect(idp.tokenRequests - before).toBeLessThanOrEqual(1);
      const [{ count }] = (await database<{ count: number }>(
        'select count(*)::int as count from identities where subject = $1',
        [idp.person.sub],
      )) as [{ count: number }];
      expect(count).toBe(0);
    });

    test('are refused if the flow cookie is missing, tampered with, or of another browser', async () => {
      const location = await browser.start();
      const back = (await fetch(location, { redirect: 'manual' })).headers.get('location')!;
      const name = flowCookieOf(location);
      const good = browser.cookie(name)!;
      const [payload = '', signature = ''] = good.split('.');
      const other = new Browser(service.api);
      const otherFlow = flowCookieOf(await other.start());
      const flows: Record<string, string> = {
        none: '',
        'one character of the payload': `${payload.slice(0, -2)}${payload.at(-2) === 'A' ? 'B' : 'A'}${payload.at(-1)}.${signature}`,
        'one character of the signature': `${payload}.${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`,
        'the last bits of the signature': `${payload}.${signature.slice(0, -1)}${signature.endsWith('B') ? 'C' : 'B'}`,
        'no signature': payload,
        'an empty signature': `${payload}.`,
        'something more': `${good}.x`,
        nonsense: '%E0%A4%A',
        'another browser': other.cookie(otherFlow)!,
      };
      for (const [kind, value] of Object.entries(flows)) {
        const stranger = new Browser(service.api);
        stranger.setCookie(name, value, '/v1/auth/google');
        const { location } = (await stranger.arrive(back)).headers;
        expect({ kind, location }).toEqual({ kind, location: `${WEB}?authError=INVALID_STATE` });
      }
      expect((await browser.arrive(back)).headers['location']).toBe(WEB);
    });

    test.each([
      ['no state', '?code=x'],
      ['another state', '?code=x&state=another'],
      ['an error without a state', '?error=access_denied'],
      ['no parameters', ''],
    ])('are refused with %s', async (_name, query) => {
      await browser.start();
      const { headers } = await browser.get(`/v1/auth/google/callback${query}`);
      expect(headers['location']).toBe(`${WEB}?authError=INVALID_STATE`);
    });

    test('are refused with an unknown code, a code of another flow, or an unknown error', async () => {
      const state = async () => new URL(await browser.start()).searchParams.get('state')!;
      const other = new Browser(service.api);
      const stolen = (await fetch(await other.start(), { redirect: 'manual' })).headers.get('location')!;
      const stolenCode = new URL(stolen).searchParams.get('code')!;
      for (const answer of [
        'code=unknown',
        `code=${stolenCode}`,
        'error=server_error',
        'error=x&code=y',
        'code=',
      ]) {
        const { headers } = await browser.get(`/v1/auth/google/callback?${answer}&state=${await state()}`);
        const { location } = headers;
        expect({ answer, location }).toEqual({ answer, location: `${WEB}?authError=EXCHANGE_FAILED` });
      }
    });

    test('sign in only once if the same callback arrives twice', async () => {
      const back = (await fetch(await browser.start(), { redirect: 'manual' })).headers.get('location')!;
      const flow = browser.cookie(flowCookieOf(back))!;
      await browser.arrive(back);
      const replay = new Browser(service.api);
      replay.setCookie(flowCookieOf(back), flow, '/v1/auth/google');
      expect((await replay.arrive(back)).headers['location']).toBe(`${WEB}?authError=EXCHANGE_FAILED`);
      expect(replay.cookie('gn_at')).toBeUndefined();
    });

    test('complete the flows of two tabs of one browser in either order [one-flow-a-browser, G01]', async () => {
      const [first, second] = [await browser.start('?next=/first'), await browser.start('?next=/second')];
      const back = async (page: string) =>
        (await fetch(page, { redirect: 'manual' })).headers.get('location')!;
      const [firstBack, secondBack] = [await back(first), await back(second)];
      expect((await browser.arrive(secondBack)).headers['location']).toBe('https://web.example.org/second');
      expect((await browser.arrive(firstBack)).headers['location']).toBe('https://web.example.org/first');
      expect(await meOf(browser)).toMatchObject({ identities: [{ email: idp.person.email }] });
    });

    test('complete the newest five flows of one browser, and refuse older ones', async () => {
      const pages: string[] = [];
      for (let i = 0; i < 7; i++) pages.push(await browser.start());
      expect(browser.cookieNames()).toEqual(pages.slice(2).map(flowCookieOf));
      const arrive = async (page: string) => {
        const back = (await fetch(page, { redirect: 'manual' })).headers.get('location')!;
        return (await browser.arrive(back)).headers['location'];
      };
      expect(await arrive(pages[1]!)).toBe(`${WEB}?authError=INVALID_STATE`);
      expect(await arrive(pages[2]!)).toBe(WEB);
      expect(browser.cookie(flowCookieOf(pages[6]!))).toBeDefined();
    });

    test.each([
      ['sign in just before ten minutes after the start', 599_000, WEB],
      ['are refused ten minutes after the start', 600_000, `${WEB}?authError=INVALID_STATE`],
    ])('%s', async (_name, wait, end) => {
      const back = (await fetch(await browser.start(), { redirect: 'manual' })).headers.get('location')!;
      service.clock.advance(wait);
      expect((await browser.arrive(back)).headers['location']).toBe(end);
    });

    test('are refused if a parameter is repeated', async () => {
      const { status } = await browser.get('/v1/auth/google/callback?code[a]=1&state[]=2');
      expect(status).toBe(400);
      const twice = await browser.get('/v1/auth/google/callback?code=1&code=2&state=3');
      expect(twice.headers['location']).toBe(`${WEB}?authError=INVALID_STATE`);
    });

    test.each<[string, Script]>([
      ['does not answer the exchange', { tokens: 'hang' }],
      ['does not send its certificates', { certificates: 'hang' }],
      ['answers 503 for its certificates', { certificates: 503 }],
    ])('report PROVIDER_UNAVAILABLE after one attempt if Google %s', async (_name, script) => {
      const impatient = await startService({ googleSignIn: { ...idp.settings, timeoutMs: 300 } });
      idp.script = script;
      const before = idp.tokenRequests;
      const end = await new Browser(impatient.api).signIn();
      expect(errorOf(end)).toBe('PROVIDER_UNAVAILABLE');
      expect(idp.tokenRequests - before).toBe(1);
      await impatient.close();
    });
  });

  describe('the ways to sign in', () => {
    test('contain Google if it is configured', async () => {
      expect((await browser.get('/v1/auth/providers')).body).toEqual({ password: true, google: true });
    });

    test('do not contain Google without a configuration, but a request to unlink Google still succeeds', async () => {
      const plain = await startService();
      const visitor = new Browser(plain.api);
      expect((await visitor.get('/v1/auth/providers')).body).toEqual({ password: true, google: false });
      const answers = [
        await visitor.get('/v1/auth/google/start'),
        await visitor.get('/v1/auth/google/callback?code=x&state=y'),
        await visitor.post('/v1/auth/google/mobile/exchange', { code: 'x', codeVerifier: 'x'.repeat(43) }),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(404);
        expect(body.error.code).toBe('NOT_FOUND');
      }
      const { api } = await plain.api.register();
      expect((await api.delete('/v1/auth/google')).status).toBe(204);
      await plain.close();
    });
  });

  test('writes no code, token, address or subject to the log', async () => {
    await browser.signIn();
    idp.script = { signedBy: 'a stranger' };
    await new Browser(service.api).signIn();
    idp.script = { tokens: 400 };
    await new Browser(service.api).signIn();
    const lines = JSON.stringify(
      (['debug', 'info', 'warn', 'error'] as const).map((level) => service.logger.events(level)),
    );
    expect(lines).toContain('google sign-in refused');
    expect(lines).toContain('Invalid token signature');
    for (const secret of [idp.person.email, idp.person.sub, idp.settings.clientSecret, 'eyJ', 'gn_oauth'])
      expect(lines).not.toContain(secret);
  });
});

describe('the sign-in of the app with Google', () => {
  const pair = () => {
    const verifier = randomBytes(32).toString('base64url');
    return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
  };
  const signInApp = async (challenge: string, who = browser) =>
    who.signIn(`?client=android&code_challenge=${challenge}&code_challenge_method=S256&next=/x`);
  const exchange = (code: unknown, codeVerifier: unknown) =>
    service.api.post('/v1/auth/google/mobile/exchange', { code, codeVerifier }, { 'x-client': undefined });

  test('redirects to the URL scheme of the app with only a one-time code', async () => {
    const { verifier, challenge } = pair();
    const end = await signInApp(challenge);
    expect(end.href).toMatch(/^planner:\/\/auth\?code=[\w-]{43}$/);
    expect(browser.cookie('gn_at')).toBeUndefined();
    expect(browser.cookie('gn_rt')).toBeUndefined();

    const code = end.searchParams.get('code')!;
    const { status, body, headers } = await exchange(code, verifier);
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).toMatchObject({
      user: { email: idp.person.email, identities: [{ provider: 'google', email: idp.person.email }] },
      accessTokenExpiresIn: 900,
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await service.api.as(body.accessToken).get('/v1/me')).status).toBe(200);
    const refreshed = await service.api.post('/v1/auth/refresh', { refreshToken: body.refreshToken });
    expect(refreshed.status).toBe(200);

    const hash = createHash('sha256').update(code).digest('hex');
    service.clock.advance(130_001);
    await service.useCases.purgeExpired();
    expect(await database('select 1 from mobile_codes where hash in ($1, $2)', [code, hash])).toEqual([]);
  });

  test('stores only a hash of the code', async () => {
    const code = (await signInApp(pair().challenge)).searchParams.get('code')!;
    const hash = createHash('sha256').update(code).digest('hex');
    expect(await database('select hash from mobile_codes where hash in ($1, $2)', [code, hash])).toEqual([
      { hash },
    ]);
  });

  test('accepts the code only once, and only with the right verifier', async () => {
    const { verifier, challenge } = pair();
    const code = (await signInApp(challenge)).searchParams.get('code');
    const refused = [400, 'TOKEN_INVALID'];
    const outcome = async (...args: [unknown, unknown]) => {
      const { status, body } = await exchange(...args);
      return [status, body.error?.code];
    };
    expect(await outcome(code, pair().verifier)).toEqual(refused);
    expect(await outcome(code, challenge)).toEqual(refused);
    expect(await outcome('unknown', verifier)).toEqual(refused);
    expect(await outcome(code, verifier)).toEqual([200, undefined]);
    service.clock.advance(10_001);
    expect(await outcome(code, verifier)).toEqual(refused);
  });

  test('answers a repeated exchange within ten seconds with the same session', async () => {
    const { verifier, challenge } = pair();
    const code = (await signInApp(challenge)).searchParams.get('code');
    const lost = await exchange(code, verifier);
    service.clock.advance(10_000);
    expect((await exchange(code, pair().verifier)).status).toBe(400);
    const repeated = await exchange(code, verifier);
    expect(repeated.status).toBe(200);
    expect(repeated.body.refreshToken).not.toBe(lost.body.refreshToken);
    const sessions = await service.api.as(repeated.body.accessToken).get('/v1/auth/sessions');
    expect(sessions.body).toHaveLength(1);
    const refreshed = await service.api.post('/v1/auth/refresh', {
      refreshToken: repeated.body.refreshToken,
    });
    expect(refreshed.status).toBe(200);
    const other = await service.api.post('/v1/auth/refresh', { refreshToken: lost.body.refreshToken });
    expect(other.status).toBe(401);
  });

  test('refuses a repeated exchange once its session has ended', async () => {
    const { verifier, challenge } = pair();
    const code = (await signInApp(challenge)).searchParams.get('code');
    const { body } = await exchange(code, verifier);
    await service.api.post('/v1/auth/logout', { refreshToken: body.refreshToken });
    expect((await exchange(code, verifier)).status).toBe(400);
  });

  test.each<[string, (owner: Browser) => Promise<unknown>]>([
    ['all devices are signed out', (owner) => owner.post('/v1/auth/logout-all')],
    [
      'the password is changed',
      (owner) =>
        owner.post('/v1/auth/password/change', { currentPassword: PASSWORD, newPassword: 'a new long one' }),
    ],
    [
      'the password is reset',
      async (owner) => {
        const { email } = await meOf(owner);
        await service.api.post('/v1/auth/password/forgot', { email });
        await service.performJobs();
        const token = service.mailer.tokenFor(email);
        await service.api.post('/v1/auth/password/reset', { token, newPassword: 'a new long one' });
      },
    ],
  ])('makes a code that was not exchanged yet invalid when %s', async (_name, end) => {
    const owner = await registered();
    await owner.link();
    const { verifier, challenge } = pair();
    const code = (await signInApp(challenge)).searchParams.get('code');
    await end(owner);
    const { status, body } = await exchange(code, verifier);
    expect(status).toBe(400);
    expect(body.error?.code).toBe('TOKEN_INVALID');
  });

  test('starts one session for twenty exchanges of a code at the same time', async () => {
    const { verifier, challenge } = pair();
    const code = (await signInApp(challenge)).searchParams.get('code');
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code, verifier)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const sessions = await service.api.as(answers[0]!.body.accessToken).get('/v1/auth/sessions');
    expect(sessions.body).toHaveLength(1);
  });

  test.each([
    ['exchanges a code two minutes after the sign-in', 120_000, 200],
    ['refuses a code more than two minutes after the sign-in', 120_001, 400],
  ])('%s', async (_name, wait, status) => {
    const { verifier, challenge } = pair();
    const code = (await signInApp(challenge)).searchParams.get('code');
    service.clock.advance(wait);
    expect((await exchange(code, verifier)).status).toBe(status);
  });

  test('deletes expired codes that were never exchanged', async () => {
    await signInApp(pair().challenge);
    // A code is valid for two minutes. It is kept ten seconds longer, because its exchange may be repeated.
    service.clock.advance(130_001);
    await signInApp(pair().challenge, new Browser(service.api));
    await service.useCases.purgeExpired();
    expect(await database('select count(*)::int as count from mobile_codes')).toEqual([{ count: 1 }]);
  });

  test('starts no session for a disabled account', async () => {
    const { verifier, challenge } = pair();
    const code = (await signInApp(challenge)).searchParams.get('code');
    await database('update accounts set disabled_at = now() where email = $1', [idp.person.email]);
    const { status, body } = await exchange(code, verifier);
    expect(status).toBe(403);
    expect(body.error.code).toBe('ACCOUNT_DISABLED');
  });

  test.each<[Script, string]>([
    [{ denied: true }, 'ACCESS_DENIED'],
    [{ claims: { nonce: 'another' } }, 'EXCHANGE_FAILED'],
  ])('redirects to the URL scheme of the app with the error if Google sends %j', async (script, error) => {
    idp.script = script;
    expect((await signInApp(pair().challenge)).href).toBe(`planner://auth?authError=${error}`);
  });

  test.each([
    ['no code', { codeVerifier: 'x'.repeat(43) }, 'code'],
    ['a short verifier', { code: 'x', codeVerifier: 'x' }, 'codeVerifier'],
    ['null as code', { code: null, codeVerifier: 'x'.repeat(43) }, 'code'],
  ])('answers an exchange with 400 if it has %s', async (_name, body, field) => {
    const response = await service.api.post('/v1/auth/google/mobile/exchange', body);
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].field).toEqual(field);
  });

  test('counts exchanges against the rate limit of sign-in', async () => {
    const limited = await startService({ googleSignIn: idp.settings, rateLimits: { global: 100, auth: 2 } });
    const body = { code: 'x', codeVerifier: 'x'.repeat(43) };
    const statuses = [];
    for (let i = 0; i < 3; i++)
      statuses.push((await limited.api.post('/v1/auth/google/mobile/exchange', body)).status);
    expect(statuses).toEqual([400, 400, 429]);
    await limited.close();
  });
});
