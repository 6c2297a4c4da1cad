import type dns from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { HttpsIcsSource } from '../../adapters/net/https-ics-source.js';
import { PUSH_CERTIFICATE, PUSH_KEY } from '../support/push-certificate.js';

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

/** A name server that answers with the next of these at each question. */
const leadingTo = (...answers: readonly string[]) => {
  let asked = 0;
  return ((_name: string, _options: object, callback: (error: null, found: dns.LookupAddress[]) => void) => {
    const address = answers[Math.min(asked++, answers.length - 1)]!;
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  }) as unknown as typeof dns.lookup;
};
const at = (path = '/x.ics') => `https://push.example.com:${(server.address() as AddressInfo).port}${path}`;
/** The machine of the test, which is not public, for this one. */
const reaching = (timeoutMs = 5_000) =>
  new HttpsIcsSource({
    allows: (address) => address === '127.0.0.1',
    resolve: leadingTo('127.0.0.1'),
    ca: PUSH_CERTIFICATE,
    isCallable: (url) => url.startsWith('https://push.example.com:'),
    timeoutMs,
  });

describe('an address of a calendar', () => {
  test('is read, and asked for what is new', async () => {
    respond = ({ headers }, response) =>
      headers['if-none-match'] === '"one"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { etag: '"one"' }).end('BEGIN:VCALENDAR');
    expect(await reaching().read(at(), null)).toEqual({
      kind: 'read',
      text: 'BEGIN:VCALENDAR',
      etag: '"one"',
    });
    expect(await reaching().read(at(), '"one"')).toEqual({ kind: 'unchanged' });
    expect(requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  test.each<[string, typeof respond, string]>([
    ['tells of an error', (_, response) => response.writeHead(500).end(), 'REFUSED'],
    [
      'says that nothing changed though nobody asked',
      (_, response) => response.writeHead(304).end(),
      'REFUSED',
    ],
    [
      'says that it is long',
      (_, response) => response.writeHead(200, { 'content-length': '2000000' }).flushHeaders(),
      'TOO_LARGE',
    ],
    ['does not end', (_, response) => void response.write('x'.repeat(1_100_000)), 'TOO_LARGE'],
    [
      'is packed',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      'NO_CALENDAR',
    ],
    ['is cut off', (_, response) => void response.write('BEGIN', () => response.destroy()), 'UNREACHABLE'],
  ])('that %s fails', async (_case, answer, error) => {
    respond = answer;
    expect(await reaching().read(at(), null)).toMatchObject({ kind: 'failed', error });
  });

  test('that says a word now and then is not waited for', async () => {
    respond = (_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    };
    expect(await reaching(300).read(at(), null)).toMatchObject({ kind: 'failed', error: 'UNREACHABLE' });
    respond = () => undefined;
    expect(await reaching(300).read(at(), null)).toMatchObject({ kind: 'failed', error: 'UNREACHABLE' });
  });

  test('may lead on three times, each of them judged anew', async () => {
    const redirects = (times: number, last: string) => {
      respond = ({ url = '' }, response) => {
        const step = Number(url.slice(1));
        if (step < times) return response.writeHead(302, { location: `/${step + 1}` }).end();
        return last === '' ? response.end('here') : response.writeHead(307, { location: last }).end();
      };
    };
    redirects(3, '');
    expect(await reaching().read(at('/0'), null)).toMatchObject({ kind: 'read', text: 'here' });
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

describe('with the check as it is', () => {
  const anywhere = { isCallable: () => true, ca: PUSH_CERTIFICATE };

  test.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '10.0.0.1',
    '169.254.169.254',
    'fd00::1',
  ])('a name that leads to %s is not called', async (address) => {
    const source = new HttpsIcsSource({ ...anywhere, resolve: leadingTo(address) });
    expect(await source.read(at(), null)).toMatchObject({ kind: 'failed', error: 'NOT_PUBLIC' });
    expect(connections).toBe(0);
  });

  test('a name that leads inward when it is asked for a second time, as after a redirect, is not called then', async () => {
    // The first time it may be called, as if this machine were public; from then on nothing but the real check counts.
    const lookups: string[] = [];
    const resolve = ((name: string, options: object, callback: never) => {
      lookups.push(name);
      leadingTo(lookups.length === 1 ? '127.0.0.1' : '127.0.0.2')(name, options as never, callback);
    }) as unknown as typeof dns.lookup;
    respond = (_request, response) => response.writeHead(302, { location: at('/again') }).end();
    const source = new HttpsIcsSource({ ...anywhere, resolve, allows: (address) => address === '127.0.0.1' });
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
  ])('%s is not called', async (url) => {
    expect(await new HttpsIcsSource().read(url, null)).toMatchObject({ kind: 'failed', error: 'NOT_PUBLIC' });
  });
});
