import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import { aPerson } from '../../support/fake-identity-provider.js';
import { startService } from '../../support/service.js';
import { told } from '../households/people.js';
import {
  browser,
  database,
  errorOf,
  flowCookieOf,
  eventsFor,
  idp,
  meOf,
  prove,
  registered,
  service,
  WEB,
  withGoogleSignIn,
} from './google-world.js';

const LINK = '/v1/auth/google/link';
const FIVE_MINUTES = 300_000;

let owner: Browser;
let email: string;

withGoogleSignIn();
beforeEach(async () => {
  await service.performJobs();
  service.mailer.sent.length = 0;
  email = `${randomUUID()}@example.org`;
  owner = new Browser(service.api);
  await owner.post('/v1/auth/register', { email, password: PASSWORD, displayName: 'Ana' });
});

const identities = async () => (await owner.get('/v1/me')).body.user.identities as unknown[];

describe('a sign-in with Google never links', () => {
  const challenge = 'x'.repeat(43);

  test.each([
    ['the web', ''],
    ['the web with an address to return to', '?client=web&next=/account'],
    ['the app', `?client=android&code_challenge=${challenge}`],
    [
      'the app with an explicit challenge method',
      `?client=android&code_challenge=${challenge}&code_challenge_method=S256`,
    ],
  ])('an identity to the account of a browser with a session (sign-in for %s)', async (_name, query) => {
    const token = (await service.api.post('/v1/auth/login', { email, password: PASSWORD })).body.accessToken;
    const end = await owner.signIn(query);
    expect(end.searchParams.get('authError')).toBeNull();
    const { user } = (await service.api.as(token as string).get('/v1/me')).body;
    expect(user).toMatchObject({ email, identities: [] });
    const stranger = new Browser(service.api);
    await stranger.signIn();
    expect((await stranger.get('/v1/me')).body.user.email).toBe(idp.person.email);
  });

  test('an identity to the account of a bearer token', async () => {
    const { api } = await service.api.register();
    const start = await api.get('/v1/auth/google/start');
    const back = await fetch(start.headers['location'] as string, { redirect: 'manual' });
    const [, name, flow] = /^(gn_oauth_[^=]+)=([^;]+)/.exec(start.headers['set-cookie']![0]!)!;
    const tab = new Browser(service.api);
    tab.setCookie(name!, flow!, '/v1/auth/google');
    await tab.arrive(back.headers.get('location')!);
    expect((await api.get('/v1/me')).body.user.identities).toEqual([]);
  });
});

describe('linking Google', () => {
  test('requires a session, the CSRF header of the service, and the method POST', async () => {
    expect(told(await new Browser(service.api).post(LINK))).toEqual([401, 'UNAUTHENTICATED']);
    const { api } = await service.api.register();
    expect((await api.post(LINK, undefined, { 'x-requested-with': undefined })).status).toBe(403);
    expect((await owner.get(LINK)).status).toBe(405);
  });

  test('answers 404 if Google is not configured', async () => {
    const plain = await startService();
    const { api } = await plain.api.register();
    expect(told(await api.post(LINK))).toEqual([404, 'NOT_FOUND']);
    await plain.close();
  });

  test('is allowed without a password only within five minutes of a sign-in', async () => {
    service.clock.advance(FIVE_MINUTES - 1);
    expect((await owner.post(LINK)).status).toBe(200);
    service.clock.advance(1);
    const late = await owner.post(LINK);
    expect(told(late)).toEqual([400, 'VALIDATION_FAILED']);
    expect(late.body.error.details[0]).toMatchObject({ field: 'password', rule: 'proof' });
  });

  test('depends on the time of the last sign-in, not of the last token refresh', async () => {
    service.clock.advance(FIVE_MINUTES);
    expect((await owner.post('/v1/auth/refresh')).status).toBe(200);
    expect((await owner.post(LINK)).status).toBe(400);
  });

  test('is allowed at any time with the correct password, and limits attempts with wrong passwords', async () => {
    service.clock.advance(FIVE_MINUTES);
    await owner.post('/v1/auth/refresh');
    const wrong = () => owner.post(LINK, { password: 'not the password' });
    expect(told(await wrong())).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await owner.post(LINK, { password: PASSWORD })).status).toBe(200);
    for (let i = 0; i < 8; i++) await wrong();
    expect(told(await wrong())).toEqual([429, 'RATE_LIMITED']);
  });

  test('redirects to the requested page and keeps the session', async () => {
    const session = owner.cookie('gn_at');
    expect((await owner.link({ password: PASSWORD, next: '/account/security' })).href).toBe(
      `${WEB}account/security`,
    );
    expect(owner.cookie('gn_at')).toBe(session);
    expect(await identities()).toEqual([{ provider: 'google', email: idp.person.email }]);
  });

  test.each(['//evil.example', 'https://evil.example'])(
    'is refused if the page to continue to is %s',
    async (next) => {
      expect((await owner.post(LINK, { next })).body.error.details[0].field).toBe('next');
    },
  );
});

