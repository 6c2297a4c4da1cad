import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { FolderFileStore } from '../../adapters/files/folder-file-store.js';
import type { BodyLimits } from '../../adapters/http/body-deadline.js';
import type { Route } from '../../adapters/http/route.js';
import { listen, type RunningServer } from '../../adapters/http/server.js';
import { startService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { home } from './households/people.js';

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
  await until(async () => (await rowsOf(at)).length === 0);
  await until(async () => (await readdir(path.join(folder, '.unfinished'))).length === 0);
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
