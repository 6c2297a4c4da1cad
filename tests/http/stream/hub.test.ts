import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Response } from 'express';
import { OpenStream } from '../../../adapters/http/sse/open-stream.js';
import { StreamHub } from '../../../adapters/http/sse/stream-hub.js';
import { InMemoryEventBus } from '../../../adapters/memory/shared/single-process.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { SessionAtHome } from '../../../application/accounts/ports.js';
import type { Beginning } from '../../../application/sync/follow-changes.js';
import type { MemberId, SessionId, UserId } from '../../../domain/shared/ids.js';
import { cursorText } from '../../../domain/sync/cursor.js';
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
  ({
    userId: anId<UserId>(),
    sessionId: anId<SessionId>(),
    memberId: anId<MemberId>(),
    household: aHousehold(),
  }) as MemberCaller;

const aBeginning = ({ memberId, household }: MemberCaller): Beginning => {
  const at = { seq: 1, amid: null };
  const ground = { epoch: '0123456789abcdef', householdId: household.id, memberId, joinedAt: 0 };
  const cursor = {
    ground: { ...ground, timeZone: household.timeZone, wording: 'en mo' },
    everyone: at,
    own: at,
    snapshot: null,
  };
  return { topics: new Set(), from: null, cursor };
};

describe('a client that has stopped reading', () => {
  const FRAME = Buffer.from(`data: ${'x'.repeat(1_000)}\n\n`);

  async function served(): Promise<{ client: StreamClient; response: Response; stream: OpenStream }> {
    const caller = aCaller();
    const begun = new Promise<{ response: Response; stream: OpenStream }>((resolve) => {
      answer = (response) => {
        const place = { ...caller, householdId: caller.household.id };
        const stream = new OpenStream(place, response, () => undefined);
        stream.begin(aBeginning(caller));
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
    for (let i = 1; i <= frames; i++) {
      stream.send(FRAME);
      if (i % 32 === 0) await setImmediate();
      if (response.writableLength > 32_768) await once(response, 'drain');
    }
    await client.until(({ text }) => text.length > frames * FRAME.length);
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
  let begins: (caller: MemberCaller) => Promise<Beginning>;
  let logger: RecordingLogger;
  let bus: InMemoryEventBus;
  beforeEach(() => {
    [logger, bus] = [new RecordingLogger(), new InMemoryEventBus()];
    admits = (asked) => Promise.resolve(asked.map(() => true));
    begins = (caller) => Promise.resolve(aBeginning(caller));
    hub = new StreamHub({
      bus,
      areAdmitted: (asked) => admits(asked),
      beginFollowing: (caller) => begins(caller),
      followChanges: () => Promise.reject(new Error('away')),
      logger,
    });
  });
  afterEach(() => {
    hub.close();
    jest.useRealTimers();
  });

  const open = async (caller = aCaller()) => {
    answer = (response) => void hub.open(caller, response, null);
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
        hub.open(aCaller(), response, null).catch((error: unknown) => {
          response.end();
          resolve(error);
        });
      };
    });
    await connect();
    expect(await refused).toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('tells what it hears while it cannot read where a client stands, which stays where it was', async () => {
    hub.start();
    const caller = aCaller();
    const stream = await open(caller);
    bus.publish([{ householdId: caller.household.id, topic: 'shopping', onlyFor: null }]);
    await stream.untilFrames(1);
    expect(stream.text.match(/id: \S+/g)).toEqual(
      Array(2).fill(`id: ${cursorText(aBeginning(caller).cursor)}`),
    );
    expect(logger.events('warn')).toHaveLength(1);
  });

  test('tells a stream that is about to begin what it hears meanwhile', async () => {
    hub.start();
    const caller = aCaller();
    const { promise, resolve } = Promise.withResolvers<Beginning>();
    begins = () => promise;
    const opened = open(caller);
    await untilTrue(() => hub.size === 1);
    const other = aCaller();
    begins = (of) => Promise.resolve(aBeginning(of));
    const witness = await open({ ...other, household: caller.household });
    bus.publish([{ householdId: caller.household.id, topic: 'tasks', onlyFor: null }]);
    await witness.untilFrames(1);
    resolve(aBeginning(caller));
    const stream = await opened;
    await stream.untilFrames(1);
    expect(stream.topics).toEqual(['tasks']);
  });

  test('forgets a client that goes away, or cannot be told, before its stream begins', async () => {
    const { promise, resolve } = Promise.withResolvers<Beginning>();
    begins = () => promise;
    const caller = aCaller();
    const closed = new Promise((heard) => {
      answer = (response) => {
        response.once('close', heard);
        void hub.open(caller, response, null);
      };
    });
    const { port } = server.address() as AddressInfo;
    const leaving = get({ host: '127.0.0.1', port, agent: false }).on('error', () => undefined);
    await untilTrue(() => hub.size === 1);
    leaving.destroy();
    await closed;
    resolve(aBeginning(caller));
    expect(hub.size).toBe(0);

    begins = () => Promise.reject(new Error('away'));
    const refused = new Promise<unknown>((tell) => {
      answer = (response) => {
        hub.open(caller, response, null).catch((error: unknown) => {
          response.end();
          tell(error);
        });
      };
    });
    await connect();
    expect(await refused).toMatchObject({ message: 'away' });
    expect(hub.size).toBe(0);
  });
});

async function untilTrue(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate();
}
