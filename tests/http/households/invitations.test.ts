import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { accept, home, invited, newcomer, told, type Person } from './people.js';

describe('invitations', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  /** Signs in again after the clock has passed the lifetime of access tokens. */
  async function signedInAgain(userId: string): Promise<Api> {
    const { body } = await service.api.post('/v1/auth/login', await service.credentialsOf(userId));
    return service.api.as(body.accessToken);
  }

  const OVER = [410, 'INVITATION_EXPIRED'];

  describe('an invitation', () => {
    test('shows its link only in the answer to its creation', async () => {
      const { path, owner, member } = await home(service.api);
      const { status, body } = await member.api.post(`${path}/invitations`, {
        email: ' Someone@Example.org ',
        expiresInDays: 30,
        maxUses: 50,
        memberId: null,
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
        memberId: null,
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

    test('can be created without a body, and is valid for seven days and one use', async () => {
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
    ])('is refused with %s = %j', async (field, value, rule) => {
      const { path, owner } = await home(service.api);
      const { status, body } = await owner.api.post(`${path}/invitations`, { [field]: value });
      expect(status).toBe(400);
      expect(body.error.details).toContainEqual({ field, rule, message: expect.any(String) });
    });

    test('gives no access before it is accepted', async () => {
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

    test('is refused if fifty invitations are open', async () => {
      const { path, owner } = await home(service.api);
      for (let i = 0; i < 50; i++) await invited(owner.api, path);
      const refused = await owner.api.post(`${path}/invitations`);
      expect(told(refused)).toEqual([409, 'LIMIT_REACHED']);
      expect(refused.body.error.details).toEqual({ limit: 'invitations' });
      const { id } = (await owner.api.get(`${path}/invitations`)).body.find(({ uses }: any) => uses === 0);
      await owner.api.delete(`${path}/invitations/${id}`);
      expect((await owner.api.post(`${path}/invitations`)).status).toBe(201);
    });
  });

  describe('revoking an invitation', () => {
    test('is allowed to the inviter and to owners, and may be repeated', async () => {
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

    test('returns 404 for an unknown invitation or an invitation of another household', async () => {
      const { path, owner } = await home(service.api);
      const other = await home(service.api);
      const { id } = (await other.owner.api.post(`${other.path}/invitations`)).body;
      for (const unknown of [id, randomUUID(), 'x'])
        expect(told(await owner.api.delete(`${path}/invitations/${unknown}`))).toEqual([404, 'NOT_FOUND']);
    });
  });

  describe('accepting an invitation', () => {
    test('creates a member who sees the household at once', async () => {
      const { path, owner } = await home(service.api);
      const guest = await service.api.register({ displayName: 'Gus' });
      const response = await accept(guest.api, await invited(owner.api, path));
      expect(response.status).toBe(201);
      expect(response.headers['location']).toEqual(path);
      expect(response.body).toMatchObject({ role: 'MEMBER', memberCount: 3 });
      expect(response.body.memberId).toBe(response.body.members.at(-1).id);
      expect(response.body.members.at(-1)).toMatchObject({
        id: guest.id,
        displayName: 'Gus',
        role: 'MEMBER',
      });
      const colors = response.body.members.map(({ color }: any) => color);
      expect(new Set(colors).size).toBe(3);
      expect((await guest.api.get(path)).body).toEqual(response.body);
    });

    test('returns 201 and counts no use if it is repeated [T-A5]', async () => {
      const { path, owner, member } = await home(service.api);
      const token = await invited(owner.api, path, { maxUses: 2 });
      const guest = await service.api.register();
      for (const { api } of [guest, guest, member, owner])
        expect((await accept(api, token)).status).toBe(201);
      const [{ uses }] = (await owner.api.get(`${path}/invitations`)).body;
      expect(uses).toBe(1);
      expect((await owner.api.get(path)).body.memberCount).toBe(3);

      const single = await invited(owner.api, path);
      const last = await service.api.register();
      for (let i = 0; i < 2; i++) expect((await accept(last.api, single)).status).toBe(201);
    });

    test('is refused after the last use', async () => {
      const { path, owner } = await home(service.api);
      const token = await invited(owner.api, path, { maxUses: 2 });
      const guests = [];
      for (let i = 0; i < 3; i++) guests.push(await service.api.register());
      const answers = [];
      for (const { api } of guests) answers.push(told(await accept(api, token)));
      expect(answers).toEqual([[201, undefined], [201, undefined], OVER]);
    });

    test('gives the same answer for expired, revoked, used and unknown invitations [T-A5]', async () => {
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
      'is answered with 400 TOKEN_INVALID if the token is %j',
      async (token) => {
        const { api } = await service.api.register();
        expect(told(await accept(api, token))).toEqual([400, 'TOKEN_INVALID']);
      },
    );

    test.each([{}, { token: null }, { token: 7 }, { token: ' ' }, { token: 'x'.repeat(501) }])(
      'is answered with 400 VALIDATION_FAILED if the body is %j',
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

    test('is refused to an account with another address, but not to the invited address or to a current member', async () => {
      const { path, owner, member } = await home(service.api);
      const email = `${randomUUID()}@example.org`;
      const token = await invited(owner.api, path, { email: email.toUpperCase(), maxUses: 5 });
      const other = await service.api.register();
      expect(told(await accept(other.api, token))).toEqual([404, 'NOT_FOUND']);
      expect((await accept(member.api, token)).status).toBe(201);
      const bound = await service.api.register({ email });
      expect((await accept(bound.api, token)).status).toBe(201);
    });

    test('is refused to a former member with a link from before the removal, but not with a newer link', async () => {
      const { path, owner, member } = await home(service.api);
      const token = await invited(owner.api, path, { maxUses: 5 });
      service.clock.advance(1000);
      expect((await owner.api.delete(`${path}/members/${member.id}`)).status).toBe(204);
      expect(told(await accept(member.api, token))).toEqual([410, 'INVITATION_EXPIRED']);
      expect((await accept((await service.api.register()).api, token)).status).toBe(201);
      expect((await accept(member.api, await invited(owner.api, path))).status).toBe(201);
    });

    test('returns 401 without a session and does not use up the token', async () => {
      const { path, owner } = await home(service.api);
      const token = await invited(owner.api, path);
      expect(told(await accept(service.api, token))).toEqual([401, 'UNAUTHENTICATED']);
      const guest = await service.api.register();
      expect((await accept(guest.api, token)).status).toBe(201);
    });

    test('is refused with the method GET', async () => {
      const { api } = await service.api.register();
      expect((await api.get('/v1/invitations/accept')).status).toBe(405);
    });

    test('is refused if the household has fifty members', async () => {
      const { path, owner } = await home(service.api);
      for (let i = 0; i < 48; i++) await service.join(path, (await service.api.register()).id);
      const token = await invited(owner.api, path);
      const guest = await service.api.register();
      const refused = await accept(guest.api, token);
      expect(told(refused)).toEqual([409, 'LIMIT_REACHED']);
      expect(refused.body.error.details).toEqual({ limit: 'members' });
      expect((await accept(owner.api, token)).body.memberCount).toBe(50);
    });

    test('counts together with registration towards the rate limit of authentication', async () => {
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
});

describe('the preview of an invitation', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const preview = (token: unknown) => service.api.post('/v1/invitations/preview', { token });
  const EXPIRED = [410, 'INVITATION_EXPIRED'];

  test('shows the household without a session, and does not use up the invitation', async () => {
    const { path, member } = await home(service.api);
    await service.api.as(member.api.token).patch(`${path}/members/${member.id}`, { displayName: 'Mili' });
    const token = await invited(member.api, path, { expiresInDays: 3 });
    for (let i = 0; i < 3; i++) {
      const { status, body } = await preview(token);
      expect(status).toBe(200);
      expect(body).toEqual({
        householdName: 'Home',
        invitedBy: 'Mili',
        memberCount: 2,
        locale: 'en',
        expiresAt: '2026-11-24T12:00:00.000Z',
        forMember: null,
      });
    }
    const guest = await service.api.register();
    expect((await accept(guest.api, token)).status).toBe(201);
  });

  test('does not contain the token', async () => {
    const { path, owner } = await home(service.api);
    const token = await invited(owner.api, path);
    expect((await preview(token)).text).not.toContain(token);
  });

  test('is refused if the invitation is used, revoked or unknown, or its household is deleted', async () => {
    const { path, owner } = await home(service.api);
    const used = await invited(owner.api, path);
    await accept((await service.api.register()).api, used);
    expect(told(await preview(used))).toEqual(EXPIRED);

    const { body: revoked } = await owner.api.post(`${path}/invitations`);
    await owner.api.delete(`${path}/invitations/${revoked.id}`);
    expect(told(await preview(revoked.token))).toEqual(EXPIRED);

    const ofNoHousehold = await invited(owner.api, path);
    await owner.api.delete(path);
    expect(told(await preview(ofNoHousehold))).toEqual(EXPIRED);
    expect(told(await preview('x'.repeat(43)))).toEqual(EXPIRED);
  });

  test('is refused from the moment at which the invitation expires', async () => {
    const { path, owner } = await home(service.api);
    const token = await invited(owner.api, path, { expiresInDays: 1 });
    service.clock.advance(86_400_000 - 1);
    expect((await preview(token)).status).toBe(200);
    service.clock.advance(1);
    expect(told(await preview(token))).toEqual(EXPIRED);
  });

  test.each([['short'], ['x'.repeat(44)], ['../'.repeat(14) + 'x']])(
    'answers 400 TOKEN_INVALID if the token is %j',
    async (token) => {
      expect(told(await preview(token))).toEqual([400, 'TOKEN_INVALID']);
    },
  );

  test.each([[null], [7], [''], ['x'.repeat(501)]])(
    'answers 400 VALIDATION_FAILED if the token is %j',
    async (token) => {
      expect(told(await preview(token))).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  test('has the rate limit of authentication', async () => {
    const limited = await startService({ rateLimits: { global: 1_000, auth: 3 } });
    const codes = [];
    for (let i = 0; i < 4; i++)
      codes.push((await limited.api.post('/v1/invitations/preview', { token: 'x' })).status);
    await limited.close();
    expect(codes).toEqual([400, 400, 400, 429]);
  });
});

describe('mails of invitations', () => {
  let service: TestService;
  let people: Awaited<ReturnType<typeof home>>;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    people = await home(service.api);
    await verify(people.owner, people.member);
    await service.performJobs();
    service.mailer.sent.length = 0;
  });

  /** Marks the e-mail addresses of these people as verified. */
  async function verify(...verified: readonly Person[]): Promise<void> {
    for (const { id } of verified)
      await service.query(`update accounts set email_verified = true where id = '${id}'`);
  }

  /** Registers a new person and invites their address. */
  async function inviteGuest(account: Record<string, unknown> = {}, input: object = {}) {
    const guest = await service.api.register(account);
    const email: string = guest.auth['user'].email;
    const { body } = await people.member.api.post(`${people.path}/invitations`, { email, ...input });
    return { guest, email, invitation: body as { id: string; token: string } };
  }

  describe('an invitation with an address', () => {
    test('is mailed in the language and time zone of the invited person, with a working link', async () => {
      const { guest, email, invitation } = await inviteGuest({ locale: 'fr', timeZone: 'America/New_York' });
      expect(service.mailer.sent).toEqual([]);
      expect(await service.performJobs()).toEqual(['mail-invitation']);
      expect(service.mailer.sent).toEqual([
        {
          kind: 'invitation',
          to: email,
          locale: 'fr',
          timeZone: 'America/New_York',
          inviter: 'Milan',
          household: 'Home',
          expiresAt: service.clock.now() + 7 * 86_400_000,
          link: expect.stringMatching(/^https:\/\/web\.example\.org\/join#token=[\w-]{43}$/),
        },
      ]);
      const mailed = service.mailer.tokenFor(email);
      expect(mailed).not.toBe(invitation.token);
      expect((await accept(guest.api, mailed)).status).toBe(201);
    });

    test('can no longer be accepted by the link in the mail after it was accepted by the link in the answer', async () => {
      const { guest, email, invitation } = await inviteGuest();
      await service.performJobs();
      expect((await accept(guest.api, invitation.token)).status).toBe(201);
      await guest.api.delete(`${people.path}/members/${guest.id}`);
      expect(told(await accept(guest.api, service.mailer.tokenFor(email)))).toEqual([
        410,
        'INVITATION_EXPIRED',
      ]);
    });

    test('has no token in clear text in the table of invitations or in the job queue', async () => {
      const { email, invitation } = await inviteGuest();
      const queued = await service.query(`select data from pgboss.job where name = 'mail-invitation'`);
      expect(queued).toEqual([
        {
          data: {
            householdId: people.path.split('/').at(-1),
            invitationId: invitation.id,
            requestId: expect.any(String),
          },
        },
      ]);
      await service.performJobs();
      const stored = JSON.stringify(await service.query('select * from invitations'));
      for (const token of [invitation.token, service.mailer.tokenFor(email)])
        expect(stored).not.toContain(token);
    });

    test.each([
      ['was revoked', (id: string) => people.owner.api.delete(`${people.path}/invitations/${id}`)],
      [
        'has expired',
        () => {
          service.clock.advance(8 * 86_400_000);
          return Promise.resolve();
        },
      ],
      ['was deleted', () => service.query(`delete from invitations`)],
    ])('is not mailed if it %s before the mail is sent', async (_name, happens) => {
      const { invitation } = await inviteGuest();
      await happens(invitation.id);
      await service.performJobs();
      expect(service.mailer.sent).toEqual([]);
    });

    test('is mailed in the language of the household if the person has no account', async () => {
      await people.owner.api.patch(people.path, { locale: 'fr' });
      await people.owner.api.post(`${people.path}/invitations`, { email: 'nobody@example.org' });
      await service.performJobs();
      expect(service.mailer.sent).toEqual([
        expect.objectContaining({ to: 'nobody@example.org', locale: 'fr', timeZone: 'Europe/Paris' }),
      ]);
    });

    test('is not mailed if it cannot be created', async () => {
      const { status } = await people.owner.api.post(`${people.path}/invitations`, {
        email: 'x@example.org',
        maxUses: 51,
      });
      expect(status).toBe(400);
      expect(await service.performJobs()).toEqual([]);
    });
  });

  test('are not sent for an invitation without an address', async () => {
    await people.owner.api.post(`${people.path}/invitations`);
    expect(await service.performJobs()).toEqual([]);
  });

  test('are limited to twenty per day and member, while links are not limited', async () => {
    const invite = (i: number) =>
      people.owner.api.post(`${people.path}/invitations`, { email: `guest${i}@example.org` });
    for (let i = 0; i < 20; i++) {
      const { status, body } = await invite(i);
      expect(status).toBe(201);
      await people.owner.api.delete(`${people.path}/invitations/${body.id}`);
    }
    const refused = await invite(20);
    expect(told(refused)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    expect((await people.owner.api.post(`${people.path}/invitations`)).status).toBe(201);
    expect(
      (await people.member.api.post(`${people.path}/invitations`, { email: 'x@example.org' })).status,
    ).toBe(201);
  });

  describe('a mail to a stranger', () => {
    const invite = ({ api }: Person, email: string) => api.post(`${people.path}/invitations`, { email });
    const mailsTo = async (email: string) => {
      await service.performJobs();
      return service.mailer.sent.filter(({ to }) => to === email).length;
    };

    test('is sent only if the address of the inviter is verified, and the answer says whether it is sent', async () => {
      const unverified = await newcomer(people.owner.api, people.path);
      const { status, body } = await invite(unverified, 'one@example.org');
      expect(status).toBe(201);
      expect(body.mailed).toBe(false);
      expect(await mailsTo('one@example.org')).toBe(0);
      const guest = await service.api.register({ email: 'one@example.org' });
      expect((await accept(guest.api, body.token)).status).toBe(201);

      await verify(unverified);
      expect((await invite(unverified, 'two@example.org')).body.mailed).toBe(true);
      expect(await mailsTo('two@example.org')).toBe(1);
    });

    test('is not mentioned in the list of invitations', async () => {
      await invite(people.owner, 'listed@example.org');
      const { body } = await people.owner.api.get(`${people.path}/invitations`);
      expect(body[0]).not.toHaveProperty('mailed');
    });

    test('is sent at most three times a day from one sender to one address', async () => {
      const other = await service.api.register();
      await verify(other);
      const elsewhere = await other.api.household();
      const asked = [
        await invite(people.owner, 'often@example.org'),
        await invite(people.owner, ' Often@Example.ORG'),
        await invite(people.owner, 'OFTEN@example.org'),
        await invite(people.owner, 'often@example.org'),
        await invite(people.member, 'often@example.org'),
        await other.api.post(`${elsewhere}/invitations`, { email: 'often@example.org' }),
      ];
      expect(asked.map(({ status, body }) => [status, body.mailed])).toEqual([
        [201, true],
        [201, true],
        [201, true],
        [201, false],
        [201, true],
        [201, true],
      ]);
      expect(await mailsTo('often@example.org')).toBe(5);
      expect((await invite(people.owner, 'seldom@example.org')).body.mailed).toBe(true);
      service.clock.advance(86_400_000);
      const { body } = await service.api.post('/v1/auth/login', await service.credentialsOf(people.owner.id));
      const tomorrow = { id: people.owner.id, api: service.api.as(body.accessToken as string) };
      expect((await invite(tomorrow, 'often@example.org')).body.mailed).toBe(true);
    });
  });

  test('are reported as mailed: false for an invitation without an address', async () => {
    expect((await people.owner.api.post(`${people.path}/invitations`)).body.mailed).toBe(false);
  });
});
