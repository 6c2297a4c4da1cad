import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { type Api, PASSWORD } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import {
  aPerson,
  type FakeIdentityProvider,
  startFakeIdentityProvider,
} from '../../support/fake-identity-provider.js';
import { startService, type TestService } from '../../support/service.js';
import { browser, database, errorOf, idp, service, withGoogleSignIn } from './google-world.js';

describe('the e-mail address of an account', () => {
  const DAY = 86_400_000;

  let idp: FakeIdentityProvider;
  let service: TestService;
  let me: { api: Api; id: string; auth: Record<string, any> };
  let email: string;
  let other: string;
  beforeAll(async () => {
    idp = await startFakeIdentityProvider();
    service = await startService({ googleSignIn: idp.settings });
  });
  afterAll(async () => {
    await service.close();
    await idp.close();
  });
  beforeEach(async () => {
    me = await service.api.register();
    email = me.auth['user'].email;
    other = anEmail();
    service.mailer.sent.length = 0;
  });

  const anEmail = () => `${randomUUID()}@example.org`;
  const told = ({ status, body }: { status: number; body: any }) => [status, body?.error?.code];
  const ask = (address = other, fields: object = { password: PASSWORD }, api = me.api) =>
    api.post('/v1/me/email', { email: address, ...fields });
  /** Requests a change of the address and sends the mails. */
  async function asked(address = other, api = me.api): Promise<void> {
    expect(told(await ask(address, { password: PASSWORD }, api))).toEqual([202, undefined]);
    await service.performJobs();
  }
  const tokenTo = (address: string) => service.mailer.tokenFor(address);
  const prove = (token: string, api = me.api) => api.post('/v1/me/email/prove', { token });
  const refuse = (token: string) => service.api.post('/v1/auth/email/refuse', { token });
  const user = async () => (await me.api.get('/v1/me')).body.user;
  const login = (address: string) =>
    service.api.post('/v1/auth/login', { email: address, password: PASSWORD });
  const noted = (id = me.id) =>
    service.logger
      .events('info')
      .filter(({ userId, event }) => userId === id && String(event).startsWith('email_'))
      .map(({ event }) => event);

  test('changes as soon as the new address is confirmed, and the sessions of the account continue', async () => {
    const second = service.api.as((await login(email)).body.accessToken as string);
    await asked(` ${other.toUpperCase()} `);
    expect(service.mailer.sent.map(({ kind, to }) => [kind, to]).sort()).toEqual([
      ['emailProof', other],
      ['emailRefusal', email],
    ]);
    expect(await user()).toMatchObject({ email, emailVerified: false });
    expect((await login(other)).status).toBe(401);
    expect(told(await prove(tokenTo(other)))).toEqual([204, undefined]);
    expect(await user()).toMatchObject({ email: other, emailVerified: true });
    expect((await second.get('/v1/me')).status).toBe(200);
    expect((await login(other)).status).toBe(200);
    expect((await login(email)).status).toBe(401);
    expect(noted()).toEqual(['email_change_requested', 'email_changed']);
  });

  test('is free for other accounts a week after it was replaced', async () => {
    const register = () => service.api.post('/v1/auth/register', { email, password: PASSWORD });
    await asked();
    await prove(tokenTo(other));
    expect(told(await register())).toEqual([409, 'EMAIL_ALREADY_USED']);
    service.clock.advance(7 * DAY);
    expect((await register()).status).toBe(201);
  });

  test('can be verified without a password, and only the address itself gets a mail', async () => {
    expect((await ask(email, {})).status).toBe(202);
    await service.performJobs();
    expect(service.mailer.sent.map(({ kind, to }) => [kind, to])).toEqual([['emailProof', email]]);
    expect((await prove(tokenTo(email))).status).toBe(204);
    expect(await user()).toMatchObject({ email, emailVerified: true });
    expect(told(await ask(email))).toEqual([409, 'INVALID_STATE']);
  });

  test('can be changed only with the password if the account has one, even soon after a sign-in', async () => {
    expect(told(await ask(other, { password: 'not the password' }))).toEqual([401, 'INVALID_CREDENTIALS']);
    const refused = await ask(other, {});
    expect(told(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details).toMatchObject([{ field: 'password', rule: 'proof' }]);
    expect((await ask()).status).toBe(202);
  });

  test('can be changed in an account that has only Google, and the account still signs in with Google', async () => {
    idp.person = aPerson();
    const browser = new Browser(service.api);
    await browser.signIn();
    expect((await browser.post('/v1/me/email', { email: other })).status).toBe(202);
    await service.performJobs();
    expect((await browser.post('/v1/me/email/prove', { token: tokenTo(other) })).status).toBe(204);
    const again = new Browser(service.api);
    await again.signIn();
    expect((await again.get('/v1/me')).body.user).toMatchObject({ email: other, emailVerified: true });
  });

  test('stays unchanged if somebody opens the link to refuse a requested change. The link works only once and only before the change', async () => {
    await asked();
    const [proof, refusal] = [tokenTo(other), tokenTo(email)];
    expect((await refuse(refusal)).status).toBe(204);
    expect(told(await refuse(refusal))).toEqual([400, 'TOKEN_INVALID']);
    expect(told(await prove(proof))).toEqual([400, 'TOKEN_INVALID']);
    expect(noted()).toEqual(['email_change_requested', 'email_change_refused']);
    await asked();
    await prove(tokenTo(other));
    expect(told(await refuse(tokenTo(email)))).toEqual([400, 'TOKEN_INVALID']);
    expect(await user()).toMatchObject({ email: other });
  });

  test('is confirmed only in a session of the same account', async () => {
    await asked();
    const stranger = await service.api.register();
    expect((await prove(tokenTo(other), service.api.as(null))).status).toBe(401);
    expect(told(await prove(tokenTo(other), stranger.api))).toEqual([400, 'TOKEN_INVALID']);
    expect((await prove(tokenTo(other))).status).toBe(204);
  });

  test.each(['', 'short', 'A'.repeat(43), 'A'.repeat(200)])(
    'is not changed by the token "%s"',
    async (token) => {
      await asked();
      expect([await prove(token), await refuse(token)].map(({ status }) => status)).toEqual([400, 400]);
      expect(told(await prove(tokenTo(email)))).toEqual([400, 'TOKEN_INVALID']);
      expect(told(await refuse(tokenTo(other)))).toEqual([400, 'TOKEN_INVALID']);
      expect(await user()).toMatchObject({ email });
    },
  );

  test('is not revealed to another account that asks for it: the answer is the usual one, and the address gets no mail', async () => {
    const taken = (await service.api.register()).auth['user'].email as string;
    const [free, answer] = [await ask(other), await ask(taken)];
    expect([answer.status, answer.text]).toEqual([free.status, free.text]);
    await service.performJobs();
    expect(service.mailer.sent.map(({ kind, to }) => [kind, to])).toEqual([['emailRefusal', email]]);
  });

  test('does not change if another account has registered with the new address before the confirmation', async () => {
    await asked();
    await service.api.post('/v1/auth/register', { email: other, password: PASSWORD });
    expect(told(await prove(tokenTo(other)))).toEqual([409, 'EMAIL_ALREADY_USED']);
    expect(await user()).toMatchObject({ email });
  });

  test('is given to only one of two accounts that confirm the same address at the same time', async () => {
    const rival = await service.api.register();
    await asked();
    const mine = tokenTo(other);
    await asked(other, rival.api);
    const answers = await Promise.all([prove(mine), prove(tokenTo(other), rival.api)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409]);
  });

  test('is confirmed only once if the link is opened twice at the same time', async () => {
    await asked();
    const token = tokenTo(other);
    const answers = await Promise.all([prove(token), prove(token)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 400]);
    expect(noted()).toEqual(['email_change_requested', 'email_changed']);
  });

  test('changes only to the address that was requested last, also after two requests at the same time', async () => {
    await asked();
    const [first, second] = [tokenTo(other), anEmail()];
    await asked(second);
    expect(told(await prove(first))).toEqual([400, 'TOKEN_INVALID']);
    const [third, fourth] = [anEmail(), anEmail()];
    const answers = await Promise.all([ask(third), ask(fourth)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    service.mailer.sent.length = 0;
    await service.performJobs();
    const proofs = service.mailer.sent.filter(({ kind }) => kind === 'emailProof');
    expect(proofs).toHaveLength(1);
    expect((await prove(tokenTo(proofs[0]!.to))).status).toBe(204);
  });

  test('is not changed by links older than a day, and the request is deleted a day later', async () => {
    await asked();
    const [proof, refusal] = [tokenTo(other), tokenTo(email)];
    service.clock.advance(DAY);
    const fresh = service.api.as((await login(email)).body.accessToken as string);
    expect(told(await prove(proof, fresh))).toEqual([400, 'TOKEN_INVALID']);
    expect(told(await refuse(refusal))).toEqual([400, 'TOKEN_INVALID']);
    service.clock.advance(DAY + 1);
    await service.useCases.purgeExpired();
    expect(await service.query(`select id from email_changes where user_id = '${me.id}'`)).toEqual([]);
  });

  test('allows only five requests for a change a day', async () => {
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(202);
    const { status, body, headers } = await ask();
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('receives at most three mails a day from each account that requests the address', async () => {
    const shared = anEmail();
    for (let i = 0; i < 4; i++) await asked(shared);
    expect(service.mailer.sent.filter(({ to }) => to === shared)).toHaveLength(3);
    await asked(shared, (await service.api.register()).api);
    expect(service.mailer.sent.filter(({ to }) => to === shared)).toHaveLength(4);
  });

  test('can be verified by its owner with up to five mails a day, regardless of requests by other accounts', async () => {
    const strangers = [await service.api.register(), await service.api.register()];
    await service.query(`update accounts set email_verified = true where id = '${strangers[0]!.id}'`);
    const elsewhere = await strangers[0]!.api.household();
    for (let i = 0; i < 4; i++) {
      await asked(email, strangers[1]!.api);
      await strangers[0]!.api.post(`${elsewhere}/invitations`, { email });
    }
    for (let i = 0; i < 5; i++) await ask(anEmail());
    service.mailer.sent.length = 0;
    for (let i = 0; i < 5; i++) await asked(email);
    expect(service.mailer.sent.filter(({ kind, to }) => kind === 'emailProof' && to === email)).toHaveLength(
      5,
    );
    expect(told(await ask(email))).toEqual([429, 'RATE_LIMITED']);
    expect((await prove(tokenTo(email))).status).toBe(204);
    expect(await user()).toMatchObject({ email, emailVerified: true });
  });

  describe('reverting a change with the link that was mailed to the former address', () => {
    const revert = (token: string) => service.api.post('/v1/auth/email/revert', { token });
    const reset = (token: string, newPassword: string) =>
      service.api.post('/v1/auth/password/reset', { token, newPassword });
    async function resetTokenTo(address: string): Promise<string> {
      await service.api.post('/v1/auth/password/forgot', { email: address });
      await service.performJobs();
      return tokenTo(address);
    }
    /** Changes the address and returns the token of the mail to the former address. */
    async function changed(to = other, from = email): Promise<string> {
      await asked(to);
      expect(told(await prove(tokenTo(to)))).toEqual([204, undefined]);
      service.mailer.sent.length = 0;
      await service.performJobs();
      expect(service.mailer.sent.map(({ kind, to: address }) => [kind, address])).toEqual([
        ['emailChanged', from],
      ]);
      return tokenTo(from);
    }

    test('restores the former address once, needs no session, and ends every session', async () => {
      const token = await changed();
      expect(service.mailer.sent[0]).toMatchObject({
        link: `https://web.example.org/revert-email#token=${token}`,
      });
      const thief = service.api.as((await login(other)).body.accessToken as string);
      expect(told(await revert(token))).toEqual([204, undefined]);
      for (const api of [thief, me.api])
        expect(told(await api.get('/v1/me'))).toEqual([401, 'SESSION_EXPIRED']);
      expect((await login(other)).status).toBe(401);
      expect((await login(email)).body.user).toMatchObject({ email, emailVerified: true });
      expect(told(await revert(token))).toEqual([400, 'TOKEN_INVALID']);
      expect(noted().at(-1)).toBe('email_reverted');
    });

    test('restores the former address only once if the link is opened twice at the same time', async () => {
      const token = await changed();
      const answers = await Promise.all([revert(token), revert(token)]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 400]);
    });

    test.each([
      ['is possible just before the end of seven days', 7 * DAY - 1, 204],
      ['is refused after seven days', 7 * DAY, 400],
    ])('%s', async (_name, wait, status) => {
      const token = await changed();
      service.clock.advance(wait);
      await service.useCases.purgeExpired();
      expect((await revert(token)).status).toBe(status);
    });

    test('makes links for a new password or another address invalid if they were created after the change', async () => {
      const token = await changed();
      const third = anEmail();
      await asked(third);
      const proof = tokenTo(third);
      const forgotten = await resetTokenTo(other);
      await service.api.post('/v1/auth/password/forgot', { email: other });
      await revert(token);
      service.mailer.sent.length = 0;
      await service.performJobs();
      expect(service.mailer.sent).toEqual([]);
      expect(told(await reset(forgotten, 'a password of somebody else'))).toEqual([400, 'TOKEN_INVALID']);
      const own = service.api.as((await login(email)).body.accessToken as string);
      expect(told(await prove(proof, own))).toEqual([400, 'TOKEN_INVALID']);
    });

    test('removes a password that was set through the new address, so the owner has to set a new one by mail', async () => {
      const token = await changed();
      const theirs = 'a password of somebody else';
      expect((await reset(await resetTokenTo(other), theirs)).status).toBe(204);
      expect((await revert(token)).status).toBe(204);
      const signIn = (password: string) => service.api.post('/v1/auth/login', { email, password });
      expect([(await signIn(theirs)).status, (await signIn(PASSWORD)).status]).toEqual([401, 401]);
      const mine = 'a new password of my own';
      expect((await reset(await resetTokenTo(email), mine)).status).toBe(204);
      expect((await signIn(mine)).status).toBe(200);
    });

    test('keeps the password and the Google identity if Google reports another address for the same identity', async () => {
      const owner = new Browser(service.api);
      await owner.post('/v1/auth/login', { email, password: PASSWORD });
      const person = aPerson();
      idp.person = person;
      await owner.link();
      const token = await changed();
      idp.person = { ...person, email: anEmail() };
      await owner.signIn();
      idp.person = { ...person, email: anEmail() };
      await owner.link();
      expect((await revert(token)).status).toBe(204);
      expect((await login(email)).body.user.identities).toEqual([
        { provider: 'google', email: idp.person.email },
      ]);
    });

    test('removes a Google identity that was linked after the change', async () => {
      const token = await changed();
      const thief = new Browser(service.api);
      await thief.post('/v1/auth/login', { email: other, password: PASSWORD });
      idp.person = aPerson();
      await thief.link();
      expect((await thief.get('/v1/me')).body.user.identities).toHaveLength(1);
      expect((await revert(token)).status).toBe(204);
      expect(await service.query(`select 1 from identities where user_id = '${me.id}'`)).toEqual([]);
    });

    test('also reverts all later changes, and makes the links that revert those changes invalid', async () => {
      const first = await changed();
      const third = anEmail();
      const second = await changed(third, other);
      expect((await revert(first)).status).toBe(204);
      expect(told(await revert(second))).toEqual([400, 'TOKEN_INVALID']);
      expect((await login(email)).status).toBe(200);
    });

    test('still works after a later change was reverted with its own link', async () => {
      const first = await changed();
      const second = await changed(anEmail(), other);
      expect((await revert(second)).status).toBe(204);
      expect((await login(other)).status).toBe(200);
      expect((await revert(first)).status).toBe(204);
      expect((await login(email)).status).toBe(200);
    });

    test('still works after a new password, a request for a third address and a sign-out everywhere', async () => {
      const token = await changed();
      const body = { currentPassword: PASSWORD, newPassword: 'another long enough one' };
      expect((await me.api.post('/v1/auth/password/change', body)).status).toBe(204);
      await me.api.post('/v1/me/email', { email: anEmail(), password: body.newPassword });
      await me.api.post('/v1/auth/logout-all');
      expect((await revert(token)).status).toBe(204);
    });

    test('is possible because no other account can take the former address by registration, a change or Google', async () => {
      const rival = await service.api.register();
      await asked(email, rival.api);
      service.mailer.sent.length = 0;
      await changed();
      expect(told(await service.api.post('/v1/auth/register', { email, password: PASSWORD }))).toEqual([
        409,
        'EMAIL_ALREADY_USED',
      ]);
      service.mailer.sent.length = 0;
      await asked(email, rival.api);
      expect(service.mailer.sent.filter(({ kind }) => kind === 'emailProof')).toEqual([]);
      idp.person = aPerson({ email });
      const end = await new Browser(service.api).signIn();
      expect(end.searchParams.get('authError')).toBe('ACCOUNT_LINK_REQUIRED');
      // The account itself can change back to its former address in the normal way.
      await asked(email);
      expect((await prove(tokenTo(email))).status).toBe(204);
    });

    test('is not offered by mail if the present address was only verified', async () => {
      await asked(email);
      await prove(tokenTo(email));
      service.mailer.sent.length = 0;
      await service.performJobs();
      expect(service.mailer.sent).toEqual([]);
    });

    test.each(['', 'short', 'A'.repeat(43)])('changes nothing if the token is "%s"', async (token) => {
      await changed();
      expect((await revert(token)).status).toBe(400);
      expect(await user()).toMatchObject({ email: other });
    });
  });

  test('invalidates the password links that were sent to the former address when it changes', async () => {
    await service.api.post('/v1/auth/password/forgot', { email });
    await service.performJobs();
    const reset = tokenTo(email);
    await asked();
    await prove(tokenTo(other));
    const body = { token: reset, newPassword: 'another long enough one' };
    expect(told(await service.api.post('/v1/auth/password/reset', body))).toEqual([400, 'TOKEN_INVALID']);
  });

  test('is not changed by a link that was sent before the password was changed', async () => {
    await asked();
    const body = { currentPassword: PASSWORD, newPassword: 'another long enough one' };
    expect((await me.api.post('/v1/auth/password/change', body)).status).toBe(204);
    expect(told(await prove(tokenTo(other)))).toEqual([400, 'TOKEN_INVALID']);
    expect(await user()).toMatchObject({ email });
  });

  test('is in no log and no job in clear text, and its tokens are hashed in the database', async () => {
    await ask();
    const jobs = JSON.stringify(
      await service.query(`select data from pgboss.job where name like 'mail-email-%'`),
    );
    await service.performJobs();
    const rows = JSON.stringify(await service.query('select * from email_changes'));
    for (const token of [tokenTo(other), tokenTo(email)]) expect(rows).not.toContain(token);
    for (const text of [jobs, JSON.stringify(service.logger.events('info'))])
      expect(text).not.toContain(other);
  });

  test.each([
    ['a text that is no address', { email: 'nobody' }, 'email'],
    ['a missing value', {}, 'email'],
    ['an address of 255 characters', { email: `${randomBytes(125).toString('hex')}@e.org` }, 'email'],
  ])('cannot be changed to %s', async (_name, fields, field) => {
    const { status, body } = await me.api.post('/v1/me/email', { password: PASSWORD, ...fields });
    expect([status, body.error.details[0].field]).toEqual([400, field]);
  });
});

describe('an e-mail address in two spellings [address-in-two-spellings, P02]', () => {
  withGoogleSignIn();

  let ascii: string;
  let unicode: string;
  beforeEach(() => {
    const name = randomUUID();
    ascii = `${name}@xn--exmple-cua.org`;
    unicode = `${name}@exämple.org`;
    service.mailer.sent.length = 0;
  });

  const register = (email: string, fields: object = {}) =>
    service.api.post('/v1/auth/register', { email, password: PASSWORD, ...fields });
  const login = (email: string, password = PASSWORD) =>
    service.api.post('/v1/auth/login', { email, password });
  const erase = (api: Api) => api.call('DELETE', '/v1/me', { body: { password: PASSWORD } });
  const as = ({ body }: Response) => service.api.as(body.accessToken as string);
  const codeOf = ({ body }: Response) => body.error?.code;
  /** Creates an account as an earlier version stored it, with the domain of its address in Unicode. */
  async function registerBefore(fields: object = {}): Promise<string> {
    const { body } = await register(`${randomUUID()}@example.org`, fields);
    await database('update accounts set email = $1 where id = $2', [unicode, body.user.id]);
    return body.user.id;
  }

  test('signs in to its account in both spellings and is shown in Unicode', async () => {
    const { body } = await register(ascii);
    expect(body.user.email).toBe(unicode);
    for (const email of [unicode, ascii, unicode.toUpperCase(), unicode.normalize('NFD')]) {
      const answer = await login(email);
      expect([answer.status, answer.body.user?.email]).toEqual([200, unicode]);
    }
  });

  test('can be registered only once in all its spellings', async () => {
    expect((await register(unicode)).status).toBe(201);
    for (const email of [ascii, unicode]) {
      const answer = await register(email);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'EMAIL_ALREADY_USED']);
    }
  });

  test('has one common count of failed sign-ins for both spellings', async () => {
    await register(ascii);
    for (let time = 0; time < 10; time++) await login(time % 2 === 0 ? ascii : unicode, 'wrong password');
    expect(codeOf(await login(unicode))).toBe('RATE_LIMITED');
  });

  test('gets at most three password mails an hour in both spellings together', async () => {
    await register(ascii);
    for (const email of [unicode, ascii, unicode, ascii])
      await service.api.post('/v1/auth/password/forgot', { email });
    await service.performJobs();
    expect(service.mailer.sent.map(({ to }) => to)).toEqual([ascii, ascii, ascii]);
  });

  test('is rejected as a password in the other spelling, too', async () => {
    const answer = await register(ascii, { password: unicode });
    expect([answer.status, answer.body.error?.details[0].rule]).toEqual([400, 'personalPassword']);
  });

  test('is recognised in the other spelling as the present address of the account when it is verified or requested again', async () => {
    const me = as(await register(ascii));
    expect((await me.post('/v1/me/email', { email: unicode })).status).toBe(202);
    await service.performJobs();
    expect(service.mailer.sent.map(({ kind, to }) => [kind, to])).toEqual([['emailProof', ascii]]);
    expect((await me.post('/v1/me/email/prove', { token: service.mailer.tokenFor(ascii) })).status).toBe(204);
    const again = await me.post('/v1/me/email', { email: unicode });
    expect(again.body.error.details.reason).toBe('EMAIL_ALREADY_VERIFIED');
  });

  test('gets no mail about a change if another account has the address in the other spelling', async () => {
    await register(ascii);
    const other = as(await register(`${randomUUID()}@example.org`));
    await other.post('/v1/me/email', { email: unicode, password: PASSWORD });
    await service.performJobs();
    expect(service.mailer.sent.map(({ kind }) => kind)).toEqual(['emailRefusal']);
  });

  test('can be invited in one spelling and accept in the other, and both spellings together get three mails a day', async () => {
    const owner = as(await register(`${randomUUID()}@example.org`));
    await database('update accounts set email_verified = true');
    const path = await owner.household();
    const mailed: boolean[] = [];
    let invited!: Response;
    for (const email of [ascii, unicode, ascii, unicode]) {
      invited = await owner.post(`${path}/invitations`, { email });
      expect(invited.body.email).toBe(unicode);
      mailed.push(invited.body.mailed);
    }
    expect(mailed).toEqual([true, true, true, false]);
    await database(`update invitations set email = $1 where id = $2`, [unicode, invited.body.id]);
    const guest = as(await register(ascii));
    const accepted = await guest.post('/v1/invitations/accept', { token: invited.body.token });
    expect(accepted.status).toBe(201);
    expect((await erase(guest)).status).toBe(204);
    const left = await database('select 1 from invitations where email = any($1)', [[ascii, unicode]]);
    expect(left).toEqual([]);
  });

  test('matches the address that Google reports in the other spelling', async () => {
    await register(ascii);
    idp.person = aPerson({ email: unicode });
    expect(errorOf(await browser.signIn())).toBe('ACCOUNT_LINK_REQUIRED');
  });

  test('signs in two accounts that an earlier version stored, each in its own spelling, and cannot be registered again', async () => {
    const before = await registerBefore();
    const { body, ...answer } = await register(`${randomUUID()}@example.org`, { displayName: 'Second' });
    expect(answer.status).toBe(201);
    await database('update accounts set email = $1 where id = $2', [ascii, body.user.id]);
    expect((await login(unicode)).body.user.id).toBe(before);
    expect((await login(ascii)).body.user.id).toBe(body.user.id);
    expect((await erase(as(await login(ascii)))).status).toBe(204);
    for (const email of [ascii, unicode]) expect(codeOf(await register(email))).toBe('EMAIL_ALREADY_USED');
    expect((await login(ascii)).body.user.id).toBe(before);
  });

  test('can be verified by one of two accounts that an earlier version stored with the two spellings', async () => {
    const before = await registerBefore();
    const { body } = await register(`${randomUUID()}@example.org`);
    await database('update accounts set email = $1 where id = $2', [ascii, body.user.id]);
    const me = as(await login(unicode));
    await me.post('/v1/me/email', { email: unicode });
    await service.performJobs();
    const token = service.mailer.tokenFor(unicode);
    expect((await me.post('/v1/me/email/prove', { token })).status).toBe(204);
    expect((await login(unicode)).body.user).toMatchObject({ id: before, emailVerified: true });
  });
});
