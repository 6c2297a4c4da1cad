import type dns from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import webPush from 'web-push';
import { guardedHttps } from '../../adapters/net/guarded-https.js';
import { HttpsIcsSource } from '../../adapters/net/https-ics-source.js';
import { isPublicAddress } from '../../adapters/net/public-address.js';
import { WebPushSender } from '../../adapters/push/web-push-sender.js';
import { PUSH_CERTIFICATE, PUSH_KEY } from '../support/push-certificate.js';

describe('web push and the check of addresses', () => {
  describe('isPublicAddress returns true', () => {
    test.each(['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '192.167.0.1', '223.255.255.255'])(
      'for %s and its spellings in IPv6',
      (ip) => {
        expect(isPublicAddress(ip)).toBe(true);
        expect(isPublicAddress(`::ffff:${ip}`)).toBe(true);
        expect(isPublicAddress(`64:ff9b::${ip}`)).toBe(true);
      },
    );

    test.each(['2606:4700:4700::1111', '2a00:1450:4001::5', '2001:4860:4860::8888'])('for %s', (ip) => {
      expect(isPublicAddress(ip)).toBe(true);
    });
  });

  describe('isPublicAddress returns false', () => {
    test.each([
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.1',
      '192.0.2.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ])('for %s and its spellings in IPv6', (ip) => {
      for (const spelling of [ip, `::ffff:${ip}`, `0:0:0:0:0:ffff:${ip}`, `64:ff9b::${ip}`, `::${ip}`])
        expect({ spelling, isPublic: isPublicAddress(spelling) }).toEqual({ spelling, isPublic: false });
    });

    test.each([
      '::',
      '::1',
      '::ffff:7f00:1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd12:3456::1',
      'ff02::1',
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '3fff::1',
      '64:ff9b:1::1',
      '100::1',
      'localhost',
      '',
    ])('for %j', (ip) => {
      expect(isPublicAddress(ip)).toBe(false);
    });
  });

  describe('a push endpoint that a user enters', () => {
    let server: Server;
    let connections: number;
    let answer: { status: number; headers: Record<string, string> };

    beforeAll(async () => {
      server = createServer({ key: PUSH_KEY, cert: PUSH_CERTIFICATE }, (_request, response) =>
        response.writeHead(answer.status, answer.headers).end('a body that nobody reads'),
      ).listen(0);
      server.on('connection', () => connections++);
      await once(server, 'listening');
    });
    afterAll(() => {
      server.close();
      server.closeAllConnections();
    });
    beforeEach(() => {
      connections = 0;
      answer = { status: 201, headers: {} };
    });

    const port = () => (server.address() as AddressInfo).port;
    const endpoint = (host: string) => `https://${host}:${port()}/send/abc`;
    /** Returns a DNS lookup that resolves every name to these addresses. */
    const leadingTo = (...addresses: string[]) =>
      ((_name: string, _options: object, callback: (error: null, found: dns.LookupAddress[]) => void) => {
        const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        callback(null, found);
      }) as unknown as typeof dns.lookup;
    const request = () => ({ method: 'POST', headers: {}, signal: AbortSignal.timeout(5_000) });
    const sender = (send: ReturnType<typeof guardedHttps>) =>
      new WebPushSender({ ...webPush.generateVAPIDKeys(), subject: 'https://planner.example.org', send });
    const BROWSER = {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    };
    const push = (send: ReturnType<typeof guardedHttps>, host = 'push.example.com') =>
      sender(send).send({ platform: 'WEB', endpoint: endpoint(host), keys: BROWSER });

    test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0'])(
      'is refused without a connection if its host is the address of this machine: %s',
      async (host) => {
        expect(await guardedHttps()(endpoint(host), request())).toEqual({ kind: 'refused' });
        expect(await push(guardedHttps(), host)).toEqual({ kind: 'gone' });
        expect(connections).toBe(0);
      },
    );

    test.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['169.254.169.254'], ['1.1.1.1', '127.0.0.1']])(
      'is refused without a connection if DNS resolves its name to a private address, alone or after a public address: %s',
      async (...addresses) => {
        const send = guardedHttps({ resolve: leadingTo(...addresses) });
        expect(await push(send)).toEqual({ kind: 'gone' });
        expect(connections).toBe(0);
      },
    );

    test('is refused after one lookup of its name if that returns a private address, even if a second lookup would not', async () => {
      let lookups = 0;
      const rebinding = ((...args: Parameters<typeof dns.lookup>) => {
        lookups++;
        leadingTo(lookups === 1 ? '127.0.0.1' : '1.1.1.1')(...args);
      }) as unknown as typeof dns.lookup;
      const send = guardedHttps({ resolve: rebinding });
      expect(await send(endpoint('push.example.com'), request())).toEqual({ kind: 'refused' });
      expect({ lookups, connections }).toEqual({ lookups: 1, connections: 0 });
    });

    test('is retried if its name has no address', async () => {
      expect(await push(guardedHttps({ resolve: leadingTo() }))).toEqual({ kind: 'retry', afterMs: null });
    });

    test('is called if its address is public, but its redirects are not followed', async () => {
      const send = guardedHttps({
        allows: (address) => address === '127.0.0.1',
        resolve: leadingTo('127.0.0.1'),
        ca: PUSH_CERTIFICATE,
      });
      expect(await push(send)).toEqual({ kind: 'sent' });
      answer = { status: 429, headers: { 'retry-after': '90' } };
      expect(await push(send)).toEqual({ kind: 'retry', afterMs: 90_000 });
      answer = { status: 307, headers: { location: endpoint('127.0.0.1') } };
      expect(await push(send)).toMatchObject({ kind: 'misconfigured' });
      expect(connections).toBe(3);
    });
  });
});

