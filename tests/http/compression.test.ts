import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listProperties, type OutputClass } from '../../adapters/validation/compose.js';
import { holdsSecret } from '../../adapters/http/schema/output.js';
import type { Api } from '../support/api.js';
import { startService, type TestService } from '../support/service.js';
import { fc } from '../support/property.js';
import { arrayPieces, hasLongList, jsonPieces } from '../../adapters/http/send-json.js';

describe('compression', () => {
  let service: TestService;
  let server: Server;
  let api: Api;
  let home: string;
  beforeAll(async () => {
    service = await startService();
    server = createServer(service.api.app).listen(0);
    await once(server, 'listening');
    ({ api } = await service.api.register());
    home = await api.household();
    const { status } = await api.post(`${home}/tasks`, {
      title: 'Take out the bins',
      date: '2026-11-21',
      recurrence: { frequency: 'daily' },
    });
    expect(status).toBe(201);
  }, 180_000);
  afterAll(async () => {
    server.close();
    await service.close();
  });

  type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer };

  /** Sends a request and returns the body without decompressing it. */
  async function ask(
    path: string,
    acceptEncoding: string | null,
    {
      method = 'GET',
      body,
      token = api.token,
    }: { method?: string; body?: object; token?: string | null } = {},
  ): Promise<Answer> {
    const headers = {
      'x-client': 'mobile',
      'x-requested-with': 'app',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(acceptEncoding !== null && { 'accept-encoding': acceptEncoding }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, path, method, headers });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) };
  }

  const list = () => `${home}/occurrences?limit=200`;

  test('makes a long list much smaller and does not change its content', async () => {
    const plain = await ask(list(), null);
    const compressed = await ask(list(), 'gzip, deflate, br');
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(compressed.bytes.length),
      vary: 'Accept-Encoding',
      'cache-control': 'no-store',
    });
    expect(plain.bytes.length).toBeGreaterThan(40_000);
    expect(compressed.bytes.length).toBeLessThan(10_000);
    expect(gunzipSync(compressed.bytes)).toEqual(plain.bytes);
  });

  describe('is not applied to a response', () => {
    test.each([
      ['without an Accept-Encoding header', null],
      ['if the Accept-Encoding header is empty', ''],
      ['if only brotli is accepted', 'br'],
      ['if gzip is refused', 'gzip;q=0, br'],
      ['if everything except identity is refused', 'identity, *;q=0'],
      ['if identity is preferred', 'identity;q=1, gzip;q=0.5'],
      ['if the Accept-Encoding header is malformed', ';;;=,,'],
    ])('%s', async (_case, header) => {
      const { status, headers, bytes } = await ask(list(), header);
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers).toMatchObject({ 'content-length': String(bytes.length), vary: 'Accept-Encoding' });
    });

    test('below 1 KB', async () => {
      const { headers, bytes } = await ask('/v1/me', 'gzip');
      expect(bytes.length).toBeLessThan(1024);
      expect(headers).not.toHaveProperty('content-encoding');
    });
  });

  test.each(['gzip', 'GZIP', 'br, gzip;q=0.1', '*', 'x, gzip'])(
    'is applied for the Accept-Encoding header "%s"',
    async (header) => {
      expect((await ask(list(), header)).headers['content-encoding']).toBe('gzip');
    },
  );

  test('loses no data of a large answer that is compressed in a thread', async () => {
    const { bytes, headers } = await ask('/openapi.json', 'gzip');
    expect(headers['content-encoding']).toBe('gzip');
    const document = gunzipSync(bytes);
    expect(document.length).toBeGreaterThan(262_144);
    expect(JSON.parse(document.toString())).toHaveProperty('openapi', '3.1.0');
  });

  test('is applied to errors too', async () => {
    const checklist = Array.from({ length: 60 }, () => ({ title: 7 }));
    const body = { title: '', checklist };
    const { status, headers, bytes } = await ask(`${home}/tasks`, 'gzip', { method: 'POST', body });
    expect(status).toBe(400);
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(bytes).toString())).toHaveProperty('error.details.59');
  });

  test('sends no body and no Content-Length for HEAD', async () => {
    const { status, headers, bytes } = await ask(list(), 'gzip', { method: 'HEAD' });
    expect(status).toBe(200);
    expect(bytes.length).toBe(0);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('content-length');
    expect(headers.vary).toBe('Accept-Encoding');
  });

  test('is not applied to answers with a strong ETag', async () => {
    const [first] = (await api.get(list())).body;
    const { body } = await api.patch(`${home}/occurrences/${first.id}`, {
      version: first.version,
      notes: 'x'.repeat(5_000),
    });
    const { headers } = await ask(`${home}/occurrences/${first.id}`, 'gzip');
    expect(headers.etag).toBe(`"${body.version}"`);
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test('is not applied to a calendar feed', async () => {
    const feed = (await api.post(`/v1/me/feeds`, { householdId: home.split('/').at(-1) })).body;
    const { headers, bytes } = await ask(new URL(feed.url).pathname, 'gzip', { token: null });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(bytes.subarray(0, 15).toString()).toBe('BEGIN:VCALENDAR');
  });

  describe('an answer with a token', () => {
    test('is not compressed, regardless of its length', async () => {
      const registration = {
        email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example.org`,
        password: 'correct horse battery',
        displayName: '\u{1F600}'.repeat(80),
      };
      const { status, headers, bytes } = await ask('/v1/auth/register', 'gzip', {
        method: 'POST',
        body: registration,
        token: null,
      });
      expect(status).toBe(201);
      expect(bytes.length).toBeGreaterThan(1024);
      expect(headers).not.toHaveProperty('content-encoding');
    });

    test('is recognised by its fields: those whose names sound like a secret are marked as secrets, except six that give no access', () => {
      const secrets = new Set<string>();
      const others = new Set<string>();
      const look = (type: OutputClass, seen: ReadonlySet<OutputClass> = new Set()) => {
        if (seen.has(type)) return;
        for (const [name, { secret, type: inner, schema }] of listProperties(type.prototype as object)) {
          const isText = JSON.stringify(schema).includes('"string"');
          if (isText && /token|secret|password|url$|ticket|^code$/i.test(name))
            (secret ? secrets : others).add(`${type.name}.${name}`);
          if (inner) look(inner, new Set([...seen, type]));
        }
      };
      const bodies = service.routes.flatMap(({ responses }) => responses.flatMap(({ body }) => body ?? []));
      for (const body of bodies) look(body);
      expect([...secrets].sort()).toEqual([
        'ActDto.actToken',
        'AuthResponse.accessToken',
        'AuthResponse.refreshToken',
        'ConnectTicketDto.url',
        'GoogleLinkDto.url',
        'InvitationDto.token',
        'InvitationDto.url',
        'NewFeedDto.url',
        'NewPassDto.token',
        'NewPassDto.url',
        'PairedDisplayDto.token',
      ]);
      // Fields that have a suspicious name but give no access.
      expect([...others].sort()).toEqual([
        'CommandError.code',
        // The secret part of this address is masked.
        'DayCalendarDto.url',
        'DayCalendarWarningDto.code',
        'ExportedAttachmentDto.url',
        'QuickAddPreviewWarning.code',
        'ReleaseDto.url',
      ]);
    });

    test('is recognised if the token is inside of other objects', () => {
      const marked = service.routes.filter(({ responses }) =>
        responses.some(({ body }) => body && holdsSecret(body)),
      );
      expect(marked.map(({ operationId }) => operationId)).toContain('exchangeMobileCode');
    });
  });
});

describe('writing JSON in pieces', () => {
  async function collect(pieces: AsyncIterable<string>): Promise<string[]> {
    const all: string[] = [];
    for await (const piece of pieces) all.push(piece);
    return all;
  }

  const row = fc.record({ title: fc.string(), notes: fc.option(fc.string()), done: fc.boolean() });
  const rows = fc.array(row, { minLength: 15, maxLength: 40 });

  test('gives the same text as JSON.stringify', async () => {
    const answers = fc.oneof(
      rows,
      fc.record({
        cursor: fc.string(),
        changed: fc.record({ a: rows, b: rows, c: row, d: fc.constant(undefined) }),
      }),
      row,
      fc.constant({ a: undefined, b: Array(21).fill(null) }),
    );
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        expect((await collect(jsonPieces(answer))).join('')).toBe(JSON.stringify(answer));
        const list = Array.isArray(answer) ? answer : [answer];
        expect((await collect(arrayPieces(list))).join('')).toBe(JSON.stringify(list));
      }),
    );
    expect((await collect(arrayPieces([]))).join('')).toBe('[]');
  });

  test.each([
    ['a list', (long: unknown[]) => long],
    [
      'lists within an answer',
      (long: unknown[]) => ({ cursor: 'x', changed: { tasks: long, others: long } }),
    ],
  ])(
    'has no piece much longer than half a megabyte for %s with long texts, and lets other requests run in between',
    async (_, answerOf) => {
      const answer = answerOf(Array.from({ length: 100 }, () => ({ notes: 'é'.repeat(100_000) })));
      expect(hasLongList(answer)).toBe(true);
      let [turns, isDone] = [0, false];
      const count = () => {
        turns++;
        if (!isDone) setImmediate(count);
      };
      setImmediate(count);
      const pieces = await collect(jsonPieces(answer));
      isDone = true;
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(700_000);
      expect(turns).toBeGreaterThanOrEqual(pieces.length - 1);
    },
  );
});
