import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listen, type RunningServer } from '../../../adapters/http/server.js';
import { addressAfterConnect } from '../../../adapters/http/calendar/present.js';
import { addressAfter } from '../../../adapters/http/accounts/present.js';
import { readWebClient } from '../../../adapters/http/web/web-client.js';
import {
  joinLink,
  occurrenceLink,
  resetPasswordLink,
  securityLink,
} from '../../../application/shared/links.js';
import { ROUTES } from '../../../web/src/app/routes.js';
import { startService, type TestService } from '../../support/service.js';
import { aWebClient, WEB_FILES } from '../../support/web-client.js';

const LIMIT = 60;
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const SCRIPT = '/assets/index-AbCd1234.js';

let service: TestService;
let server: RunningServer;
beforeAll(async () => {
  service = await startService({ web: await aWebClient(), rateLimits: { global: LIMIT, auth: LIMIT } });
  server = await listen(service.api.app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** As it comes over the wire: nothing is decompressed. */
function get(path: string, { method = 'GET', ...headers }: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = ask({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const seen = ({ status, headers }: Answer) => `${status} ${String(headers['content-type']).split(';')[0]}`;

describe('what is at an address', () => {
  test.each<[string, string, string, string]>([
    ['GET', '/', BROWSER, '200 text/html'],
    ['HEAD', '/', BROWSER, '200 text/html'],
    ['GET', '/join?token=x', BROWSER, '200 text/html'],
    ['GET', '/households/h/tasks/overdue/', BROWSER, '200 text/html'],
    ['GET', '/households//today', BROWSER, '404 text/html'],
    ['GET', '/households/h/nothing', BROWSER, '404 text/html'],
    ['GET', '/nope', BROWSER, '404 text/html'],
    ['HEAD', '/nope', BROWSER, '404 text/html'],
    ['GET', '/%zz', BROWSER, '404 text/html'],
    ['GET', '/nope', 'text/html', '404 text/html'],
    // Clients of the API.
    ['GET', '/', '*/*', '200 text/html'],
    ['HEAD', '/households/h/today', '*/*', '200 text/html'],
    ['GET', '/join', 'application/json', '404 application/json'],
    ['GET', '/nope', '*/*', '404 application/json'],
    ['GET', '/v1/nope', '*/*', '404 application/json'],
    ['POST', '/today', BROWSER, '404 application/json'],
    ['POST', '/today', '*/*', '404 application/json'],
    ['GET', '/nope', 'application/json, text/html', '404 application/json'],
    ['POST', '/', BROWSER, '404 application/json'],
    ['POST', '/households/h/today', BROWSER, '404 application/json'],
    ['PUT', SCRIPT, BROWSER, '404 application/json'],
    // What the service answers itself stays so, in browsers too.
    ['GET', '/v1/nope', BROWSER, '404 application/json'],
    ['GET', '/v1', BROWSER, '404 application/json'],
    ['GET', '/v1/me', BROWSER, '401 application/json'],
    ['POST', '/v1/meta', BROWSER, '405 application/json'],
    ['GET', '/health/live', BROWSER, '200 application/json'],
    ['GET', '/health/nope', BROWSER, '404 application/json'],
    ['GET', '/healthz', BROWSER, '200 application/json'],
    ['GET', '/openapi.json', BROWSER, '200 application/json'],
    ['GET', '/docs/', BROWSER, '200 text/html'],
    ['GET', '/metrics', BROWSER, '404 application/json'],
    ['GET', '/ops/jobs', BROWSER, '404 application/json'],
    ['GET', '/oauth/nope', BROWSER, '404 application/json'],
    // Files, whoever asks.
    ['GET', SCRIPT, '*/*', '200 text/javascript'],
    ['HEAD', SCRIPT, '*/*', '200 text/javascript'],
    ['GET', '/assets/face-AbCd1234.woff2', '*/*', '200 font/woff2'],
    ['GET', '/index.html', '*/*', '200 text/html'],
    ['GET', '/sw.js', '*/*', '200 text/javascript'],
    ['GET', '/manifest.webmanifest', '*/*', '200 application/manifest+json'],
    ['GET', '/robots.txt', '*/*', '200 text/plain'],
    ['GET', '/assets/gone-AbCd1234.js', '*/*', '404 text/plain'],
    ['GET', '/assets/gone-AbCd1234.js', BROWSER, '404 text/plain'],
    ['GET', `${SCRIPT}.br`, '*/*', '404 text/plain'],
    ['GET', '/.client.json', '*/*', '404 application/json'],
    ['GET', '/.secret', BROWSER, '404 text/html'],
    ['GET', '/assets/../.secret', '*/*', '404 text/plain'],
  ])('%s %s to %s', async (method, address, accept, expected) => {
    expect(seen(await get(address, { method, accept, 'x-forwarded-for': address }))).toBe(expected);
  });

  test('page-only-for-text-html: answers a page to clients that accept anything (W07)', async () => {
    expect(seen(await get('/join', { accept: '*/*' }))).toBe('200 text/html');
  });

  test.each([...ROUTES])('the page is at %s', async (route) => {
    const answer = await get(route.replaceAll(/:\w+/g, '0198-id'), { accept: BROWSER });
    expect(seen(answer)).toBe('200 text/html');
    expect(answer.body.toString()).toBe(WEB_FILES['index.html']);
  });

  test('a browser that is nowhere gets the page, and sees by the status that it is nowhere', async () => {
    const answer = await get('/nope', { accept: BROWSER, 'if-none-match': '*' });
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).toBe(WEB_FILES['index.html']);
  });
});

describe('every link that the service gives out leads to a page', () => {
  const base = 'http://planner';
  const addresses = { baseUrl: base, webBaseUrl: base, appScheme: 'planner' };
  test.each([
    ['of an invitation', joinLink(base, 'token')],
    ['of a forgotten password', resetPasswordLink(base, 'token')],
    ['of a mail about the account', securityLink(base)],
    ['of a task in a calendar', occurrenceLink(base, 'h', 'o')],
    [
      'after signing in',
      addressAfter({ kind: 'web', next: null }, { kind: 'failed', error: 'DENIED' } as never, addresses),
    ],
    [
      'after connecting a calendar',
      addressAfterConnect('/settings/calendar', { kind: 'connected' } as never, addresses),
    ],
  ])('%s', async (_name, link) => {
    const { pathname, search } = new URL(link, base);
    expect(seen(await get(pathname + search, { accept: BROWSER }))).toBe('200 text/html');
  });
});

describe('how it is sent', () => {
  test('hashed names for ever, all else is asked for again', async () => {
    const of = async (address: string) => (await get(address, { accept: BROWSER })).headers['cache-control'];
    expect(await of(SCRIPT)).toBe('public, max-age=31536000, immutable');
    for (const address of ['/', '/nope', '/index.html', '/sw.js', '/manifest.webmanifest', '/robots.txt'])
      expect(await of(address)).toBe('no-cache');
    expect(await of('/assets/gone.js')).toBe('no-store');
  });

  test.each(['/', SCRIPT, '/sw.js'])('%s is not sent again to who has it', async (address) => {
    const { headers } = await get(address, { accept: BROWSER });
    expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await get(address, { accept: BROWSER, 'if-none-match': headers.etag! });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': headers['cache-control'] });
    expect((await get(address, { accept: BROWSER, 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    [undefined, 'identity', (bytes: Buffer) => bytes],
    [undefined, 'deflate', (bytes: Buffer) => bytes],
  ])('compressed beforehand: %s to %s', async (encoding, accepted, decompress) => {
    for (const [address, file] of [
      ['/', 'index.html'],
      [SCRIPT, 'assets/index-AbCd1234.js'],
    ] as const) {
      // prettier-ignore
      const { headers, body } = await get(address, { accept: BROWSER, 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['vary']).toContain('Accept-Encoding');
      expect(headers['content-length']).toBe(String(body.length));
      expect(decompress(body).toString()).toBe(WEB_FILES[file]);
      if (encoding !== undefined) expect(body.length).toBeLessThan(WEB_FILES[file].length / 4);
    }
  });

  test('HEAD tells the length and sends nothing', async () => {
    const { headers, body } = await get(SCRIPT, { method: 'HEAD' });
    expect(headers['content-length']).toBe(String(WEB_FILES['assets/index-AbCd1234.js'].length));
    expect(body).toHaveLength(0);
  });

  test('what is small already is sent as it is', async () => {
    const { headers } = await get('/sw.js', { 'accept-encoding': 'br, gzip' });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('vary');
  });
});

describe('the policy', () => {
  test.each(['/', '/nope', '/index.html', '/sw.js'])('%s', async (address) => {
    const { headers } = await get(address, { accept: BROWSER });
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'",
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'",
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker",
      ].join('; '),
    );
    expect(headers['permissions-policy']).toBe(
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), screen-wake-lock=(self)',
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test.each(['/v1/meta', SCRIPT])('of what is no page allows nothing: %s', async (address) => {
    const { headers } = await get(address);
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

test('pages have a line in the log, files have none, and neither is counted by the global limit', async () => {
  const lines = () => service.logger.events('info').filter(({ message }) => message === 'request').length;
  const before = lines();
  for (let asked = 0; asked <= LIMIT; asked += 1) {
    expect((await get(SCRIPT)).status).toBe(200);
    expect((await get('/assets/gone.js')).status).toBe(404);
  }
  expect(lines()).toBe(before);
  for (let asked = 0; asked <= LIMIT; asked += 1)
    expect((await get('/', { accept: BROWSER })).status).toBe(200);
  expect(lines()).toBe(before + LIMIT + 1);
  expect(service.logger.events('info').at(-1)).toMatchObject({ method: 'GET', route: 'web', status: 200 });
});

test('/v1/meta names the build', async () => {
  expect((await service.api.get('/v1/meta')).body).toMatchObject({ webBuild: 'b1' });
});

test('where nothing was built there is no client', async () => {
  expect(await readWebClient('/no/such/folder')).toBeNull();
});
