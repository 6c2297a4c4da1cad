import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { listen, type RunningServer } from '../../adapters/http/server.js';
import { InMemoryFileStore } from '../../adapters/memory/attachments/file-store.js';
import { PASSWORD, type Api } from '../support/api.js';
import { SettableClock } from '../support/settable-clock.js';
import { StreamClient } from '../support/stream-client.js';
import { NOW, startMirror, type MirrorWorld } from './mirror-world.js';

describe('a household ends', () => {
  /** Of a household with an event in the calendar, a file, a feed, an open stream, and work that waits. */
  type Living = {
    readonly owner: Api;
    readonly ownerId: string;
    readonly stream: StreamClient;
    readonly feed: string;
  };

  const files = new InMemoryFileStore(new SettableClock(NOW));
  let world: MirrorWorld;
  let server: RunningServer;
  let living: Living;

  beforeEach(async () => {
    world = await startMirror({ fileStore: files });
    server = await listen(world.service.api.app, { host: '127.0.0.1', port: 0 });
    await world.link();
    const task = await world.task();
    await world.sweep();
    living = await livingIn(task);
    expect(await whatIsLeft()).toEqual({ events: 1, files: 1, feed: 200 });
  });
  afterEach(async () => {
    living.stream.close();
    await server.close();
    await world.close();
  });

  async function livingIn(task: string): Promise<Living> {
    const { id, email } = (await world.browser.get('/v1/me')).body.user as { id: string; email: string };
    const { body } = await world.service.api.post('/v1/auth/login', { email, password: PASSWORD });
    const owner = world.service.api.as(body.accessToken as string);
    await request(owner.app)
      .post(`${world.home}/occurrences/${task}/attachments`)
      .set({ authorization: `Bearer ${owner.token ?? ''}`, 'x-client': 'mobile', 'x-requested-with': 'app' })
      .attach('file', Buffer.from('text'), { filename: 'notes.txt', contentType: 'text/plain' });
    const feed = await owner.post('/v1/me/feeds', { householdId: world.householdId });
    const stream = await StreamClient.open(`http://127.0.0.1:${server.port}${world.home}/events`, {
      authorization: `Bearer ${owner.token ?? ''}`,
    });
    await world.edit(task, { title: 'Paper' });
    return { owner, ownerId: id, stream, feed: new URL(feed.body.url as string).pathname };
  }

  async function whatIsLeft() {
    const stored: string[] = [];
    for await (const { key } of files.list(world.householdId)) stored.push(key);
    return {
      events: world.calendar.liveEvents().length,
      files: stored.length,
      feed: (await world.service.api.get(living.feed)).status,
    };
  }

  /** In tables that name it, and in the queue. */
  async function rowsLeft(): Promise<readonly string[]> {
    const tables = await world.service.query(
      `select table_name as name, column_name as column from information_schema.columns
       where table_schema = 'public' and column_name in ('household_id', 'left_by')`,
    );
    expect(tables.length).toBeGreaterThan(15);
    const left: string[] = [];
    for (const { name, column } of tables as { name: string; column: string }[]) {
      const rows = await world.service.query(
        `select 1 from ${name} where ${column} = '${world.householdId}' limit 1`,
      );
      if (rows.length > 0) left.push(name);
    }
    const waiting = await world.service.query(
      `select name from pgboss.job where state < 'active' and data::text like '%${world.householdId}%'`,
    );
    return [...left, ...waiting.map(({ name }) => name as string)];
  }

  const moreMembers = async () => {
    const other = await world.service.api.register();
    await world.service.join(world.home, other.id);
  };

  test.each([
    {
      way: 'its owner deletes it',
      end: async () => {
        await moreMembers();
        return living.owner.delete(world.home);
      },
    },
    {
      way: 'its last member leaves',
      end: () => living.owner.delete(`${world.home}/members/${living.ownerId}`),
    },
    {
      way: 'the account of its last member is erased',
      end: () => living.owner.call('DELETE', '/v1/me', { body: { password: PASSWORD } }),
    },
  ])('when $way, and leaves nothing anywhere', async ({ end }) => {
    expect((await end()).status).toBe(204);
    await living.stream.ended;
    for (let round = 0; round < 3; round++) await world.service.performJobs();
    expect(await whatIsLeft()).toEqual({ events: 0, files: 0, feed: 404 });
    expect(await rowsLeft()).toEqual([]);
  });
});

describe('the erasure of an account', () => {
  let world: MirrorWorld;
  beforeEach(async () => {
    world = await startMirror();
    await world.link();
    await world.task();
    await world.sweep();
  });
  afterEach(() => world.close());

  const rows = async (table: string) => (await world.service.query(`select * from ${table}`)).length;

  test.each(['whose household goes too', 'who leaves a household to others'])(
    'an account %s is erased at once while Google is down, and the calendar is cleared when it is back',
    async (who) => {
      if (who.startsWith('who leaves')) {
        const other = await world.service.api.register();
        await world.service.join(world.home, other.id);
      }
      const { id, email } = (await world.browser.get('/v1/me')).body.user as { id: string; email: string };
      const { body } = await world.service.api.post('/v1/auth/login', { email, password: PASSWORD });
      world.google.faults.decideBy(() => ({ kind: 'reset before effect' }));

      const phone = world.service.api.as(body.accessToken as string);
      const { status } = await phone.call('DELETE', '/v1/me', { body: { password: PASSWORD } });
      expect(status).toBe(204);
      expect(await world.service.query(`select 1 from accounts where id = '${id}'`)).toEqual([]);
      expect(await rows('calendar_links')).toBe(0);
      for (let round = 0; round < 2; round++) await world.service.performJobs();
      expect(world.titles()).toEqual(['Bins']);
      expect(world.google.isGranted(world.zoe)).toBe(true);
      expect(JSON.stringify(await world.service.query('select * from calendar_connections'))).not.toContain(
        world.zoe.email,
      );

      world.google.faults.clear();
      world.clock.advance(3_600_000);
      for (let round = 0; round < 3; round++) await world.service.performJobs();
      expect(world.titles()).toEqual([]);
      expect(world.google.isGranted(world.zoe)).toBe(false);
      expect(await rows('calendar_leftovers')).toBe(0);
      expect(await rows('calendar_connections')).toBe(0);
    },
  );
});
