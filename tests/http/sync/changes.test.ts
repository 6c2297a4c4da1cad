import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { HOUSEHOLD_TABLES } from '../../../adapters/postgres/households/household-repository.js';
import type { Api } from '../../support/api.js';
import { onSingleServer } from '../../support/requirement.js';
import { startService, type TestService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { home, newcomer, told, type Person } from '../households/people.js';

describe('the change feed', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  let path: string;
  let owner: Person;
  let member: Person;
  beforeEach(async () => {
    ({ path, owner, member } = await home(service.api));
  });

  const read = (api: Api, query = '', headers: Record<string, string> = {}) =>
    api.get(`${path}/changes${query}`, { headers });

  /** Reads pages until there are no more, and returns them. */
  async function readOn(api: Api, since: string | null, limit = 500): Promise<any[]> {
    const pages: any[] = [];
    let cursor = since;
    do {
      const answer = await read(api, `?limit=${limit}${cursor === null ? '' : `&since=${cursor}`}`);
      expect(answer.status).toBe(200);
      pages.push(answer.body);
      cursor = answer.body.cursor;
    } while (pages.at(-1).hasMore);
    return pages;
  }
  const upToDate = async (api: Api): Promise<string> => (await readOn(api, null)).at(-1).cursor;
  const create = async (api: Api, body: object): Promise<any> => (await api.post(`${path}/tasks`, body)).body;
  const statementsOf = (work: () => Promise<unknown>) => service.statementsOf(work);
  const idsOf = (rows: any[]) => rows.map(({ id }) => id).sort();

  describe('a snapshot', () => {
    test('contains the same rows as the list routes, with pages of 1, 7 or 1000 rows, and ends with a page of changes', async () => {
      const task = await create(owner.api, {
        title: 'Bins',
        date: '2026-11-25',
        recurrence: { frequency: 'weekly' },
      });
      await create(owner.api, { title: 'Secret', visibility: 'PERSONAL' });
      await owner.api.post(`${path}/categories`, { name: 'Kitchen' });
      await owner.api.post(`${path}/shopping/items`, { items: [{ name: 'Milk' }] });
      const [, last] = await readOn(member.api, null, 1000);
      const { cursor } = (await read(member.api, '?limit=1000')).body;
      const ended = await read(member.api, `?since=${cursor}`, { 'if-none-match': `W/"${cursor}"` });
      expect([ended.status, ended.body]).toEqual([200, last]);
      for (const limit of [1, 7, 1000]) {
        const pages = await readOn(member.api, null, limit);
        expect(pages.slice(0, -1).every((page) => page.snapshot && page.hasMore)).toBe(true);
        expect(pages.at(-1)).toMatchObject({ snapshot: false, hasMore: false, historyFrom: null });
        expect(pages[0].historyFrom).toBe('2026-10-22');
        const all = (kind: string) => idsOf(pages.flatMap((page) => page.changed[kind]));
        const listed = async (list: string) => idsOf((await member.api.get(`${path}/${list}`)).body);
        expect(all('occurrences')).toEqual(await listed('occurrences'));
        expect(all('occurrences')).toContain(task.id);
        expect(all('series')).toEqual(await listed('series'));
        expect(all('categories')).toEqual(await listed('categories'));
        expect(all('members')).toEqual(idsOf([owner, member]));
        expect(pages.flatMap((page) => page.changed.household ?? [])).toMatchObject([{ role: 'MEMBER' }]);
      }
    });

    test('contains as many past days as requested', async () => {
      const old = await create(owner.api, { title: 'Old', date: '2026-10-01' });
      await owner.api.post(`${path}/occurrences/${old.id}/skip`);
      const shown = async (query: string) => idsOf((await read(owner.api, query)).body.changed.occurrences);
      expect(await shown('?historyDays=30')).toEqual([]);
      expect(await shown('?historyDays=60')).toEqual([old.id]);
    });
  });

  describe('changes since a cursor', () => {
    test('take less than 2 KB and three SQL statements for a tick, and two SQL statements for a 304', async () => {
      const task = await create(owner.api, { title: 'Take out the bins', date: '2026-11-25', time: '19:00' });
      const since = await upToDate(member.api);
      await owner.api.post(`${path}/occurrences/${task.id}/complete`);
      let answer: any;
      const statements = await statementsOf(async () => {
        answer = await read(member.api, `?since=${since}`);
      });
      expect(answer.body.changed.occurrences).toMatchObject([{ id: task.id, status: 'DONE' }]);
      expect(answer.headers['cache-control']).toBe('private, no-cache');
      expect([statements.length, Buffer.byteLength(answer.text) <= 2_048]).toEqual([3, true]);

      const { cursor } = answer.body;
      expect(answer.headers['etag']).toBe(`W/"${cursor}"`);
      const poll = await statementsOf(async () => {
        answer = await read(member.api, `?since=${cursor}`, { 'if-none-match': `W/"${cursor}"` });
      });
      expect([answer.status, answer.text, poll.length]).toEqual([304, '', 2]);
      expect((await read(member.api, `?since=${cursor}`)).body).toMatchObject({ cursor, hasMore: false });
    });

    test('list deleted and hidden rows as removed, and no rows that were never visible to the member', async () => {
      const [gone, hidden] = [
        await create(owner.api, { title: 'a' }),
        await create(owner.api, { title: 'b' }),
      ];
      const [mine, theirs] = [await upToDate(owner.api), await upToDate(member.api)];
      await owner.api.delete(`${path}/occurrences/${gone.id}`);
      await owner.api.patch(`${path}/occurrences/${hidden.id}`, { visibility: 'PERSONAL', version: 1 });
      const [page] = await readOn(member.api, theirs);
      expect(page.removed.occurrences.sort()).toEqual(idsOf([gone, hidden]));
      expect(page.changed.occurrences).toEqual([]);
      const [own] = await readOn(owner.api, mine);
      expect(own.removed.occurrences).toEqual([gone.id]);
      expect(idsOf(own.changed.occurrences)).toEqual([hidden.id]);

      await owner.api.patch(`${path}/occurrences/${hidden.id}`, { title: 'c', version: 2 });
      const quiet = await read(member.api, `?since=${page.cursor}`, {
        'if-none-match': `W/"${page.cursor}"`,
      });
      expect(quiet.status).toBe(304);
      expect((await readOn(owner.api, own.cursor))[0].changed.occurrences).toMatchObject([{ title: 'c' }]);
    });

    test('contain a new name of an account', async () => {
      const since = await upToDate(owner.api);
      await member.api.patch('/v1/me', { displayName: 'Milos' });
      expect((await readOn(owner.api, since))[0].changed.members).toMatchObject([{ displayName: 'Milos' }]);
    });

    test('are divided into pages that contain each change once', async () => {
      const since = await upToDate(member.api);
      await create(owner.api, { title: 'Bins', date: '2026-11-25', recurrence: { frequency: 'daily' } });
      const pages = await readOn(member.api, since, 10);
      const ids = idsOf(pages.flatMap((page) => page.changed.occurrences));
      expect(pages.length).toBeGreaterThan(3);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(idsOf((await member.api.get(`${path}/occurrences?limit=500`)).body));
    });
  });

  describe('the cursor of a request', () => {
    const refused = async (api: Api, cursor: string) => {
      const answer = await read(api, `?since=${cursor}`);
      expect(told(answer)).toEqual([410, 'RESYNC_REQUIRED']);
      return answer.body.error.details.reason;
    };

    test.each(['x', 'AAAA', 'not%20base64'])(
      'is refused with UNREADABLE if it was never issued, such as %s',
      async (cursor) => {
        expect(await refused(owner.api, cursor)).toBe('UNREADABLE');
      },
    );

    test('is refused with REJOINED if it is of another member or an ended membership', async () => {
      const cursor = await upToDate(member.api);
      expect(await refused(owner.api, cursor)).toBe('REJOINED');
      await service.leave(path, member.id);
      expect((await read(member.api, `?since=${cursor}`)).status).toBe(404);
      service.clock.set(new Date(service.clock.now() + 1_000).toISOString());
      await owner.api.post(`${path}/invitations`, {});
      const token = (await owner.api.post(`${path}/invitations`, {})).body.token;
      await member.api.post('/v1/invitations/accept', { token });
      expect(await refused(member.api, cursor)).toBe('REJOINED');
    });

    test('is still accepted after the time zone of the household was replaced by another name of the same zone [zone-under-its-old-name]', async () => {
      expect((await owner.api.patch(path, { timeZone: 'Asia/Calcutta' })).status).toBe(200);
      const cursor = await upToDate(owner.api);
      const { body } = await owner.api.patch(path, { timeZone: 'asia/kolkata' });
      expect(body.timeZone).toBe('Asia/Kolkata');
      expect((await read(owner.api, `?since=${cursor}`)).status).toBe(200);
    });

    test('is refused with ZONE_CHANGED if the time zone of the household has changed', async () => {
      const cursor = await upToDate(owner.api);
      await owner.api.patch(path, { timeZone: 'Asia/Tokyo' });
      expect(await refused(owner.api, cursor)).toBe('ZONE_CHANGED');
    });

    test('is refused with WORDING_CHANGED if the texts of rules have changed for the member', async () => {
      const cursors = async () => ({ mine: await upToDate(owner.api), theirs: await upToDate(member.api) });
      let { mine, theirs } = await cursors();
      await owner.api.patch('/v1/me', { locale: 'fr' });
      expect(await refused(owner.api, mine)).toBe('WORDING_CHANGED');
      expect((await read(member.api, `?since=${theirs}`)).status).toBe(200);
      ({ mine, theirs } = await cursors());
      await owner.api.patch(path, { weekStartsOn: 'SU' });
      expect(await refused(owner.api, mine)).toBe('WORDING_CHANGED');
      expect(await refused(member.api, theirs)).toBe('WORDING_CHANGED');
    });

    test('is refused with EXPIRED if it is older than the stored changes', async () => {
      const since = await upToDate(owner.api);
      await create(owner.api, { title: 'a' });
      await service.query(`update change_entries set at = now() - interval '1000 days'`);
      await service.useCases.purgeChanges();
      expect(await refused(owner.api, since)).toBe('EXPIRED');
      // A copy that was up to date can continue.
      const cursor = await upToDate(owner.api);
      await create(owner.api, { title: 'b' });
      expect((await readOn(owner.api, cursor))[0].changed.occurrences).toMatchObject([{ title: 'b' }]);
    });

    test('is refused with RESTORED after a restore of the database', async () => {
      const cursor = await upToDate(owner.api);
      await service.query(`update installation set epoch = '${randomUUID()}'`);
      expect(await refused(owner.api, cursor)).toBe('RESTORED');
    });
  });

  test('does not keep the changes of former members and deleted households', async () => {
    const id = path.split('/').at(-1) as string;
    const streams = () => service.query(`select audience from change_heads where household_id = '${id}'`);
    await create(member.api, { title: 'mine', visibility: 'PERSONAL' });
    expect(await streams()).toHaveLength(3 - 1);
    expect((await member.api.delete(`${path}/members/${member.id}`)).status).toBe(204);
    expect((await streams()).map(({ audience }) => audience)).not.toContain(member.id);
    await newcomer(owner.api, path);
    const { statusCode } = await owner.api.delete(path);
    expect([statusCode, await streams()]).toEqual([204, []]);
    expect(await service.query(`select 1 from change_entries where household_id = '${id}'`)).toEqual([]);
  });

  // Versions that old never ran on a cluster.
  onSingleServer.test(
    'lets a process of a version without the change feed delete a household that has change entries and operations',
    async () => {
      const id = path.split('/').at(-1) as string;
      await create(member.api, { title: 'Bins', date: '2026-11-25', recurrence: { frequency: 'weekly' } });
      await owner.api.call('PUT', `${path}/shopping/sections`, { body: [{ name: 'Bakery' }] });
      await owner.api.post(`${path}/shopping/lists`, { name: 'Market' });
      const later = ['change_entries', 'change_heads', 'operations', 'shopping_lists'];
      for (const table of HOUSEHOLD_TABLES.filter((one) => !later.includes(one)))
        await service.query(`delete from ${table} where household_id = '${id}'`);
      await service.query(`delete from shopping_sections where household_id = '${id}'`);
      await service.query(`delete from households where id = '${id}'`);
      for (const table of later.slice(1))
        expect(await service.query(`select from ${table} where household_id = '${id}'`)).toEqual([]);
    },
  );
});

