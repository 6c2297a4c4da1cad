import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { switchAccount } from '../../../bootstrap/commands/account.js';
import { credentialsEndedBy, CREDENTIALS, type Credential } from '../../../domain/accounts/credentials.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { PASSWORD, type Api } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import {
  startFakeIdentityProvider,
  type FakeIdentityProvider,
} from '../../support/fake-identity-provider.js';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { startWithGoogle } from '../../support/google-service.js';
import { type TestService, startService } from '../../support/service.js';
import { arrived, begun, CONNECT } from '../calendar/people.js';
import { processorTimeOfProcess } from '../../support/processor-time.js';

describe('credentials', () => {
  let google: FakeGoogle;
  let idp: FakeIdentityProvider;
  let service: TestService;
  let me: { api: Api; id: string; auth: Record<string, any> };
  let email: string;

  beforeAll(async () => {
    idp = await startFakeIdentityProvider();
    ({ service, google } = await startWithGoogle({ googleSignIn: idp.settings }));
  });
  afterAll(async () => {
    await service.close();
    await google.close();
    await idp.close();
  });
  beforeEach(async () => {
    me = await service.api.register();
    email = me.auth['user'].email;
  });

  const NEW = 'another long enough one';
  const login = (password: string) => service.api.post('/v1/auth/login', { email, password });
  const sha256 = (text: string, encoding: 'hex' | 'base64url') =>
    createHash('sha256').update(text).digest(encoding);

  /** The token of the link in the mail. */
  async function resetToken(): Promise<string> {
    await service.api.post('/v1/auth/password/forgot', { email });
    await service.performJobs();
    return service.mailer.tokenFor(email);
  }

  /** Asks for another address; the token of the link that is sent there. */
  async function emailToken(): Promise<string> {
    const address = `${randomUUID()}@example.org`;
    await me.api.post('/v1/me/email', { email: address, password: PASSWORD });
    await service.performJobs();
    return service.mailer.tokenFor(address);
  }

  /** All ways in, and whether each is still open. */
  type Ways = Readonly<
    Record<string, { readonly credential: Credential; readonly isOpen: () => Promise<boolean> }>
  >;

  async function everyWayIn(): Promise<Ways> {
    const owner = me;
    const other = (await login(PASSWORD)).body;
    const flow = new Browser(service.api);
    await flow.post('/v1/auth/login', { email, password: PASSWORD });
    const consented = await google.consent(await begun(flow));
    const home = await me.api.household();
    const { url: feed } = (await me.api.post('/v1/me/feeds', { householdId: home.split('/').at(-1) })).body;
    const { url: ticket } = (await me.api.post(`${CONNECT}-ticket`)).body;
    const [code, codeVerifier] = [randomBytes(32).toString('base64url'), 'v'.repeat(43)];
    await service.unitOfWork.run(({ mobileCodes }) =>
      mobileCodes.insert({
        hash: sha256(code, 'hex'),
        userId: me.id as UserId,
        codeChallenge: sha256(codeVerifier, 'base64url'),
        issuedAt: service.clock.now(),
        exchangedAt: null,
        sessionId: null,
      }),
    );
    const link = await resetToken();
    await emailToken();
    const refusal = service.mailer.tokenFor(email);
    const opens = async (api: Api) => (await api.get('/v1/me')).status === 200;
    const refreshes = async (refreshToken: string) =>
      (await service.api.post('/v1/auth/refresh', { refreshToken })).status === 200;
    return {
      'this session': { credential: 'ownSession', isOpen: () => opens(owner.api) },
      'its refresh token': {
        credential: 'ownSession',
        isOpen: () => refreshes(owner.auth['refreshToken'] as string),
      },
      'another session': {
        credential: 'otherSessions',
        isOpen: () => opens(service.api.as(other.accessToken as string)),
      },
      'the refresh token of another session': {
        credential: 'otherSessions',
        isOpen: () => refreshes(other.refreshToken as string),
      },
      'a calendar that another session was connecting': {
        credential: 'otherSessions',
        isOpen: async () => !(await arrived(flow, consented)).includes('calendarError'),
      },
      'a code for the app': {
        credential: 'mobileCodes',
        isOpen: async () => {
          const exchange = await service.api.post('/v1/auth/google/mobile/exchange', { code, codeVerifier });
          return exchange.status === 200;
        },
      },
      'a ticket': {
        credential: 'connectTickets',
        isOpen: async () => {
          const { headers } = await new Browser(service.api).arrive(ticket as string);
          return !(headers['location'] ?? '').includes('calendarError');
        },
      },
      'a calendar address': {
        credential: 'feeds',
        isOpen: async () => (await service.api.as(null).get(new URL(feed as string).pathname)).status === 200,
      },
      'a request for another address': {
        credential: 'emailLinks',
        // As long as it stands it can be refused; to prove it would end what comes after.
        isOpen: async () =>
          (await service.api.post('/v1/auth/email/refuse', { token: refusal })).status === 204,
      },
      'a link of a forgotten password': {
        credential: 'resetLinks',
        isOpen: async () => {
          const body = { token: link, newPassword: 'a third one, long enough' };
          return (await service.api.post('/v1/auth/password/reset', body)).status === 204;
        },
      },
    };
  }

  /** How each event comes about; the link for the reset is asked for before, since asking ends those of before. */
  const EVENTS = {
    password_changed: async () =>
      (await me.api.post('/v1/auth/password/change', { currentPassword: PASSWORD, newPassword: NEW })).status,
    password_reset: async () =>
      (await service.api.post('/v1/auth/password/reset', { token: await resetToken(), newPassword: NEW }))
        .status,
    email_changed: async () =>
      (await me.api.post('/v1/me/email/prove', { token: await emailToken() })).status,
    sessions_revoked: async () => (await me.api.post('/v1/auth/logout-all')).status,
    email_reverted: () => REVERTED(),
  } as const;
  /** Another address first, so that its former one can take that back. */
  const REVERTED = async () => {
    const former = email;
    expect((await me.api.post('/v1/me/email/prove', { token: await emailToken() })).status).toBe(204);
    await service.performJobs();
    const token = service.mailer.tokenFor(former);
    return (await service.api.post('/v1/auth/email/revert', { token })).status;
  };
  type Event = keyof typeof EVENTS;

  test('every kind of credential has a way in here', async () => {
    const kinds = Object.values(await everyWayIn()).map(({ credential }) => credential);
    expect(new Set(kinds)).toEqual(new Set(CREDENTIALS));
  });

  test('nothing that happens leaves every way in open', async () => {
    for (const [name, { isOpen }] of Object.entries(await everyWayIn()))
      expect({ name, open: await isOpen() }).toEqual({ name, open: true });
  });

  test('a new password ends all but the session that set it, and a reset and signing out everywhere end all', () => {
    expect(Object.keys(EVENTS).map((event) => credentialsEndedBy(event as Event))).toEqual([
      CREDENTIALS.filter((credential) => credential !== 'ownSession'),
      CREDENTIALS,
      ['resetLinks', 'emailLinks'],
      CREDENTIALS,
      CREDENTIALS,
    ]);
  });

  describe.each(Object.keys(EVENTS) as Event[])('%s', (event) => {
    test('ends what the table says, and nothing else', async () => {
      const ways = await everyWayIn();
      expect(await EVENTS[event]()).toBe(204);
      const ended = credentialsEndedBy(event);
      for (const [name, { credential, isOpen }] of Object.entries(ways))
        expect({ name, open: await isOpen() }).toEqual({ name, open: !ended.includes(credential) });
    });

    test('leaves the ways of others as they are', async () => {
      const [own, ways] = [me, await everyWayIn()];
      me = await service.api.register();
      email = me.auth['user'].email;
      expect(await EVENTS[event]()).toBe(204);
      email = own.auth['user'].email;
      for (const [name, { isOpen }] of Object.entries(ways))
        expect({ name, open: await isOpen() }).toEqual({ name, open: true });
    });

    test('opens the lock of failed sign-ins where the password is new', async () => {
      for (let i = 0; i < 10; i++) await login('not the password');
      expect((await login(PASSWORD)).status).toBe(429);
      expect(await EVENTS[event]()).toBe(204);
      const isNew = event === 'password_changed' || event === 'password_reset';
      expect((await login(isNew ? NEW : PASSWORD)).status).toBe(isNew ? 200 : 429);
    });
  });

  test('disabling an account ends all but its calendar addresses, which it does and notes once', async () => {
    const ways = await everyWayIn();
    const { connectionString, logger } = service;
    const switched = (action: 'disable' | 'enable') =>
      switchAccount({ connectionString, logger }, action, email);
    const [disable, enable] = [() => switched('disable'), () => switched('enable')];
    const noted = () =>
      [...service.logger.events('info'), ...service.logger.events('warn')].filter(
        ({ event, userId }) => event === 'account_disabled' && userId === me.id,
      ).length;
    expect([await disable(), await disable()]).toEqual([{ changed: true }, { changed: false }]);
    expect(noted()).toBe(1);
    await enable();
    const atOnce = await Promise.all([disable(), disable()]);
    expect(atOnce.map(({ changed }) => changed).sort()).toEqual([false, true]);
    expect(noted()).toBe(2);
    await enable();
    const ended = credentialsEndedBy('account_disabled');
    for (const [name, { credential, isOpen }] of Object.entries(ways))
      expect({ name, open: await isOpen() }).toEqual({ name, open: !ended.includes(credential) });
  });

  test('a calendar address that is asked for while all sessions end does not outlive them', async () => {
    const householdId = (await me.api.household()).split('/').at(-1);
    const asked = Array.from({ length: 5 }, () => me.api.post('/v1/me/feeds', { householdId }));
    const [answers] = await Promise.all([Promise.all(asked), me.api.post('/v1/auth/logout-all')]);
    for (const { status, body } of answers) {
      expect([201, 401]).toContain(status);
      if (status !== 201) continue;
      const { pathname } = new URL(body.url as string);
      expect((await service.api.as(null).get(pathname)).status).toBe(404);
    }
  });
});

