import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PermanentJobError } from '../../../application/shared/job-handlers.js';
import { PASSWORD, type Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';

const NEW = 'another long enough one';
const HOUR = 3_600_000;

let service: TestService;
let email: string;
let me: { api: Api; id: string; auth: Record<string, any> };
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.advance(2 * HOUR);
  service.mailer.answer = () => Promise.resolve('accepted');
  await service.performJobs();
  service.mailer.sent.length = 0;
  me = await service.api.register({ displayName: 'Ana', locale: 'fr' });
  email = me.auth['user'].email;
});

const forgot = (address = email) => service.api.post('/v1/auth/password/forgot', { email: address });
const reset = (token: string, newPassword = NEW, headers = {}) =>
  service.api.post('/v1/auth/password/reset', { token, newPassword }, headers);
const login = (password: string) => service.api.post('/v1/auth/login', { email, password });
const told = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];

/** The token in the mail that asking brings. */
async function mailedToken(): Promise<string> {
  await forgot();
  await service.performJobs();
  return service.mailer.tokenFor(email);
}

describe('asking for a new password', () => {
  test('brings a mail in the language of the account, with a link to the web client', async () => {
    const answer = await forgot(` ${email.toUpperCase()} `);
    expect(answer.status).toBe(202);
    expect(answer.text).toBe('');
    expect(service.mailer.sent).toEqual([]);
    expect(await service.performJobs()).toEqual(['mail-password-reset']);
    expect(service.mailer.sent).toEqual([
      {
        kind: 'passwordReset',
        to: email,
        locale: 'fr',
        name: 'Ana',
        validForMinutes: 60,
        link: expect.stringMatching(/^https:\/\/web\.example\.org\/reset-password#token=[\w-]{43}$/),
      },
    ]);
  });

  test('stores only a hash of the token, and nothing of it in the queue', async () => {
    await forgot();
    const jobs = JSON.stringify(
      await service.query(`select data from pgboss.job where name = 'mail-password-reset'`),
    );
    await service.performJobs();
    const token = service.mailer.tokenFor(email);
    const rows = JSON.stringify(await service.query('select * from password_resets'));
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(email);
    expect(jobs).not.toContain(email);
    expect(JSON.parse(jobs)).toEqual([
      { data: { passwordResetId: expect.any(String), requestId: expect.any(String) } },
    ]);
  });

  test('for an address that nobody has is answered and queued alike, and brings nothing', async () => {
    const answer = await forgot(`${randomUUID()}@example.org`);
    expect(answer.status).toBe(202);
    expect(answer.text).toBe('');
    expect(await service.performJobs()).toEqual(['mail-password-reset']);
    expect(service.mailer.sent).toEqual([]);
  });

  test('takes the same statements for known and unknown addresses', async () => {
    const known = await service.statementsOf(() => forgot());
    const unknown = await service.statementsOf(() => forgot(`${randomUUID()}@example.org`));
    expect(unknown).toEqual(known);
  });

  test('four times in an hour brings three mails', async () => {
    for (let i = 0; i < 4; i++) {
      expect((await forgot()).status).toBe(202);
      service.clock.advance(15 * 60_000 - 1);
    }
    await service.performJobs();
    expect(service.mailer.sent).toHaveLength(3);
    service.clock.advance(1000);
    await forgot();
    await service.performJobs();
    expect(service.mailer.sent).toHaveLength(4);
  });

  test('twenty times at once brings three mails', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => forgot()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    await service.performJobs();
    expect(service.mailer.sent).toHaveLength(3);
  });

  test('brings nothing to a disabled account', async () => {
    await service.query(`update accounts set disabled_at = now() where id = '${me.id}'`);
    await forgot();
    await service.performJobs();
    expect(service.mailer.sent).toEqual([]);
  });

  test('a mail that failed is sent again with another token, and the one before is void', async () => {
    const tried: string[] = [];
    await forgot();
    const [job] = await service.query(`select data from pgboss.job where name = 'mail-password-reset'`);
    const send = () => service.useCases.mailPasswordReset((job?.['data'] as any).passwordResetId);
    for (let i = 0; i < 2; i++) {
      await send();
      tried.push(service.mailer.tokenFor(email));
    }
    expect(told(await reset(tried[0]!))).toEqual([400, 'TOKEN_INVALID']);
    expect((await reset(tried[1]!)).status).toBe(204);
    await send();
    expect(service.mailer.sent).toHaveLength(2);

    service.mailer.answer = () => Promise.reject(new Error('no mail server'));
    await forgot();
    await expect(service.performJobs()).rejects.toThrow('no mail server');
    service.mailer.answer = () => Promise.resolve('refused');
    await forgot();
    await expect(service.performJobs()).rejects.toThrow(PermanentJobError);
  });
});

