import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import {
  aPerson,
  startFakeIdentityProvider,
  type FakeIdentityProvider,
} from '../../support/fake-identity-provider.js';
import { startService, type TestService } from '../../support/service.js';
import { told } from '../households/people.js';

const LINK = '/v1/auth/google/link';
const WEB = 'https://web.example.org/';
const FIVE_MINUTES = 300_000;

let idp: FakeIdentityProvider;
let service: TestService;
let owner: Browser;
let email: string;

beforeAll(async () => {
  idp = await startFakeIdentityProvider();
  service = await startService({ googleSignIn: idp.settings });
});
afterAll(async () => {
  await service.close();
  await idp.close();
});
beforeEach(async () => {
  idp.person = aPerson();
  await service.performJobs();
  service.mailer.sent.length = 0;
  email = `${randomUUID()}@example.org`;
  owner = new Browser(service.api);
  await owner.post('/v1/auth/register', { email, password: PASSWORD, displayName: 'Ana' });
});

const identities = async () => (await owner.get('/v1/me')).body.user.identities as unknown[];

describe('a sign-in never links', () => {
  const challenge = 'x'.repeat(43);

  test.each([
    ['the web', ''],
    ['the web with a way back', '?client=web&next=/account'],
    ['the app', `?client=android&code_challenge=${challenge}`],
    ['the app, spelt out', `?client=android&code_challenge=${challenge}&code_challenge_method=S256`],
  ])('of %s, in a browser with a live session', async (_name, query) => {
    const token = (await service.api.post('/v1/auth/login', { email, password: PASSWORD })).body.accessToken;
    const end = await owner.signIn(query);
    expect(end.searchParams.get('authError')).toBeNull();
    const { user } = (await service.api.as(token as string).get('/v1/me')).body;
    expect(user).toMatchObject({ email, identities: [] });
    const stranger = new Browser(service.api);
    await stranger.signIn();
    expect((await stranger.get('/v1/me')).body.user.email).toBe(idp.person.email);
  });

  test('with a bearer token at its start', async () => {
    const { api } = await service.api.register();
    const start = await api.get('/v1/auth/google/start');
    const back = await fetch(start.headers['location'] as string, { redirect: 'manual' });
    const flow = /^gn_oauth=([^;]+)/.exec(start.headers['set-cookie']![0]!)![1]!;
    const tab = new Browser(service.api);
    tab.setCookie('gn_oauth', flow, '/v1/auth/google');
    await tab.arrive(back.headers.get('location')!);
    expect((await api.get('/v1/me')).body.user.identities).toEqual([]);
  });
});

describe('linking begins', () => {
  test('with a session and the header of our own clients, and not by GET', async () => {
    expect(told(await new Browser(service.api).post(LINK))).toEqual([401, 'UNAUTHENTICATED']);
    const { api } = await service.api.register();
    expect((await api.post(LINK, undefined, { 'x-requested-with': undefined })).status).toBe(403);
    expect((await owner.get(LINK)).status).toBe(405);
  });

  test('where Google is configured', async () => {
    const plain = await startService();
    const { api } = await plain.api.register();
    expect(told(await api.post(LINK))).toEqual([404, 'NOT_FOUND']);
    await plain.close();
  });

  test('without the password within five minutes of signing in, and not later', async () => {
    service.clock.advance(FIVE_MINUTES - 1);
    expect((await owner.post(LINK)).status).toBe(200);
    service.clock.advance(1);
    const late = await owner.post(LINK);
    expect(told(late)).toEqual([400, 'VALIDATION_FAILED']);
    expect(late.body.error.details[0]).toMatchObject({ field: 'password', rule: 'proof' });
  });

  test('a refreshed session is as old as its sign-in', async () => {
    service.clock.advance(FIVE_MINUTES);
    expect((await owner.post('/v1/auth/refresh')).status).toBe(200);
    expect((await owner.post(LINK)).status).toBe(400);
  });

  test('with the password at any time, but only with the right one, and not for guessing', async () => {
    service.clock.advance(FIVE_MINUTES);
    await owner.post('/v1/auth/refresh');
    const wrong = () => owner.post(LINK, { password: 'not the password' });
    expect(told(await wrong())).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await owner.post(LINK, { password: PASSWORD })).status).toBe(200);
    for (let i = 0; i < 8; i++) await wrong();
    expect(told(await wrong())).toEqual([429, 'RATE_LIMITED']);
  });

  test('and ends where the browser wants to be, with the session that was there', async () => {
    const session = owner.cookie('gn_at');
    expect((await owner.link({ password: PASSWORD, next: '/account/security' })).href).toBe(
      `${WEB}account/security`,
    );
    expect(owner.cookie('gn_at')).toBe(session);
    expect(await identities()).toEqual([{ provider: 'google', email: idp.person.email }]);
  });

  test.each(['//evil.example', 'https://evil.example'])('but not to go on to %s', async (next) => {
    expect((await owner.post(LINK, { next })).body.error.details[0].field).toBe('next');
  });
});

describe('the owner gets a mail', () => {
  const mails = async () => {
    await service.performJobs();
    return service.mailer.sent.filter(({ kind }) => kind === 'identityLinked');
  };

  test('after linking', async () => {
    await owner.link();
    expect(await mails()).toEqual([
      { kind: 'identityLinked', to: email, locale: 'en', name: 'Ana', link: `${WEB}account/security` },
    ]);
  });

  test('also when an address that both sides have proved has linked it', async () => {
    idp.person = aPerson({ email });
    await service.query(`update accounts set email_verified = true where email = '${email}'`);
    await new Browser(service.api).signIn();
    expect(await identities()).toHaveLength(1);
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
  });

  test('and none where nothing new was linked', async () => {
    await owner.link();
    await mails();
    service.mailer.sent.length = 0;
    await owner.link();
    await new Browser(service.api).signIn();
    const other = new Browser(service.api);
    await other.post('/v1/auth/register', { email: `${randomUUID()}@example.org`, password: PASSWORD });
    expect((await other.link()).searchParams.get('authError')).toBe('IDENTITY_ALREADY_LINKED');
    expect(await mails()).toEqual([]);
  });
});