describe('a mail about a linked Google identity', () => {
  const mails = async () => {
    await service.performJobs();
    return service.mailer.sent.filter(({ kind }) => kind === 'identityLinked');
  };

  test('is sent to the owner of the account after Google was linked', async () => {
    await owner.link();
    expect(await mails()).toEqual([
      { kind: 'identityLinked', to: email, locale: 'en', name: 'Ana', link: `${WEB}account/security` },
    ]);
  });

  test('is also sent if a sign-in with a verified address linked the identity automatically', async () => {
    idp.person = aPerson({ email });
    await service.query(`update accounts set email_verified = true where email = '${email}'`);
    await new Browser(service.api).signIn();
    expect(await identities()).toHaveLength(1);
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
  });

  test('is not sent if no new identity was linked', async () => {
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

describe('a Google identity', () => {
  test('is not joined to an account by an address that Google has not verified', async () => {
    for (const verified of [false, true]) {
      const owner = await registered();
      const { email } = await meOf(owner);
      if (verified) await prove(owner, email);
      idp.person = aPerson({ email, email_verified: false });
      const stranger = new Browser(service.api);
      expect(errorOf(await stranger.signIn())).toBe('ACCOUNT_LINK_REQUIRED');
      expect(stranger.cookie('gn_at')).toBeUndefined();
      expect((await meOf(owner)).identities).toEqual([]);
    }
  });

  test('is not joined to an account whose address was never verified', async () => {
    const attacker = await registered({ email: idp.person.email });
    expect(errorOf(await browser.signIn())).toBe('ACCOUNT_LINK_REQUIRED');
    expect(browser.cookie('gn_at')).toBeUndefined();
    expect((await meOf(attacker)).identities).toEqual([]);
  });

  test('that was linked before the address of the account was verified is removed when the owner of the address verifies it', async () => {
    const victim = `${randomUUID()}@example.org`;
    const attacker = await registered({ email: victim });
    await attacker.link();
    const owner = new Browser(service.api);
    await prove(owner, victim);
    expect(await meOf(owner)).toMatchObject({ email: victim, emailVerified: true, identities: [] });
    await browser.signIn();
    expect((await meOf(browser)).email).toBe(idp.person.email);

    idp.person = aPerson();
    await owner.link();
    await prove(owner, victim);
    expect((await meOf(owner)).identities).toHaveLength(1);
  });

  test('is joined to an account if the service and Google have both verified its address', async () => {
    const owner = await registered({ email: idp.person.email });
    await prove(owner, idp.person.email);
    expect((await browser.signIn()).href).toBe(WEB);
    const { id } = await meOf(owner);
    expect(await meOf(browser)).toMatchObject({
      id,
      hasPassword: true,
      identities: [{ provider: 'google', email: idp.person.email }],
    });
  });

  test('is not joined to an account that has another Google identity', async () => {
    await browser.signIn();
    idp.person = aPerson({ email: idp.person.email });
    expect(errorOf(await new Browser(service.api).signIn())).toBe('ACCOUNT_LINK_REQUIRED');
  });

  test('is linked to the account that requested it, regardless of its address', async () => {
    const owner = await registered();
    const session = owner.cookie('gn_at');
    expect((await owner.link({ next: '/settings' })).href).toBe('https://web.example.org/settings');
    expect(owner.cookie('gn_at')).toBe(session);
    const { id, identities, emailVerified } = await meOf(owner);
    expect(identities).toEqual([{ provider: 'google', email: idp.person.email }]);
    expect(emailVerified).toBe(false);
    await browser.signIn();
    expect((await meOf(browser)).id).toBe(id);
    expect((await owner.link()).href).toBe(WEB);
  });

  test('cannot be linked if another account has it, or if the account has a Google identity already', async () => {
    await browser.signIn();
    const owner = await registered();
    expect(errorOf(await owner.link())).toBe('IDENTITY_ALREADY_LINKED');
    expect((await meOf(owner)).identities).toEqual([]);
    idp.person = aPerson();
    expect(errorOf(await browser.link())).toBe('OTHER_IDENTITY_LINKED');
    expect((await meOf(browser)).identities).toHaveLength(1);
  });

  test('is linked to only one of twenty accounts that try at the same time', async () => {
    const owners = await Promise.all(Array.from({ length: 20 }, () => registered()));
    const ends = await Promise.all(owners.map((owner) => owner.link()));
    expect(ends.map(errorOf).filter((error) => error === null)).toHaveLength(1);
    expect(ends.map(errorOf).filter((error) => error === 'IDENTITY_ALREADY_LINKED')).toHaveLength(19);
  });

  test('is not linked if the flow was started in another session or in a session that has ended', async () => {
    const [a, b] = [await registered(), await registered()];
    const begin = async () =>
      (await fetch(await a.startLink(), { redirect: 'manual' })).headers.get('location')!;
    let back = await begin();
    b.setCookie(flowCookieOf(back), a.cookie(flowCookieOf(back))!, '/v1/auth/google');
    expect((await b.arrive(back)).headers['location']).toBe(`${WEB}?authError=INVALID_STATE`);

    back = await begin();
    await a.post('/v1/auth/logout-all');
    expect((await a.arrive(back)).headers['location']).toBe(`${WEB}?authError=SESSION_EXPIRED`);
    expect(a.cookie('gn_at')).toBeUndefined();
  });
});

describe('unlinking Google', () => {
  test('returns 409 if the account has no password', async () => {
    await browser.signIn();
    const { status, body } = await browser.delete('/v1/auth/google');
    expect(status).toBe(409);
    expect(body.error.code).toBe('LAST_SIGN_IN_METHOD');
    expect((await meOf(browser)).identities).toHaveLength(1);
  });

  test('removes the identity, which a later sign-in with the same address does not bring back', async () => {
    const owner = await registered({ email: idp.person.email });
    await prove(owner, idp.person.email);
    await owner.link();
    expect((await owner.delete('/v1/auth/google')).status).toBe(204);
    expect((await meOf(owner)).identities).toEqual([]);
    expect(await database('select 1 from identities where subject = $1', [idp.person.sub])).toEqual([]);
    expect(errorOf(await browser.signIn())).toBe('ACCOUNT_LINK_REQUIRED');
    expect((await meOf(owner)).identities).toEqual([]);

    expect((await owner.link()).href).toBe(WEB);
    expect((await meOf(owner)).identities).toHaveLength(1);
  });

  test('succeeds if no identity is linked, and requires a session', async () => {
    const owner = await registered();
    expect((await owner.delete('/v1/auth/google')).status).toBe(204);
    expect((await browser.delete('/v1/auth/google')).status).toBe(401);
  });
});

describe('the security log of sign-ins records', () => {
  test('registration, sign-in, linking and unlinking', async () => {
    await browser.signIn();
    expect(eventsFor((await meOf(browser)).id)).toEqual([
      'account_registered',
      'identity_linked',
      'login_succeeded',
    ]);
    const owner = await registered();
    idp.person = aPerson();
    await owner.link();
    await owner.delete('/v1/auth/google');
    await owner.delete('/v1/auth/google');
    const { id } = await meOf(owner);
    expect(eventsFor(id)).toEqual(['account_registered', 'identity_linked', 'identity_unlinked']);
  });

  test('failed attempts', async () => {
    const failures = () =>
      service.logger.events('warn').filter(({ event }) => event === 'login_failed').length;
    const before = failures();
    idp.script = { signedBy: 'a stranger' };
    await browser.signIn();
    idp.script = {};
    await registered({ email: idp.person.email });
    await browser.signIn();
    expect(failures() - before).toBe(2);
  });
});
