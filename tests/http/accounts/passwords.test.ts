import { randomUUID, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { UserId } from '../../../domain/shared/ids.js';
import * as argon2 from '@node-rs/argon2';
import { PASSWORD, type Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { PermanentJobError } from '../../../application/shared/job-handlers.js';
import { processorTimeOfProcess } from '../../support/processor-time.js';

const NEW = 'another long enough one';

describe('passwords', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  const anEmail = () => `${randomUUID()}@example.org`;
  const register = (body: object) => service.api.post('/v1/auth/register', { email: anEmail(), ...body });
  const login = (email: string, password: string) => service.api.post('/v1/auth/login', { email, password });
  const told = ({ status, body }: { status: number; body: any }) => [
    status,
    body.error?.code,
    body.error?.details?.map?.(({ field, rule }: any) => `${field} ${rule}`),
  ];

  async function hashOf(userId: string): Promise<string> {
    const [row] = await service.query(`select password_hash from accounts where id = '${userId}'`);
    return String(row?.['password_hash']);
  }

  describe('a password in another form of Unicode', () => {
    const [NFC, NFD] = ['Größe-mañana-12'.normalize('NFC'), 'Größe-mañana-12'.normalize('NFD')];
    /** Creates an account of an earlier version, which hashed the password exactly as it was typed. */
    const anOldAccount = async (typed: string) => {
      const email = anEmail();
      const { body } = await register({ email, password: PASSWORD });
      const hash = await argon2.hash(typed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
      await service.query(`update accounts set password_hash = '${hash}' where id = '${body.user.id}'`);
      return { email, userId: String(body.user.id), hash };
    };

    test.each([
      ['NFC', 'NFD', NFC, NFD],
      ['NFD', 'NFC', NFD, NFC],
    ])(
      'signs in when it was set in %s and is typed in %s [password-not-normalised, P01]',
      async (_set, _typed, set, typed) => {
        const email = anEmail();
        expect((await register({ email, password: set })).status).toBe(201);
        expect((await login(email, typed)).status).toBe(200);
      },
    );

    test('is rejected while the hash is from an earlier version of the service. A sign-in with the form that was set replaces the hash', async () => {
      const { email, userId, hash } = await anOldAccount(NFD);
      expect(told(await login(email, NFC)).slice(0, 2)).toEqual([401, 'INVALID_CREDENTIALS']);
      expect((await login(email, NFD)).status).toBe(200);
      expect(await hashOf(userId)).not.toBe(hash);
      expect((await login(email, NFC)).status).toBe(200);
    });

    test.each<[string, (api: Api, password: string) => Promise<{ status: number }>, number]>([
      [
        'a change of the e-mail address',
        (api, password) => api.post('/v1/me/email', { email: anEmail(), password }),
        202,
      ],
      [
        'a change of the password',
        (api, password) =>
          api.post('/v1/auth/password/change', { currentPassword: password, newPassword: NEW }),
        204,
      ],
      [
        'the erasure of the account',
        (api, password) => api.call('DELETE', '/v1/me', { body: { password } }),
        204,
      ],
    ])('is accepted as the confirmation of %s', async (_what, act, status) => {
      for (const [set, typed] of [
        [NFC, NFD],
        [NFD, NFC],
        [NFD, NFD],
      ] as const) {
        const email = anEmail();
        const { api, id } = await service.api.register({ email, password: set });
        // The last account has a hash from an earlier version.
        if (set === typed)
          await service.query(
            `update accounts set password_hash = '${await argon2.hash(typed)}' where id = '${id}'`,
          );
        expect((await act(api, typed)).status).toBe(status);
      }
    });

    test('needs at least ten characters after normalisation to NFC', async () => {
      expect(told(await register({ password: 'éüöàç'.normalize('NFD') }))).toEqual([
        400,
        'VALIDATION_FAILED',
        ['password minLength'],
      ]);
    });
  });

  describe('a new password', () => {
    test.each([
      ['of ten characters', 'b7#kQz93Lw'],
      ['of 64 characters', 'b7#kQz93'.repeat(8)],
      ['of 128 characters', 'b7#kQz93Lwm2'.repeat(10) + 'Xy71#pQr'],
      ['of small letters only', 'tulipundergravelroad'],
      ['of emoji', '🐙🦊🌵🚲🎺🧭🪁🥝🛶🧩'],
      ['of digits only', '8203716594'],
    ])('%s is accepted at registration and then signs in', async (_name, password) => {
      const email = anEmail();
      expect((await register({ email, password })).status).toBe(201);
      expect((await login(email, password)).status).toBe(200);
    });

    test('of a megabyte is rejected before it is hashed', async () => {
      const password = 'x'.repeat(1_000_000);
      const refused = { status: 413, code: 'PAYLOAD_TOO_LARGE' };
      const spent = await processorTimeOfProcess(async () => {
        const { status, body } = await register({ password });
        expect({ status, code: body.error.code }).toEqual(refused);
      });
      expect(spent).toBeLessThan(500);
      expect(told(await register({ password: 'x'.repeat(200_000) })).slice(0, 2)).toEqual([
        400,
        'VALIDATION_FAILED',
      ]);
    });

    test('is compared up to its last character', async () => {
      const email = anEmail();
      const start = 'b7#kQz93'.repeat(9);
      await register({ email, password: `${start}first` });
      expect(told(await login(email, `${start}other`)).slice(0, 2)).toEqual([401, 'INVALID_CREDENTIALS']);
      expect((await login(email, `${start}first`)).status).toBe(200);
    });

    test.each(['1234567890', 'qwertyuiop', 'passwordpassword', 'Passw0rd2024'])(
      'is refused as too common: %s',
      async (password) => {
        expect(told(await register({ password }))).toEqual([
          400,
          'VALIDATION_FAILED',
          ['password commonPassword'],
        ]);
      },
    );

    test.each([
      ['the e-mail address', 'zoe.martin@example.org'],
      ['the local part of the address, repeated', 'zoe.martinzoe.martin'],
      ['the name of the account', 'Zoé from the mill'],
    ])('is refused if it is %s', async (_name, password) => {
      const body = { email: 'zoe.martin@example.org', displayName: 'Zoé from the mill', password };
      expect(told(await register(body))).toEqual([400, 'VALIDATION_FAILED', ['password personalPassword']]);
    });

    test('is stored as a salted hash and never in clear text', async () => {
      const strong = await startService({ slowHashes: true });
      const password = 'marker-of-a-secret-71Q';
      const answers = await Promise.all(
        [anEmail(), anEmail()].map((email) => strong.api.post('/v1/auth/register', { email, password })),
      );
      const rows = await strong.query('select password_hash from accounts');
      const hashes = rows.map((row) => String(row['password_hash']));
      for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(new Set(hashes).size).toBe(2);
      const everything = await strong.query(`
      select string_agg(query_to_xml('select * from ' || quote_ident(table_name), true, true, '')::text, '') as dump
      from information_schema.tables where table_schema = 'public'`);
      const logged = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
        strong.logger.events(level),
      );
      const told = answers.map(({ text }) => text);
      expect(JSON.stringify([everything, logged, told])).not.toContain(password);
      await strong.close();
    });
  });

  describe('sign-in', () => {
    test('replaces a hash that was made with weaker parameters', async () => {
      const { id } = await service.api.register();
      const { email } = await service.credentialsOf(id);
      const stronger = await service.another({ slowHashes: true });
      const weak = await hashOf(id);
      expect(weak).toMatch(/m=8,t=1/);
      const answer = await stronger.api.post('/v1/auth/login', { email, password: PASSWORD });
      const renewed = await hashOf(id);
      const again = await stronger.api.post('/v1/auth/login', { email, password: PASSWORD });
      expect(answer.status).toBe(200);
      expect(again.status).toBe(200);
      expect(renewed).toMatch(/m=19456,t=2/);
      expect(await hashOf(id)).toBe(renewed);
      await stronger.close();
    });

    test('succeeds for five simultaneous requests to an account with a weak hash', async () => {
      const { id } = await service.api.register();
      const { email } = await service.credentialsOf(id);
      const stronger = await service.another({ slowHashes: true });
      const body = { email, password: PASSWORD };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => stronger.api.post('/v1/auth/login', body)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await stronger.close();
    });

    test('reports a disabled account only if the password is correct', async () => {
      const { id } = await service.api.register();
      const { email } = await service.credentialsOf(id);
      await disable(service, id);
      expect(told(await login(email, PASSWORD)).slice(0, 2)).toEqual([403, 'ACCOUNT_DISABLED']);
      expect(told(await login(email, NEW)).slice(0, 2)).toEqual([401, 'INVALID_CREDENTIALS']);
    });
  });

  async function disable({ unitOfWork, clock }: TestService, userId: string): Promise<void> {
    await unitOfWork.run(async ({ accounts }) => {
      const account = await accounts.findForUpdate(userId as UserId);
      if (account === null) throw new Error('no such account');
      await accounts.save({ ...account, disabledAt: clock.now() });
    });
  }

  describe('changing the password', () => {
    const change = (api: Api, currentPassword: string, newPassword: string) =>
      api.post('/v1/auth/password/change', { currentPassword, newPassword });

    test('needs the current password, ends the other sessions, and keeps the session that changed it', async () => {
      const { api, id, auth } = await service.api.register();
      const { email } = await service.credentialsOf(id);
      const other = service.api.as((await login(email, PASSWORD)).body.accessToken);
      expect(told(await change(api, 'not the password', NEW)).slice(0, 2)).toEqual([
        401,
        'INVALID_CREDENTIALS',
      ]);
      expect((await other.get('/v1/me')).status).toBe(200);

      const done = await change(api, PASSWORD, NEW);
      expect(done.status).toBe(204);
      expect(done.text).toBe('');
      expect((await api.get('/v1/me')).status).toBe(200);
      expect(
        (await service.api.post('/v1/auth/refresh', { refreshToken: auth['refreshToken'] })).status,
      ).toBe(200);
      expect(told(await other.get('/v1/me')).slice(0, 2)).toEqual([401, 'SESSION_EXPIRED']);
      expect((await login(email, PASSWORD)).status).toBe(401);
      expect((await login(email, NEW)).status).toBe(200);
    });

    test.each([
      ['a common password', '1234567890', 'newPassword commonPassword'],
      ['the name of the account', 'Ana Lima Santos', 'newPassword personalPassword'],
      ['a password of nine characters', '123456789', 'newPassword minLength'],
    ])('refuses %s, and nothing changes', async (_name, password, problem) => {
      const { api, id } = await service.api.register({ displayName: 'Ana Lima Santos' });
      const { email } = await service.credentialsOf(id);
      expect(told(await change(api, PASSWORD, password))).toEqual([400, 'VALIDATION_FAILED', [problem]]);
      expect((await login(email, PASSWORD)).status).toBe(200);
    });

    test('refuses the eleventh attempt within a minute', async () => {
      const { api } = await service.api.register();
      for (let i = 0; i < 10; i++) expect((await change(api, 'not the password', NEW)).status).toBe(401);
      const refused = await change(api, PASSWORD, NEW);
      expect(told(refused).slice(0, 2)).toEqual([429, 'RATE_LIMITED']);
      expect(refused.headers['retry-after']).toBe('60');
      expect((await api.get('/v1/me')).status).toBe(200);
      service.clock.advance(60_000);
      expect((await change(api, PASSWORD, NEW)).status).toBe(204);
    });

    test('accepts only one of two changes at the same time', async () => {
      const { api, id } = await service.api.register();
      const { email } = await service.credentialsOf(id);
      const passwords = ['the first of two words', 'the second of two words'];
      const answers = await Promise.all(passwords.map((password) => change(api, PASSWORD, password)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
      const winner = passwords[answers.findIndex(({ status }) => status === 204)]!;
      expect((await login(email, winner)).status).toBe(200);
    });

    test('is refused for an account without a password', async () => {
      const { api, id } = await service.api.register();
      await service.query(`update accounts set password_hash = null where id = '${id}'`);
      expect(told(await change(api, PASSWORD, NEW)).slice(0, 2)).toEqual([401, 'INVALID_CREDENTIALS']);
    });
  });
});

describe('a forgotten password', () => {
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

  /** Requests a new password and returns the token from the mail. */
  async function mailedToken(): Promise<string> {
    await forgot();
    await service.performJobs();
    return service.mailer.tokenFor(email);
  }

  describe('asking for a new password', () => {
    test('sends a mail in the language of the account, with a link to the web client', async () => {
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

    test('stores only a hash of the token in the database, and nothing of the token in the job queue', async () => {
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

    test('gives the same answer for an unknown address, but sends no mail', async () => {
      const answer = await forgot(`${randomUUID()}@example.org`);
      expect(answer.status).toBe(202);
      expect(answer.text).toBe('');
      expect(await service.performJobs()).toEqual(['mail-password-reset']);
      expect(service.mailer.sent).toEqual([]);
    });

    test('runs the same statements for known and unknown addresses', async () => {
      const known = await service.statementsOf(() => forgot());
      const unknown = await service.statementsOf(() => forgot(`${randomUUID()}@example.org`));
      expect(unknown).toEqual(known);
    });

    test('sends only three mails for four requests in an hour', async () => {
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

    test('sends only three mails for twenty requests at the same time', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => forgot()));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
      await service.performJobs();
      expect(service.mailer.sent).toHaveLength(3);
    });

    test('sends no mail to a disabled account', async () => {
      await service.query(`update accounts set disabled_at = now() where id = '${me.id}'`);
      await forgot();
      await service.performJobs();
      expect(service.mailer.sent).toEqual([]);
    });

    test('sends a new token if its job runs again, and the older token becomes invalid. The job fails if the mail is not accepted', async () => {
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
    test('sets the password, verifies the address, ends every session and starts no session', async () => {
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
      ['fails an hour after the mail was sent', HOUR, 400],
      ['works until an hour after the mail was sent', HOUR - 1, 204],
    ])('%s', async (_name, wait, status) => {
      const token = await mailedToken();
      service.clock.advance(wait);
      expect((await reset(token)).status).toBe(status);
    });

    test('is possible for an hour after the mail was sent, even if it was requested earlier', async () => {
      await forgot();
      service.clock.advance(HOUR);
      await service.performJobs();
      expect((await reset(service.mailer.tokenFor(email))).status).toBe(204);
    });

    test.each([
      ['unknown', randomBytes(32).toString('base64url')],
      ['cut off', 'abc'],
      ['nonsense', "' or 1=1 --"],
    ])('is refused with a token that is %s', async (_name, token) => {
      expect(told(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
    });

    test('changes only the password of the account that requested the token', async () => {
      const token = await mailedToken();
      const other = await service.api.register();
      await reset(token);
      expect((await service.api.post('/v1/auth/login', await service.credentialsOf(other.id))).status).toBe(
        200,
      );
    });

    test('succeeds only once, even for twenty requests at the same time', async () => {
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

    test('accepts only the link of the newest mail', async () => {
      const [first, second, third] = [await mailedToken(), await mailedToken(), await mailedToken()];
      for (const older of [first, second]) expect(told(await reset(older))).toEqual([400, 'TOKEN_INVALID']);
      expect((await reset(third)).status).toBe(204);
      for (const token of [first, second, third])
        expect(told(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
    });

    test('accepts only the link of the last mail if two mails were requested at the same time', async () => {
      await Promise.all([forgot(), forgot()]);
      await service.performJobs();
      const [older, newest] = service.mailer.sent.map(({ link }) => link.split('#token=')[1]!);
      expect(told(await reset(older!))).toEqual([400, 'TOKEN_INVALID']);
      expect((await reset(newest!)).status).toBe(204);
    });

    test.each([
      ['a common password', 'qwertyuiop', 'commonPassword'],
      ['the e-mail address', '', 'personalPassword'],
    ])('refuses %s, and the token can still be used', async (_name, password, rule) => {
      const token = await mailedToken();
      const refused = await reset(token, password || email);
      expect([...told(refused), refused.body.error.details[0]]).toEqual([
        400,
        'VALIDATION_FAILED',
        expect.objectContaining({ field: 'newPassword', rule }),
      ]);
      expect((await reset(token)).status).toBe(204);
    });

    test('gives an account without a password its first password', async () => {
      await service.query(`update accounts set password_hash = null where id = '${me.id}'`);
      expect((await reset(await mailedToken())).status).toBe(204);
      expect((await login(NEW)).status).toBe(200);
    });

    test('is refused for a disabled account', async () => {
      const token = await mailedToken();
      await service.query(`update accounts set disabled_at = now() where id = '${me.id}'`);
      expect(told(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
    });

    test('leaves no session of a simultaneous sign-in with the old password', async () => {
      const token = await mailedToken();
      const [signIns, done] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, () => login(PASSWORD))),
        reset(token),
      ]);
      expect(done.status).toBe(204);
      for (const { status, body } of signIns)
        if (status === 200) {
          // This session began before the reset, so the reset has ended it.
          expect(told(await service.api.as(body.accessToken).get('/v1/me'))).toEqual([
            401,
            'SESSION_EXPIRED',
          ]);
        }
    });
  });

  test('leaves no expired requests, tokens, sessions and counters after the purge', async () => {
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
});
