import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Api, PASSWORD } from '../../support/api.js';
import type { StreamClient } from '../../support/stream-client.js';
import { StreamingService } from '../../support/streaming-service.js';
import { until, within } from '../../support/until.js';

describe('reconnecting to a stream', () => {
  describe('a stream', () => {
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

    let home: string;
    let ana: Api;
    let ben: Api;
    let benId: string;
    beforeEach(async () => {
      const people = [await one.api.register(), await one.api.register()] as const;
      [ana, ben, benId] = [people[0].api, people[1].api, people[1].id];
      home = await ana.household();
      await one.service.join(home, benId);
    });

    const EVERY = ['tasks', 'shopping', 'notifications'];
    const addTask = (api: Api, fields: object = {}) =>
      api.post(`${home}/tasks`, { title: 'Dishes', ...fields });
    const shop = (api: Api, name: string) => api.post(`${home}/shopping/items`, { items: [{ name }] });

    /**
     * Waits for an id and closes the stream, because an open stream would get further messages. Returns the
     * last id.
     */
    async function lastIdOf(stream: StreamClient): Promise<string> {
      await stream.until(({ lastId }) => lastId !== '');
      stream.close();
      await stream.untilEnded();
      return stream.lastId;
    }

    const back = (process: StreamingService, api: Api, lastId: string, at = home) =>
      process.stream(api, at, { 'last-event-id': lastId });

    /**
     * Waits until a process knows all changes that another process has made. A process that learns of
     * a change late sends it again to a stream that has already caught up.
     */
    async function untilUpToDate(process: StreamingService): Promise<void> {
      const elsewhere = await ana.household();
      const stream = await process.stream(ana, elsewhere);
      await ana.post(`${elsewhere}/shopping/items`, { items: [{ name: 'Milk' }] });
      await stream.until(({ topics }) => topics.includes('shopping'), 'the process knows the latest change');
      stream.close();
    }

    /**
     * Returns the topics that the stream got before a new change. The topic of the new change comes after all
     * others.
     */
    async function toldFirst(stream: StreamClient, topics: number): Promise<string[]> {
      await stream.untilFrames(topics);
      await stream.until(({ lastId }) => lastId !== '');
      await shop(ana, randomUUID());
      await stream.untilFrames(topics + 1);
      expect(stream.topics.at(-1)).toBe('shopping');
      return stream.topics.slice(0, -1);
    }

    describe('a client that reconnects with the id of its last message', () => {
      test.each(['the same process', 'another process'])(
        'gets no message from %s if nothing has changed',
        async (where) => {
          const stream = await one.stream(ben, home);
          await addTask(ana);
          await stream.untilFrames(1);
          await untilUpToDate(two);
          const again = await back(where === 'another process' ? two : one, ben, await lastIdOf(stream));
          expect(await toldFirst(again, 0)).toEqual([]);
        },
      );

      test('gets only the topics that have changed since, even if it never got a message', async () => {
        const lastId = await lastIdOf(await one.stream(ben, home));
        expect(await toldFirst(await back(two, ben, lastId), 0)).toEqual([]);
        expect(await toldFirst(await back(two, ben, lastId), 1)).toEqual(['shopping']);
      });

      test('gets each topic with changes only once', async () => {
        const lastId = await lastIdOf(await two.stream(ben, home));
        await addTask(ana);
        await addTask(ana, { responsibleMemberIds: [benId] });
        await one.service.performJobs();
        const again = await back(one, ben, lastId);
        expect(await toldFirst(again, 2)).toEqual(['tasks', 'notifications']);
        expect((await back(one, ana, lastId)).status).toBe(200);
      });

      test('gets messages again that the lost connection may have cut off', async () => {
        const lastId = await lastIdOf(await one.stream(ben, home));
        await addTask(ana);
        await shop(ana, 'Milk');
        const again = await back(one, ben, lastId);
        await again.untilFrames(2);
        const [first, last] = again.frames;
        expect([first?.topic, first?.id]).toEqual(['tasks', lastId]);
        expect(last?.topic).toBe('shopping');
        await untilUpToDate(two);
        expect(await toldFirst(await back(two, ben, first?.id ?? ''), 2)).toEqual(['tasks', 'shopping']);
        expect(await toldFirst(await back(two, ben, last?.id ?? ''), 1)).toEqual(['shopping']);
      });

      test('gets nothing that only other members see, but gets its own personal changes', async () => {
        const [bens, anas] = [
          await lastIdOf(await one.stream(ben, home)),
          await lastIdOf(await one.stream(ana, home)),
        ];
        await addTask(ana, { visibility: 'PERSONAL' });
        const again = await back(one, ben, bens);
        expect(await toldFirst(again, 0)).toEqual([]);
        expect(again.frames.at(-1)?.id).not.toBe(bens);
        await untilUpToDate(two);
        expect(await toldFirst(await back(two, ana, anas), 2)).toEqual(['tasks', 'shopping']);
      });

      test('gets every topic that has changed since the message with the sent id', async () => {
        const stream = await one.stream(ben, home);
        const ids: string[] = [];
        for (const name of ['Milk', 'Eggs', 'Rice']) {
          await shop(ana, name);
          await stream.untilFrames(ids.length + 1);
          ids.push(stream.lastId);
        }
        expect(new Set(ids).size).toBe(3);
        const [first = '', , last = ''] = ids;
        expect(await toldFirst(await back(two, ben, first), 1)).toEqual(['shopping']);
        expect(await toldFirst(await back(two, ben, last), 1)).toEqual(['shopping']);
      });

      test('can use the id as a cursor of the change feed', async () => {
        const stream = await one.stream(ben, home);
        await addTask(ana);
        await stream.untilFrames(1);
        const since = await lastIdOf(stream);
        const known = { headers: { 'if-none-match': `W/"${since}"` } };
        expect((await ben.get(`${home}/changes?since=${since}`, known)).status).toBe(304);
        const { body } = await addTask(ana);
        const answer = await ben.get(`${home}/changes?since=${since}`, known);
        expect(answer.body.changed.occurrences).toMatchObject([{ id: body.id }]);
        // It also works the other way round: the stream continues with a cursor of the change feed.
        await untilUpToDate(two);
        const again = await back(two, ben, answer.body.cursor as string);
        expect(await toldFirst(again, 0)).toEqual([]);
      });
    });

    describe('a client that reconnects gets every topic', () => {
      const everyTopic = async (stream: StreamClient) => {
        await stream.untilFrames(3);
        expect(stream.topics).toEqual(EVERY);
      };

      test('if its id is from an older process, unknown, or from another member or household', async () => {
        const anas = await lastIdOf(await one.stream(ana, home));
        const elsewhere = await lastIdOf(await one.stream(ben, await ben.household()));
        for (const lastId of [randomUUID(), 'x', '0'.repeat(5_000), anas, elsewhere]) {
          const stream = await back(one, ben, lastId);
          await everyTopic(stream);
          // Only the id of the last message confirms that the client got all topics.
          for (const { id } of stream.frames.slice(0, 2)) {
            const cutOff = await back(two, ben, id);
            await everyTopic(cutOff);
            cutOff.close();
          }
          expect(await toldFirst(await back(two, ben, stream.frames[2]?.id ?? ''), 0)).toEqual([]);
          stream.close();
        }
      });

      test('after the time zone of the household has changed, or after a rejoin', async () => {
        const lastId = await lastIdOf(await one.stream(ben, home));
        await ana.patch(home, { timeZone: 'Asia/Tokyo' });
        await everyTopic(await back(one, ben, lastId));
        const again = await lastIdOf(await one.stream(ben, home));
        await one.service.query(
          `update members set joined_at = '${new Date(one.service.clock.now() + 1_000).toISOString()}' where user_id = '${benId}'`,
        );
        await everyTopic(await back(one, ben, again));
      });

      test('after more changes than the service looks through', async () => {
        const lastId = await lastIdOf(await one.stream(ben, home));
        for (let i = 0; i < 6; i++)
          await ana.post(`${home}/tasks`, {
            title: 'Daily',
            date: '2026-11-21',
            recurrence: { frequency: 'daily' },
          });
        await everyTopic(await back(one, ben, lastId));
      });
    });

    test('sends topics whose changes triggered no message of their own just before the next message', async () => {
      const stream = await two.stream(ben, home);
      await stream.until(({ lastId }) => lastId !== '');
      const before = stream.lastId;
      expect((await ana.post(`${home}/templates`, { name: 'Trip', tasks: [{ title: 'Pack' }] })).status).toBe(
        201,
      );
      await shop(ana, 'Milk');
      await stream.untilFrames(2);
      expect(stream.topics).toEqual(['tasks', 'shopping']);
      expect(stream.frames[0]?.id).toBe(before);
      expect(stream.lastId).not.toBe(before);
    });

    test('repeats the previous message id for a change by an older process, which writes no entry in the change feed', async () => {
      const stream = await two.stream(ben, home);
      await shop(ana, 'Milk');
      await stream.untilFrames(1);
      const lastId = stream.lastId;
      // An earlier version wrote and notified in this way.
      const household = home.split('/').at(-1) ?? '';
      await one.service.query(
        `update shopping_items set name = 'Oat milk' where household_id = '${household}'`,
      );
      await one.service.query(
        `select pg_notify('household_events', '${randomUUID()}' || chr(10) || 'changed ${household} shopping *')`,
      );
      await stream.untilFrames(2);
      expect(stream.frames[1]).toEqual({ id: lastId, topic: 'shopping' });
    });

    test('misses none of many changes that two processes make', async () => {
      // Connections last 0 to 350 ms, and changes are 0 to 28 ms apart. So changes come at different moments of a
      // connection, and between two connections.
      let lastId = await lastIdOf(await one.stream(ben, home));
      // The number of rows that a client knows if it loads a topic whenever it gets a message about it.
      const known = { tasks: 0, shopping: 0 };
      const writers = { areDone: false };
      const listening = (async () => {
        for (let turn = 0; ; turn++) {
          const wasDone: boolean = writers.areDone;
          const stream = await back(turn % 2 === 0 ? one : two, ben, lastId);
          await stream.until(({ lastId: id }) => id !== '');
          if (!wasDone) await new Promise((resolve) => setTimeout(resolve, 50 * (turn % 8)));
          stream.close();
          await stream.untilEnded();
          lastId = stream.lastId;
          for (const topic of new Set(stream.topics))
            if (topic === 'tasks') known.tasks = (await ben.get(`${home}/occurrences?limit=200`)).body.length;
            else if (topic === 'shopping')
              known.shopping = (await ben.get(`${home}/shopping/items?limit=200`)).body.length;
          if (wasDone) return;
        }
      })();
      const made = { tasks: 0, shopping: 0 };
      for (let i = 0; i < 60; i++) {
        const process = i % 3 === 0 ? two : one;
        if (i % 2 === 0) {
          await addTask(process.api.as(ana.token));
          made.tasks++;
        } else {
          await shop(process.api.as(ana.token), `Item ${i}`);
          made.shopping++;
        }
        await new Promise((resolve) => setTimeout(resolve, 7 * (i % 5)));
      }
      writers.areDone = true;
      await listening;
      expect(known).toEqual(made);
    });
  });

  describe('a lost database connection', () => {
    let one: StreamingService;
    let two: StreamingService;
    beforeAll(async () => {
      one = await StreamingService.start({ streams: { pingMs: 3_600_000 } });
      two = await one.another();
    });
    afterAll(async () => {
      await two.close();
      await one.close();
    });

    const TOPICS = ['tasks', 'shopping', 'notifications'];

    const killConnections = (which: string) =>
      one.service.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
      );
    const LISTENERS = `application_name = 'household-planner events'`;

    async function hearsOfEachOther(stream: StreamClient, api: Api, home: string): Promise<void> {
      const before = stream.frames.length;
      await api.post(`${home}/tasks`, { title: 'x' });
      await stream.untilFrames(before + 1);
    }

    async function aStream() {
      const { api, id } = await one.api.register();
      const home = await api.household();
      return { api, id, home, stream: await two.stream(api, home) };
    }

    test('is replaced, and every topic is sent to the open streams', async () => {
      const { api, home, stream } = await aStream();
      expect(await killConnections(LISTENERS)).toHaveLength(2);
      await stream.untilFrames(3);
      expect(stream.topics.toSorted()).toEqual(TOPICS.toSorted());
      await hearsOfEachOther(stream, api, home);
    });

    test('ends streams of sessions that ended in the meantime', async () => {
      const { id, stream } = await aStream();
      await one.service.query(`update sessions set revoked_at = now() where user_id = '${id}'`);
      await killConnections(LISTENERS);
      await stream.untilEnded();
    });

    test('lets the stream continue even if all connections of the service are lost repeatedly', async () => {
      const { api, home, stream } = await aStream();
      for (let i = 1; i <= 3; i++) {
        const before = stream.frames.length;
        await killConnections(`application_name like 'household-planner%'`);
        await stream.untilFrames(before + 3);
      }
      await until(
        async () => (await api.get(`${home}/occurrences`)).status === 200,
        'the service answers with its new connections',
      );
      await hearsOfEachOther(stream, api, home);
    });
  });
});

