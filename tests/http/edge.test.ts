import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listen, type RunningServer } from '../../adapters/http/server.js';
import { aSignal } from '../support/signal.js';
import { startService, type TestService } from '../support/service.js';
import { within } from '../support/until.js';

let service: TestService;
let server: RunningServer;
beforeAll(async () => {
  service = await startService({ database: { poolSize: 2, connectionTimeoutMs: 1_000, lockTimeoutMs: 300 } });
  server = await listen(service.api.app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

/** What comes back for these bytes until the server ends the connection. */
async function sendBytes(...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

const url = (path: string) => `http://127.0.0.1:${server.port}${path}`;

describe('a request for an absolute address', () => {
  const ask = (target: string) => sendBytes(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

  test.each(['http://x/health/live', 'https://someone:word@x:81/health/live?a=b', '/health/live'])(
    '%s is one for its path',
    async (target) => {
      expect(await ask(target)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  test.each(['http://[/v1/me', 'http://x:99999/v1/me', 'http://', 'http:', 'x:/v1/me', 'health/live'])(
    '%s is none',
    async (target) => {
      const answer = await ask(target);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":"VALIDATION_FAILED"');
    },
  );
});

describe('what is not HTTP', () => {
  test.each<[string, string | Buffer, number]>([
    ['garbage', '\x16\x03\x01\x02\x00\x01\x00 hello\r\n\r\n', 400],
    ['random bytes', Buffer.from([...Array(256).keys()]), 400],
    ['a header of 20 kB', `GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address of 20 kB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'two lengths',
      'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['no host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'an unknown expectation',
      'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 0\r\n\r\n',
      417,
    ],
    ['a header with NUL', 'GET /health/live HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 400],
  ])('%s is answered with the envelope, and the connection ends', async (_name, bytes, status) => {
    const answer = await sendBytes(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/\r\nX-Request-Id: [\w-]+/i);
    expect(head).toMatch(/\r\nConnection: close/i);
    expect(JSON.parse(body).error.code).toBe('VALIDATION_FAILED');
    expect((await fetch(url('/health/live'))).status).toBe(200);
  });

  test('a body that is shorter than it claims holds nobody up', async () => {
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"email":');
    expect((await fetch(url('/health/live'))).status).toBe(200);
    socket.destroy();
    await once(socket, 'close');
    expect((await fetch(url('/health/live'))).status).toBe(200);
  });
});

test.each([
  ['says nothing', ''],
  ['stops amid its first request', 'GET /health/live HTTP/1.1\r\nHost:'],
])('a connection that %s does not hold up the end', async (_name, bytes) => {
  const ending = await listen(service.api.app, { host: '127.0.0.1', port: 0 });
  const socket = connect(ending.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  await within(ending.close(), 'the server has closed');
  socket.destroy();
});

test('traceparent is accepted', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  expect((await service.api.get('/health/live', { headers: { traceparent } })).status).toBe(200);
});

test('another origin is told nothing that would let it in', async () => {
  const origin = 'https://evil.example.org';
  const preflight = await service.api.call('OPTIONS', '/v1/me', {
    headers: { origin, 'access-control-request-method': 'PATCH' },
  });
  const plain = await service.api.get('/v1/me', { headers: { origin } });
  for (const { headers } of [preflight, plain])
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('the header’s name counts in any case', async () => {
  const { api } = await service.api.register();
  const answer = await api.call('POST', '/v1/households', {
    headers: { 'x-requested-with': undefined, 'X-REQUESTED-WITH': 'app' },
    body: { name: 'Home' },
  });
  expect(answer.status).toBe(201);
});

describe('a database that does not get on', () => {
  test('a row that is locked for too long gives 503, and the request can be sent again', async () => {
    const { api, id } = await service.api.register();
    const [locked, release] = [aSignal(), aSignal()];
    const holding = service.unitOfWork.run(async ({ accounts }) => {
      await accounts.findForUpdate(id as never);
      locked.give();
      await release.given;
    });
    await locked.given;
    const refused = await api.patch('/v1/me', { displayName: 'Ana' });
    release.give();
    await holding;
    expect(refused.status).toBe(503);
    expect(refused.body.error.code).toBe('UNAVAILABLE');
    expect(refused.headers['retry-after']).toBe('1');
    expect(service.logger.events('warn')).toContainEqual(
      expect.objectContaining({
        message: 'request refused, service unavailable',
        requestId: refused.headers['x-request-id'],
      }),
    );
    expect((await api.patch('/v1/me', { displayName: 'Ana' })).status).toBe(200);
  });

  test('with all connections taken, requests get 503 and /health/live answers 200', async () => {
    const people = await Promise.all(Array.from({ length: 34 }, () => service.api.register()));
    const [release, ...taken] = [aSignal(), aSignal(), aSignal()];
    const holding = taken.map((one) =>
      service.unitOfWork.run(async () => {
        one.give();
        await release.given;
      }),
    );
    await Promise.all(taken.map(({ given }) => given));
    const asking = people.map(({ auth }) => ({ authorization: `Bearer ${auth['accessToken']}` }));
    // No user has more than three at work, which would wait for each other.
    const waiting = [...asking, ...asking, ...asking].map(async (headers) => {
      const answer = await fetch(url('/v1/me'), { headers });
      return { status: answer.status, body: (await answer.json()) as any };
    });
    const live = await fetch(url('/health/live'));
    const ready = await fetch(url('/health/ready'));
    expect(live.status).toBe(200);
    expect(ready.status).toBe(503);
    const answers = await within(
      Promise.all(waiting),
      'every request is answered while all connections are taken',
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error?.code}`))).toEqual(
      new Set(['503 UNAVAILABLE']),
    );
    release.give();
    await Promise.all(holding);
    expect((await fetch(url('/v1/me'), asking.slice(0, 1).map((headers) => ({ headers }))[0])).status).toBe(
      200,
    );
  });

  test('without a database the process lives and is not ready', async () => {
    const other = service.failing('postgres://nobody@127.0.0.1:1/none');
    expect((await other.api.get('/health/live')).status).toBe(200);
    for (const path of ['/health/ready', '/healthz']) {
      expect((await other.api.get(path)).status).toBe(503);
      expect((await other.api.get(path)).body.error.code).toBe('UNAVAILABLE');
    }
    await other.close();
  });
});
