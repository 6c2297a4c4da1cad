import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { toPayloads, readPayload, Notifier } from '../../adapters/postgres/listen-notify/notifier.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { ListenConnection } from '../../adapters/postgres/listen-notify/listen-connection.js';
import { within } from '../support/until.js';

describe('the notifier', () => {
  /** A carrier that a test can break, and wait for. */
  function aCarrier() {
    const sent: string[][] = [];
    const times: number[] = [];
    let onSent = Promise.withResolvers<undefined>();
    const carrier = {
      sent,
      times,
      failures: 0,
      logger: new RecordingLogger(),
      send: (payloads: readonly string[]) => {
        if (carrier.failures-- > 0) return Promise.reject(new Error('away'));
        sent.push(payloads.flatMap((payload) => readPayload(payload).lines));
        times.push(performance.now());
        onSent.resolve(undefined);
        onSent = Promise.withResolvers();
        return Promise.resolve();
      },
      until: async (count: number) => {
        while (sent.length < count) await onSent.promise;
      },
    };
    return { carrier, notifier: new Notifier({ sender: 'me', ...carrier }) };
  }

  test('the first change goes at once, equal ones once after a rest', async () => {
    const { carrier, notifier } = aCarrier();
    for (let i = 0; i < 100; i++) notifier.sendPaced('changed a');
    notifier.sendPaced('changed b');
    await carrier.until(3);
    expect(carrier.sent).toEqual([['changed a'], ['changed b'], ['changed a']]);
    expect(carrier.times[2]! - carrier.times[0]!).toBeGreaterThan(95);
    await notifier.close();
  });

  test('what could not be sent is sent later, with all that came meanwhile, once', async () => {
    const { carrier, notifier } = aCarrier();
    carrier.failures = 2;
    notifier.sendNow('ended a');
    notifier.sendNow('ended b');
    notifier.sendNow('ended b');
    await carrier.until(1);
    expect(carrier.sent.flat().toSorted()).toEqual(['ended a', 'ended b']);
    expect(carrier.logger.events('warn')).toHaveLength(2);
    await notifier.close();
  });

  test('too much to keep becomes a call to load everything', async () => {
    const { carrier, notifier } = aCarrier();
    carrier.failures = 1;
    for (let i = 0; i < 10_010; i++) notifier.sendNow(`ended ${i}`);
    await carrier.until(1);
    expect(carrier.sent.flat()).toContain('missed');
    expect(carrier.sent.flat().length).toBeLessThan(20);
    await notifier.close();
  });

  test('closing sends what waits, gives up when that fails, and sends nothing afterwards', async () => {
    const { carrier, notifier } = aCarrier();
    notifier.sendPaced('changed a');
    notifier.sendPaced('changed a');
    await notifier.close();
    notifier.sendPaced('changed a');
    notifier.sendNow('ended a');
    expect(carrier.sent).toEqual([['changed a'], ['changed a']]);

    const broken = aCarrier();
    broken.carrier.failures = 1_000_000;
    broken.notifier.sendNow('ended a');
    await broken.notifier.close();
    expect(broken.carrier.sent).toEqual([]);
  });

  test('no payload is longer than NOTIFY takes, and nothing is lost between two', () => {
    const lines = Array.from({ length: 1_000 }, (_, i) => `changed ${i} ${'x'.repeat(i % 120)}`);
    const payloads = toPayloads('me', lines);
    expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8_000);
    expect(payloads.flatMap((payload) => readPayload(payload).lines)).toEqual(lines);
    expect(toPayloads('me', [])).toEqual([]);
  });
});

describe('a connection that listens', () => {
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
    await within(connection.close(), 'the connection is closed');
  });
});
