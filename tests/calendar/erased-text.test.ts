import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { backUp } from '../../bootstrap/commands/back-up.js';
import { PASSWORD, type Api } from '../support/api.js';
import { done } from '../support/displays.js';
import { configured, dataFolder } from '../support/operations/configured.js';
import { mirrorsOfThisFile, type MirrorWorld } from './mirror-world.js';

const beginMirror = mirrorsOfThisFile();

/** A word that is in nothing but what the test writes. */
const marker = (what: string) => `zq${createHash('sha1').update(what).digest('hex').slice(0, 10)}`;

describe('erasing an account', () => {
  let world: MirrorWorld;
  let zoe: Api;
  let email: string;
  /** What was written under each marker. */
  let written: Map<string, string>;

  /** A text with a marker of its own. */
  const text = (what: string): string => {
    written.set(marker(what), what);
    return marker(what);
  };

  /** Names what was written and is in any column of any table, as text or as bytes. */
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
    const registered = await world.service.api.register({ email, displayName: text('name of the account') });
    zoe = registered.api;
  });

  /** Writes a text into every field of what only the author sees, in every way in which it gets there. */
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
    // What is hidden since: others have seen it, and only its author does now.
    const hidden = (await create(zoe, home, of('hidden'))).id;
    const { seriesId: hiddenSeries } = await create(zoe, home, { ...of('hidden series'), ...daily });
    return { series: hiddenSeries, task: hidden };
  }

  const key = () => ({ 'idempotency-key': randomUUID() });
  const memberId = async (api: Api) => (await done(api.get('/v1/me'))).user.id as string;

  test('leaves no text that only its owner could see, in a household that others live in', async () => {
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
    // Others work on what is hidden afterwards, and the calendar shows it.
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
    // Acts of others that take private rows along.
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

  test('leaves no text at all in a household that goes with it', async () => {
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
      zoe.post(`${home}/shopping/items`, { items: [{ name: text('item'), note: text('note of an item') }] }),
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