describe('a client that runs the program from the documentation', () => {
  const PAGE = path.resolve(import.meta.dirname, '../../../docs/keeping-up.md');

  let service: TestService;
  let server: Server;
  let program: ChildProcess;
  const folder = mkdtempSync(path.join(tmpdir(), 'keeping-up-'));
  beforeAll(async () => {
    service = await startService();
    server = createServer(service.api.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    program.kill();
    server.close();
    server.closeAllConnections();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  type Kept = { readonly copy: Readonly<Record<string, Record<string, unknown>>> };

  test('keeps an exact copy of the household despite interruptions', async () => {
    const { path: household, owner, member } = await home(service.api);
    const [code, file] = [path.join(folder, 'program.mjs'), path.join(folder, 'copy.json')];
    const [, text = ''] = /^```js\n([^]*?)^```$/m.exec(readFileSync(PAGE, 'utf8')) ?? [];
    expect(text.split('\n').length).toBeLessThanOrEqual(61);
    writeFileSync(code, text);
    const { port } = server.address() as AddressInfo;
    const BASE = `http://127.0.0.1:${port}${household}`;
    program = spawn(process.execPath, [code], {
      env: { ...process.env, BASE, TOKEN: member.api.token ?? '', FILE: file },
      stdio: ['ignore', 'ignore', 'inherit'],
    });

    const kept = (): Kept | null => {
      try {
        return JSON.parse(readFileSync(file, 'utf8')) as Kept;
      } catch {
        return null;
      }
    };
    const listed = async (list: string) =>
      (await member.api.get(`${household}/${list}?limit=500`)).body as object[];
    const requireExact = async () => {
      const expected = {
        occurrences: await listed('occurrences'),
        series: await listed('series'),
        shoppingItems: await listed('shopping/items'),
        categories: await listed('categories'),
      };
      const byId = (rows: readonly unknown[]) =>
        new Map(rows.map((row) => [(row as { id: string }).id, row]));
      await until(() => {
        const copy = kept()?.copy ?? {};
        return Object.entries(expected).every(([kind, rows]) =>
          isDeepStrictEqual(byId(Object.values(copy[kind] ?? {})), byId(rows)),
        );
      }, 'the copy has every row that the lists of the service have');
    };

    const task = await owner.api.post(`${household}/tasks`, { title: 'Tap', date: '2026-11-25' });
    await owner.api.post(`${household}/tasks`, { title: 'Mine', visibility: 'PERSONAL' });
    await requireExact();
    await owner.api.post(`${household}/occurrences/${task.body.id}/complete`);
    await owner.api.post(`${household}/categories`, { name: 'Kitchen' });
    await owner.api.post(`${household}/shopping/items`, { name: 'Milk' });
    await requireExact();
    server.closeAllConnections();
    await owner.api.post(`${household}/tasks`, {
      title: 'Bins',
      date: '2026-11-25',
      recurrence: { frequency: 'weekly' },
    });
    await owner.api.delete(`${household}/occurrences/${task.body.id}`);
    await requireExact();
    expect(Object.keys(kept()?.copy['occurrences'] ?? {}).length).toBeGreaterThan(3);
  }, 180_000);
});
