import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { FolderReleaseSource } from '../../../adapters/releases/folder-release-source.js';
import { HttpReleaseSource } from '../../../adapters/releases/http-release-source.js';
import type { ReleaseSource } from '../../../application/releases/ports.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { startService, type TestService } from '../../support/service.js';
import { aSignal } from '../../support/signal.js';
import { until } from '../../support/until.js';
import { told } from '../households/people.js';

/** More bytes than are in transit at any time. */
const BYTES = Buffer.from('not really an app, but bytes like any '.repeat(200_000));

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const sha256 = digestOf(BYTES);
const description = {
  packageName: 'org.example.planner',
  versionCode: 42,
  versionName: '1.4.2',
  sha256,
  size: BYTES.length,
  releasedAt: '2026-11-20T10:00:00Z',
};

let folder: string;
let files: Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'releases-'));
  files = createServer((request, response) => {
    readFile(path.join(folder, path.basename(request.url ?? ''))).then(
      (bytes) => response.setHeader('Content-Length', bytes.length).end(bytes),
      () => response.writeHead(404).end(),
    );
  }).listen(0);
  await once(files, 'listening');
});
afterAll(async () => {
  files.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => lay({}));

async function lay(fields: object, bytes: Buffer = BYTES): Promise<void> {
  await writeFile(path.join(folder, 'app.apk'), bytes);
  await writeFile(path.join(folder, 'version.json'), JSON.stringify({ ...description, ...fields }));
}
const address = () => new URL(`http://127.0.0.1:${(files.address() as AddressInfo).port}/app/`);

const SOURCES: readonly [string, () => ReleaseSource][] = [
  ['a folder', () => new FolderReleaseSource(folder, new RecordingLogger())],
  ['an address', () => new HttpReleaseSource(address(), new RecordingLogger())],
];

/** Downloads the file without decoding it. */
async function bytesOf(app: Express, query: string) {
  return request(app)
    .get(`/v1/app/android/app.apk${query}`)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
}

describe.each(SOURCES)('releases of the app in %s', (_name, source) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ releaseSource: source() });
  });
  afterAll(() => service.close());
  beforeEach(() => service.clock.advance(3_600_000));
  const show = () => service.api.get('/v1/app/android/version.json');
  const download = (query = '') => service.api.get(`/v1/app/android/app.apk${query}`);

  test('have a description that contains the address of their package', async () => {
    const { status, body } = await show();
    expect(status).toBe(200);
    expect(body).toEqual({
      packageName: 'org.example.planner',
      versionCode: 42,
      versionName: '1.4.2',
      sha256,
      size: BYTES.length,
      url: 'http://localhost:3000/v1/app/android/app.apk?v=42',
      releasedAt: '2026-11-20T10:00:00.000Z',
    });
  });

  test.each(['', '?v=42'])(
    'are downloaded as a whole file with the query "%s", and no cache may keep the file',
    async (query) => {
      const { status, headers, body } = await bytesOf(service.api.app, query);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'application/vnd.android.package-archive',
        'content-length': String(BYTES.length),
        'content-disposition': 'attachment; filename="org.example.planner-1.4.2.apk"',
        'cache-control': 'no-store',
        'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      });
      expect(digestOf(body)).toBe(sha256);
    },
  );

  test('have their file closed if a client reads nothing or only a part of it', async () => {
    const opened: Readable[] = [];
    const original = source();
    const watched: ReleaseSource = {
      current: () => original.current(),
      open: async (release) => {
        const bytes = await original.open(release);
        opened.push(bytes as Readable);
        return bytes;
      },
    };
    const own = await startService({ releaseSource: watched });
    expect((await own.api.call('HEAD', '/v1/app/android/app.apk')).status).toBe(200);
    const server = own.api.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /v1/app/android/app.apk HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    socket.destroy();
    await until(
      () => opened.length === 2 && opened.every(({ closed }) => closed),
      'both connections are open, and then closed',
    );
    server.close();
    await own.close();
  });

  test('return 404 for a version that is not the current one', async () => {
    expect(told(await download('?v=41'))).toEqual([404, 'NOT_FOUND']);
    expect(told(await download('?v=x'))).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('are read again after five minutes', async () => {
    await show();
    await lay({ versionCode: 43 });
    service.clock.advance(299_999);
    expect((await show()).body.versionCode).toBe(42);
    service.clock.advance(1);
    expect((await show()).body.versionCode).toBe(43);
  });

  test.each([
    ['fields are missing', () => lay({ sha256: undefined })],
    ['the file is outside of the folder', () => lay({ file: '../secrets' })],
    ['the description is not JSON', () => writeFile(path.join(folder, 'version.json'), '{')],
    ['the description is missing', () => rm(path.join(folder, 'version.json'))],
  ])('return 404 while %s, and are offered again afterwards', async (_case, spoil) => {
    await spoil();
    expect(told(await show())).toEqual([404, 'NOT_FOUND']);
    expect(told(await download())).toEqual([404, 'NOT_FOUND']);
    await lay({});
    service.clock.advance(300_000);
    expect((await show()).status).toBe(200);
  });

  test('return 404 if the package was removed after the description was read', async () => {
    await show();
    await rm(path.join(folder, 'app.apk'));
    expect(told(await download())).toEqual([404, 'NOT_FOUND']);
  });
});

