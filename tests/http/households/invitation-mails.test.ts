import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { accept, home, newcomer, told, type Person } from './people.js';

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

/** They have proved that their address is theirs. */
async function verify(...verified: readonly Person[]): Promise<void> {
  for (const { id } of verified)
    await service.query(`update accounts set email_verified = true where id = '${id}'`);
}

/** Someone new with an account, and the invitation that went to their address. */
async function inviteGuest(account: Record<string, unknown> = {}, input: object = {}) {
  const guest = await service.api.register(account);
  const email: string = guest.auth['user'].email;
  const { body } = await people.member.api.post(`${people.path}/invitations`, { email, ...input });
  return { guest, email, invitation: body as { id: string; token: string } };
}

describe('an invitation with an address', () => {
  test('is mailed there, in the reader’s language and zone, with a link that works', async () => {
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

  test('is used up by either link', async () => {
    const { guest, email, invitation } = await inviteGuest();
    await service.performJobs();
    expect((await accept(guest.api, invitation.token)).status).toBe(201);
    await guest.api.delete(`${people.path}/members/${guest.id}`);
    expect(told(await accept(guest.api, service.mailer.tokenFor(email)))).toEqual([
      410,
      'INVITATION_EXPIRED',
    ]);
  });

  test('is nowhere in the database or the queue with what its links hold', async () => {
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
    ['has lost its household', () => service.query(`delete from invitations`)],
  ])('is not mailed when it %s meanwhile', async (_name, happens) => {
    const { invitation } = await inviteGuest();
    await happens(invitation.id);
    await service.performJobs();
    expect(service.mailer.sent).toEqual([]);
  });

  test('to somebody without an account is in the language of the household', async () => {
    await people.owner.api.patch(people.path, { locale: 'fr' });
    await people.owner.api.post(`${people.path}/invitations`, { email: 'nobody@example.org' });
    await service.performJobs();
    expect(service.mailer.sent).toEqual([
      expect.objectContaining({ to: 'nobody@example.org', locale: 'fr', timeZone: 'Europe/Paris' }),
    ]);
  });

  test('that cannot be created is not mailed', async () => {
    const { status } = await people.owner.api.post(`${people.path}/invitations`, {
      email: 'x@example.org',
      maxUses: 51,
    });
    expect(status).toBe(400);
    expect(await service.performJobs()).toEqual([]);
  });
});

test('one without an address is mailed to nobody', async () => {
  await people.owner.api.post(`${people.path}/invitations`);
  expect(await service.performJobs()).toEqual([]);
});

test('twenty mails a day and member are enough; links can still be made', async () => {
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

  test('is sent for who has proved an address; others get the link and are told so', async () => {
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

  test('is told in no list of invitations', async () => {
    await invite(people.owner, 'listed@example.org');
    const { body } = await people.owner.api.get(`${people.path}/invitations`);
    expect(body[0]).not.toHaveProperty('mailed');
  });

  test('comes three times a day, whoever asks and however the address is written', async () => {
    const other = await service.api.register();
    await verify(other);
    const elsewhere = await other.api.household();
    const asked = [
      await invite(people.owner, 'often@example.org'),
      await invite(people.member, ' Often@Example.ORG'),
      await other.api.post(`${elsewhere}/invitations`, { email: 'OFTEN@example.org' }),
      await invite(people.member, 'often@example.org'),
      await other.api.post(`${elsewhere}/invitations`, { email: 'often@example.org' }),
    ];
    expect(asked.map(({ status, body }) => [status, body.mailed])).toEqual([
      [201, true],
      [201, true],
      [201, true],
      [201, false],
      [201, false],
    ]);
    expect(await mailsTo('often@example.org')).toBe(3);
    expect((await invite(people.owner, 'seldom@example.org')).body.mailed).toBe(true);
    service.clock.advance(86_400_000);
    const { body } = await service.api.post('/v1/auth/login', await service.credentialsOf(people.owner.id));
    const tomorrow = { id: people.owner.id, api: service.api.as(body.accessToken as string) };
    expect((await invite(tomorrow, 'often@example.org')).body.mailed).toBe(true);
  });
});

test('an invitation without an address is not mailed, and says so', async () => {
  expect((await people.owner.api.post(`${people.path}/invitations`)).body.mailed).toBe(false);
});