describe('resetting the password', () => {
  test('sets it, verifies the address, ends every session and begins none', async () => {
    const other = service.api.as((await login(PASSWORD)).body.accessToken);
    const token = await mailedToken();
    const answer = await reset(token, NEW, { 'x-client': undefined });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(answer.headers['set-cookie']).toBeUndefined();
    for (const api of [me.api, other])
      expect(told(await api.get('/v1/me'))).toEqual([401, 'SESSION_EXPIRED']);
    expect(
      (await service.api.post('/v1/auth/refresh', { refreshToken: me.auth['refreshToken'] })).status,
    ).toBe(401);
    expect(told(await login(PASSWORD))).toEqual([401, 'INVALID_CREDENTIALS']);
    const signedIn = await login(NEW);
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.user.emailVerified).toBe(true);
  });

  test.each([
    ['at the end of the hour it is over', HOUR, 400],
    ['before that it is not', HOUR - 1, 204],
  ])('%s', async (_name, wait, status) => {
    const token = await mailedToken();
    service.clock.advance(wait);
    expect((await reset(token)).status).toBe(status);
  });

  test('the hour begins when the mail is sent, not when it was asked for', async () => {
    await forgot();
    service.clock.advance(HOUR);
    await service.performJobs();
    expect((await reset(service.mailer.tokenFor(email))).status).toBe(204);
  });

  test.each([
    ['unknown', randomBytes(32).toString('base64url')],
    ['cut off', 'abc'],
    ['nonsense', "' or 1=1 --"],
  ])('a token that is %s is invalid', async (_name, token) => {
    expect(told(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
  });

  test('a token works for its own account', async () => {
    const token = await mailedToken();
    const other = await service.api.register();
    await reset(token);
    expect((await service.api.post('/v1/auth/login', await service.credentialsOf(other.id))).status).toBe(
      200,
    );
  });

  test('works once, also when used twenty times at once', async () => {
    const token = await mailedToken();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => reset(token, `password number ${i} of twenty`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      204,
      ...Array.from({ length: 19 }, () => 400),
    ]);
    expect(told(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
    const winner = answers.findIndex(({ status }) => status === 204);
    expect((await login(`password number ${winner} of twenty`)).status).toBe(200);
  });

  test('only the link of the newest mail works, in whatever order they are tried', async () => {
    const [first, second, third] = [await mailedToken(), await mailedToken(), await mailedToken()];
    for (const older of [first, second]) expect(told(await reset(older))).toEqual([400, 'TOKEN_INVALID']);
    expect((await reset(third)).status).toBe(204);
    for (const token of [first, second, third])
      expect(told(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
  });

  test('of mails that wait together only the last that was sent works', async () => {
    await Promise.all([forgot(), forgot()]);
    await service.performJobs();
    const [older, newest] = service.mailer.sent.map(({ link }) => link.split('#token=')[1]!);
    expect(told(await reset(older!))).toEqual([400, 'TOKEN_INVALID']);
    expect((await reset(newest!)).status).toBe(204);
  });

  test.each([
    ['a common password', 'qwertyuiop', 'commonPassword'],
    ['the address', '', 'personalPassword'],
  ])('%s is refused, and the token can still be used', async (_name, password, rule) => {
    const token = await mailedToken();
    const refused = await reset(token, password || email);
    expect([...told(refused), refused.body.error.details[0]]).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.objectContaining({ field: 'newPassword', rule }),
    ]);
    expect((await reset(token)).status).toBe(204);
  });

  test('gives an account without a password its first one', async () => {
    await service.query(`update accounts set password_hash = null where id = '${me.id}'`);
    expect((await reset(await mailedToken())).status).toBe(204);
    expect((await login(NEW)).status).toBe(200);
  });

  test('is not open to a disabled account', async () => {
    const token = await mailedToken();
    await service.query(`update accounts set disabled_at = now() where id = '${me.id}'`);
    expect(told(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
  });

  test('a sign-in that was comparing the old password meanwhile opens no session', async () => {
    const token = await mailedToken();
    const [signIns, done] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => login(PASSWORD))),
      reset(token),
    ]);
    expect(done.status).toBe(204);
    for (const { status, body } of signIns)
      if (status === 200) {
        // It was there before the reset, and has ended with it.
        expect(told(await service.api.as(body.accessToken).get('/v1/me'))).toEqual([401, 'SESSION_EXPIRED']);
      }
  });
});

test('requests, tokens, sessions and counters that are over are removed', async () => {
  await mailedToken();
  await service.api.post('/v1/auth/logout', { refreshToken: me.auth['refreshToken'] });
  const counts = () =>
    service.query(`
      select (select count(*)::int from password_resets) as resets, (select count(*)::int from sessions) as sessions,
        (select count(*)::int from refresh_tokens) as tokens, (select count(*)::int from rate_limits) as counters`);
  await service.useCases.purgeExpired();
  expect((await counts())[0]).toMatchObject({ resets: expect.any(Number) });
  service.clock.advance(62 * 24 * HOUR);
  await service.useCases.purgeExpired();
  expect(await counts()).toEqual([{ resets: 0, sessions: 0, tokens: 0, counters: 0 }]);
});
