import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, type Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { accept, home, invited, newcomer, told } from '../households/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const erase = (api: Api, body: object = { password: PASSWORD }) => api.call('DELETE', '/v1/me', { body });
const membersOf = async (api: Api, path: string) =>
  (await api.get(path)).body.members as { id: string; displayName: string; role: string; leftAt: unknown }[];
const accountsOf = (id: string) => service.query(`select id from accounts where id = '${id}'`);

describe('erasing an account', () => {
  test('ends its sessions at once, clears the cookies and frees the address', async () => {
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
    ['the e-mail address, though there is a password', { confirm: 'EMAIL' }, 400],
    ['null', { password: null }, 400],
  ])('with %s changes nothing', async (_, body, status) => {
    const me = await service.api.register();
    const given = 'confirm' in body ? { confirm: me.auth['user'].email } : body;
    expect((await erase(me.api, given)).status).toBe(status);
    expect((await me.api.get('/v1/me')).status).toBe(200);
  });

  test('allows ten wrong passwords a minute; then not even the right one', async () => {
    const me = await service.api.register();
    for (let i = 0; i < 10; i++)
      expect((await erase(me.api, { password: 'not the right one' })).status).toBe(401);
    expect(told(await erase(me.api))).toEqual([429, 'RATE_LIMITED']);
    expect(await accountsOf(me.id)).toHaveLength(1);
    service.clock.advance(61_000);
    expect((await erase(me.api)).status).toBe(204);
  });

  test('an account without a password is erased by its e-mail address, typed', async () => {
    const me = await service.api.register();
    await service.query(`update accounts set password_hash = null where id = '${me.id}'`);
    expect((await erase(me.api, { confirm: 'other@example.org' })).status).toBe(400);
    const confirm = ` ${String(me.auth['user'].email).toUpperCase()}`;
    expect((await erase(me.api, { confirm })).status).toBe(204);
  });
});

describe('what stays with others', () => {
  test('shared tasks of a former member without a name; their personal ones are gone', async () => {
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

  test('the turns go on without them', async () => {
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

  test('T-A6 the last owner is followed by who has been there longest', async () => {
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

  test('a household without anybody else goes whole', async () => {
    const me = await service.api.register();
    const path = await me.api.household();
    await me.api.post(`${path}/tasks`, { title: 'Bins' });
    const id = path.split('/').at(-1);
    expect((await erase(me.api)).status).toBe(204);
    expect(await service.query(`select 1 from households where id = '${id}'`)).toEqual([]);
    expect(await service.query(`select 1 from tasks where household_id = '${id}'`)).toEqual([]);
  });
});

describe('two at once', () => {
  test('two erasures: one is answered 204, the other finds nobody', async () => {
    const me = await service.api.register();
    await me.api.household();
    const answers = await Promise.all([erase(me.api), erase(me.api)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    expect(await accountsOf(me.id)).toEqual([]);
  });

  test('erasure beside sign-in, refresh, founding and joining leaves neither an error nor a row', async () => {
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

  test('erasure beside coming back leaves neither an error nor an active member', async () => {
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
      const rows = await service.query(`select left_at, account_id from members where user_id = '${me.id}'`);
      expect(rows).toEqual([{ left_at: expect.anything(), account_id: null }]);
    }
  });
});

describe('the whole database', () => {
  /** Every row of every table there is, later ones too, as text; bytes are in hexadecimal there. */
  async function everything(): Promise<string[]> {
    const tables = await service.query(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
    const all = tables.map(
      ({ name }) => `select '${String(name)} ' || to_jsonb(t)::text as row from ${String(name)} t`,
    );
    return (await service.query(all.join(' union all '))).map(({ row }) => String(row));
  }
  const spellings = (secret: string) => {
    const hash = createHash('sha256').update(secret);
    const digest = hash.digest();
    const plain = [secret, Buffer.from(secret).toString('hex')];
    return [...plain, digest.toString('hex'), digest.toString('base64url'), digest.toString('base64')];
  };

  test('holds no e-mail, name, password hash, token or external subject of who was erased', async () => {
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
    // What is theirs alone is in operations and in how they are taken back, also of what they have shared since.
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
    }
    const { id: shared } = (
      await me.api.post(`${path}/tasks`, { title: 'Bins', responsibleMemberIds: [owner.id] })
    ).body as { id: string };
    await owner.api.post(`${path}/occurrences/${shared}/complete`);
    const phone = `phone-of-zebulon-${randomUUID()}`;
    await me.api.post('/v1/me/devices', { platform: 'ANDROID', token: phone });
    await me.api.patch('/v1/me', { displayName: 'Zebulon Quux the second' });
    // What others are told of them and what is mailed to them is there too.
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
      reset,
      signedIn.refreshToken,
      String(account?.['password_hash']),
    ];
    const held = async () => {
      const rows = await everything();
      return [...secrets, invitation].filter((secret) =>
        spellings(secret).some((text) => rows.some((row) => row.includes(text))),
      );
    };
    expect(await held()).toEqual([...secrets, invitation]);
    const householdId = path.split('/').at(-1);
    const ownStream = `select from change_entries where household_id = '${householdId}' and audience = '${me.id}'`;
    expect((await service.query(ownStream)).length).toBeGreaterThan(0);
    expect((await erase(me.api)).status).toBe(204);
    expect(await held()).toEqual([]);
    expect(await service.query(ownStream)).toEqual([]);
    // Nor do the jobs that were left bring any of it back.
    await service.performJobs();
    expect(await held()).toEqual([]);
    const shown = (await owner.api.get(path)).body.members as { id: string; displayName: string }[];
    expect(shown.find(({ id }) => id === me.id)?.displayName).toBe('Former member');
  });

  test('holds no count of their attempts', async () => {
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

  test('holds no stored answer of theirs', async () => {
    const { path, member } = await home(service.api);
    await member.api.post(`${path}/tasks`, { title: 'Bins' }, { 'idempotency-key': randomUUID() });
    const stored = `select 1 from idempotency_keys where user_id = '${member.id}'`;
    expect(await service.query(stored)).toHaveLength(1);
    await erase(member.api);
    expect(await service.query(stored)).toEqual([]);
  });
});
