import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import type { StreamClient } from '../../support/stream-client.js';
import { StreamingService } from '../../support/streaming-service.js';

describe('coming back', () => {
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

  /** As long as streams live, they are told of what comes; this ends one that was open. */
  async function lastIdOf(stream: StreamClient): Promise<string> {
    await stream.until(({ lastId }) => lastId !== '');
    stream.close();
    await stream.ended;
    return stream.lastId;
  }

  const back = (process: StreamingService, api: Api, lastId: string, at = home) =>
    process.stream(api, at, { 'last-event-id': lastId });

  /** What a stream was told before the message that is now made for it; which would come after anything else. */
  async function toldFirst(stream: StreamClient, topics: number): Promise<string[]> {
    await stream.untilFrames(topics);
    await stream.until(({ lastId }) => lastId !== '');
    await shop(ana, randomUUID());
    await stream.untilFrames(topics + 1);
    expect(stream.topics.at(-1)).toBe('shopping');
    return stream.topics.slice(0, -1);
  }

  describe('who comes back with the last id', () => {
    test.each(['the same process', 'another'])('and missed nothing is told nothing, by %s', async (where) => {
      const stream = await one.stream(ben, home);
      await addTask(ana);
      await stream.untilFrames(1);
      const again = await back(where === 'another' ? two : one, ben, await lastIdOf(stream));
      expect(await toldFirst(again, 0)).toEqual([]);
    });

    test('though no message ever came, is told nothing, and what came since', async () => {
      const lastId = await lastIdOf(await one.stream(ben, home));
      expect(await toldFirst(await back(two, ben, lastId), 0)).toEqual([]);
      expect(await toldFirst(await back(two, ben, lastId), 1)).toEqual(['shopping']);
    });

    test('is told the topics in which there was something, each once', async () => {
      const lastId = await lastIdOf(await two.stream(ben, home));
      await addTask(ana);
      await addTask(ana, { responsibleMemberIds: [benId] });
      await one.service.performJobs();
      const again = await back(one, ben, lastId);
      expect(await toldFirst(again, 2)).toEqual(['tasks', 'notifications']);
      expect((await back(one, ana, lastId)).status).toBe(200);
    });

    test('is told again of what may have been cut off in the middle', async () => {
      const lastId = await lastIdOf(await one.stream(ben, home));
      await addTask(ana);
      await shop(ana, 'Milk');
      const again = await back(one, ben, lastId);
      await again.untilFrames(2);
      const [first, last] = again.frames;
      expect([first?.topic, first?.id]).toEqual(['tasks', lastId]);
      expect(last?.topic).toBe('shopping');
      expect(await toldFirst(await back(two, ben, first?.id ?? ''), 2)).toEqual(['tasks', 'shopping']);
      expect(await toldFirst(await back(two, ben, last?.id ?? ''), 1)).toEqual(['shopping']);
    });

    test('is told nothing of what only others see, and their own personal things', async () => {
      const [bens, anas] = [
        await lastIdOf(await one.stream(ben, home)),
        await lastIdOf(await one.stream(ana, home)),
      ];
      await addTask(ana, { visibility: 'PERSONAL' });
      const again = await back(one, ben, bens);
      expect(await toldFirst(again, 0)).toEqual([]);
      expect(again.frames.at(-1)?.id).not.toBe(bens);
      expect(await toldFirst(await back(two, ana, anas), 2)).toEqual(['tasks', 'shopping']);
    });

    test('of before a message hears of everything until the next, whatever it was about', async () => {
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

    test('is a cursor of the feed, from which it goes on', async () => {
      const stream = await one.stream(ben, home);
      await addTask(ana);
      await stream.untilFrames(1);
      const since = await lastIdOf(stream);
      const known = { headers: { 'if-none-match': `W/"${since}"` } };
      expect((await ben.get(`${home}/changes?since=${since}`, known)).status).toBe(304);
      const { body } = await addTask(ana);
      const answer = await ben.get(`${home}/changes?since=${since}`, known);
      expect(answer.body.changed.occurrences).toMatchObject([{ id: body.id }]);
      // And the reverse.
      const again = await back(two, ben, answer.body.cursor as string);
      expect(await toldFirst(again, 0)).toEqual([]);
    });
  });

  describe('every topic is told to who comes back', () => {
    const everyTopic = async (stream: StreamClient) => {
      await stream.untilFrames(3);
      expect(stream.topics).toEqual(EVERY);
    };

    test('with an id of an older process, of none, of somebody else or of another household', async () => {
      const anas = await lastIdOf(await one.stream(ana, home));
      const elsewhere = await lastIdOf(await one.stream(ben, await ben.household()));
      for (const lastId of [randomUUID(), 'x', '0'.repeat(5_000), anas, elsewhere]) {
        const stream = await back(one, ben, lastId);
        await everyTopic(stream);
        // Only the last one says that everything was told.
        for (const { id } of stream.frames.slice(0, 2)) {
          const cutOff = await back(two, ben, id);
          await everyTopic(cutOff);
          cutOff.close();
        }
        expect(await toldFirst(await back(two, ben, stream.frames[2]?.id ?? ''), 0)).toEqual([]);
        stream.close();
      }
    });

    test('after the zone changed, or to a membership that began anew', async () => {
      const lastId = await lastIdOf(await one.stream(ben, home));
      await ana.patch(home, { timeZone: 'Asia/Tokyo' });
      await everyTopic(await back(one, ben, lastId));
      const again = await lastIdOf(await one.stream(ben, home));
      await one.service.query(
        `update members set joined_at = '${new Date(one.service.clock.now() + 1_000).toISOString()}' where user_id = '${benId}'`,
      );
      await everyTopic(await back(one, ben, again));
    });

    test('after more than can be looked at', async () => {
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

  test('what changes without a message is told with the next one, before the id moves on', async () => {
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

  test('a process that knows no entries beside this one: what it tells is told, and the id stays', async () => {
    const stream = await two.stream(ben, home);
    await shop(ana, 'Milk');
    await stream.untilFrames(1);
    const lastId = stream.lastId;
    // As the version before wrote and told.
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

  test('of thousands of changes by two processes, clients that are cut off again and again miss none', async () => {
    let lastId = await lastIdOf(await one.stream(ben, home));
    // What somebody knows who loads a topic whenever they are told to.
    const known = { tasks: 0, shopping: 0 };
    const writers = { areDone: false };
    const listening = (async () => {
      for (let turn = 0; ; turn++) {
        const wasDone: boolean = writers.areDone;
        const stream = await back(turn % 2 === 0 ? one : two, ben, lastId);
        await stream.until(({ lastId: id }) => id !== '');
        if (!wasDone) await new Promise((resolve) => setTimeout(resolve, 50 * (turn % 8)));
        stream.close();
        await stream.ended;
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

describe('a connection of the database that is lost', () => {
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

  test('a listener whose connection is killed comes back, and tells every topic', async () => {
    const { api, home, stream } = await aStream();
    expect(await killConnections(LISTENERS)).toHaveLength(2);
    await stream.untilFrames(3);
    expect(stream.topics.toSorted()).toEqual(TOPICS.toSorted());
    await hearsOfEachOther(stream, api, home);
  });

  test('a session that ended while nobody listened loses its stream when somebody does again', async () => {
    const { id, stream } = await aStream();
    await one.service.query(`update sessions set revoked_at = now() where user_id = '${id}'`);
    await killConnections(LISTENERS);
    await stream.ended;
  });

  test('all connections to the database may be lost, again and again', async () => {
    const { api, home, stream } = await aStream();
    for (let i = 1; i <= 3; i++) {
      const before = stream.frames.length;
      await killConnections(`application_name like 'household-planner%'`);
      await stream.untilFrames(before + 3);
    }
    while ((await api.get(`${home}/occurrences`)).status !== 200);
    await hearsOfEachOther(stream, api, home);
  });
});
