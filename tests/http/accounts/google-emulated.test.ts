import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Browser } from '../../support/browser.js';
import { startEmulatedGoogle, type EmulatedGoogle } from '../../support/emulated-google.js';
import { startService, type TestService } from '../../support/service.js';

const ZOE = { email: 'zoe@gmail.example', name: 'Zoé Martin' };
const MAX = { email: 'max@gmail.example', name: 'Max', email_verified: false };

let google: EmulatedGoogle;
let service: TestService;
let browser: Browser;

beforeAll(async () => {
  google = await startEmulatedGoogle([ZOE, MAX]);
  service = await startService({ googleSignIn: google.settings });
});
afterAll(async () => {
  await service.close();
  await google.close();
});
beforeEach(() => {
  browser = new Browser(service.api);
});

async function signIn({ email }: { email: string }, query = ''): Promise<string> {
  const back = await google.choose(await browser.start(query), email);
  return (await browser.arrive(back)).headers['location'] as string;
}

test('O-01 an independent provider signs a person in, registers them once and finds them again', async () => {
  expect(await signIn(ZOE)).toBe('https://web.example.org/');
  const { user } = (await browser.get('/v1/me')).body;
  expect(user).toMatchObject({
    ...{ email: ZOE.email, emailVerified: true, displayName: ZOE.name, hasPassword: false },
    identities: [{ provider: 'google', email: ZOE.email }],
  });
  browser = new Browser(service.api);
  await signIn(ZOE);
  expect((await browser.get('/v1/me')).body.user.id).toBe(user.id);
});

test('O-10 an address that it has not verified registers nobody', async () => {
  expect(await signIn(MAX)).toBe('https://web.example.org/?authError=EMAIL_NOT_VERIFIED');
});

test('O-15 the app gets a code, and with its verifier a session', async () => {
  const codeVerifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const end = new URL(await signIn(ZOE, `?client=android&code_challenge=${challenge}`));
  expect(end.protocol).toBe('planner:');
  const { status, body } = await service.api.post('/v1/auth/google/mobile/exchange', {
    code: end.searchParams.get('code'),
    codeVerifier,
  });
  expect([status, body.user.email]).toEqual([200, ZOE.email]);
});

test('O-04 a nonce of another start is refused', async () => {
  const first = new URL(await browser.start());
  const second = new URL(await browser.start());
  const [nonce, challenge] = ['nonce', 'code_challenge'].map((name) => first.searchParams.get(name) ?? '');
  for (const [name, value] of [
    ['nonce', nonce],
    ['code_challenge', challenge],
  ] as const) {
    const mixed = new URL(await browser.start());
    mixed.searchParams.set(name, value ?? '');
    const back = await google.choose(mixed.href, ZOE.email);
    expect((await browser.arrive(back)).headers['location']).toBe(
      'https://web.example.org/?authError=EXCHANGE_FAILED',
    );
  }
  expect(second.searchParams.get('nonce')).not.toBe(nonce);
});

test('a client with the wrong secret is refused', async () => {
  const wrong = await startService({ googleSignIn: { ...google.settings, clientSecret: 'wrong' } });
  const visitor = new Browser(wrong.api);
  const back = await google.choose(await visitor.start(), ZOE.email);
  expect((await visitor.arrive(back)).headers['location']).toBe(
    'https://web.example.org/?authError=EXCHANGE_FAILED',
  );
  await wrong.close();
});