test('a folder of releases does not offer a package that differs from its description', async () => {
  const source = new FolderReleaseSource(folder, new RecordingLogger());
  await lay({}, Buffer.from(BYTES).fill('x', 0, 1));
  expect(await source.current()).toBeNull();
  await lay({ size: BYTES.length - 1 });
  expect(await source.current()).toBeNull();
});

describe('a server from which the service downloads releases', () => {
  const SOON_MS = 100;
  /** Long enough for the beginning of an answer to arrive on a busy machine. */
  const AMPLE_MS = 2_000;
  const release = { ...description, releasedAt: 0, file: 'app.apk' };
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close().closeAllConnections();
  });
  async function sourceAt(answer: RequestListener, logger = new RecordingLogger(), timeoutMs = SOON_MS) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new HttpReleaseSource(new URL(`http://127.0.0.1:${port}/`), logger, timeoutMs);
  }

  test('is given up after the timeout if it does not answer', async () => {
    const silent = await sourceAt(() => undefined);
    expect(await Promise.all([silent.current(), silent.open(release)])).toEqual([null, null]);
  });

  test('has no time limit for the rest of a package after the package has begun to arrive', async () => {
    const later = aSignal();
    const silent = await sourceAt(() => undefined, new RecordingLogger(), AMPLE_MS);
    const answerSlowly: RequestListener = (_request, response) => {
      response.setHeader('Content-Length', BYTES.length).write(BYTES.subarray(0, 10));
      void later.given.then(() => response.end(BYTES.subarray(10)));
    };
    const slow = await sourceAt(answerSlowly, new RecordingLogger(), AMPLE_MS);
    const bytes = await slow.open(release);
    expect(bytes).not.toBeNull();
    // This waits for the whole time limit. The limit of the slow server began earlier, so it would be over too.
    expect(await silent.open(release)).toBeNull();
    later.give();
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes ?? []) chunks.push(chunk);
    expect(digestOf(Buffer.concat(chunks))).toBe(sha256);
  });

  test('is not read to the end if its answer is endless', async () => {
    const logger = new RecordingLogger();
    const endless = await sourceAt(
      (_request, response) => void response.write(' '.repeat(100_000)),
      logger,
      60_000,
    );
    expect(await endless.current()).toBeNull();
    expect(logger.events('warn')).toEqual([expect.objectContaining({ reason: 'version.json is too long' })]);
  });
});

test('a service without a source of releases returns 404 for the app', async () => {
  const service = await startService();
  expect(told(await service.api.get('/v1/app/android/version.json'))).toEqual([404, 'NOT_FOUND']);
  expect(told(await service.api.get('/v1/app/android/app.apk'))).toEqual([404, 'NOT_FOUND']);
  await service.close();
});
