import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import express from 'express';
import type { HouseholdId } from '../../domain/shared/ids.js';
import { LOCK_WAITS } from '../support/database/lock-waits.js';
import type { Api } from '../support/api.js';
import { startService, type ServiceOptions, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { home, told } from './households/people.js';
import { Turnstile } from '../../adapters/http/admission/admission.js';
import { FolderFileStore } from '../../adapters/files/folder-file-store.js';
import type { BodyLimits } from '../../adapters/http/body-deadline.js';
import type { Route } from '../../adapters/http/route.js';
import { listen, type RunningServer } from '../../adapters/http/server.js';
import { OperatorError } from '../../application/shared/operator-error.js';

describe('of requests that come at once', () => {
  const ONE = { atWork: 1, waiting: 0, waitMs: 60_000 };

  let service: TestService;
  async function start(admission: ServiceOptions['admission']): Promise<void> {
    // A lock is waited for until the test gives it back, however long the machine takes.
    service = await startService({ admission, database: { lockTimeoutMs: 600_000 } });
  }
  afterEach(() => service.close());

  const rename = (api: Api, path: string) => api.patch(path, { name: 'Renamed' });

  /** While `work` runs, whoever writes to that household is at work and does not get on. */
  async function whileHeld(path: string, work: () => Promise<void>): Promise<void> {
    await service.unitOfWork.run(async ({ households }) => {
      await households.findForUpdate(path.split('/').at(-1) as HouseholdId);
      await work();
    });
  }

  /** Waits until so many statements wait for a lock. */
  const stuck = (count: number) =>
    until(async () => (await service.query(LOCK_WAITS)).length === count, 'the requests wait for the lock');

  test('one user has some at work, some wait, and more are refused and told when to come again', async () => {
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

  test('one household has some at work, whoever they are of', async () => {
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

  test('every route for a session is counted, and none without one, nor a stream', async () => {
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
        expect(operationId).toEqual(operationId);
        // A session is no display.
        expect(status === 429).toEqual(access === 'session' || access === 'member');
      }
    });
    await working;
  });

  test('what is made while the client takes it takes a place for each piece, and none in between', async () => {
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

  test('lets calendar addresses of other households be read while those of one wait', async () => {
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
    // One of the two has to wait, so the one that is answered first was refused.
    const others = [read(address), read(address)];
    expect(told(await Promise.race(others))).toEqual([429, 'RATE_LIMITED']);
    await other.query('rollback');
    await other.end();
    const statuses = (await Promise.all([working, ...others])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 429]);
    expect((await read(elsewhere)).status).toBe(200);
  });

  test('a user with all places taken does not keep fifty quick adds of another from being served', async () => {
    // The usual places, with all the time that fifty quick adds take on a busy machine.
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

describe('a turnstile', () => {
  const REFUSED = { code: 'RATE_LIMITED', details: { retryInMs: 1_000 } };

  test('lets in first who came first, and each key for itself', async () => {
    const turnstile = new Turnstile({ atWork: 1, waiting: 2, waitMs: 60_000 });
    const order: string[] = [];
    const enter = async (name: string) => {
      await turnstile.enter('one');
      order.push(name);
    };
    await enter('first');
    const [second, third] = [enter('second'), enter('third')];
    await expect(turnstile.enter('one')).rejects.toMatchObject(REFUSED);
    await turnstile.enter('another');
    expect(order).toEqual(['first']);
    turnstile.leave('one');
    await second;
    expect(order).toEqual(['first', 'second']);
    turnstile.leave('one');
    await third;
    expect(order).toEqual(['first', 'second', 'third']);
  });

  test('refuses whoever has waited too long, and keeps no place for them', async () => {
    const turnstile = new Turnstile({ atWork: 1, waiting: 1, waitMs: 1 });
    await turnstile.enter('one');
    await expect(turnstile.enter('one')).rejects.toMatchObject(REFUSED);
    turnstile.leave('one');
    await expect(turnstile.enter('one')).resolves.toBeUndefined();
  });

  test('whoever was let in once waits without being refused', async () => {
    const turnstile = new Turnstile({ atWork: 1, waiting: 0, waitMs: 1 });
    await turnstile.enter('one');
    const again = turnstile.enterAgain('one');
    await expect(turnstile.enter('one')).rejects.toMatchObject(REFUSED);
    turnstile.leave('one');
    await expect(again).resolves.toBeUndefined();
  });
});

describe('slow bodies', () => {
  const FOREVER = 60_000;
  const MB = 1_048_576;
  const HEAD = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const TAIL = '\r\n--xx--\r\n';

  let folder: string;
  let service: TestService;
  let server: RunningServer | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slow-'));
    service = await startService({ fileStore: new FolderFileStore(folder) });
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  /** Every route that takes a file, on a task of a household of its own. */
  async function uploads() {
    const { path: at, owner } = await home(service.api);
    const { body } = await owner.api.post(`${at}/tasks`, { title: 'Paper' });
    const addresses = service.routes
      .filter(({ upload }) => upload)
      .map((row) => row.path.replace('/v1/households/{householdId}', at).replace('{occurrenceId}', body.id));
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.join()).not.toContain('{');
    return { at, token: String(owner.api.token), addresses };
  }

  /** A connection on which the beginning of a request is sent, and all that comes back until it ends. */
  async function begin(limits: BodyLimits, head: string) {
    server ??= await listen(service.api.app, { host: '127.0.0.1', port: 0 }, limits);
    const socket = connect(server.port, '127.0.0.1');
    const answer: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => answer.push(chunk)).on('error', () => undefined);
    const closed = new Promise<string>((resolve) => {
      socket.on('close', () => resolve(Buffer.concat(answer).toString()));
    });
    await once(socket, 'connect');
    socket.write(head);
    return { socket, closed };
  }

  const beginUpload = (limits: BodyLimits, address: string, token: string, length: number) =>
    begin(
      limits,
      `POST ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        'X-Requested-With: app\r\nContent-Type: multipart/form-data; boundary=xx\r\n' +
        `Content-Length: ${length + HEAD.length + TAIL.length}\r\n\r\n${HEAD}`,
    );

  /** One piece after the other, until all are sent or the other side has had enough. */
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
    test('that is slow and steady arrives, however long the rest may take', async () => {
      const { token, addresses } = await uploads();
      const pieces = 20;
      for (const address of addresses) {
        const limits = { wholeMs: 500, uploadMs: FOREVER, silenceMs: FOREVER };
        const { socket, closed } = await beginUpload(limits, address, token, 10 * MB);
        await trickle(socket, 'a'.repeat((10 * MB) / pieces), pieces, 50);
        socket.write(TAIL);
        expect(await closed).toMatch(/^HTTP\/1\.1 201 /);
      }
    });

    test('that falls silent is cut, and what it reserved is given back', async () => {
      const { at, token, addresses } = await uploads();
      for (const address of addresses) {
        const limits = { wholeMs: FOREVER, uploadMs: FOREVER, silenceMs: 500 };
        const { socket, closed } = await beginUpload(limits, address, token, 10 * MB);
        socket.write('a'.repeat(MB));
        expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
        await expectNothingIsLeft(at);
      }
    });

    test('is cut in the end, although something comes all the time', async () => {
      const { at, token, addresses } = await uploads();
      for (const address of addresses) {
        const limits = { wholeMs: FOREVER, uploadMs: 700, silenceMs: FOREVER };
        const { socket, closed } = await beginUpload(limits, address, token, 10 * MB);
        await trickle(socket, 'a', 1_000, 20);
        expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
        await expectNothingIsLeft(at);
      }
    });

    test('of somebody unknown has no longer than any other body', async () => {
      const { addresses } = await uploads();
      for (const address of addresses) {
        const limits = { wholeMs: 300, uploadMs: FOREVER, silenceMs: FOREVER };
        const { socket, closed } = await beginUpload(limits, address, 'nobody', 10 * MB);
        await trickle(socket, 'a', 1_000, 20);
        expect(await closed).toMatch(/^HTTP\/1\.1 401 /);
      }
    });
  });

  const ID = '01900000-0000-7000-8000-000000000001';
  const addressOf = ({ path: template }: Route) => template.replaceAll(/\{\w+\}/g, ID);

  test('every other body has its time, whatever comes of it meanwhile', async () => {
    const limits = { wholeMs: 300, uploadMs: FOREVER, silenceMs: FOREVER };
    const rows = service.routes.filter(({ method, upload }) => method !== 'get' && !upload);
    expect(rows.length).toBeGreaterThan(50);
    const answers = await Promise.all(
      rows.map(async (row) => {
        const { socket, closed } = await begin(
          limits,
          `${row.method.toUpperCase()} ${addressOf(row)} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n`,
        );
        await trickle(socket, ' ', 900, 20);
        return [row.operationId, (await closed).slice(0, 12)];
      }),
    );
    expect(answers).toEqual(rows.map(({ operationId }) => [operationId, 'HTTP/1.1 408']));
  });
});

describe('listening', () => {
  const app = express();

  test('a port that is taken is said in a sentence, with what to do', async () => {
    const first = await listen(app, { host: '127.0.0.1', port: 0 });
    const second = listen(app, { host: '127.0.0.1', port: first.port });
    await expect(second).rejects.toThrow(
      `Port ${first.port} of 127.0.0.1 is taken: stop what listens there, or set PORT to another one.`,
    );
    await first.close();
  });

  test('so is an address of another machine', async () => {
    const elsewhere = listen(app, { host: '192.0.2.1', port: 0 });
    await expect(elsewhere).rejects.toThrow(/192\.0\.2\.1 is no address of this machine: set HOST/);
    await expect(elsewhere).rejects.toBeInstanceOf(OperatorError);
  });
});
