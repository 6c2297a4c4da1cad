import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { listen, type RunningServer } from '../../adapters/http/server.js';
import { createLogger } from '../../adapters/logging/winston-logger.js';
import { InMemoryFileStore } from '../support/memory/attachments/file-store.js';
import { backUp } from '../../bootstrap/commands/back-up.js';
import { arrived, begun, connectionsOf } from '../http/calendar/people.js';
import { type Api, PASSWORD } from '../support/api.js';
import { done } from '../support/displays.js';
import type { Fault } from '../support/fake-google/faults.js';
import { configured, dataFolder } from '../support/operations/configured.js';
import { SettableClock } from '../support/settable-clock.js';
import { StreamClient } from '../support/stream-client.js';
import { aMirroredHome, mirrorsOfThisFile, type MirrorWorld, NOW, startMirror } from './mirror-world.js';

describe('with a linked calendar', () => {
  describe('the end of a household', () => {
    /** Creates a household with an event in the calendar, a file, a feed, an open stream, and pending work. */
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
        .set({
          authorization: `Bearer ${owner.token ?? ''}`,
          'x-client': 'mobile',
          'x-requested-with': 'app',
        })
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

    /** Returns the tables that still contain the household, and its waiting jobs. */
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
    ])('removes all its events, files, feeds, rows and jobs when $way', async ({ end }) => {
      expect((await end()).status).toBe(204);
      await living.stream.untilEnded();
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

    test.each(['whose household is deleted with it', 'whose household keeps other members'])(
      'an account %s is erased immediately while Google is down, and its events are removed when Google is back',
      async (who) => {
        if (who === 'whose household keeps other members') {
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
});

describe('private texts', () => {
  const beginMirror = mirrorsOfThisFile();

  /** Returns a word that occurs nowhere except in texts of this test. */
  const marker = (what: string) => `zq${createHash('sha1').update(what).digest('hex').slice(0, 10)}`;

  describe('erasing an account', () => {
    let world: MirrorWorld;
    let zoe: Api;
    let email: string;
    /** Describes the text of each marker. */
    let written: Map<string, string>;

    /** Returns a new marker and remembers what it is used for. */
    const text = (what: string): string => {
      written.set(marker(what), what);
      return marker(what);
    };

    /** Returns the texts that are found in any column of any table, as text or as hexadecimal bytes. */
    async function found(): Promise<readonly string[]> {
      const tables = await world.service.query(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
      const hits = new Set<string>();
      for (const { name } of tables as { name: string }[]) {
        const rows = await world.service.query(`select to_jsonb(t)::text as row from ${name} t`);
        const all = rows.map(({ row }) => String(row)).join('\n');
        for (const [word, what] of written)
          if ([word, Buffer.from(word).toString('hex')].some((one) => all.includes(one)))
            hits.add(`${what} in ${name}`);
      }
      return [...hits].sort();
    }

    const create = (api: Api, home: string, fields: object) =>
      done(api.post(`${home}/tasks`, { date: '2026-11-25', ...fields })) as Promise<{
        id: string;
        seriesId: string;
      }>;
    const patch = async (api: Api, home: string, id: string, fields: object, scope = 'this') => {
      const { version } = await done(api.get(`${home}/occurrences/${id}`));
      return api.patch(`${home}/occurrences/${id}?scope=${scope}`, { version, ...fields });
    };
    const datesOf = async (api: Api, home: string, series: string) =>
      (
        (await done(api.get(`${home}/occurrences?limit=500`))) as {
          id: string;
          seriesId: string;
          date: string;
        }[]
      )
        .filter(({ seriesId }) => seriesId === series)
        .sort((one, other) => one.date.localeCompare(other.date))
        .map(({ id }) => id);
    const secret = { visibility: 'PERSONAL' };
    const daily = { recurrence: { frequency: 'daily', count: 9 } };
    const attach = (api: Api, occurrence: string, what: string) =>
      request(api.app)
        .post(`${occurrence}/attachments`)
        .set({ authorization: `Bearer ${api.token}`, 'x-requested-with': 'app' })
        .attach(
          'file',
          Buffer.from(text(`${what}: bytes of a file`)),
          `${text(`${what}: name of a file`)}.txt`,
        );

    beforeEach(async () => {
      world = await beginMirror();
      written = new Map();
      email = `${text('e-mail')}-${randomUUID()}@example.org`;
      const registered = await world.service.api.register({
        email,
        displayName: text('name of the account'),
      });
      zoe = registered.api;
    });
    afterEach(() => world.close());

    /**
     * Writes a marked text into every field that only the author sees, in every way in which it can get
     * there.
     */
    async function writePrivately(home: string): Promise<{ series: string; task: string }> {
      const edit = (what: string) => ({ title: text(`${what}: title`), notes: text(`${what}: notes`) });
      const of = (what: string) => ({ ...edit(what), checklist: [{ title: text(`${what}: checklist`) }] });
      const task = (await create(zoe, home, { ...of('task'), ...secret })).id;
      await done(patch(zoe, home, task, edit('edited task')));
      const { checklist } = await done(
        zoe.post(`${home}/occurrences/${task}/checklist`, { title: text('added item') }),
      );
      await done(
        zoe.patch(`${home}/occurrences/${task}/checklist/${checklist.at(-1).id}`, {
          title: text('edited item'),
        }),
      );
      await done(attach(zoe, `${home}/occurrences/${task}`, 'task'));
      await done(zoe.post(`${home}/occurrences/${task}/complete`));
      await done(zoe.post(`${home}/tasks/quick`, { text: `${text('sentence')} tomorrow !private` }, key()));
      const trashed = (await create(zoe, home, { ...of('trashed'), ...secret })).id;
      await done(zoe.delete(`${home}/occurrences/${trashed}`));
      const undone = await patch(zoe, home, (await create(zoe, home, { ...of('undone'), ...secret })).id, {
        title: text('undone edit'),
      });
      await done(zoe.post(`${home}/operations/${String(undone.headers['operation-id'])}/undo`));
      await done(
        zoe
          .post(`${home}/commands`, {
            sentAt: new Date(world.clock.now()).toISOString(),
            commands: [
              {
                ...{ id: randomUUID(), type: 'task.create', at: new Date(world.clock.now()).toISOString() },
                task: { ...of('command'), ...secret, date: '2026-11-25' },
              },
            ],
          })
          .then((answer) => answer),
      );

      const { seriesId: series } = await create(zoe, home, {
        ...of('series'),
        ...daily,
        ...secret,
        rotation: { kind: 'shuffle', order: [[await memberId(zoe)]], seed: text('seed') },
      }).catch(() => create(zoe, home, { ...of('series'), ...daily, ...secret }));
      const dates = await datesOf(zoe, home, series);
      await done(patch(zoe, home, dates[1]!, edit('one date')));
      await done(patch(zoe, home, dates[4]!, { title: text('from a date on') }, 'following'));
      await done(patch(zoe, home, dates[0]!, { title: text('all dates') }, 'all'));
      await done(
        zoe.post(`${home}/pauses`, {
          ...{ from: '2026-11-26', until: '2026-11-27', mode: 'skip', seriesIds: [series], ...secret },
          note: text('note of a pause'),
        }),
      );
      const over = await done(
        zoe.post(`${home}/pauses`, {
          ...{ from: '2026-12-10', until: '2026-12-11', mode: 'skip', seriesIds: [series], ...secret },
          note: text('note of a pause that ended'),
        }),
      );
      await done(zoe.delete(`${home}/pauses/${over.id}`));
      // These rows are shared at first and hidden later, so only their author sees them at the end.
      const hidden = (await create(zoe, home, of('hidden'))).id;
      const { seriesId: hiddenSeries } = await create(zoe, home, { ...of('hidden series'), ...daily });
      return { series: hiddenSeries, task: hidden };
    }

    const key = () => ({ 'idempotency-key': randomUUID() });
    const memberId = async (api: Api) => (await done(api.get('/v1/me'))).user.id as string;

    test('removes all texts that only the account could see from a household that keeps other members', async () => {
      const { home, service } = world;
      const ben = world.service.api.as(world.browser.cookie('gn_at')!);
      await service.join(home, await memberId(zoe));
      await world.link();
      await done(
        zoe.patch(`${home}/members/${await memberId(zoe)}`, { displayName: text('name in the home') }),
      );
      const category = await done(ben.post(`${home}/categories`, { name: 'Shared' }));
      const { task, series } = await writePrivately(home);
      await done(
        create(zoe, home, { title: text('task in a category'), ...secret, categoryId: category.id }) as never,
      );
      // Before the rows are hidden, another member edits them and the calendar shows them.
      await done(patch(ben, home, task, { title: text('edited by another before it was hidden') }));
      await done(ben.post(`${home}/occurrences/${task}/complete`));
      await done(ben.post(`${home}/occurrences/${task}/reopen`));
      const dates = await datesOf(ben, home, series);
      await done(patch(ben, home, dates[0]!, { title: text('series edited by another') }, 'all'));
      await done(patch(ben, home, dates[3]!, { title: text('date edited by another') }));
      await service.performJobs();
      await world.sweep();
      await done(patch(zoe, home, task, secret));
      await done(patch(zoe, home, (await datesOf(zoe, home, series))[0]!, secret, 'all'));
      await service.performJobs();
      await world.sweep();
      // Changes by another member that also change private rows.
      await done(ben.delete(`${home}/categories/${category.id}`));
      await done(ben.patch(home, { timeZone: 'America/New_York' }));
      await done(zoe.post('/v1/me/devices', { platform: 'ANDROID', token: text('device') }));
      await service.performJobs();

      const folder = await dataFolder();
      const inBackup = async (name: string) => {
        const file = path.join(folder.path, name);
        await backUp(configured(service, folder.path), service.logger, { file, withSecrets: false });
        const archive = await readFile(file, 'latin1');
        return [...written].filter(([word]) => archive.includes(word)).map(([, what]) => what);
      };
      expect((await inBackup('before.tar')).length).toBeGreaterThan(30);

      const before = await found();
      expect(new Set(before.map((one) => one.split(' in ')[0])).size).toBeGreaterThan(30);
      expect((await zoe.call('DELETE', '/v1/me', { body: { password: PASSWORD } })).status).toBe(204);
      expect(await found()).toEqual([]);
      await service.performJobs();
      await world.sweep();
      await service.performJobs();
      expect(await found()).toEqual([]);
      expect(await inBackup('after.tar')).toEqual([]);
      await folder.remove();
    });

    test('leaves no text of a household that is removed with the account', async () => {
      const home = await zoe.household({ name: text('household') });
      await writePrivately(home);
      await done(zoe.post(`${home}/categories`, { name: text('category') }));
      await done(
        zoe.post(`${home}/templates`, {
          name: text('template'),
          tasks: [{ title: text('task of a template'), notes: text('notes of a template') }],
        }),
      );
      const [item] = await done(
        zoe.post(`${home}/shopping/items`, {
          items: [{ name: text('item'), note: text('note of an item') }],
        }),
      );
      await done(zoe.patch(`${home}/shopping/items/${item.id}`, { name: text('renamed item') }));
      await done(zoe.post(`${home}/shopping/lists`, { name: text('list') }));
      await done(
        zoe.post(`${home}/day-calendars`, {
          name: text('calendar'),
          days: [{ from: '2026-12-25', name: text('day') }],
        }),
      );
      await done(zoe.post(`${home}/displays`, { name: text('display') }));
      await done(zoe.post(`${home}/members`, { displayName: text('child'), group: 'CHILD' }));
      await done(zoe.post(`${home}/invitations`, { email: `${text('invited')}@example.org` }));
      await world.service.performJobs();
      expect((await found()).length).toBeGreaterThan(40);
      expect((await zoe.call('DELETE', '/v1/me', { body: { password: PASSWORD } })).status).toBe(204);
      await world.service.performJobs();
      expect(await found()).toEqual([]);
    });
  });
});

describe('separation of tokens and households', () => {
  describe('secrets', () => {
    /**
     * Access tokens, refresh tokens, authorization codes and the client secret of Google. The base64 text of a password
     * hash may contain "4/" or "1//". The longer prefixes make a false match very unlikely.
     */
    const SECRETS = [/ya29\./, /1\/\/0[\w-]{20}/, /\b4\/0A[\w-]{20}/, /GOCSPX/];
    /** Undoes the encoding of slashes in URLs and forms. */
    const decodeSlashes = (text: string) => text.replaceAll(/%2F/gi, '/');

    const BROKEN: readonly Fault[] = [
      { kind: 'short body' },
      { kind: 'wrong type' },
      { kind: 'reset after effect' },
      { kind: 'answer', answer: { status: 500, body: '<html>Error</html>' } },
    ];

    /** Returns the content of the whole database as text, including the job queue. */
    async function storedIn({ service }: MirrorWorld): Promise<string> {
      const tables = await service.query(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
      );
      const rows = [];
      for (const { name } of tables) rows.push(await service.query(`select * from ${name as string}`));
      return JSON.stringify(rows);
    }

    test('secrets of the provider are never logged, returned, queued or stored as plain text', async () => {
      const output = new PassThrough();
      const logged = text(output);
      const world = await startMirror({ logger: createLogger({ level: 'debug', format: 'json', output }) });
      const { google, browser, home } = world;
      const seen: string[] = [];
      const look = async (path: string) => void seen.push((await browser.get(path)).text);
      const stored: string[] = [];

      await world.link();
      const id = await world.task();
      await world.sweep();
      for (const fault of BROKEN) {
        // Every call fails in this way, both with an expired token and with a valid one.
        google.faults.decideBy(() => fault);
        await world.later(3_700_000);
        await world.edit(id, { title: fault.kind });
        seen.push(JSON.stringify(await world.synchronise()));
        seen.push((await browser.post(`${home}/calendar/sync`)).text);
        google.faults.decideBy(({ call }) => (call.operation?.startsWith('events.') ? fault : null));
        await world.later(3_700_000);
        seen.push(JSON.stringify(await world.synchronise()));
        await look(`${home}/calendar/available`);
        await look(`${home}/calendar/link`);
        stored.push(await storedIn(world));
        const back = await google.consent(await begun(browser));
        google.faults.decideBy(() => fault);
        await arrived(browser, back).catch((error: unknown) => seen.push(String(error)));
        google.faults.clear();
      }
      for (const path of ['/v1/calendar/google/connections', '/v1/me/export', '/v1/me', `${home}/activity`])
        await look(path);
      google.faults.decideBy(({ call }) => (call.operation === 'oauth.revoke' ? (BROKEN[3] as Fault) : null));
      for (const { id: connection } of (await connectionsOf(browser)) as { id: string }[])
        await browser.delete(`/v1/calendar/google/connections/${connection}`);
      stored.push(await storedIn(world));
      await world.service.performJobs().catch((error: unknown) => seen.push(String(error)));
      stored.push(await storedIn(world));
      await world.close();
      output.end();

      const sent = google.journal.entries.map(({ call }) => decodeSlashes(JSON.stringify(call))).join('\n');
      for (const secret of SECRETS) expect(sent).toMatch(secret);
      expect((await logged).split('\n').length).toBeGreaterThan(20);
      for (const where of [await logged, ...seen, ...stored])
        for (const secret of SECRETS) expect(decodeSlashes(where)).not.toMatch(secret);
    });
  });

  describe('sweeping a household', () => {
    let world: MirrorWorld;
    beforeAll(async () => {
      world = await startMirror();
    });
    afterAll(() => world.close());

    const eventsOf = (home: Pick<MirrorWorld, 'titles'>) => [...home.titles()].sort();

    test('a sweep of one household makes no request about the calendar of another household and does not change its tasks', async () => {
      world.google.visitor = { account: world.zoe };
      const other = await aMirroredHome(world.service, world.google, world.zoe);
      await world.link();
      await world.task({ title: 'Ours' });
      const row = () =>
        world.service.query(`select * from occurrences where household_id = '${other.householdId}'`);
      await other.task({ title: 'Theirs' });
      const before = await row();
      const asked = world.google.journal.entries.length;
      await world.sweep();
      const calls = world.google.journal.entries.slice(asked).map(({ call }) => call.path);
      expect(calls.length).toBeGreaterThan(0);
      expect(calls.filter((path) => path.includes(encodeURIComponent(other.calendar.id)))).toEqual([]);
      expect(eventsOf(world)).toEqual(['Ours']);
      expect(eventsOf(other)).toEqual([]);
      expect(await row()).toEqual(before);
    });

    test('an account that is erased while its household is swept leaves no row of the household behind', async () => {
      world.google.visitor = { account: world.zoe };
      const home = await aMirroredHome(world.service, world.google, world.zoe);
      await home.link();
      for (const title of ['One', 'Two', 'Three']) await home.task({ title });
      const { email } = (await home.browser.get('/v1/me')).body.user as { email: string };
      const signedIn = await world.service.api.post('/v1/auth/login', { email, password: PASSWORD });
      const phone = world.service.api.as(signedIn.body.accessToken as string);
      const [, erased] = await Promise.all([
        home.sweep().catch(() => undefined),
        phone.call('DELETE', '/v1/me', { body: { password: PASSWORD } }),
      ]);
      expect(erased.status).toBe(204);
      await home.sweep().catch(() => undefined);
      for (const table of ['households', 'occurrences', 'calendar_links', 'calendar_events']) {
        const column = table === 'households' ? 'id' : 'household_id';
        const left = await world.service.query(
          `select 1 from ${table} where ${column} = '${home.householdId}'`,
        );
        expect({ table, left }).toEqual({ table, left: [] });
      }
    });
  });
});
