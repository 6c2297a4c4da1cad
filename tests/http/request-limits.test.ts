import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import pg from 'pg';
import { FolderFileStore } from '../../adapters/files/folder-file-store.js';
import { ConcurrencyLimiter } from '../../adapters/http/request-limiters.js';
import type { BodyLimits } from '../../adapters/http/body-deadline.js';
import type { Route } from '../../adapters/http/route.js';
import { listen, type RunningServer } from '../../adapters/http/server.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { type Api, PASSWORD } from '../support/api.js';
import { LOCK_WAITS } from '../support/database/lock-waits.js';
import { type ServiceOptions, startService, type TestService } from '../support/service.js';
import { until, within } from '../support/until.js';
import { home, told } from './households/people.js';

describe('limits of concurrent and slow requests', () => {
  describe('simultaneous requests', () => {
    const ONE = { atWork: 1, waiting: 0, waitMs: 60_000 };

    let service: TestService;
    async function start(admission: ServiceOptions['admission']): Promise<void> {
      // The requests wait for the lock until the test releases it, so no time limit may end them on a slow machine.
      const database = {
        lockTimeoutMs: 600_000,
        statementTimeoutMs: 600_000,
        idleInTransactionTimeoutMs: 600_000,
      };
      service = await startService({ admission, database });
    }
    afterEach(() => service.close());

    const rename = (api: Api, path: string) => api.patch(path, { name: 'Renamed' });

    /** Locks the household while `work` runs, so that all requests that write to it wait. */
    async function whileHeld(path: string, work: () => Promise<void>): Promise<void> {
      await service.unitOfWork.run(async ({ households }) => {
        await households.findForUpdate(path.split('/').at(-1) as HouseholdId);
        await work();
      });
    }

    /** Waits until so many statements wait for a lock. */
    const stuck = (count: number) =>
      until(async () => (await service.query(LOCK_WAITS)).length === count, 'the requests wait for the lock');

    test('run up to the limit of a user, then wait, and are then refused with Retry-After', async () => {
      await start({ user: { atWork: 2, waiting: 1, waitMs: 60_000 } });
      const { path, owner, member } = await home(service.api);
      const elsewhere = await owner.api.household();
      const answers: { status: number; headers: Record<string, unknown> }[] = [];
      let sent: Promise<unknown>[] = [];
      await whileHeld(path, async () => {
        sent = Array.from({ length: 5 }, async () => answers.push(await rename(owner.api, path)));
        await until(() => answers.length === 2, 'two requests are answered');
        expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
          [429, '1'],
          [429, '1'],
        ]);
        expect(told(await owner.api.get(elsewhere))).toEqual([429, 'RATE_LIMITED']);
        expect((await member.api.get('/v1/me')).status).toBe(200);
      });
      await Promise.all(sent);
      expect(answers.map(({ status }) => status)).toEqual([429, 429, 200, 200, 200]);
      expect((await owner.api.get(elsewhere)).status).toBe(200);
    });

    test('run up to the limit of a household, regardless of the user', async () => {
      await start({ household: ONE });
      const { path, owner, member } = await home(service.api);
      let working: Promise<{ status: number }> | undefined;
      await whileHeld(path, async () => {
        working = rename(owner.api, path);
        await stuck(1);
        expect(told(await member.api.get(path))).toEqual([429, 'RATE_LIMITED']);
        expect((await member.api.get('/v1/me')).status).toBe(200);
      });
      expect((await working)?.status).toBe(200);
      expect((await member.api.get(path)).status).toBe(200);
    });

    test('are counted for every route with a session, except streams', async () => {
      await start({ user: ONE });
      const { path, owner } = await home(service.api);
      const addressOf = (route: string) =>
        route.replace('/v1/households/{householdId}', path).replaceAll(/\{\w+\}/g, () => randomUUID());
      let working: Promise<unknown> | undefined;
      await whileHeld(path, async () => {
        working = rename(owner.api, path);
        await stuck(1);
        expect((await owner.api.call('HEAD', `${path}/events`)).status).toBe(200);
        for (const { operationId, access, endless, method, path: route } of service.routes) {
          if (endless || operationId === 'streamProbe') continue;
          const { status } = await owner.api.call(method.toUpperCase(), addressOf(route), {
            ...(method !== 'get' && { body: {} }),
          });
          // The limit applies to sessions, not to displays.
          const isLimited = access === 'session' || access === 'member';
          expect({ operationId, isLimited: status === 429 }).toEqual({ operationId, isLimited });
        }
      });
      await working;
    });

    test('hold a slot only until the last piece of a long answer is created', async () => {
      await start({ user: ONE });
      const { owner } = await home(service.api);
      const other = new pg.Client({ connectionString: service.connectionString });
      await other.connect();
      await other.query('begin; lock table notifications');
      const exported = owner.api.get('/v1/me/export');
      await stuck(1);
      expect(told(await owner.api.get('/v1/me'))).toEqual([429, 'RATE_LIMITED']);
      await other.query('rollback');
      await other.end();
      expect((await exported).status).toBe(200);
      expect((await owner.api.get('/v1/me')).status).toBe(200);
    });

    test('for the feeds of a household run up to the limit, then wait, and are then refused. Later reads succeed again', async () => {
      const one = { atWork: 1, waiting: 1, waitMs: 60_000 };
      await start({ feedsOfHousehold: one, feeds: one });
      const feedOf = async (api: Api, path: string) => {
        const { body } = await api.post('/v1/me/feeds', { householdId: path.split('/').at(-1) });
        return new URL(body.url as string).pathname;
      };
      const { path, owner } = await home(service.api);
      const address = await feedOf(owner.api, path);
      const elsewhere = await feedOf(owner.api, await owner.api.household());
      const read = (of: string) => service.api.as(null).get(of);
      expect((await read(elsewhere)).status).toBe(200);
      const other = new pg.Client({ connectionString: service.connectionString });
      await other.connect();
      await other.query('begin; lock table categories');
      const working = read(address);
      await stuck(1);
      // One of the two has to wait. So the one that is answered first must be the refused one.
      const others = [read(address), read(address)];
      expect(told(await Promise.race(others))).toEqual([429, 'RATE_LIMITED']);
      await other.query('rollback');
      await other.end();
      const statuses = (await Promise.all([working, ...others])).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 200, 429]);
      expect((await read(elsewhere)).status).toBe(200);
    });

    test('of another user are served while one user has all slots taken', async () => {
      // The usual limits, but with enough time for fifty quick adds on a busy machine.
      await start({
        user: { atWork: 3, waiting: 60, waitMs: 60_000 },
        household: { atWork: 5, waiting: 60, waitMs: 60_000 },
      });
      const { path, owner, member } = await home(service.api);
      const own = await member.api.household();
      const sent: Promise<unknown>[] = [];
      await whileHeld(path, async () => {
        for (let i = 0; i < 60; i++) sent.push(rename(owner.api, path));
        await stuck(3);
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, i) => member.api.post(`${own}/tasks/quick`, { text: `task ${i}` })),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      });
      await Promise.all(sent);
    });
  });

  describe('ConcurrencyLimiter', () => {
    const REFUSED = { code: 'RATE_LIMITED', details: { retryInMs: 1_000 } };

    test('admits requests of each key in the order in which they came', async () => {
      const limiter = new ConcurrencyLimiter({ atWork: 1, waiting: 2, waitMs: 60_000 });
      const order: string[] = [];
      const enter = async (name: string) => {
        await limiter.enter('one');
        order.push(name);
      };
      await enter('first');
      const [second, third] = [enter('second'), enter('third')];
      await expect(limiter.enter('one')).rejects.toMatchObject(REFUSED);
      await limiter.enter('another');
      expect(order).toEqual(['first']);
      limiter.leave('one');
      await second;
      expect(order).toEqual(['first', 'second']);
      limiter.leave('one');
      await third;
      expect(order).toEqual(['first', 'second', 'third']);
    });

    test('refuses a request that has waited too long, and does not keep a slot for it', async () => {
      const limiter = new ConcurrencyLimiter({ atWork: 1, waiting: 1, waitMs: 1 });
      await limiter.enter('one');
      await expect(limiter.enter('one')).rejects.toMatchObject(REFUSED);
      limiter.leave('one');
      await expect(limiter.enter('one')).resolves.toBeUndefined();
    });

    test('lets a request that already had a slot wait for another slot, even if a new request would be refused', async () => {
      const limiter = new ConcurrencyLimiter({ atWork: 1, waiting: 0, waitMs: 1 });
      await limiter.enter('one');
      const again = limiter.reenter('one');
      await expect(limiter.enter('one')).rejects.toMatchObject(REFUSED);
      limiter.leave('one');
      await expect(again).resolves.toBeUndefined();
    });
  });

  describe('slow request bodies', () => {
    const FOREVER = 60_000;
    const MB = 1_048_576;
    const HEAD = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    const TAIL = '\r\n--xx--\r\n';

    let folder: string;
    let service: TestService;
    let server: Promise<RunningServer> | undefined;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'slow-'));
      service = await startService({ fileStore: new FolderFileStore(folder) });
    });
    afterEach(async () => {
      await (await server)?.close();
      server = undefined;
    });
    afterAll(async () => {
      await service.close();
      await rm(folder, { recursive: true });
    });

    /**
     * Creates a household with a task. Returns the addresses of all routes that accept a file, for this task.
     */
    async function uploads() {
      const { path: at, owner } = await home(service.api);
      const { body } = await owner.api.post(`${at}/tasks`, { title: 'Paper' });
      const addresses = service.routes
        .filter(({ upload }) => upload)
        .map((row) =>
          row.path.replace('/v1/households/{householdId}', at).replace('{occurrenceId}', body.id),
        );
      expect(addresses.length).toBeGreaterThan(0);
      expect(addresses.join()).not.toContain('{');
      return { at, token: String(owner.api.token), addresses };
    }

    /**
     * Opens a connection and sends the beginning of a request. `untilClosed` waits until the server has closed the
     * connection, and returns everything that the server has sent.
     */
    async function begin(limits: BodyLimits, head: string) {
      server ??= listen(service.api.app, { host: '127.0.0.1', port: 0 }, limits);
      const socket = connect((await server).port, '127.0.0.1');
      const answer: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => answer.push(chunk)).on('error', () => undefined);
      const closed = new Promise<string>((resolve) => {
        socket.on('close', () => resolve(Buffer.concat(answer).toString()));
      });
      await once(socket, 'connect');
      socket.write(head);
      return { socket, untilClosed: () => within(closed, 'the server has closed the connection') };
    }

    const beginUpload = (limits: BodyLimits, address: string, token: string, length: number) =>
      begin(
        limits,
        `POST ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
          'X-Requested-With: app\r\nContent-Type: multipart/form-data; boundary=xx\r\n' +
          `Content-Length: ${length + HEAD.length + TAIL.length}\r\n\r\n${HEAD}`,
      );

    /** Sends one piece after the other, until all are sent or the server closes the connection. */
    async function trickle(socket: Socket, piece: string, times: number, everyMs: number): Promise<void> {
      for (let sent = 0; sent < times && !socket.destroyed && socket.writable; sent++) {
        socket.write(piece);
        await delay(everyMs);
      }
    }

    const rowsOf = (at: string) =>
      service.query(`select from attachments where household_id = '${at.split('/').at(-1)}'`);
    async function expectNothingIsLeft(at: string): Promise<void> {
      await until(async () => (await rowsOf(at)).length === 0, 'the row of the upload is removed');
      await until(
        async () => (await readdir(path.join(folder, '.unfinished'))).length === 0,
        'the unfinished file is removed',
      );
      expect(await readdir(folder)).not.toContain(at.split('/').at(-1));
    }

    describe('an upload', () => {
      test('arrives if it is slow but steady', async () => {
        const { token, addresses } = await uploads();
        const pieces = 20;
        for (const address of addresses) {
          // The pieces take longer than the normal deadline of a body, which an upload does not have.
          const limits = { wholeMs: 2_000, uploadMs: FOREVER, silenceMs: FOREVER };
          const { socket, untilClosed } = await beginUpload(limits, address, token, 10 * MB);
          await trickle(socket, 'a'.repeat((10 * MB) / pieces), pieces, 150);
          socket.write(TAIL);
          expect(await untilClosed()).toMatch(/^HTTP\/1\.1 201 /);
        }
      });

      test('is cut off if it pauses too long, and its reserved space is freed', async () => {
        const { at, token, addresses } = await uploads();
        for (const address of addresses) {
          const limits = { wholeMs: FOREVER, uploadMs: FOREVER, silenceMs: 500 };
          const { socket, untilClosed } = await beginUpload(limits, address, token, 10 * MB);
          socket.write('a'.repeat(MB));
          expect(await untilClosed()).toMatch(/^HTTP\/1\.1 408 /);
          await expectNothingIsLeft(at);
        }
      });

      test('is cut off at the deadline although bytes keep arriving', async () => {
        const { at, token, addresses } = await uploads();
        for (const address of addresses) {
          const limits = { wholeMs: FOREVER, uploadMs: 700, silenceMs: FOREVER };
          const { socket, untilClosed } = await beginUpload(limits, address, token, 10 * MB);
          await trickle(socket, 'a', 1_000, 20);
          expect(await untilClosed()).toMatch(/^HTTP\/1\.1 408 /);
          await expectNothingIsLeft(at);
        }
      });

      test('has only the normal deadline of a body if it has no session', async () => {
        const { addresses } = await uploads();
        for (const address of addresses) {
          const limits = { wholeMs: 2_000, uploadMs: FOREVER, silenceMs: FOREVER };
          const { socket, untilClosed } = await beginUpload(limits, address, 'nobody', 10 * MB);
          await trickle(socket, 'a', 1_000, 20);
          expect(await untilClosed()).toMatch(/^HTTP\/1\.1 401 /);
        }
      });
    });

    const ID = '01900000-0000-7000-8000-000000000001';
    const addressOf = ({ path: template }: Route) => template.replaceAll(/\{\w+\}/g, ID);

    test('have the normal deadline on all routes without upload', async () => {
      const limits = { wholeMs: 300, uploadMs: FOREVER, silenceMs: FOREVER };
      const rows = service.routes.filter(({ method, upload }) => method !== 'get' && !upload);
      expect(rows.length).toBeGreaterThan(50);
      const answers = await Promise.all(
        rows.map(async (row) => {
          const { socket, untilClosed } = await begin(
            limits,
            `${row.method.toUpperCase()} ${addressOf(row)} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n`,
          );
          await trickle(socket, ' ', 900, 20);
          return [row.operationId, (await untilClosed()).slice(0, 12)];
        }),
      );
      expect(answers).toEqual(rows.map(({ operationId }) => [operationId, 'HTTP/1.1 408']));
    });
  });

  describe('listening on a port', () => {
    const app = express();

    test('explains that the port is in use and what the operator can do', async () => {
      const first = await listen(app, { host: '127.0.0.1', port: 0 });
      const second = listen(app, { host: '127.0.0.1', port: first.port });
      await expect(second).rejects.toThrow(
        `Port ${first.port} of 127.0.0.1 is in use. Stop the program that listens there, or set PORT to another port.`,
      );
      await first.close();
    });

    test('explains that the address belongs to another machine', async () => {
      const elsewhere = listen(app, { host: '192.0.2.1', port: 0 });
      await expect(elsewhere).rejects.toThrow(/192\.0\.2\.1 is not an address of this machine\. Set HOST/);
      await expect(elsewhere).rejects.toBeInstanceOf(OperatorError);
    });
  });
});

describe('rate limits', () => {
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
  /** Returns the headers of a request that comes from this address through a proxy. */
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const login = (
    { api }: TestService,
    address: string,
    email = `${randomUUID()}@example.org`,
    password = PASSWORD,
  ) => api.post('/v1/auth/login', { email, password }, from(address));
  const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);
  const times = (count: number, status: number) => Array.from({ length: count }, () => status);

  describe('the rate limit of sign-in routes', () => {
    test('is shared by two processes and by the routes for sign-in, registration and lost passwords', async () => {
      const one = await start({ rateLimits: LIMITS });
      const other = await one.another();
      running.unshift(other);
      const answers = [];
      for (let i = 0; i < 5; i++)
        answers.push(await login(one, '192.0.2.1'), await login(other, '192.0.2.1'));
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

    test('admits ten of thirty requests at the same time to two processes', async () => {
      const one = await start({ rateLimits: LIMITS });
      const other = await one.another();
      running.unshift(other);
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => login(i % 2 === 0 ? one : other, '192.0.2.1')),
      );
      expect(statuses(answers).sort()).toEqual([...times(10, 401), ...times(20, 429)]);
    });

    test.each([
      ['2001:db8:1:2::1', '2001:db8:1:ff:abcd::9', 'one limit because they are in the same /56', 429],
      ['2001:db8:1:2::1', '2001:db8:1:100::1', 'separate limits because they are in different /56', 401],
      ['::ffff:192.0.2.7', '192.0.2.7', 'one limit because they are the same address in two notations', 429],
    ])('gives the IP addresses %s and %s %s', async (first, second, _name, status) => {
      const service = await start({ rateLimits: { global: 100_000, auth: 1 } });
      expect((await login(service, first)).status).toBe(401);
      expect((await login(service, second)).status).toBe(status);
    });

    test('admits requests and logs an error while its store is down', async () => {
      const service = await start({ rateLimits: { global: 100_000, auth: 1 } });
      await service.query('drop table rate_limits');
      const { email } = await service.credentialsOf((await service.api.register()).id);
      for (let i = 0; i < 3; i++) expect((await login(service, '192.0.2.1', email)).status).toBe(200);
      const noticed = service.logger.events('error').map(({ message, failures }) => [message, failures]);
      expect(noticed[0]).toEqual(['rate limiter unavailable, allowing requests', 1]);
      expect(noticed.at(-1)).toEqual(['rate limiter unavailable, allowing requests', noticed.length]);
      expect((await service.api.get('/health/ready')).status).toBe(200);
    });

    test('is not used for GET /v1/meta, which has the global limit', async () => {
      const { api } = await start({ rateLimits: { global: 3, auth: 1 } });
      expect((await api.get('/v1/meta')).status).toBe(200);
      await api.get('/v1/meta');
      await api.get('/v1/meta');
      const refused = await api.get('/v1/meta');
      expect(told(refused)).toEqual([429, 'RATE_LIMITED']);
      expect(refused.headers['retry-after']).toBeDefined();
    });

    test('does not apply to GET /health/live, nor does the global limit', async () => {
      const service = await start({ rateLimits: { global: 2, auth: 1 } });
      for (let i = 0; i < 20; i++) expect((await service.api.get('/health/live')).status).toBe(200);
    });

    test('applies to registration', async () => {
      const service = await start({ rateLimits: LIMITS });
      const register = (email: string) =>
        service.api.post('/v1/auth/register', { email, password: PASSWORD }, from('192.0.2.1'));
      await register('taken@example.org');
      const answers = [];
      for (let i = 0; i < 10; i++) answers.push(await register('taken@example.org'));
      expect(statuses(answers)).toEqual([...times(9, 409), 429]);
    });

    test('applies to attempts to guess the token of a password reset or an invitation', async () => {
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

  describe('the rate limit of an account', () => {
    let service: TestService;
    beforeEach(async () => {
      service = await start({ rateLimits: LIMITS });
    });

    const guess = (email: string, i: number) => login(service, `192.0.2.${i}`, email, 'not the password');

    test.each(['a known', 'an unknown'])(
      'refuses more than ten wrong passwords from ten IP addresses for %s e-mail address',
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

    test('admits at most ten of thirty wrong passwords at the same time', async () => {
      const { email } = await service.credentialsOf((await service.api.register()).id);
      const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => guess(email, i)));
      expect(statuses(answers).sort()).toEqual([...times(10, 401), ...times(20, 429)]);
    });

    test('does not count successful sign-ins', async () => {
      const { email } = await service.credentialsOf((await service.api.register()).id);
      const answers = [];
      for (let i = 0; i < 15; i++) answers.push(await login(service, `192.0.2.${i}`, email));
      expect(statuses(answers)).toEqual(times(15, 200));
    });
  });
});
