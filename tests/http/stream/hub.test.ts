import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Response } from 'express';
import { OpenStream } from '../../../adapters/http/sse/open-stream.js';
import { StreamHub } from '../../../adapters/http/sse/stream-hub.js';
import { InMemoryEventBus } from '../../../adapters/memory/shared/single-process.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { SessionAtHome } from '../../../application/accounts/ports.js';
import type { SessionId, UserId } from '../../../domain/shared/ids.js';
import { aHousehold } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { StreamClient } from '../../support/stream-client.js';

let server: Server;
let answer: (response: Response) => void;
beforeEach(async () => {
  server = createServer((_request, response) => answer(response as Response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
const connect = () => StreamClient.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {});

const aCaller = () =>
  ({ userId: anId<UserId>(), sessionId: anId<SessionId>(), household: aHousehold() }) as MemberCaller;

describe('a client that has stopped reading', () => {
  const FRAME = Buffer.from(`data: ${'x'.repeat(1_000)}\n\n`);

  async function served(): Promise<{ client: StreamClient; response: Response; stream: OpenStream }> {
    const caller = aCaller();
    const begun = new Promise<{ response: Response; stream: OpenStream }>((resolve) => {
      answer = (response) => {
        const stream = new OpenStream({ ...caller, householdId: caller.household.id }, response);
        stream.begin(FRAME, () => undefined);
        resolve({ response, stream });
      };
    });
    return { client: await connect(), ...(await begun) };
  }

  test('is dropped at 64 KiB that wait for it here', async () => {
    const { client, response, stream } = await served();
    client.stall();
    let most = 0;
    while (!response.destroyed) {
      stream.send(FRAME);
      most = Math.max(most, response.writableLength);
      await setImmediate();
    }
    expect(most).toBeGreaterThan(60_000);
    expect(most).toBeLessThanOrEqual(65_536);
  });

  test('is another one than who reads, however much that is', async () => {
    const { client, response, stream } = await served();
    const frames = 20_000;
    for (let i = 1; i < frames; i++) {
      stream.send(FRAME);
      if (i % 32 === 0) await setImmediate();
      if (response.writableLength > 32_768) await once(response, 'drain');
    }
    await client.until(({ text }) => text.length === frames * FRAME.length);
    expect(response.destroyed).toBe(false);
  });

  test('does not hold up the end', async () => {
    const { client, response, stream } = await served();
    client.stall();
    while (response.writableLength < 40_000) {
      stream.send(FRAME);
      await setImmediate();
    }
    stream.end();
    await once(response, 'close');
  });
});

describe('a hub', () => {
  let hub: StreamHub;
  let admits: (asked: readonly SessionAtHome[]) => Promise<readonly boolean[]>;
  const logger = new RecordingLogger();
  beforeEach(() => {
    admits = (asked) => Promise.resolve(asked.map(() => true));
    hub = new StreamHub({ bus: new InMemoryEventBus(), areAdmitted: (asked) => admits(asked), logger });
  });
  afterEach(() => {
    hub.close();
    jest.useRealTimers();
  });

  const open = async (caller = aCaller()) => {
    answer = (response) => hub.open(caller, response, { away: false });
    return connect();
  };

  test('pings each stream every 25 seconds, and asks once for all of them whether they may go on', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'performance', 'Date'] });
    const asked: number[] = [];
    hub.start();
    const streams = [await open(), await open(), await open()];
    admits = (sessions) => {
      asked.push(sessions.length);
      return Promise.resolve(sessions.map(() => true));
    };
    jest.advanceTimersByTime(24_000);
    for (let turn = 1; turn <= 3; turn++) {
      expect(streams.map(({ pings }) => pings)).toEqual(Array(3).fill(turn - 1));
      jest.advanceTimersByTime(1_000);
      for (const stream of streams) await stream.until(({ pings }) => pings === turn);
      jest.advanceTimersByTime(24_000);
    }
    expect(asked).toEqual([3, 3, 3]);
  });

  test('ends a stream whose session ended while it was being opened', async () => {
    admits = (asked) => Promise.resolve(asked.map(() => false));
    const stream = await open();
    await stream.ended;
    expect(stream.status).toBe(200);
  });

  test('asks again when it could not ask', async () => {
    let tries = 0;
    admits = (asked) =>
      ++tries === 1 ? Promise.reject(new Error('away')) : Promise.resolve(asked.map(() => false));
    await (
      await open()
    ).ended;
    expect(logger.events('warn')).toHaveLength(1);
  });

  test('that is closed has ended its streams and takes no more', async () => {
    const stream = await open();
    hub.close();
    await stream.ended;
    const refused = new Promise<unknown>((resolve) => {
      answer = (response) => {
        try {
          hub.open(aCaller(), response, { away: false });
        } catch (error) {
          response.end();
          resolve(error);
        }
      };
    });
    await connect();
    expect(await refused).toMatchObject({ code: 'UNAVAILABLE' });
  });
});