describe('HttpsIcsSource', () => {
  let server: Server;
  let connections: number;
  let requests: IncomingMessage[];
  let respond: (request: IncomingMessage, response: ServerResponse) => unknown;

  beforeAll(async () => {
    server = createServer({ key: PUSH_KEY, cert: PUSH_CERTIFICATE }, (request, response) => {
      requests.push(request);
      respond(request, response);
    }).listen(0);
    server.on('connection', () => connections++);
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => {
    [connections, requests] = [0, []];
    respond = (_request, response) => response.end('BEGIN:VCALENDAR');
  });

  /** Returns a DNS lookup that resolves each query to the next of these addresses. */
  const leadingTo = (...answers: readonly string[]) => {
    let asked = 0;
    return ((
      _name: string,
      _options: object,
      callback: (error: null, found: dns.LookupAddress[]) => void,
    ) => {
      const address = answers[Math.min(asked++, answers.length - 1)]!;
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    }) as unknown as typeof dns.lookup;
  };
  const at = (path = '/x.ics') => `https://push.example.com:${(server.address() as AddressInfo).port}${path}`;
  /** Returns a source that may call the server of this test, although its address is not public. */
  const reaching = (timeoutMs = 5_000) =>
    new HttpsIcsSource({
      allows: (address) => address === '127.0.0.1',
      resolve: leadingTo('127.0.0.1'),
      ca: PUSH_CERTIFICATE,
      isCallable: (url) => url.startsWith('https://push.example.com:'),
      timeoutMs,
    });

  describe('reading a calendar', () => {
    test('returns the text with the etag, and "unchanged" if the etag still matches', async () => {
      respond = ({ headers }, response) =>
        headers['if-none-match'] === '"one"'
          ? response.writeHead(304).end()
          : response.writeHead(200, { etag: '"one"' }).end('BEGIN:VCALENDAR');
      expect(await reaching().read(at(), null)).toEqual({
        kind: 'read',
        file: { bytes: Buffer.from('BEGIN:VCALENDAR'), charset: null },
        etag: '"one"',
      });
      expect(await reaching().read(at(), '"one"')).toEqual({ kind: 'unchanged' });
      expect(requests[0]?.headers['accept-encoding']).toBe('gzip, identity;q=0.5');
    });

    test.each<[string, typeof respond, string]>([
      ['returns an error', (_, response) => response.writeHead(500).end(), 'REFUSED'],
      [
        'answers 304 to a request without a condition',
        (_, response) => response.writeHead(304).end(),
        'REFUSED',
      ],
      [
        'announces too many bytes',
        (_, response) => response.writeHead(200, { 'content-length': '2000000' }).flushHeaders(),
        'TOO_LARGE',
      ],
      ['sends too many bytes', (_, response) => void response.write('x'.repeat(1_100_000)), 'TOO_LARGE'],
      [
        'compresses the file with an algorithm that was not asked for',
        (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
        'NO_CALENDAR',
      ],
      [
        'drops the connection',
        (_, response) => void response.write('BEGIN', () => response.destroy()),
        'UNREACHABLE',
      ],
    ])('fails if the server %s', async (_case, answer, error) => {
      respond = answer;
      expect(await reaching().read(at(), null)).toMatchObject({ kind: 'failed', error });
    });

    test.each([
      ['text/calendar; charset=ISO-8859-1', 'ISO-8859-1'],
      ['text/calendar;Charset="windows-1252"; component=VEVENT', 'windows-1252'],
      ['text/calendar', null],
    ])('returns the charset of the content type %s', async (type, charset) => {
      respond = (_request, response) => response.writeHead(200, { 'content-type': type }).end('x');
      expect(await reaching().read(at(), null)).toMatchObject({ kind: 'read', file: { charset } });
    });

    test('returns the bytes of a compressed answer without decompressing them', async () => {
      const bytes = gzipSync('BEGIN:VCALENDAR');
      respond = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes);
      expect(await reaching().read(at(), null)).toMatchObject({ kind: 'read', file: { bytes } });
    });

    test('fails at the timeout if the server sends slowly or sends nothing', async () => {
      respond = (_request, response) => {
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      };
      expect(await reaching(300).read(at(), null)).toMatchObject({ kind: 'failed', error: 'UNREACHABLE' });
      respond = () => undefined;
      expect(await reaching(300).read(at(), null)).toMatchObject({ kind: 'failed', error: 'UNREACHABLE' });
    });

    test('follows up to three redirects and checks each target', async () => {
      const redirects = (times: number, last: string) => {
        respond = ({ url = '' }, response) => {
          const step = Number(url.slice(1));
          if (step < times) return response.writeHead(302, { location: `/${step + 1}` }).end();
          return last === '' ? response.end('here') : response.writeHead(307, { location: last }).end();
        };
      };
      redirects(3, '');
      expect(await reaching().read(at('/0'), null)).toMatchObject({
        kind: 'read',
        file: { bytes: Buffer.from('here') },
      });
      respond = ({ url = '' }, response) =>
        url === '/0'
          ? response.writeHead(302, { location: at('/1').replace('https:', 'webcal:') }).end()
          : response.end('there');
      expect(await reaching().read(at('/0'), null)).toMatchObject({ file: { bytes: Buffer.from('there') } });
      redirects(4, '');
      expect(await reaching().read(at('/0'), null)).toMatchObject({ kind: 'failed', error: 'NOT_PUBLIC' });
      for (const inward of [
        'http://push.example.com/',
        'https://127.0.0.1/',
        'https://nas.local/',
        'file:///etc/passwd',
      ]) {
        requests = [];
        redirects(1, inward);
        expect(await reaching().read(at('/0'), null)).toMatchObject({ kind: 'failed', error: 'NOT_PUBLIC' });
        expect(requests).toHaveLength(2);
      }
    });
  });

  describe('the default address check', () => {
    const anywhere = { isCallable: () => true, ca: PUSH_CERTIFICATE };

    test.each([
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '10.0.0.1',
      '169.254.169.254',
      'fd00::1',
    ])('does not connect to a name that DNS resolves to %s', async (address) => {
      const source = new HttpsIcsSource({ ...anywhere, resolve: leadingTo(address) });
      expect(await source.read(at(), null)).toMatchObject({ kind: 'failed', error: 'NOT_PUBLIC' });
      expect(connections).toBe(0);
    });

    test('looks up and checks the same name again after a redirect', async () => {
      // The first lookup gives an address that `allows` accepts; the second gives a private address.
      const lookups: string[] = [];
      const resolve = ((name: string, options: object, callback: never) => {
        lookups.push(name);
        leadingTo(lookups.length === 1 ? '127.0.0.1' : '127.0.0.2')(name, options as never, callback);
      }) as unknown as typeof dns.lookup;
      respond = (_request, response) => response.writeHead(302, { location: at('/again') }).end();
      const source = new HttpsIcsSource({
        ...anywhere,
        resolve,
        allows: (address) => address === '127.0.0.1',
      });
      expect(await source.read(at(), null)).toMatchObject({ kind: 'failed', error: 'NOT_PUBLIC' });
      expect({ lookups: lookups.length, connections }).toEqual({ lookups: 2, connections: 1 });

      const rebinding = new HttpsIcsSource({ ...anywhere, resolve: leadingTo('127.0.0.1', '1.1.1.1') });
      expect(await rebinding.read(at(), null)).toMatchObject({ kind: 'failed', error: 'NOT_PUBLIC' });
      expect(connections).toBe(1);
    });

    test.each([
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'http://example.com/',
      'https://example.com:8443/',
    ])('fails with NOT_PUBLIC for the address %s', async (url) => {
      expect(await new HttpsIcsSource().read(url, null)).toMatchObject({
        kind: 'failed',
        error: 'NOT_PUBLIC',
      });
    });
  });
});
