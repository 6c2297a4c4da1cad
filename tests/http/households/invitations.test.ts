import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { accept, home, invited, newcomer, told } from './people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** After the clock went past the life of access tokens. */
async function signedInAgain(userId: string): Promise<Api> {
  const { body } = await service.api.post('/v1/auth/login', await service.credentialsOf(userId));
  return service.api.as(body.accessToken);
}

const OVER = [410, 'INVITATION_EXPIRED'];

describe('an invitation', () => {
  test('is given out once: its link is in the answer and in no list', async () => {
    const { path, owner, member } = await home(service.api);
    const { status, body } = await member.api.post(`${path}/invitations`, {
      email: ' Someone@Example.org ',
      expiresInDays: 30,
      maxUses: 50,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      email: 'someone@example.org',
      url: `https://web.example.org/join#token=${body.token}`,
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2026-12-21T12:00:00.000Z',
      maxUses: 50,
      mailed: false,
      uses: 0,
      revokedAt: null,
      createdBy: member.id,
      createdAt: '2026-11-21T12:00:00.000Z',
    });
    const list = await owner.api.get(`${path}/invitations`);
    const { token, mailed, ...listed } = body;
    expect(mailed).toBe(false);
    expect(list.body).toContainEqual({ ...listed, url: null });
    expect(list.text).not.toContain(token);
    for (const { text } of [await owner.api.get(path), await owner.api.get('/v1/me')])
      expect(text).not.toContain(token);
  });

  test('needs no body: it holds seven days, for one', async () => {
    const { path, owner } = await home(service.api);
    const { body } = await owner.api.post(`${path}/invitations`);
    expect(body).toMatchObject({ email: null, expiresAt: '2026-11-28T12:00:00.000Z', maxUses: 1 });
  });

  test.each([
    ['expiresInDays', 0, 'min'],
    ['expiresInDays', 31, 'max'],
    ['expiresInDays', 1.5, 'isInt'],
    ['maxUses', 0, 'min'],
    ['maxUses', 51, 'max'],
    ['maxUses', '5', 'isInt'],
    ['maxUses', null, 'isInt'],
    ['email', 'nobody', 'isEmail'],
  ])('with %s %j is refused', async (field, value, rule) => {
    const { path, owner } = await home(service.api);
    const { status, body } = await owner.api.post(`${path}/invitations`, { [field]: value });
    expect(status).toBe(400);
    expect(body.error.details).toContainEqual({ field, rule, message: expect.any(String) });
  });

  test('lets nobody in before it is accepted', async () => {
    const { path, owner } = await home(service.api);
    const guest = await service.api.register();
    await invited(owner.api, path, { email: guest.auth['user'].email });
    expect(told(await guest.api.get(path))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
    expect((await guest.api.get('/v1/households')).body).toEqual([]);
  });

  test('is listed newest first, in pages', async () => {
    const { path, owner } = await home(service.api);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      service.clock.advance(1_000);
      ids.unshift((await owner.api.post(`${path}/invitations`)).body.id);
    }
    const first = await owner.api.get(`${path}/invitations?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const rest = await owner.api.get(next);
    expect([...first.body, ...rest.body].slice(0, 3).map(({ id }: any) => id)).toEqual(ids);
    service.clock.set('2026-11-21T12:00:00Z');
  });

  test('is refused while too many are open', async () => {
    const { path, owner } = await home(service.api);
    for (let i = 0; i < 50; i++) await invited(owner.api, path);
    expect(told(await owner.api.post(`${path}/invitations`))).toEqual([409, 'INVALID_STATE']);
    const { id } = (await owner.api.get(`${path}/invitations`)).body.find(({ uses }: any) => uses === 0);
    await owner.api.delete(`${path}/invitations/${id}`);
    expect((await owner.api.post(`${path}/invitations`)).status).toBe(201);
  });
});

describe('revoking', () => {
  test('is for whoever gave it out and for owners, and twice is once', async () => {
    const { path, owner, member } = await home(service.api);
    const third = await newcomer(owner.api, path);
    const create = async () =>
      `${path}/invitations/${(await member.api.post(`${path}/invitations`)).body.id}`;
    const [one, two] = [await create(), await create()];
    expect(told(await third.api.delete(one))).toEqual([403, 'FORBIDDEN']);
    expect((await member.api.delete(one)).status).toBe(204);
    expect((await owner.api.delete(two)).status).toBe(204);
    service.clock.advance(60_000);
    expect((await owner.api.delete(two)).status).toBe(204);
    const listed = (await owner.api.get(`${path}/invitations`)).body;
    expect(listed.find(({ id }: any) => two.endsWith(id)).revokedAt).toBe('2026-11-21T12:00:00.000Z');
    service.clock.set('2026-11-21T12:00:00Z');
  });

  test('of what does not exist, or elsewhere, is 404', async () => {
    const { path, owner } = await home(service.api);
    const other = await home(service.api);
    const { id } = (await other.owner.api.post(`${other.path}/invitations`)).body;
    for (const unknown of [id, randomUUID(), 'x'])
      expect(told(await owner.api.delete(`${path}/invitations/${unknown}`))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('accepting', () => {
  test('makes a member, who sees the household at once', async () => {
    const { path, owner } = await home(service.api);
    const guest = await service.api.register({ displayName: 'Gus' });
    const response = await accept(guest.api, await invited(owner.api, path));
    expect(response.status).toBe(201);
    expect(response.headers['location']).toEqual(path);
    expect(response.body).toMatchObject({ role: 'MEMBER', memberCount: 3 });
    expect(response.body.members.at(-1)).toMatchObject({ id: guest.id, displayName: 'Gus', role: 'MEMBER' });
    const colors = response.body.members.map(({ color }: any) => color);
    expect(new Set(colors).size).toBe(3);
    expect((await guest.api.get(path)).body).toEqual(response.body);
  });

  test('T-A5 again, or as a member, is 201 and counts no use', async () => {
    const { path, owner, member } = await home(service.api);
    const token = await invited(owner.api, path, { maxUses: 2 });
    const guest = await service.api.register();
    for (const { api } of [guest, guest, member, owner]) expect((await accept(api, token)).status).toBe(201);
    const [{ uses }] = (await owner.api.get(`${path}/invitations`)).body;
    expect(uses).toBe(1);
    expect((await owner.api.get(path)).body.memberCount).toBe(3);

    const single = await invited(owner.api, path);
    const last = await service.api.register();
    for (let i = 0; i < 2; i++) expect((await accept(last.api, single)).status).toBe(201);
  });

  test('stops at the last use', async () => {
    const { path, owner } = await home(service.api);
    const token = await invited(owner.api, path, { maxUses: 2 });
    const guests = [];
    for (let i = 0; i < 3; i++) guests.push(await service.api.register());
    const answers = [];
    for (const { api } of guests) answers.push(told(await accept(api, token)));
    expect(answers).toEqual([[201, undefined], [201, undefined], OVER]);
  });

  test('T-A5 what is expired, revoked, used up or unknown is answered alike', async () => {
    const { path, owner } = await home(service.api);
    const guest = await service.api.register();
    const expired = await invited(owner.api, path, { expiresInDays: 1 });
    service.clock.advance(24 * 3_600_000);
    const [ownerNow, guestNow] = [await signedInAgain(owner.id), await signedInAgain(guest.id)];
    const { id, token: revoked } = (await ownerNow.post(`${path}/invitations`)).body;
    await ownerNow.delete(`${path}/invitations/${id}`);
    const used = await invited(ownerNow, path);
    await accept((await service.api.register()).api, used);
    const unknown = randomBytes(32).toString('base64url');

    const answers = [];
    for (const token of [expired, revoked, used, unknown]) answers.push(await accept(guestNow, token));
    expect(answers.map(told)).toEqual([OVER, OVER, OVER, OVER]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await guestNow.get('/v1/households')).body).toEqual([]);
    service.clock.set('2026-11-21T12:00:00Z');
  });

  test.each(['x', '0'.repeat(44), `${'a'.repeat(42)}'`])(
    'of %j, which is no token, is 400',
    async (token) => {
      const { api } = await service.api.register();
      expect(told(await accept(api, token))).toEqual([400, 'TOKEN_INVALID']);
    },
  );

  test.each([{}, { token: null }, { token: 7 }, { token: ' ' }, { token: 'x'.repeat(501) }])(
    'with the body %j is 400',
    async (body) => {
      const { api } = await service.api.register();
      const response = await api.post('/v1/invitations/accept', body);
      expect([...told(response), response.body.error.details[0].field]).toEqual([
        400,
        'VALIDATION_FAILED',
        'token',
      ]);
    },
  );

  test('what is bound to an address is for its account alone', async () => {
    const { path, owner, member } = await home(service.api);
    const email = `${randomUUID()}@example.org`;
    const token = await invited(owner.api, path, { email: email.toUpperCase(), maxUses: 5 });
    const other = await service.api.register();
    expect(told(await accept(other.api, token))).toEqual([404, 'NOT_FOUND']);
    expect((await accept(member.api, token)).status).toBe(201);
    const bound = await service.api.register({ email });
    expect((await accept(bound.api, token)).status).toBe(201);
  });

  test('who was removed, or left, does not come back by a link of before, but by a newer one', async () => {
    const { path, owner, member } = await home(service.api);
    const token = await invited(owner.api, path, { maxUses: 5 });
    service.clock.advance(1000);
    expect((await owner.api.delete(`${path}/members/${member.id}`)).status).toBe(204);
    expect(told(await accept(member.api, token))).toEqual([410, 'INVITATION_EXPIRED']);
    expect((await accept((await service.api.register()).api, token)).status).toBe(201);
    expect((await accept(member.api, await invited(owner.api, path))).status).toBe(201);
  });

  test('without a session is 401, and the token survives it', async () => {
    const { path, owner } = await home(service.api);
    const token = await invited(owner.api, path);
    expect(told(await accept(service.api, token))).toEqual([401, 'UNAUTHENTICATED']);
    const guest = await service.api.register();
    expect((await accept(guest.api, token)).status).toBe(201);
  });

  test('by GET is refused', async () => {
    const { api } = await service.api.register();
    expect((await api.get('/v1/invitations/accept')).status).toBe(405);
  });

  test('ends at fifty members', async () => {
    const { path, owner } = await home(service.api);
    for (let i = 0; i < 48; i++) await service.join(path, (await service.api.register()).id);
    const token = await invited(owner.api, path);
    const guest = await service.api.register();
    expect(told(await accept(guest.api, token))).toEqual([409, 'INVALID_STATE']);
    expect((await accept(owner.api, token)).body.memberCount).toBe(50);
  });

  test('is limited like signing in', async () => {
    const strict = await startService({ rateLimits: { global: 1_000, auth: 4 } });
    const guest = await strict.api.register();
    const answers = [];
    for (let i = 0; i < 4; i++)
      answers.push((await accept(guest.api, randomBytes(32).toString('base64url'))).status);
    expect(answers).toEqual([410, 410, 410, 429]);
    expect(told(await accept(guest.api, 'x'))).toEqual([429, 'RATE_LIMITED']);
    await strict.close();
  });
});