describe('what answers take the same time', () => {
  /** With the real cost of a hash: that is what the two must share. */
  let service: TestService;
  let email: string;
  beforeAll(async () => {
    service = await startService({ slowHashes: true });
    email = (await service.credentialsOf((await service.api.register()).id)).email;
  });
  afterAll(() => service.close());

  const median = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

  /** In turns, so that whatever else the machine does is shared alike. */
  async function medians(one: () => Promise<unknown>, other: () => Promise<unknown>, rounds: number) {
    const [ones, others]: [number[], number[]] = [[], []];
    for (let i = 0; i < rounds; i++) {
      service.clock.advance(60 * 60_000);
      for (const [times, work] of i % 2 === 0
        ? ([
            [ones, one],
            [others, other],
          ] as const)
        : ([
            [others, other],
            [ones, one],
          ] as const))
        times.push(await processorTimeOfProcess(work));
    }
    return [median(ones), median(others)] as const;
  }

  const differ = ([one, other]: readonly [number, number]) => Math.abs(one - other) / Math.max(one, other);

  test('an unknown address takes as long as a wrong password', async () => {
    const login = (address: string) =>
      service.api.post('/v1/auth/login', { email: address, password: 'not the password' });
    const measured = await medians(
      () => login(email),
      () => login(`${randomUUID()}@example.org`),
      41,
    );
    expect(differ(measured)).toBeLessThan(0.25);
  });

  test('asking for a new password takes as long for an unknown address', async () => {
    const forgot = (address: string) => service.api.post('/v1/auth/password/forgot', { email: address });
    const measured = await medians(
      () => forgot(email),
      () => forgot(`${randomUUID()}@example.org`),
      61,
    );
    expect(differ(measured)).toBeLessThan(0.25);
  });
});
