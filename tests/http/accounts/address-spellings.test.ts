import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { PASSWORD, type Api } from '../../support/api.js';
import { aPerson } from '../../support/fake-identity-provider.js';
import { browser, database, errorOf, idp, service, withGoogleSignIn } from './google-world.js';

withGoogleSignIn();

describe('address-in-two-spellings (P02)', () => {
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
  /** An account as a version before stored it, with its domain in Unicode. */
  async function registerBefore(fields: object = {}): Promise<string> {
    const { body } = await register(`${randomUUID()}@example.org`, fields);
    await database('update accounts set email = $1 where id = $2', [unicode, body.user.id]);
    return body.user.id;
  }

  test('signs in and is shown in Unicode, whichever spelling the account was made with', async () => {
    const { body } = await register(ascii);
    expect(body.user.email).toBe(unicode);
    for (const email of [unicode, ascii, unicode.toUpperCase(), unicode.normalize('NFD')]) {
      const answer = await login(email);
      expect([answer.status, answer.body.user?.email]).toEqual([200, unicode]);
    }
  });

  test('makes one account only', async () => {
    expect((await register(unicode)).status).toBe(201);
    for (const email of [ascii, unicode]) {
      const answer = await register(email);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'EMAIL_ALREADY_USED']);
    }
  });

  test('counts failed sign-ins together', async () => {
    await register(ascii);
    for (let time = 0; time < 10; time++) await login(time % 2 === 0 ? ascii : unicode, 'wrong password');
    expect(codeOf(await login(unicode))).toBe('RATE_LIMITED');
  });

  test('gets the mail for a new password, three a day in all', async () => {
    await register(ascii);
    for (const email of [unicode, ascii, unicode, ascii])
      await service.api.post('/v1/auth/password/forgot', { email });
    await service.performJobs();
    expect(service.mailer.sent.map(({ to }) => to)).toEqual([ascii, ascii, ascii]);
  });

  test('is refused as a password', async () => {
    const answer = await register(ascii, { password: unicode });
    expect([answer.status, answer.body.error?.details[0].rule]).toEqual([400, 'personalPassword']);
  });

  test('is the own address of an account when it is to be proved or replaced', async () => {
    const me = as(await register(ascii));
    expect((await me.post('/v1/me/email', { email: unicode })).status).toBe(202);
    await service.performJobs();
    expect(service.mailer.sent.map(({ kind, to }) => [kind, to])).toEqual([['emailProof', ascii]]);
    expect((await me.post('/v1/me/email/prove', { token: service.mailer.tokenFor(ascii) })).status).toBe(204);
    const again = await me.post('/v1/me/email', { email: unicode });
    expect(again.body.error.details.reason).toBe('EMAIL_ALREADY_VERIFIED');
  });

  test('sends no mail to another account when somebody asks for its address', async () => {
    await register(ascii);
    const other = as(await register(`${randomUUID()}@example.org`));
    await other.post('/v1/me/email', { email: unicode, password: PASSWORD });
    await service.performJobs();
    expect(service.mailer.sent.map(({ kind }) => kind)).toEqual(['emailRefusal']);
  });

  test('can be invited in one and accept in the other, and is mailed three times a day in all', async () => {
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

  test('is the account that Google tells in the other spelling', async () => {
    await register(ascii);
    idp.person = aPerson({ email: unicode });
    expect(errorOf(await browser.signIn())).toBe('ACCOUNT_LINK_REQUIRED');
  });

  test('signs in two accounts of before each in its own spelling, and no third is made', async () => {
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

  test('lets an account of before prove its address beside another one with it', async () => {
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
