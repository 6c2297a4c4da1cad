import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { backUp } from '../../../bootstrap/commands/back-up.js';
import { type Api, PASSWORD } from '../../support/api.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import { furnish } from '../../support/furnished-household.js';
import { configured, dataFolder } from '../../support/operations/configured.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { startService, type TestService } from '../../support/service.js';
import { accept, home, invited, newcomer, told } from '../households/people.js';

const freshService = shareServiceInFile();

let service: TestService;

describe('erasure', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  const erase = (api: Api, body: object = { password: PASSWORD }) => api.call('DELETE', '/v1/me', { body });
  const membersOf = async (api: Api, path: string) =>
    (await api.get(path)).body.members as {
      id: string;
      displayName: string;
      role: string;
      leftAt: unknown;
    }[];
  const accountsOf = (id: string) => service.query(`select id from accounts where id = '${id}'`);

  describe('erasing an account', () => {
    test('ends its sessions, clears the cookies and frees the address at once', async () => {
      const me = await service.api.register();
      const { email } = me.auth['user'];
      const other = (await service.api.post('/v1/auth/login', { email, password: PASSWORD })).body;
      const answer = await erase(me.api);
      expect(answer.status).toBe(204);
      expect(answer.text).toBe('');
      const cookies = (answer.headers['set-cookie'] ?? []) as unknown as string[];
      expect(cookies.map((cookie) => /^(gn_[ar]t)=;.*Path=([^;]+)/.exec(cookie)?.slice(1))).toEqual([
        ['gn_at', '/'],
        ['gn_rt', '/v1/auth'],
      ]);
      for (const token of [me.auth['accessToken'], other.accessToken])
        expect((await service.api.as(token).get('/v1/me')).status).toBe(401);
      const { refreshToken } = other;
      expect(told(await service.api.post('/v1/auth/refresh', { refreshToken }))).toEqual([
        401,
        'SESSION_EXPIRED',
      ]);
      const again = await service.api.post('/v1/auth/register', { email, password: PASSWORD });
      expect(again.status).toBe(201);
      expect(again.body.user.id).not.toBe(me.id);
    });

    test.each([
      ['a wrong password', { password: 'not the right one' }, 401],
      ['no proof', {}, 400],
      ['only the e-mail address although the account has a password', { confirm: 'EMAIL' }, 400],
      ['null as password', { password: null }, 400],
    ])('is refused with %s, and changes nothing', async (_, body, status) => {
      const me = await service.api.register();
      const given = 'confirm' in body ? { confirm: me.auth['user'].email } : body;
      expect((await erase(me.api, given)).status).toBe(status);
      expect((await me.api.get('/v1/me')).status).toBe(200);
    });

    test('refuses even the correct password after ten wrong ones in a minute', async () => {
      const me = await service.api.register();
      for (let i = 0; i < 10; i++)
        expect((await erase(me.api, { password: 'not the right one' })).status).toBe(401);
      expect(told(await erase(me.api))).toEqual([429, 'RATE_LIMITED']);
      expect(await accountsOf(me.id)).toHaveLength(1);
      service.clock.advance(61_000);
      expect((await erase(me.api)).status).toBe(204);
    });

    test('asks an account without a password to type its e-mail address', async () => {
      const me = await service.api.register();
      await service.query(`update accounts set password_hash = null where id = '${me.id}'`);
      expect((await erase(me.api, { confirm: 'other@example.org' })).status).toBe(400);
      const confirm = ` ${String(me.auth['user'].email).toUpperCase()}`;
      expect((await erase(me.api, { confirm })).status).toBe(204);
    });
  });

  describe('erasing the account of a member', () => {
    test('keeps shared tasks of the member, whose name disappears, and deletes personal tasks', async () => {
      const { path, owner, member } = await home(service.api);
      const shared = await member.api.post(`${path}/tasks`, {
        title: 'Bins',
        responsibleMemberIds: [member.id],
      });
      await member.api.post(`${path}/tasks`, { title: 'Secret', visibility: 'PERSONAL' });
      expect((await erase(member.api)).status).toBe(204);
      const list = await owner.api.get(`${path}/occurrences`);
      expect(list.body).toEqual([
        expect.objectContaining({ id: shared.body.id, createdBy: member.id, responsibleMemberIds: [] }),
      ]);
      expect(await membersOf(owner.api, path)).not.toContainEqual(
        expect.objectContaining({ displayName: 'Milan' }),
      );
      expect(JSON.stringify(await service.query('select * from tasks'))).not.toContain('Secret');
    });

    test('continues rotations without the member', async () => {
      const { path, owner, member } = await home(service.api);
      const { status, text } = await owner.api.post(`${path}/tasks`, {
        title: 'Cook',
        date: '2026-11-22',
        recurrence: 'FREQ=DAILY',
        rotation: { kind: 'turns', order: [[owner.id], [member.id]] },
      });
      if (status !== 201) throw new Error(text);
      expect((await erase(member.api)).status).toBe(204);
      const { body } = await owner.api.get(`${path}/occurrences?limit=500`);
      expect(body.length).toBeGreaterThan(80);
      for (const { responsibleMemberIds } of body) expect(responsibleMemberIds).toEqual([owner.id]);
    });

    test('makes the member who joined first the owner if the account was the last owner [T-A6]', async () => {
      const { path, owner, member } = await home(service.api);
      service.clock.advance(1000);
      const later = await newcomer(owner.api, path);
      expect((await erase(owner.api)).status).toBe(204);
      const roles = (await membersOf(member.api, path)).filter(({ leftAt }) => leftAt === null);
      expect(roles.map(({ id, role }) => [id, role]).sort()).toEqual(
        [
          [member.id, 'OWNER'],
          [later.id, 'MEMBER'],
        ].sort(),
      );
    });

    test('deletes a household that has no other member', async () => {
      const me = await service.api.register();
      const path = await me.api.household();
      await me.api.post(`${path}/tasks`, { title: 'Bins' });
      const id = path.split('/').at(-1);
      expect((await erase(me.api)).status).toBe(204);
      expect(await service.query(`select 1 from households where id = '${id}'`)).toEqual([]);
      expect(await service.query(`select 1 from tasks where household_id = '${id}'`)).toEqual([]);
    });
  });

  describe('erasing an account at the same time as another request', () => {
    test('answers 204 to one of two erasures and 401 to the second', async () => {
      const me = await service.api.register();
      await me.api.household();
      const answers = await Promise.all([erase(me.api), erase(me.api)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
      expect(await accountsOf(me.id)).toEqual([]);
    });

    test('causes no error and leaves no account, session or active member when the account also signs in, refreshes a token, creates a household and joins one', async () => {
      const { path, owner } = await home(service.api);
      for (let round = 0; round < 5; round++) {
        const me = await service.api.register();
        const token = await invited(owner.api, path);
        const { email } = me.auth['user'];
        const { refreshToken } = me.auth as { refreshToken?: string };
        const answers = await Promise.all([
          service.api.post('/v1/auth/login', { email, password: PASSWORD }),
          service.api.post('/v1/auth/refresh', { refreshToken }),
          erase(me.api),
          accept(me.api, token),
          me.api.post('/v1/households', { name: 'Alone' }),
        ]);
        for (const { status } of answers) expect(status).toBeLessThan(500);
        if (answers[2].status !== 204) throw new Error(answers[2].text);
        expect(await accountsOf(me.id)).toEqual([]);
        expect(await service.query(`select 1 from sessions where user_id = '${me.id}'`)).toEqual([]);
        const left = `select 1 from members where user_id = '${me.id}' and left_at is null`;
        expect(await service.query(left)).toEqual([]);
      }
    });

    test('causes no error and leaves no active member when the account also rejoins a household', async () => {
      const { path, owner } = await home(service.api);
      for (let round = 0; round < 5; round++) {
        const me = await service.api.register();
        await service.join(path, me.id);
        await service.leave(path, me.id);
        service.clock.advance(1_000);
        const token = await invited(owner.api, path);
        const [back, erased] = await Promise.all([accept(me.api, token), erase(me.api)]);
        expect([201, 401]).toContain(back.status);
        expect(erased.status).toBe(204);
        const rows = await service.query(
          `select left_at, account_id from members where user_id = '${me.id}'`,
        );
        expect(rows).toEqual([{ left_at: expect.anything(), account_id: null }]);
      }
    });
  });

  describe('the database after an erasure', () => {
    /**
     * Returns all rows of all tables as text, including tables that are added later. Bytes are in
     * hexadecimal.
     */
    async function everything(): Promise<string[]> {
      const tables = await service.query(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
      const all = tables.map(
        ({ name }) => `select '${String(name)} ' || to_jsonb(t)::text as row from ${String(name)} t`,
      );
      return (await service.query(all.join(' union all '))).map(({ row }) => String(row));
    }
    /** Takes a backup and returns its content. Bytes of the database are in hexadecimal. */
    async function backup(): Promise<string> {
      const folder = await dataFolder();
      try {
        const file = join(folder.path, 'backup.tar');
        await backUp(configured(service, folder.path), new RecordingLogger(), { file, withSecrets: false });
        return await readFile(file, 'latin1');
      } finally {
        await folder.remove();
      }
    }
    const spellings = (secret: string) => {
      const hash = createHash('sha256').update(secret);
      const digest = hash.digest();
      const plain = [secret, Buffer.from(secret).toString('hex')];
      return [...plain, digest.toString('hex'), digest.toString('base64url'), digest.toString('base64')];
    };

    test('contains no e-mail address, name, note, password hash, token or Google subject of a deleted account, nor does a backup', async () => {
      const { path, owner } = await home(service.api);
      const email = `zebulon-${randomUUID()}@example.org`;
      const me = await newcomer(owner.api, path, { email, displayName: 'Zebulon Quux' });
      const signedIn = (await service.api.post('/v1/auth/login', { email, password: PASSWORD })).body;
      const invitation = await invited(owner.api, path, { email });
      await service.api.post('/v1/auth/password/forgot', { email });
      await me.api.patch(`${path}/members/${me.id}`, { displayName: 'Zebulon at home' });
      await me.api.post(
        `${path}/tasks`,
        { title: 'Zebulon, privately', visibility: 'PERSONAL' },
        { 'idempotency-key': randomUUID() },
      );
      // Personal texts are also in operations and their inverses, even if the task has been shared since.
      const series: string[] = [];
      for (const [before, since] of [
        ['Zebulon, to be shared', { visibility: 'SHARED', title: 'Balcony' }],
        ['Zebulon, again and again', { title: 'Zebulon, otherwise' }],
      ] as const) {
        const { body } = await me.api.post(`${path}/tasks`, {
          ...{ title: before, visibility: 'PERSONAL', date: '2026-11-25' },
          recurrence: { frequency: 'weekly' },
        });
        const edit = `${path}/occurrences/${body.id}?scope=all`;
        expect((await me.api.patch(edit, { version: 1, ...since })).status).toBe(200);
        series.push(body.seriesId as string);
      }
      const note = `note-of-zebulon-${randomUUID()}`;
      const pause = { from: '2026-12-01', to: '2026-12-08', mode: 'skip', seriesIds: series.slice(-1), note };
      const paused = await me.api.post(`${path}/pauses`, pause);
      expect(paused.status).toBe(201);
      const { id: shared } = (
        await me.api.post(`${path}/tasks`, { title: 'Bins', responsibleMemberIds: [owner.id] })
      ).body as { id: string };
      await owner.api.post(`${path}/occurrences/${shared}/complete`);
      const phone = `phone-of-zebulon-${randomUUID()}`;
      await me.api.post('/v1/me/devices', { platform: 'ANDROID', token: phone });
      await me.api.patch('/v1/me', { displayName: 'Zebulon Quux the second' });
      // Jobs create the notifications of other members and the mails, which contain the name and the address
      // too.
      await service.performJobs();
      const reset = service.mailer.tokenFor(email);
      expect((await owner.api.get(`${path}/notifications`)).body.length).toBeGreaterThan(1);
      const { body: feed } = await me.api.post('/v1/me/feeds', { householdId: path.split('/').at(-1) });
      const feedToken = /[\w-]{43}/.exec(String(feed.url))?.[0] ?? '';
      const subject = `subject-${randomUUID()}`;
      await service.query(`insert into identities (user_id, provider, subject, email, linked_at)
      values ('${me.id}', 'google', '${subject}', '${email}', now())`);
      const [account] = await service.query(`select password_hash from accounts where id = '${me.id}'`);
      const secrets = [
        email,
        'Zebulon',
        subject,
        feedToken,
        phone,
        note,
        reset,
        signedIn.refreshToken,
        String(account?.['password_hash']),
      ];
      const heldIn = (texts: readonly string[]) =>
        [...secrets, invitation].filter((secret) =>
          spellings(secret).some((text) => texts.some((row) => row.includes(text))),
        );
      const held = async () => heldIn(await everything());
      const heldInBackup = async () => heldIn([await backup()]);
      expect(await held()).toEqual([...secrets, invitation]);
      expect(await heldInBackup()).toEqual([...secrets, invitation]);
      const householdId = path.split('/').at(-1);
      const ownStream = `select from change_entries where household_id = '${householdId}' and audience = '${me.id}'`;
      expect((await service.query(ownStream)).length).toBeGreaterThan(0);
      expect((await erase(me.api)).status).toBe(204);
      expect(await held()).toEqual([]);
      expect(await service.query(ownStream)).toEqual([]);
      // The remaining jobs do not bring anything back either.
      await service.performJobs();
      expect(await held()).toEqual([]);
      expect(await heldInBackup()).toEqual([]);
      const shown = (await owner.api.get(path)).body.members as { id: string; displayName: string }[];
      expect(shown.find(({ id }) => id === me.id)?.displayName).toBe('Former member');
    });

    test('contains no counters of failed sign-ins and wrong passwords of the account', async () => {
      const me = await service.api.register();
      const { email } = me.auth['user'];
      await service.api.post('/v1/auth/login', { email, password: 'not the right one' });
      await erase(me.api, { password: 'not the right one' });
      const hashes = [`login:${email}`, `reauthentication:${me.id}`].map(
        (key) => `'${createHash('sha256').update(key).digest('base64url')}'`,
      );
      const counts = `select 1 from rate_limits where key in (${hashes.join()})`;
      expect(await service.query(counts)).toHaveLength(2);
      await erase(me.api);
      expect(await service.query(counts)).toEqual([]);
    });

    test('contains no stored answers to requests of the account', async () => {
      const { path, member } = await home(service.api);
      await member.api.post(`${path}/tasks`, { title: 'Bins' }, { 'idempotency-key': randomUUID() });
      const stored = `select 1 from idempotency_keys where user_id = '${member.id}'`;
      expect(await service.query(stored)).toHaveLength(1);
      await erase(member.api);
      expect(await service.query(stored)).toEqual([]);
    });
  });
});

describe('the export of an account', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  test('contains only the account itself if the account is new', async () => {
    const { api, auth } = await service.api.register();
    const { status, body, headers } = await api.get('/v1/me/export');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toMatchObject({
      schemaVersion: 1,
      exportedAt: '2026-11-21T12:00:00.000Z',
      user: auth['user'],
      sessions: [{ current: true }],
      households: [],
      feeds: [],
      devices: [],
      calendarConnections: [],
      notifications: [],
    });
  });

  test('is a file that must not be cached', async () => {
    const { api } = await service.api.register();
    const { headers } = await api.get('/v1/me/export');
    expect(headers['content-disposition']).toBe('attachment; filename="household-planner-export.json"');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['transfer-encoding']).toBe('chunked');
  });

  test('contains each household of the account with everything in it, including the trash', async () => {
    const { path, owner, member } = await home(service.api);
    const other = await owner.api.household({ name: 'Cabin' });
    const { body: category } = await owner.api.post(`${path}/categories`, { name: 'Kitchen' });
    const create = async (fields: object) =>
      (await owner.api.post(`${path}/tasks`, { title: 'x', ...fields })).body as Record<string, string>;
    const oneOff = await create({
      title: 'Once',
      categoryId: category.id,
      responsibleMemberIds: [member.id],
    });
    const daily = await create({
      title: 'Daily',
      date: '2026-11-21',
      recurrence: { frequency: 'daily', count: 3 },
    });
    const trashed = await create({ title: 'Trashed' });
    const ended = await create({ title: 'Former', date: '2026-11-21', recurrence: 'FREQ=DAILY' });
    await owner.api.post(`${path}/occurrences/${ended['id']}/complete`);
    await owner.api.delete(`${path}/series/${ended['seriesId']}`);
    await owner.api.delete(`${path}/occurrences/${trashed['id']}`);
    await owner.api.post(`${path}/shopping/items`, { text: 'milk, eggs' });
    await owner.api.post(`${path}/templates`, { name: 'Party', tasks: [{ title: 'Cake', dayOffset: 2 }] });
    await owner.api.post('/v1/me/feeds', { householdId: path.split('/').at(-1) });
    await owner.api.post('/v1/me/devices', { platform: 'ANDROID', token: 'where her phone is reached' });
    await service.performJobs();
    const { body } = await owner.api.get('/v1/me/export');
    const [house, cabin] = body.households.toSorted((a: any, b: any) => a.name < b.name) as any[];
    expect(house.name).toBe('Home');
    expect(house.role).toBe('OWNER');
    expect(cabin.name).toBe('Cabin');
    expect(other).toContain(cabin.id);
    expect(house.members.map(({ id }: any) => id)).toEqual([owner.id, member.id]);
    expect(house.categories).toMatchObject([{ name: 'Kitchen' }]);
    expect(house.series).toMatchObject([
      { id: daily['seriesId'], title: 'Daily', endedAt: null },
      { id: ended['seriesId'], title: 'Former', endedAt: '2026-11-21T12:00:00.000Z' },
    ]);
    expect(
      house.occurrences
        .map(({ title }: any) => title)
        .filter((t: string) => t !== 'Former')
        .sort(),
    ).toEqual(['Daily', 'Daily', 'Daily', 'Once', 'Trashed']);
    expect(house.tasks).toHaveLength(4);
    expect(house.tasks).toContainEqual({
      id: oneOff['taskId'],
      title: 'Once',
      createdBy: owner.id,
      seriesId: null,
    });
    expect(house.shoppingItems.map(({ name }: any) => name)).toEqual(['milk', 'eggs']);
    expect(house.templates).toMatchObject([{ name: 'Party', tasks: [{ title: 'Cake', dayOffset: 2 }] }]);
    expect(house.activity.length).toBeGreaterThan(4);
    expect(body.feeds).toHaveLength(1);
    expect(body.devices).toMatchObject([{ platform: 'ANDROID' }]);
    expect(JSON.stringify(body)).not.toContain('where her phone');
    expect(cabin.occurrences).toEqual([]);
    expect((await member.api.get('/v1/me/export')).body.notifications).toMatchObject([
      { type: 'TASK_ASSIGNED' },
    ]);
  });

  test('contains every row that the lists of a household return, except short-lived rows', async () => {
    const service = await startService();
    const owner = (await service.api.register()).api;
    const { path } = await furnish(service, owner);
    const { households, notifications } = (await owner.get('/v1/me/export')).body;
    const [household] = households;
    const lists = service.routes.filter(
      ({ method, path }) =>
        method.toUpperCase() === 'GET' &&
        /^\/v1\/households\/\{householdId\}(\/[a-z-]+)+$/.test(path) &&
        !/events|changes|search|statistics|balance|link|available/.test(path),
    );
    const missing: string[] = [];
    for (const { path: route, operationId } of lists) {
      const { body } = await owner.get(route.replace('/v1/households/{householdId}', path));
      const rows = (body as { id?: string }[]).filter(({ id }) => id !== undefined);
      const exported = new Set(
        [...Object.values(household).flat(), ...notifications].map((row: any) => row?.id as unknown),
      );
      if (rows.some(({ id }) => !exported.has(id))) missing.push(operationId);
    }
    expect(lists.length).toBeGreaterThan(14);
    // Invitation links are left out, because they expire within days.
    expect(missing).toEqual(['listInvitations']);
    const empty = Object.entries(household).filter(([, rows]) => Array.isArray(rows) && rows.length === 0);
    expect(empty.map(([name]) => name)).toEqual([]);
    await service.close();
  });

  test('describes the files that the caller may see, with their addresses', async () => {
    const service = await startService();
    const owner = (await service.api.register()).api;
    const { path, ids, flatmate } = await furnish(service, owner);
    const { body } = await owner.get('/v1/me/export');
    const [file] = body.households[0].attachments;
    const url = `${path}/attachments/${ids['attachmentId']}`;
    expect(body.households[0].attachments).toHaveLength(1);
    expect(file).toMatchObject({ id: ids['attachmentId'], fileName: 'notes.txt', size: 4, url });
    expect((await owner.get(file.url)).status).toBe(200);

    await flatmate.patch(`${path}/occurrences/${ids['occurrenceId']}`, {
      version: (await flatmate.get(`${path}/occurrences/${ids['occurrenceId']}`)).body.version,
      responsibleMemberIds: [],
      visibility: 'PERSONAL',
    });
    expect((await owner.get('/v1/me/export')).body.households[0].attachments).toEqual([]);
    expect((await flatmate.get('/v1/me/export')).body.households[0].attachments).toEqual([file]);
    await service.close();
  });

  test.each(['CHILD', 'GUEST'])(
    'contains the members and tasks of the household for a %s, too',
    async (group) => {
      const { path, owner, member } = await home(service.api);
      await owner.api.post(`${path}/tasks`, { title: 'Ours' });
      const { body: shown } = await member.api.get(path);
      await owner.api.patch(`${path}/members/${shown.memberId as string}`, { group });
      const { status, body } = await member.api.get('/v1/me/export');
      expect(status).toBe(200);
      expect(body.households[0].members).toHaveLength(shown.members.length);
      expect(body.households[0].occurrences.map(({ title }: any) => title)).toEqual(['Ours']);
    },
  );

  test('contains no secrets, no private data of other members, and no household of other accounts', async () => {
    const { path, owner, member } = await home(service.api);
    const stranger = await home(service.api);
    await stranger.owner.api.post(`${stranger.path}/tasks`, { title: 'Elsewhere' });
    await member.api.post(`${path}/tasks`, { title: 'Secret', visibility: 'PERSONAL' });
    await owner.api.post(`${path}/tasks`, { title: 'Diary', visibility: 'PERSONAL' });
    const { text } = await owner.api.get('/v1/me/export');
    const { email } = await service.credentialsOf(member.id);
    expect(text).toContain('Diary');
    for (const hidden of ['Secret', 'Elsewhere', email, PASSWORD, 'argon2', 'tokenHash', 'passwordHash'])
      expect(text).not.toContain(hidden);
    const hashes = await service.query('select hash from refresh_tokens');
    for (const { hash } of hashes) expect(text).not.toContain(hash);
  });

  test('contains the operations that GET /operations lists, and no private operations of other members', async () => {
    const { path, owner, member } = await home(service.api);
    await owner.api.post(`${path}/tasks`, { title: 'Ours' });
    await owner.api.post(`${path}/tasks`, { title: 'Diary', visibility: 'PERSONAL' });
    await member.api.post(`${path}/tasks`, { title: 'Secret', visibility: 'PERSONAL' });
    const { body: listed } = await owner.api.get(`${path}/operations`);
    const exported = (await owner.api.get('/v1/me/export')).body.households[0].operations;
    expect(exported).toEqual(listed);
    const titles = exported.map(({ subject }: any) => subject?.title as string);
    expect(titles).toEqual(expect.arrayContaining(['Ours', 'Diary']));
    expect(titles).not.toContain('Secret');
  });

  test('writes a log entry and requires a session', async () => {
    const { api, id } = await service.api.register();
    await api.get('/v1/me/export');
    expect(service.logger.events('info')).toContainEqual(
      expect.objectContaining({ event: 'data_exported', userId: id }),
    );
    expect(told(await service.api.as(null).get('/v1/me/export'))).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('is read only as fast as the client takes it, and stops when the client disconnects', async () => {
    const { api } = await service.api.register();
    const path = await api.household();
    const id = path.split('/').at(-1) as string;
    await api.post(`${path}/tasks`, { title: 'x', notes: 'n'.repeat(9_000) });
    await copyOccurrence(id, 3_000);
    const server = service.api.app.listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${api.token}` };
    const pages = () =>
      service.statementsOf(async () => {
        const call = httpRequest({ port, path: '/v1/me/export', headers }).end();
        const [answer] = (await once(call, 'response')) as [IncomingMessage];
        await once(answer, 'readable');
        answer.destroy();
        await once(answer, 'close');
      });
    const statements = await pages();
    server.close();
    server.closeAllConnections();
    expect(statements.filter((text) => /from occurrences/.test(text)).length).toBeLessThan(8);
    expect((await api.get('/v1/me/export')).body.households[0].occurrences).toHaveLength(3001);
  });

  /** Creates copies of the existing occurrence, with new ids. */
  async function copyOccurrence(householdId: string, times: number): Promise<void> {
    const columns = await service.query(`
      select column_name as name from information_schema.columns
      where table_name = 'occurrences' and is_generated = 'NEVER' order by ordinal_position`);
    const names = columns.map(({ name }) => `"${name as string}"`);
    const values = names.map((name) => (name === '"id"' ? 'gen_random_uuid()' : name));
    await service.query(`
      insert into occurrences (${names.join()}) select ${values.join()}
      from occurrences, generate_series(1, ${times}) where household_id = '${householdId}'`);
  }
});
