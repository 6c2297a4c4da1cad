import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ListenConnection } from '../../adapters/postgres/listen-notify/listen-connection.js';
import { RecordingLogger } from '../support/recording-logger.js';

/** What takes connections and is no database. */
let server: Server;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
});

const connect = (logger: RecordingLogger) =>
  new ListenConnection({
    connectionString: `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
    channel: 'any',
    onPayload: () => undefined,
    onListening: () => undefined,
    logger,
  });

test('it tries again as long as it is not closed, however often it is turned away', async () => {
  const logger = new RecordingLogger();
  const connection = connect(logger);
  for (let tries = 1; tries <= 4; tries++) {
    const [socket] = (await once(server, 'connection')) as [Socket];
    socket.destroy();
  }
  expect(logger.events('warn').length).toBeGreaterThanOrEqual(3);
  await connection.close();
  expect(logger.events('warn').length).toBeLessThanOrEqual(4);
});

test('it can be closed while it waits for an answer that does not come', async () => {
  const connection = connect(new RecordingLogger());
  await once(server, 'connection');
  const startedAt = performance.now();
  await connection.close();
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});
