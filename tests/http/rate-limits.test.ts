import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PASSWORD } from '../support/api.js';
import { told } from './households/people.js';
import { startService, type ServiceOptions, type TestService } from '../support/service.js';

const running: TestService[] = [];
async function start(options: ServiceOptions): Promise<TestService> {
  const service = await startService({ trustProxy: 1, ...options });
  running.unshift(service);
  return service;
}
afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
});

const LIMITS = { global: 100_000, auth: 10 };
/** A request as it comes from that address through a proxy. */
const from = (address: string) => ({ 'x-forwarded-for': address });
const login = (
  { api }: TestService,
  address: string,
  email = `${randomUUID()}@example.org`,
  password = PASSWORD,
) => api.post('/v1/auth/login', { email, password }, from(address));
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('the limit of sign-in routes', () => {
  test('is one for all processes, and all these routes', async () => {
    const one = await start({ rateLimits: LIMITS });
    const other = await one.another();
    running.unshift(other);
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await login(one, '192.0.2.1'), await login(other, '192.0.2.1'));
    expect(statuses(answers)).toEqual(times(10, 401));
    const body = { email: 'a@example.org', password: PASSWORD, token: 'x', newPassword: PASSWORD };
    for (const path of ['login', 'register', 'password/forgot', 'password/reset'])
      for (const { api } of [one, other])
        expect((await api.post(`/v1/auth/${path}`, body, from('192.0.2.1'))).body.error.code).toBe(
          'RATE_LIMITED',
        );
    expect((await login(other, '192.0.2.2')).status).toBe(401);
    expect((await one.api.post('/v1/auth/refresh', { refreshToken: 'x' }, from('192.0.2.1'))).status).toBe(
      401,
    );
    one.clock.advance(60_000);
    expect((await login(one, '192.0.2.1')).status).toBe(401);
  });

  test('lets ten of thirty at once through, over two processes', async () => {
    const one = await start({ rateLimits: LIMITS });
    const other = await one.another();
    running.unshift(other);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => login(i % 2 === 0 ? one : other, '192.0.2.1')),
    );
    expect(statuses(answers).sort()).toEqual([...times(10, 401), ...times(20, 429)]);
  });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:ff:abcd::9', 'share one within a /56', 429],
    ['2001:db8:1:2::1', '2001:db8:1:100::1', 'have their own outside it', 401],
    ['::ffff:192.0.2.7', '192.0.2.7', 'are the same in both notations', 429],
  ])('%s and %s %s', async (first, second, _name, status) => {
    const service = await start({ rateLimits: { global: 100_000, auth: 1 } });
    expect((await login(service, first)).status).toBe(401);
    expect((await login(service, second)).status).toBe(status);
  });

  test('is not counted while its store is down: requests pass, and that is noticed', async () => {
    const service = await start({ rateLimits: { global: 100_000, auth: 1 } });
    await service.query('drop table rate_limits');
    const { email } = await service.credentialsOf((await service.api.register()).id);
    for (let i = 0; i < 3; i++) expect((await login(service, '192.0.2.1', email)).status).toBe(200);
    const noticed = service.logger.events('error').map(({ message, failures }) => [message, failures]);
    expect(noticed[0]).toEqual(['rate limiter unavailable, allowing requests', 1]);
    expect(noticed.at(-1)).toEqual(['rate limiter unavailable, allowing requests', noticed.length]);
    expect((await service.api.get('/health/ready')).status).toBe(200);
  });

  test('counts GET /v1/meta like every other route', async () => {
    const { api } = await start({ rateLimits: { global: 3, auth: 1 } });
    expect((await api.get('/v1/meta')).status).toBe(200);
    await api.get('/v1/meta');
    await api.get('/v1/meta');
    const refused = await api.get('/v1/meta');
    expect(told(refused)).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers['retry-after']).toBeDefined();
  });

  test('health is not limited', async () => {
    const service = await start({ rateLimits: { global: 2, auth: 1 } });
    for (let i = 0; i < 20; i++) expect((await service.api.get('/health/live')).status).toBe(200);
  });

  test('registration, with an address that is taken or not, is limited', async () => {
    const service = await start({ rateLimits: LIMITS });
    const register = (email: string) =>
      service.api.post('/v1/auth/register', { email, password: PASSWORD }, from('192.0.2.1'));
    await register('taken@example.org');
    const answers = [];
    for (let i = 0; i < 10; i++) answers.push(await register('taken@example.org'));
    expect(statuses(answers)).toEqual([...times(9, 409), 429]);
  });

  test('so is guessing the tokens of mails and invitations', async () => {
    const service = await start({ rateLimits: LIMITS });
    const { api } = await service.api.register();
    const guess = () => randomUUID().replaceAll('-', '').padEnd(43, 'x');
    const [resets, invitations] = [[] as number[], [] as number[]];
    for (let i = 0; i < 11; i++) {
      const body = { token: guess(), newPassword: PASSWORD };
      resets.push((await service.api.post('/v1/auth/password/reset', body, from('192.0.2.3'))).status);
      const token = { token: guess() };
      invitations.push((await api.post('/v1/invitations/accept', token, from('192.0.2.4'))).status);
    }
    expect(resets).toEqual([...times(10, 400), 429]);
    expect(invitations).toEqual([...times(10, 410), 429]);
  });
});

describe('the limit of one account', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await start({ rateLimits: LIMITS });
  });

  const guess = (email: string, i: number) => login(service, `192.0.2.${i}`, email, 'not the password');

  test.each(['a known', 'an unknown'])(
    'holds ten wrong passwords from ten addresses, for %s address',
    async (kind) => {
      const { id, api } = await service.api.register();
      const known = await service.credentialsOf(id);
      const email = kind === 'a known' ? known.email : `${randomUUID()}@example.org`;
      const wrong = [];
      for (let i = 1; i <= 10; i++) wrong.push(await guess(email, i));
      expect(statuses(wrong)).toEqual(times(10, 401));
      const refused = await login(service, '192.0.2.99', email.toUpperCase());
      expect(refused.status).toBe(429);
      expect(refused.body.error.code).toBe('RATE_LIMITED');
      expect(Number(refused.headers['retry-after'])).toBe(900);
      expect((await api.get('/v1/me')).status).toBe(200);
      service.clock.advance(900_000);
      expect((await login(service, '192.0.2.99', email)).status).toBe(kind === 'a known' ? 200 : 401);
    },
  );

  test('lets no more than ten of thirty guesses at once be compared', async () => {
    const { email } = await service.credentialsOf((await service.api.register()).id);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => guess(email, i)));
    expect(statuses(answers).sort()).toEqual([...times(10, 401), ...times(20, 429)]);
  });

  test('does not count who signs in', async () => {
    const { email } = await service.credentialsOf((await service.api.register()).id);
    const answers = [];
    for (let i = 0; i < 15; i++) answers.push(await login(service, `192.0.2.${i}`, email));
    expect(statuses(answers)).toEqual(times(15, 200));
  });
});
