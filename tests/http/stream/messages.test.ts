import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Response } from 'express';
import request from 'supertest';
import { OpenStream } from '../../../adapters/http/sse/open-stream.js';
import { PendingChanges } from '../../../adapters/http/sse/pending-changes.js';
import { StreamHub } from '../../../adapters/http/sse/stream-hub.js';
import { InMemoryEventBus } from '../../support/memory/shared/single-process.js';
import type { SessionAtHome } from '../../../application/accounts/ports.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { DomainEvent, DomainEventContent } from '../../../application/shared/events/domain-event.js';
import type { TopicChanged } from '../../../application/shared/ports.js';
import type { StreamStart } from '../../../application/sync/follow-changes.js';
import type { HouseholdId, MemberId, SessionId, UserId } from '../../../domain/shared/ids.js';
import { cursorText } from '../../../domain/sync/cursor.js';
import { aHousehold } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import type { Api } from '../../support/api.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { StreamClient } from '../../support/stream-client.js';
import { StreamingService } from '../../support/streaming-service.js';
import { until, within } from '../../support/until.js';

describe('messages of streams', () => {
  let one: StreamingService;
  let two: StreamingService;
  beforeAll(async () => {
    one = await StreamingService.start();
    two = await one.another();
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const idOf = (home: string) => home.split('/').at(-1) as HouseholdId;

  const told = (home: string, happening: DomainEventContent): DomainEvent => ({
    ...happening,
    householdId: idOf(home),
    actorId: null,
    at: one.service.clock.now(),
  });

  /** Creates a household of two. */
  async function aHome(): Promise<{ home: string; ana: Api; ben: Api; anaId: MemberId; benId: string }> {
    const ana = await one.api.register();
    const ben = await one.api.register();
    const home = await ana.api.household();
    await one.service.join(home, ben.id);
    return { home, ana: ana.api, ben: ben.api, anaId: ana.id as MemberId, benId: ben.id };
  }

  const addTask = (api: Api, home: string, overrides: Record<string, unknown> = {}) =>
    api.post(`${home}/tasks`, { title: 'Dishes', ...overrides });

  describe('a stream', () => {
    test('begins at once and passes through proxies unchanged [T-N5]', async () => {
      const { home, ana } = await aHome();
      const stream = await one.stream(ana, home, { 'accept-encoding': 'gzip, br' });
      await stream.until(({ text }) => /^retry: \d{4}\n\nid: [\w-]{60,240}\n\n$/.test(text));
      expect(stream.status).toBe(200);
      expect(stream.headers).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      expect(stream.headers).not.toHaveProperty('content-encoding');
      expect(stream.headers).not.toHaveProperty('content-length');
    });

    test('sends a message about a change to all members including the actor, with only the topic and an id [T-S5]', async () => {
      const { home, ana, ben } = await aHome();
      const streams = [await one.stream(ana, home), await one.stream(ben, home), await one.stream(ana, home)];
      await addTask(ana, home);
      for (const stream of streams) {
        await stream.untilFrames(1);
        expect(stream.text).toMatch(
          /^retry: \d+\n\nid: [\w-]+\n\nid: [\w-]{60,240}\ndata: \{"topic":"tasks"\}\n\n$/,
        );
      }
    });

    test('sends a message about a change of another process only when the change can be read', async () => {
      const { home, ana, ben } = await aHome();
      const stream = await two.stream(ben, home);
      await addTask(ana, home);
      await stream.untilFrames(1);
      expect((await two.api.as(ben.token).get(`${home}/occurrences`)).body).toHaveLength(1);
    });

    test('sends messages about personal tasks only to devices of the author [T-A3]', async () => {
      const { home, ana, ben } = await aHome();
      const [anas, anasOther, bens, bensOther] = [
        await one.stream(ana, home),
        await two.stream(ana, home),
        await one.stream(ben, home),
        await two.stream(ben, home),
      ];
      const { body } = await addTask(ana, home, { visibility: 'PERSONAL' });
      for (const stream of [anas, anasOther]) await stream.untilFrames(1);
      await ana.post(`${home}/occurrences/${body.id}/complete`);
      for (const stream of [anas, anasOther]) await stream.untilFrames(2);
      await addTask(ana, home);
      for (const stream of [anas, anasOther]) await stream.untilFrames(3);
      for (const stream of [bens, bensOther]) {
        await stream.untilFrames(1);
        expect(stream.topics).toEqual(['tasks']);
      }
    });

    test('sends messages about files of personal tasks only to the author', async () => {
      const { home, ana, ben } = await aHome();
      const { body } = await addTask(ana, home, { visibility: 'PERSONAL' });
      const [anas, bens] = [await one.stream(ana, home), await one.stream(ben, home)];
      const { headers } = await request(one.address)
        .post(`${home}/occurrences/${body.id}/attachments`)
        .set({ authorization: `Bearer ${ana.token}`, 'x-requested-with': 'app' })
        .attach('file', Buffer.from('a secret'), { filename: 'notes.txt', contentType: 'text/plain' });
      await anas.untilFrames(1);
      await ana.delete(headers['location'] as string);
      await anas.untilFrames(2);
      await ana.post(`${home}/shopping/items`, { text: 'milk' });
      await bens.untilFrames(1);
      expect(bens.topics).toEqual(['shopping']);
    });

    test('informs all members when a task becomes personal, but informs only the author about later changes of that task', async () => {
      const { home, ana, ben } = await aHome();
      const { body } = await addTask(ana, home);
      const [anas, bens] = [await one.stream(ana, home), await one.stream(ben, home)];
      await ana.patch(`${home}/occurrences/${body.id}`, { version: body.version, visibility: 'PERSONAL' });
      for (const stream of [anas, bens]) await stream.untilFrames(1);
      await ana.post(`${home}/occurrences/${body.id}/complete`);
      await anas.untilFrames(2);
      await addTask(ana, home);
      await bens.untilFrames(2);
      expect(bens.frames).toHaveLength(2);
    });

    test('sends nothing about other households', async () => {
      const { home, ana } = await aHome();
      const other = await aHome();
      const stream = await one.stream(ana, home);
      const foreign = await one.stream(other.ana, other.home);
      await addTask(other.ana, other.home);
      await foreign.untilFrames(1);
      await addTask(ana, home);
      await stream.untilFrames(1);
      await addTask(other.ana, other.home);
      await foreign.untilFrames(2);
      expect(stream.frames).toHaveLength(1);
    });

    test('sends nothing for refused changes', async () => {
      const { home, ana } = await aHome();
      const { body } = await addTask(ana, home);
      const stream = await one.stream(ana, home);
      const refused = await ana.patch(`${home}/occurrences/${body.id}`, { version: 99, title: 'x' });
      expect(refused.status).toBe(409);
      await one.service.unitOfWork
        .run(async ({ events }) => {
          events.raise(told(home, { kind: 'shopping' }));
          return Promise.reject(new Error('rolled back'));
        })
        .catch(() => undefined);
      await addTask(ana, home);
      await stream.untilFrames(1);
      expect(stream.topics).toEqual(['tasks']);
    });

    test('tells a household about the new name of an account, unless the member has another name in that household', async () => {
      const { home, ana, ben, anaId } = await aHome();
      const elsewhere = await ana.household();
      await ana.patch(`${elsewhere}/members/${anaId}`, { displayName: 'Captain' });
      const [bens, anas] = [await one.stream(ben, home), await one.stream(ana, elsewhere)];
      await ana.patch('/v1/me', { locale: 'fr' });
      await ana.patch('/v1/me', { displayName: 'Anaïs' });
      await bens.untilFrames(1);
      const { body } = await ben.get(home);
      expect(body.members.map(({ displayName }: { displayName: string }) => displayName)).toContain('Anaïs');
      await ana.post(`${elsewhere}/shopping/items`, { text: 'milk' });
      await anas.untilFrames(1);
      expect(bens.topics).toEqual(['tasks']);
      expect(anas.topics).toEqual(['shopping']);
    });

    test('sends messages about shopping to all members, and about notifications only to their recipients [T-S5]', async () => {
      const { home, ana, ben, benId } = await aHome();
      const [anas, bens] = [await two.stream(ana, home), await two.stream(ben, home)];
      await addTask(ana, home, { responsibleMemberIds: [benId] });
      for (const stream of [anas, bens]) await stream.untilFrames(1);
      await one.service.performJobs();
      await bens.untilFrames(2);
      await ana.post(`${home}/shopping/items`, { items: [{ name: 'Milk' }] });
      await bens.untilFrames(3);
      await anas.untilFrames(2);
      expect(bens.topics).toEqual(['tasks', 'notifications', 'shopping']);
      expect(anas.topics).toEqual(['tasks', 'shopping']);
    });

    test('returns only headers for HEAD', async () => {
      const { home, ana } = await aHome();
      const response = await fetch(`${one.address}${home}/events`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${ana.token}` },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    });

    test('is refused with 401 without a session, and with 404 for another household', async () => {
      const { home, ana } = await aHome();
      const stranger = (await one.api.register()).api;
      const expected = [
        [one.api, 401, 'UNAUTHENTICATED'],
        [stranger, 404, 'HOUSEHOLD_NOT_FOUND'],
      ] as const;
      for (const [api, status, code] of expected) {
        const answer = await api.get(`${home}/events`);
        expect(answer.status).toEqual(status);
        expect(answer.type).toBe('application/json');
        expect(answer.body.error.code).toEqual(code);
        expect(answer.headers['x-request-id']).toBeDefined();
      }
      expect((await ana.post(`${home}/events`)).status).toBe(405);
    });
  });
});

describe('StreamHub', () => {
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

  const aBeginning = ({ memberId, household }: MemberCaller): StreamStart => {
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
    /**
     * More frames than the network buffers of a connection hold. A test that sends this many fails. Without this limit,
     * it would send frames forever if the service kept all unread data.
     */
    const MAX_FRAMES = 100_000;

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

    test('is disconnected at 64 KiB of unread data', async () => {
      const { client, response, stream } = await served();
      client.stall();
      let most = 0;
      for (let sent = 0; !response.destroyed; sent++) {
        if (sent === MAX_FRAMES) throw new Error(`The client is still connected after ${sent} frames`);
        stream.send(FRAME);
        most = Math.max(most, response.writableLength);
        await setImmediate();
      }
      expect(most).toBeGreaterThan(60_000);
      expect(most).toBeLessThanOrEqual(65_536);
      client.close();
    });

    test('is distinguished from a client that still reads a large amount of data, which stays connected', async () => {
      const { client, response, stream } = await served();
      const frames = 20_000;
      for (let i = 1; i <= frames; i++) {
        stream.send(FRAME);
        if (i % 32 === 0) await setImmediate();
        if (response.writableLength > 32_768)
          await within(once(response, 'drain'), 'the client has read what was sent');
      }
      await client.until(({ text }) => text.length > frames * FRAME.length);
      expect(response.destroyed).toBe(false);
    });

    test('does not delay the end of its stream', async () => {
      const { client, response, stream } = await served();
      client.stall();
      for (let sent = 0; response.writableLength < 40_000; sent++) {
        if (sent === MAX_FRAMES)
          throw new Error(`The client has less than 40 kB of unread data after ${sent} frames`);
        stream.send(FRAME);
        await setImmediate();
      }
      stream.end();
      await within(once(response, 'close'), 'the answer is closed');
      client.close();
    });
  });

  describe('the hub', () => {
    let hub: StreamHub;
    let admits: (asked: readonly SessionAtHome[]) => Promise<readonly boolean[]>;
    let begins: (caller: MemberCaller) => Promise<StreamStart>;
    let logger: RecordingLogger;
    let bus: InMemoryEventBus;
    beforeEach(() => {
      [logger, bus] = [new RecordingLogger(), new InMemoryEventBus()];
      admits = (asked) => Promise.resolve(asked.map(() => true));
      begins = (caller) => Promise.resolve(aBeginning(caller));
      hub = new StreamHub({
        bus,
        areAdmitted: (asked) => admits(asked),
        startFollowing: (caller) => begins(caller),
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

    test('pings each stream every 25 seconds, and checks the sessions of all streams with one query', async () => {
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
      await stream.untilEnded();
      expect(stream.status).toBe(200);
    });

    test('repeats a failed check of sessions', async () => {
      let tries = 0;
      admits = (asked) =>
        ++tries === 1 ? Promise.reject(new Error('away')) : Promise.resolve(asked.map(() => false));
      const stream = await open();
      await stream.untilEnded();
      expect(logger.events('warn')).toHaveLength(1);
    });

    test('ends its streams when it is closed, and accepts no streams afterwards', async () => {
      const stream = await open();
      hub.close();
      await stream.untilEnded();
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

    test('sends changes with the previous message id while it cannot read the cursor of the change feed', async () => {
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

    test('sends a stream that is still starting the changes that arrive in the meantime', async () => {
      hub.start();
      const caller = aCaller();
      const { promise, resolve } = Promise.withResolvers<StreamStart>();
      begins = () => promise;
      const opened = open(caller);
      await until(() => hub.size === 1, 'the hub knows the stream that is starting');
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

    test('forgets a client that disconnects before its stream begins', async () => {
      const { promise, resolve } = Promise.withResolvers<StreamStart>();
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
      await until(() => hub.size === 1, 'the hub knows the stream that is starting');
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
});

describe('pending changes', () => {
  const GAP_MS = 250;

  describe('PendingChanges', () => {
    let sent: { at: number; topics: string[] }[];
    let pending: PendingChanges;
    const householdId = anId<HouseholdId>();
    const shopping: TopicChanged = { householdId, topic: 'shopping', onlyFor: null };
    beforeEach(() => {
      jest.useFakeTimers();
      sent = [];
      pending = new PendingChanges((_household, topics) => {
        sent.push({ at: performance.now(), topics: [...topics.keys()] });
        return Promise.resolve();
      });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    test('sends changes that arrive within 100 ms of each other as one message with each topic once', async () => {
      for (const topic of ['shopping', 'tasks', 'shopping'] as const) {
        pending.add({ ...shopping, topic });
        await jest.advanceTimersByTimeAsync(50);
      }
      await jest.advanceTimersByTimeAsync(1_000);
      expect(sent.map(({ topics }) => topics)).toEqual([['shopping', 'tasks']]);
    });

    test('sends 1000 changes within a second as messages at least 250 ms apart, and sends the last message after the last change', async () => {
      for (let change = 0; change < 1_000; change++) {
        pending.add(shopping);
        await jest.advanceTimersByTimeAsync(1);
      }
      const lastChangeAt = performance.now();
      await jest.advanceTimersByTimeAsync(1_000);
      const times = sent.map(({ at }) => at);
      const gaps = times.slice(1).map((at, i) => at - times[i]!);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(GAP_MS);
      expect(times.length).toBeLessThanOrEqual(5);
      expect(times.at(-1)).toBeGreaterThanOrEqual(lastChangeAt - 1);
    });
  });
});