describe('streams', () => {
  describe('the end of a stream', () => {
    let one: StreamingService;
    let two: StreamingService;
    beforeAll(async () => {
      // Without pings. So if a stream ends, the reason is the event that is tested.
      one = await StreamingService.start({ streams: { pingMs: 3_600_000 } });
      two = await one.another();
    });
    afterAll(async () => {
      await two.close();
      await one.close();
    });

    type Person = { api: Api; id: string; refreshToken: string; email: string };
    type Home = { home: string; ana: Person; ben: Person };

    async function aPerson(): Promise<Person> {
      const { api, id, auth } = await one.api.register();
      return { api, id, refreshToken: auth['refreshToken'], email: auth['user'].email };
    }

    /** Creates a household that Ana owns and of which Ben is a member. */
    async function aHome(): Promise<Home> {
      const [ana, ben] = [await aPerson(), await aPerson()];
      const home = await ana.api.household();
      await one.service.join(home, ben.id);
      return { home, ana, ben };
    }

    const signInAgain = async ({ email }: Person): Promise<Api> =>
      one.api.as(
        (await one.api.post('/v1/auth/login', { email, password: PASSWORD })).body.accessToken as string,
      );

    const resetPassword = async ({ email }: Person) => {
      await one.api.post('/v1/auth/password/forgot', { email });
      await one.service.performJobs();
      const token = one.service.mailer.tokenFor(email);
      return one.api.post('/v1/auth/password/reset', { token, newPassword: 'another horse battery' });
    };

    const replayLate = async ({ refreshToken }: Person) => {
      await one.api.post('/v1/auth/refresh', { refreshToken });
      one.service.clock.advance(31_000);
      return one.api.post('/v1/auth/refresh', { refreshToken });
    };

    /** Actions of Ben, or of Ana about Ben, that end Ben's streams. */
    const ENDINGS: [string, (home: Home) => Promise<{ status: number }>, number][] = [
      ['signs out', ({ ben }) => one.api.post('/v1/auth/logout', { refreshToken: ben.refreshToken }), 204],
      ['signs out everywhere', ({ ben }) => ben.api.post('/v1/auth/logout-all'), 204],
      [
        'signs this device out from another device',
        async ({ ben }) => {
          const other = await signInAgain(ben);
          const { body } = await ben.api.get('/v1/me');
          return other.delete(`/v1/auth/sessions/${body.sessionId}`);
        },
        204,
      ],
      [
        'changes the password on another device',
        async ({ ben }) =>
          (await signInAgain(ben)).post('/v1/auth/password/change', {
            currentPassword: PASSWORD,
            newPassword: 'another horse battery',
          }),
        204,
      ],
      ['resets a forgotten password', ({ ben }) => resetPassword(ben), 204],
      ['has a refresh token replayed too late', ({ ben }) => replayLate(ben), 401],
      ['leaves the household', ({ home, ben }) => ben.api.delete(`${home}/members/${ben.id}`), 204],
      [
        'is removed from the household',
        ({ home, ana, ben }) => ana.api.delete(`${home}/members/${ben.id}`),
        204,
      ],
      ['loses the household', ({ home, ana }) => ana.api.delete(home), 204],
    ];

    describe('comes at once, in every process, when the member', () => {
      test.each(ENDINGS)('%s', async (_name, end, status) => {
        const home = await aHome();
        const streams = [
          await one.stream(home.ben.api, home.home),
          await two.stream(home.ben.api, home.home),
        ];
        expect((await end(home)).status).toBe(status);
        await within(Promise.all(streams.map(({ ended }) => ended)), 'both streams have ended');
        expect(streams.flatMap(({ topics }) => topics).filter((topic) => topic !== 'tasks')).toEqual([]);
      });
    });

    test('comes in every process when the display of the stream is removed. Until then, the stream reports only changes of shared tasks [P4]', async () => {
      const { home, ana } = await aHome();
      const made = (await ana.api.post(`${home}/displays`, { name: 'Wall' })).body;
      const { token } = (await one.api.post('/v1/displays/pair', { code: made.pairingCode })).body;
      const display = one.api.as(token as string);
      const streams = [await one.stream(display, home), await two.stream(display, home)];
      await ana.api.post(`${home}/tasks`, { title: 'Present', visibility: 'PERSONAL' });
      await ana.api.post(`${home}/tasks`, { title: 'Bins' });
      await Promise.all(streams.map((stream) => stream.untilFrames(1)));
      expect(streams.map(({ topics }) => topics)).toEqual([['tasks'], ['tasks']]);
      expect((await ana.api.delete(`${home}/displays/${made.id as string}`)).status).toBe(204);
      await Promise.all(streams.map((stream) => stream.untilEnded()));
      expect((await display.get(`${home}/events`)).status).toBe(401);
    });

    test('comes in every process when the guest link of the stream or its member is removed [P4]', async () => {
      const { home, ana } = await aHome();
      for (const end of ['displays', 'members'] as const) {
        const guest = (await ana.api.post(`${home}/members`, { displayName: 'Zoé', group: 'GUEST' })).body;
        const made = (
          await ana.api.post(`${home}/members/${guest.id as string}/pass`, { until: '2026-11-30' })
        ).body;
        const pass = one.api.as(made.token as string);
        const streams = [await one.stream(pass, home), await two.stream(pass, home)];
        const { id } = end === 'displays' ? made : guest;
        expect((await ana.api.delete(`${home}/${end}/${id as string}`)).status).toBe(204);
        await Promise.all(streams.map((stream) => stream.untilEnded()));
        for (const path of ['/events', '', '/occurrences'])
          expect((await pass.get(home + path)).status).toBe(401);
        expect((await one.api.post('/v1/displays/pair', { code: made.token })).status).toBe(410);
      }
    });

    describe('does not come', () => {
      const hears = async (stream: StreamClient, { home, ana }: Home) => {
        const before = stream.frames.length;
        await ana.api.post(`${home}/tasks`, { title: 'x' });
        await stream.untilFrames(before + 1);
      };

      test('when another device of the member signs out, or another member leaves', async () => {
        const home = await aHome();
        const [bens, anas] = [
          await two.stream(home.ben.api, home.home),
          await two.stream(home.ana.api, home.home),
        ];
        const other = await signInAgain(home.ben);
        const others = await two.stream(other, home.home);
        const { body } = await other.get('/v1/me');
        await home.ben.api.delete(`/v1/auth/sessions/${body.sessionId}`);
        await others.untilEnded();
        await hears(bens, home);
        await home.ben.api.delete(`${home.home}/members/${home.ben.id}`);
        await bens.untilEnded();
        await hears(anas, home);
      });

      test('when the access token expires, but the next stream needs a fresh token', async () => {
        const home = await aHome();
        const stream = await one.stream(home.ben.api, home.home);
        one.service.clock.advance(16 * 60_000);
        await one.api.post('/v1/auth/refresh', { refreshToken: home.ana.refreshToken });
        const ana = await aPerson();
        await one.service.join(home.home, ana.id);
        await hears(stream, { ...home, ana });
        expect((await home.ben.api.get(`${home.home}/events`)).status).toBe(401);
      });
    });

    test('comes with the next ping if a session ended without an event', async () => {
      const pinging = await one.another({ streams: { pingMs: 100 } });
      const home = await aHome();
      const stream = await pinging.stream(home.ben.api, home.home);
      await stream.until(({ pings }) => pings >= 2);
      await one.service.query(`update sessions set revoked_at = now() where user_id = '${home.ben.id}'`);
      await stream.untilEnded();
      await pinging.close();
    });
  });

  describe('limits', () => {
    let one: StreamingService;
    beforeAll(async () => {
      one = await StreamingService.start({ streams: { pingMs: 500, perHousehold: 12 } });
    });
    afterAll(() => one.close());

    const statuses = (streams: readonly StreamClient[]) => streams.map(({ status }) => status).toSorted();
    const times = <T>(count: number, make: () => Promise<T>) =>
      Promise.all(Array.from({ length: count }, make));

    describe('the number of streams', () => {
      test('is limited per user, also for requests at the same time, and closing a stream allows another one', async () => {
        const { api } = await one.api.register();
        const [home, other] = [await api.household(), await api.household()];
        const streams = await times(12, () => one.stream(api, home));
        expect(statuses(streams)).toEqual([...Array<number>(10).fill(200), 429, 429]);

        const refused = await api.get(`${other}/events`);
        expect(refused.status).toBe(429);
        expect(refused.body.error.code).toBe('RATE_LIMITED');
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect(
          (await fetch(`${one.address}${home}/events`, { method: 'HEAD', headers: bearer(api.token) })).ok,
        ).toBe(true);

        streams.find(({ status }) => status === 200)?.close();
        await untilAdmitted(() => one.stream(api, other));
        expect((await one.stream(api, home)).status).toBe(429);
      });

      test('is limited per household', async () => {
        const ana = await one.api.register();
        const home = await ana.api.household();
        const ben = await one.api.register();
        await one.service.join(home, ben.id);
        expect(statuses(await times(10, () => one.stream(ana.api, home)))).toEqual(Array(10).fill(200));
        expect(statuses(await times(4, () => one.stream(ben.api, home)))).toEqual([200, 200, 429, 429]);
      });

      test('is not reduced by the streams of other users', async () => {
        const { api } = await one.api.register();
        expect((await one.stream(api, await api.household())).status).toBe(200);
      });
    });

    test('include the global rate limit of requests, which counts every new stream but no pings', async () => {
      const limited = await one.another({
        rateLimits: { global: 5, auth: 1_000_000 },
        streams: { pingMs: 50 },
      });
      const { api } = await one.api.register();
      const home = await api.household();
      const streams = await times(4, () => limited.stream(api, home));
      for (const stream of streams) await stream.until(({ pings }) => pings >= 3);
      expect(statuses([await limited.stream(api, home), await limited.stream(api, home)])).toEqual([
        200, 429,
      ]);
      await limited.close();
    });

    const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` });

    /** Retries, because the server notices only a moment later that a connection was closed. */
    async function untilAdmitted(open: () => Promise<StreamClient>): Promise<void> {
      await until(async () => (await open()).status !== 429, 'the service admits another stream');
    }
  });
});
