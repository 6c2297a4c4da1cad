import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserId } from '../../../domain/shared/ids.js';
import { PASSWORD, type Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const NEW = 'another long enough one';
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

describe('a new password', () => {
  test.each([
    ['of ten characters', 'b7#kQz93Lw'],
    ['of 64', 'b7#kQz93'.repeat(8)],
    ['of 128', 'b7#kQz93Lwm2'.repeat(10) + 'Xy71#pQr'],
    ['of small letters only', 'tulipundergravelroad'],
    ['of emoji', '🐙🦊🌵🚲🎺🧭🪁🥝🛶🧩'],
    ['of digits only', '8203716594'],
  ])('%s is taken, and signs in', async (_name, password) => {
    const email = anEmail();
    expect((await register({ email, password })).status).toBe(201);
    expect((await login(email, password)).status).toBe(200);
  });

  test('of a megabyte is refused before anything is computed', async () => {
    const password = 'x'.repeat(1_000_000);
    const started = performance.now();
    const answer = await register({ password });
    expect(performance.now() - started).toBeLessThan(500);
    expect(told(answer).slice(0, 2)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(told(await register({ password: 'x'.repeat(200_000) })).slice(0, 2)).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
  });

  test('counts to its end', async () => {
    const email = anEmail();
    const start = 'b7#kQz93'.repeat(9);
    await register({ email, password: `${start}first` });
    expect(told(await login(email, `${start}other`)).slice(0, 2)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await login(email, `${start}first`)).status).toBe(200);
  });

  test.each(['1234567890', 'qwertyuiop', 'passwordpassword', 'Passw0rd2024'])(
    '%s is refused',
    async (password) => {
      expect(told(await register({ password }))).toEqual([
        400,
        'VALIDATION_FAILED',
        ['password commonPassword'],
      ]);
    },
  );

  test.each([
    ['the address', 'zoe.martin@example.org'],
    ['its local part, repeated', 'zoe.martinzoe.martin'],
    ['the name', 'Zoé from the mill'],
  ])('%s is refused', async (_name, password) => {
    const body = { email: 'zoe.martin@example.org', displayName: 'Zoé from the mill', password };
    expect(told(await register(body))).toEqual([400, 'VALIDATION_FAILED', ['password personalPassword']]);
  });

  test('is kept as a salted hash, and shows up nowhere', async () => {
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
    const logged = (['debug', 'info', 'warn', 'error'] as const).map((level) => strong.logger.events(level));
    const told = answers.map(({ text }) => text);
    expect(JSON.stringify([everything, logged, told])).not.toContain(password);
    await strong.close();
  });
});

describe('sign-in', () => {
  test('renews a hash of weaker parameters', async () => {
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

  test('twenty at once with a weak hash: each signs in', async () => {
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

  test('tells that an account is disabled only to who knows its password', async () => {
    const { id } = await service.api.register();
    const { email } = await service.credentialsOf(id);
    await disable(service, id);
    expect(told(await login(email, PASSWORD)).slice(0, 2)).toEqual([403, 'ACCOUNT_DISABLED']);
    expect(told(await login(email, NEW)).slice(0, 2)).toEqual([401, 'INVALID_CREDENTIALS']);
  });
});

export async function disable({ unitOfWork, clock }: TestService, userId: string): Promise<void> {
  await unitOfWork.run(async ({ accounts }) => {
    const account = await accounts.findForUpdate(userId as UserId);
    if (account === null) throw new Error('no such account');
    await accounts.save({ ...account, disabledAt: clock.now() });
  });
}

describe('changing the password', () => {
  const change = (api: Api, currentPassword: string, newPassword: string) =>
    api.post('/v1/auth/password/change', { currentPassword, newPassword });

  test('takes the current one; the others sessions end, this one goes on', async () => {
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
    expect((await service.api.post('/v1/auth/refresh', { refreshToken: auth['refreshToken'] })).status).toBe(
      200,
    );
    expect(told(await other.get('/v1/me')).slice(0, 2)).toEqual([401, 'SESSION_EXPIRED']);
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await login(email, NEW)).status).toBe(200);
  });

  test.each([
    ['a common one', '1234567890', 'newPassword commonPassword'],
    ['the name', 'Ana Lima Santos', 'newPassword personalPassword'],
    ['one of nine', '123456789', 'newPassword minLength'],
  ])('%s is refused, and nothing changes', async (_name, password, problem) => {
    const { api, id } = await service.api.register({ displayName: 'Ana Lima Santos' });
    const { email } = await service.credentialsOf(id);
    expect(told(await change(api, PASSWORD, password))).toEqual([400, 'VALIDATION_FAILED', [problem]]);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  test('the eleventh try within a minute is refused, whoever is signed in', async () => {
    const { api } = await service.api.register();
    for (let i = 0; i < 10; i++) expect((await change(api, 'not the password', NEW)).status).toBe(401);
    const refused = await change(api, PASSWORD, NEW);
    expect(told(refused).slice(0, 2)).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers['retry-after']).toBe('60');
    expect((await api.get('/v1/me')).status).toBe(200);
    service.clock.advance(60_000);
    expect((await change(api, PASSWORD, NEW)).status).toBe(204);
  });

  test('of two changes at once one wins, and its password counts', async () => {
    const { api, id } = await service.api.register();
    const { email } = await service.credentialsOf(id);
    const passwords = ['the first of two words', 'the second of two words'];
    const answers = await Promise.all(passwords.map((password) => change(api, PASSWORD, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    const winner = passwords[answers.findIndex(({ status }) => status === 204)]!;
    expect((await login(email, winner)).status).toBe(200);
  });

  test('an account without a password has none to change', async () => {
    const { api, id } = await service.api.register();
    await service.query(`update accounts set password_hash = null where id = '${id}'`);
    expect(told(await change(api, PASSWORD, NEW)).slice(0, 2)).toEqual([401, 'INVALID_CREDENTIALS']);
  });
});
