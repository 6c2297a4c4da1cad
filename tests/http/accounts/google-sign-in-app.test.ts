import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import { type Script } from '../../support/fake-identity-provider.js';
import { startService } from '../../support/service.js';
import { idp, service, browser, meOf, registered, database, withGoogleSignIn } from './google-world.js';

withGoogleSignIn();

describe('the app', () => {
  const pair = () => {
    const verifier = randomBytes(32).toString('base64url');
    return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
  };
  const signInApp = async (challenge: string, who = browser) =>
    who.signIn(`?client=android&code_challenge=${challenge}&code_challenge_method=S256&next=/x`);
  const exchange = (code: unknown, codeVerifier: unknown) =>
    service.api.post('/v1/auth/google/mobile/exchange', { code, codeVerifier }, { 'x-client': undefined });

  test('is told a one-time code and nothing else, at its own scheme', async () => {
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
    expect(await database('select 1 from mobile_codes where hash in ($1, $2)', [code, hash])).toEqual([]);
  });

  test('the code is stored as a hash only', async () => {
    const code = (await signInApp(pair().challenge)).searchParams.get('code')!;
    const hash = createHash('sha256').update(code).digest('hex');
    expect(await database('select hash from mobile_codes where hash in ($1, $2)', [code, hash])).toEqual([
      { hash },
    ]);
  });

  test('the code is good once, and only with the verifier that stayed in the app', async () => {
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
    expect(await outcome(code, verifier)).toEqual(refused);
  });

  test.each<[string, (owner: Browser) => Promise<unknown>]>([
    ['all devices are signed out', (owner) => owner.post('/v1/auth/logout-all')],
    [
      'the password is changed',
      (owner) =>
        owner.post('/v1/auth/password/change', { currentPassword: PASSWORD, newPassword: 'a new long one' }),
    ],
    [
      'the password is set anew',
      async (owner) => {
        const { email } = await meOf(owner);
        await service.api.post('/v1/auth/password/forgot', { email });
        await service.performJobs();
        const token = service.mailer.tokenFor(email);
        await service.api.post('/v1/auth/password/reset', { token, newPassword: 'a new long one' });
      },
    ],
  ])('a code that is under way ends when %s', async (_name, end) => {
    const owner = await registered();
    await owner.link();
    const { verifier, challenge } = pair();
    const code = (await signInApp(challenge)).searchParams.get('code');
    await end(owner);
    const { status, body } = await exchange(code, verifier);
    expect(status).toBe(400);
    expect(body.error?.code).toBe('TOKEN_INVALID');
  });

  test('twenty exchanges of one code at once: one session', async () => {
    const { verifier, challenge } = pair();
    const code = (await signInApp(challenge)).searchParams.get('code');
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  test.each([
    ['at two minutes', 120_000, 200],
    ['after two minutes', 120_001, 400],
  ])('the code %s', async (_name, wait, status) => {
    const { verifier, challenge } = pair();
    const code = (await signInApp(challenge)).searchParams.get('code');
    service.clock.advance(wait);
    expect((await exchange(code, verifier)).status).toBe(status);
  });

  test('codes that nobody exchanged are purged', async () => {
    await signInApp(pair().challenge);
    service.clock.advance(121_000);
    await signInApp(pair().challenge, new Browser(service.api));
    await service.useCases.purgeExpired();
    expect(await database('select count(*)::int as count from mobile_codes')).toEqual([{ count: 1 }]);
  });

  test('a disabled account gets no session', async () => {
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
  ])('is told an error at its own scheme: %j', async (script, error) => {
    idp.script = script;
    expect((await signInApp(pair().challenge)).href).toBe(`planner://auth?authError=${error}`);
  });

  test.each([
    ['no code', { codeVerifier: 'x'.repeat(43) }, 'code'],
    ['a short verifier', { code: 'x', codeVerifier: 'x' }, 'codeVerifier'],
    ['null', { code: null, codeVerifier: 'x'.repeat(43) }, 'code'],
  ])('%s is 400', async (_name, body, field) => {
    const response = await service.api.post('/v1/auth/google/mobile/exchange', body);
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].field).toEqual(field);
  });

  test('exchanges are counted against the limit of sign-in', async () => {
    const limited = await startService({ googleSignIn: idp.settings, rateLimits: { global: 100, auth: 2 } });
    const body = { code: 'x', codeVerifier: 'x'.repeat(43) };
    const statuses = [];
    for (let i = 0; i < 3; i++)
      statuses.push((await limited.api.post('/v1/auth/google/mobile/exchange', body)).status);
    expect(statuses).toEqual([400, 400, 429]);
    await limited.close();
  });
});
