import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listen, type RunningServer } from '../../adapters/http/server.js';
import { shareServiceInFile } from '../support/fresh-service.js';
import { startService, type TestService } from '../support/service.js';
import { aSignal } from '../support/signal.js';
import { within } from '../support/until.js';

const freshService = shareServiceInFile();

let service: TestService;

describe('routes', () => {
  let home: string;
  let token: string;

  beforeAll(async () => {
    service = await freshService();
    const { api, auth } = await service.api.register();
    token = auth['accessToken'];
    home = await api.household();
  });

  const NO_ID = '00000000-0000-7000-8000-000000000000';
  const cursorOf = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  const JSON_TYPE = { 'content-type': 'application/json' };

  describe('answers', () => {
    test.each<[string, string, string, Record<string, string>, string | undefined, number, string]>([
      ['an unknown route', 'GET', '/v1/nothing', {}, undefined, 404, 'NOT_FOUND'],
      ['an unknown route outside /v1', 'GET', '/favicon.ico', {}, undefined, 404, 'NOT_FOUND'],
      ['a wrong method', 'PUT', '/v1/me', {}, undefined, 405, 'METHOD_NOT_ALLOWED'],
      ['a GET request to a mutation', 'GET', '/v1/auth/login', {}, undefined, 405, 'METHOD_NOT_ALLOWED'],
      ['bad percent-encoding', 'GET', '/v1/households/%zz', {}, undefined, 400, 'VALIDATION_FAILED'],
      ['malformed JSON', 'POST', '/v1/households', JSON_TYPE, '{"name":', 400, 'VALIDATION_FAILED'],
      ['a list as body', 'POST', '/v1/households', JSON_TYPE, '[]', 400, 'VALIDATION_FAILED'],
      ['text as body', 'POST', '/v1/households', JSON_TYPE, '"x"', 400, 'VALIDATION_FAILED'],
      ['a number as body', 'POST', '/v1/households', JSON_TYPE, '1', 400, 'VALIDATION_FAILED'],
      ['null as body', 'POST', '/v1/households', JSON_TYPE, 'null', 400, 'VALIDATION_FAILED'],
      ['no body', 'POST', '/v1/households', {}, undefined, 400, 'VALIDATION_FAILED'],
      [
        'a form',
        'POST',
        '/v1/households',
        { 'content-type': 'application/x-www-form-urlencoded' },
        'name=x',
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      [
        'plain text',
        'POST',
        '/v1/households',
        { 'content-type': 'text/plain' },
        '{"name":"x"}',
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      [
        'an unknown encoding',
        'POST',
        '/v1/households',
        { ...JSON_TYPE, 'content-encoding': 'rot13' },
        '{}',
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      [
        'half of a surrogate pair in text',
        'POST',
        '/v1/households',
        JSON_TYPE,
        '{"name":"\\ud800"}',
        400,
        'VALIDATION_FAILED',
      ],
      [
        'a body nested too deeply, in a field that is known or not',
        'POST',
        '/v1/households',
        JSON_TYPE,
        `{"name":${nested(600)},"other":${nested(60_000)}}`,
        400,
        'VALIDATION_FAILED',
      ],
      ['NUL in text', 'POST', '/v1/households', JSON_TYPE, '{"name":"a\\u0000b"}', 400, 'VALIDATION_FAILED'],
      [
        'a request with an unexpected value of X-Requested-With',
        'POST',
        '/v1/households',
        { ...JSON_TYPE, 'x-requested-with': 'XMLHttpRequest' },
        '{"name":"x"}',
        403,
        'CSRF_REJECTED',
      ],
      [
        'a request from another site',
        'POST',
        '/v1/households',
        { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' },
        '{"name":"x"}',
        403,
        'CSRF_REJECTED',
      ],
    ])('contain the error envelope for %s', async (_name, method, path, headers, body, status, code) => {
      const response = await service.api
        .as(token)
        .call(method, path, { headers, ...(body !== undefined && { body }) });
      expect(response.status).toEqual(status);
      expect(response.body.error?.code).toEqual(code);
      expect(response.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
      expect(response.type).toBe('application/json');
      expect(Object.keys(response.body)).toEqual(['error']);
    });

    test('contain the error code PAYLOAD_TOO_LARGE for a body that is too large', async () => {
      const response = await service.api.as(token).post('/v1/households', { name: 'x'.repeat(300_000) });
      expect(response.status).toBe(413);
      expect(response.body.error.code).toBe('PAYLOAD_TOO_LARGE');
    });

    test('name the supported methods in the header Allow for a wrong method and for OPTIONS', async () => {
      const wrong = await service.api.as(token).call('PUT', '/v1/households');
      expect(wrong.headers['allow']).toBe('POST, GET, HEAD, OPTIONS');
      const options = await service.api.call('OPTIONS', '/v1/households');
      expect(options.status).toBe(204);
      expect(options.headers['allow']).toBe('POST, GET, HEAD, OPTIONS');
      expect(options.headers['access-control-allow-origin']).toBeUndefined();
      const document = await service.api.call('POST', '/openapi.json');
      expect(document.status).toBe(405);
      expect(document.headers['allow']).toBe('GET, HEAD, OPTIONS');
    });

    test('contain only a general message for an unexpected error, and the request id in a header', async () => {
      const failing = service.failing();
      const response = await failing.api.as(token).get('/v1/me', { headers: { 'x-request-id': 'trace-1' } });
      expect(response.status).toBe(500);
      expect(response.body).toEqual({
        error: { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side' },
      });
      expect(response.headers['x-request-id']).toBe('trace-1');
      expect(failing.errors).toEqual([expect.objectContaining({ requestId: 'trace-1' })]);
      await failing.close();
    });

    test('repeat the request id of the client only if it consists of harmless characters', async () => {
      const echoed = await service.api.get('/health/live', { headers: { 'x-request-id': 'a.b_c-1' } });
      const replaced = await service.api.get('/health/live', { headers: { 'x-request-id': 'a b' } });
      expect(echoed.headers['x-request-id']).toBe('a.b_c-1');
      expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  test('send the security headers', async () => {
    for (const path of ['/health/live', '/v1/me', '/nothing']) {
      const { headers } = await service.api.get(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-powered-by']).toBeUndefined();
    }
    const me = await service.api.as(token).get('/v1/me');
    expect(me.headers['cache-control']).toBe('no-store');
  });

  test('name every invalid field with its rule and a message, and never with its value', async () => {
    const response = await service.api.as(token).post(`${home}/tasks`, {
      title: 'x'.repeat(201),
      notes: 5,
      priority: 'SECRET-VALUE',
      date: '2026-02-30',
      durationMinutes: 0,
      checklist: ['item', { title: '' }],
      reminders: [1, -1],
    });
    expect(response.body.error.code).toBe('VALIDATION_FAILED');
    const rules = response.body.error.details.map((problem: any) => `${problem.field} ${problem.rule}`);
    expect(rules.sort()).toEqual([
      'checklist.0 isObject',
      'checklist.1.title notBlank',
      'date civilDate',
      'durationMinutes min',
      'notes isString',
      'priority isIn',
      'reminders min',
      'title maxLength',
    ]);
    for (const { message } of response.body.error.details) expect(message).toMatch(/\w/);
    expect(response.text).not.toContain('SECRET-VALUE');
  });

  test('are not affected by the keys __proto__ and constructor in a body', async () => {
    const call = {
      headers: JSON_TYPE,
      body: '{"name":"x","__proto__":{"role":"OWNER"},"constructor":{"prototype":{"y":1}}}',
    };
    const response = await service.api.as(token).call('POST', '/v1/households', call);
    expect(response.status).toBe(201);
    expect(({} as Record<string, unknown>)['y']).toBeUndefined();
  });

  test('refuse an object with the key constructor as a name', async () => {
    const response = await service.api
      .as(token)
      .post('/v1/households', { name: { constructor: { name: 'x' } } });
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].field).toBe('name');
  });

  test.each([
    ['a name with the key constructor', '{"name":{"constructor":{"prototype":{}}}}', 400],
    ['a body with the key constructor', '{"name":"x","constructor":1,"prototype":2}', 201],
    ['a nested object with the key constructor', '{"name":"x","a":[{"__proto__":{"constructor":"x"}}]}', 201],
  ])('do not treat %s as an instance of a class', async (_name, body, status) => {
    const call = { headers: JSON_TYPE, body };
    expect((await service.api.as(token).call('POST', '/v1/households', call)).status).toBe(status);
  });

  test('refuse bodies that are nested 30,000 levels deep', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const body = `{"name":"x","a":${open.repeat(30_000)}1${close.repeat(30_000)}}`;
      const { status } = await service.api
        .as(token)
        .call('POST', '/v1/households', { headers: JSON_TYPE, body });
      expect(status).toBe(400);
    }
  });

  test('accept unknown fields that are nested 16 levels deep but not 17, and use the last value if an object repeats a key', async () => {
    const deep = (levels: number) =>
      `{"name":"x","a":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}}`;
    const send = (body: string) =>
      service.api.as(token).call('POST', '/v1/households', { headers: JSON_TYPE, body });
    expect((await send(deep(16))).status).toBe(201);
    expect((await send(deep(17))).status).toBe(400);
    expect((await send('{"name":"a","name":"b"}')).body.name).toBe('b');
  });

  test.each([
    ['view=everything', 'view'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=abc', 'limit'],
    ['status=TODO&status=DONE', 'status'],
    ['status[]=TODO', 'status'],
    ['q[a]=1', 'q'],
    [`q=${'x'.repeat(101)}`, 'q'],
    ['from=2026-W05', 'from'],
    ['assignee=everyone', 'assignee'],
    ['categoryId=1', 'categoryId'],
    ['cursor=nonsense', 'cursor'],
    [`cursor=${Buffer.from('["x",1,2,3,4]').toString('base64url')}`, 'cursor'],
    [`cursor=${cursorOf('2026-01-01', 1440, '2026-01-01', 1, NO_ID)}`, 'cursor'],
    [`cursor=${cursorOf('2026-01-01', 0, '2026-01-01', 9e15, NO_ID)}`, 'cursor'],
    [`view=done&cursor=${cursorOf(-9e15, NO_ID)}`, 'cursor'],
    [`view=done&cursor=${cursorOf(8e15, NO_ID)}`, 'cursor'],
  ])('refuse the query %s', async (query, field) => {
    const response = await service.api.as(token).get(`${home}/occurrences?${query}`);
    expect(response.status).toBe(400);
    expect(response.body.error.details.map((problem: any) => problem.field)).toEqual([field]);
  });

  test.each([
    ['trash', [9e15, NO_ID]],
    ['swaps', [-9e15, NO_ID]],
    ['invitations', [9e15, NO_ID]],
    [`series/${NO_ID}/history`, [2e9, 0, NO_ID]],
  ])('refuse a cursor for %s with a time that is too far away to be a date', async (list, key) => {
    const response = await service.api.as(token).get(`${home}/${list}?cursor=${cursorOf(...key)}`);
    expect(response.status).toBe(400);
    expect(response.body.error.code).toBe('VALIDATION_FAILED');
  });

  test('send a content security policy: it forbids all content for the OpenAPI document, and does not upgrade requests to https for the interactive reference', async () => {
    const policies = await Promise.all(
      ['/docs/', '/openapi.json'].map(
        async (path) => (await service.api.get(path)).headers['content-security-policy'],
      ),
    );
    expect(policies[0]).not.toContain('upgrade-insecure-requests');
    expect(policies[1]).toBe("default-src 'none';frame-ancestors 'none'");
  });

  test('ignore unknown query parameters and body fields', async () => {
    const list = await service.api.as(token).get(`${home}/occurrences?colour=red`);
    const created = await service.api.as(token).post(`${home}/tasks`, {
      title: 'Bins',
      status: 'DONE',
      version: 9,
      id: 'mine',
      createdBy: 'me',
      isException: true,
    });
    expect(list.status).toBe(200);
    expect(created.body).toMatchObject({ status: 'TODO', version: 1, isException: false });
    expect(created.body.id).not.toBe('mine');
  });
});

describe('the HTTP server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    service = await startService({
      database: { poolSize: 2, connectionTimeoutMs: 1_000, lockTimeoutMs: 300 },
    });
    server = await listen(service.api.app, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });

  /** Sends these bytes and returns everything that the server answers until it closes the connection. */
  async function sendBytes(...parts: readonly (string | Buffer)[]): Promise<string> {
    const socket = connect(server.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    for (const part of parts) socket.write(part);
    await within(once(socket, 'close'), 'the server has closed the connection');
    return Buffer.concat(chunks).toString();
  }

  const url = (path: string) => `http://127.0.0.1:${server.port}${path}`;

  describe('the target of a request', () => {
    const ask = (target: string) =>
      sendBytes(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

    test.each(['http://x/health/live', 'https://someone:word@x:81/health/live?a=b', '/health/live'])(
      'may be a path or an absolute address with that path: %s',
      async (target) => {
        expect(await ask(target)).toMatch(/^HTTP\/1\.1 200 /);
      },
    );

    test.each(['http://[/v1/me', 'http://x:99999/v1/me', 'http://', 'http:', 'x:/v1/me', 'health/live'])(
      'is refused with 400 if it is malformed: %s',
      async (target) => {
        const answer = await ask(target);
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer).toContain('"code":"VALIDATION_FAILED"');
      },
    );
  });

  describe('a connection with a broken or unsupported request', () => {
    test.each<[string, string | Buffer, number]>([
      ['garbage', '\x16\x03\x01\x02\x00\x01\x00 hello\r\n\r\n', 400],
      ['random bytes', Buffer.from([...Array(256).keys()]), 400],
      ['a header of 20 kB', `GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      ['an address of 20 kB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
      ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
      [
        'two content lengths',
        'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
        400,
      ],
      [
        'a content length together with chunks',
        'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
      ],
      ['a request without Host header', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
      ['a CONNECT request', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
      [
        'an unknown expectation',
        'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 0\r\n\r\n',
        417,
      ],
      ['a header with NUL', 'GET /health/live HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 400],
    ])('gets the error envelope and is closed: %s', async (_name, bytes, status) => {
      const answer = await sendBytes(bytes);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head).toMatch(/\r\nX-Request-Id: [\w-]+/i);
      expect(head).toMatch(/\r\nConnection: close/i);
      expect(JSON.parse(body).error.code).toBe('VALIDATION_FAILED');
      expect((await fetch(url('/health/live'))).status).toBe(200);
    });

    test('does not block other requests if a body is too short', async () => {
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
    ['sends nothing', ''],
    ['stops in the middle of its first request', 'GET /health/live HTTP/1.1\r\nHost:'],
  ])('shuts down without waiting for a connection that %s', async (_name, bytes) => {
    const ending = await listen(service.api.app, { host: '127.0.0.1', port: 0 });
    const socket = connect(ending.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    if (bytes !== '') socket.write(bytes);
    await within(ending.close(), 'the server has closed');
    socket.destroy();
  });

  test('accepts the header traceparent', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect((await service.api.get('/health/live', { headers: { traceparent } })).status).toBe(200);
  });

  test('sends no CORS headers to other origins', async () => {
    const origin = 'https://evil.example.org';
    const preflight = await service.api.call('OPTIONS', '/v1/me', {
      headers: { origin, 'access-control-request-method': 'PATCH' },
    });
    const plain = await service.api.get('/v1/me', { headers: { origin } });
    for (const { headers } of [preflight, plain])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('accepts the name of the CSRF header in capital letters', async () => {
    const { api } = await service.api.register();
    const answer = await api.call('POST', '/v1/households', {
      headers: { 'x-requested-with': undefined, 'X-REQUESTED-WITH': 'app' },
      body: { name: 'Home' },
    });
    expect(answer.status).toBe(201);
  });

  describe('a slow or missing database', () => {
    test('leads to 503 for a row that is locked too long, and the request can be repeated', async () => {
      const { api, id } = await service.api.register();
      const [locked, release] = [aSignal(), aSignal()];
      const holding = service.unitOfWork.run(async ({ accounts }) => {
        await accounts.findForUpdate(id as never);
        locked.give();
        await release.given;
      });
      await within(locked.given, 'the other transaction has locked the account');
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

    test('leads to 503 while all connections are used, and /health/live still answers 200', async () => {
      // The accounts are registered one after the other. In parallel they would wait for one of the two
      // connections, for at most a second.
      const people: Awaited<ReturnType<typeof service.api.register>>[] = [];
      while (people.length < 34) people.push(await service.api.register());
      const [release, ...taken] = [aSignal(), aSignal(), aSignal()];
      const holding = taken.map((one) =>
        service.unitOfWork.run(async () => {
          one.give();
          await release.given;
        }),
      );
      await within(Promise.all(taken.map(({ given }) => given)), 'both connections are taken');
      const asking = people.map(({ auth }) => ({ authorization: `Bearer ${auth['accessToken']}` }));
      // No user sends more than three requests at the same time. Further ones would wait for each other.
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

    test('leaves the process alive but not ready', async () => {
      const other = service.failing('postgres://nobody@127.0.0.1:1/none');
      expect((await other.api.get('/health/live')).status).toBe(200);
      for (const path of ['/health/ready', '/healthz']) {
        expect((await other.api.get(path)).status).toBe(503);
        expect((await other.api.get(path)).body.error.code).toBe('UNAVAILABLE');
      }
      await other.close();
    });
  });
});
