import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, type Api } from '../../support/api.js';
import type { StreamClient } from '../../support/stream-client.js';
import { StreamingService } from '../../support/streaming-service.js';
import { within } from '../../support/until.js';

describe('what ends a stream', () => {
  let one: StreamingService;
  let two: StreamingService;
  beforeAll(async () => {
    // Pings that never come: a stream that ends does so for what was told.
    one = await StreamingService.start({ streams: { pingMs: 3_600_000 } });
    two = await one.another();
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  type Person = { api: Api; id: string; refreshToken: string; email: string };
  type Home = { home: string; ana: Person; ben: Person };

  async function aPerson(): Promise<Person> {
    const { api, id, auth } = await one.api.register();
    return { api, id, refreshToken: auth['refreshToken'], email: auth['user'].email };
  }

  /** Ben is a member, Ana owns it. */
  async function aHome(): Promise<Home> {
    const [ana, ben] = [await aPerson(), await aPerson()];
    const home = await ana.api.household();
    await one.service.join(home, ben.id);
    return { home, ana, ben };
  }

  const signInAgain = async ({ email }: Person): Promise<Api> =>
    one.api.as(
      (await one.api.post('/v1/auth/login', { email, password: PASSWORD })).body.accessToken as string,
    );

  const resetPassword = async ({ email }: Person) => {
    await one.api.post('/v1/auth/password/forgot', { email });
    await one.service.performJobs();
    const token = one.service.mailer.tokenFor(email);
    return one.api.post('/v1/auth/password/reset', { token, newPassword: 'another horse battery' });
  };

  const replayLate = async ({ refreshToken }: Person) => {
    await one.api.post('/v1/auth/refresh', { refreshToken });
    one.service.clock.advance(31_000);
    return one.api.post('/v1/auth/refresh', { refreshToken });
  };

  /** What Ben, or Ana about Ben, does that ends Ben's streams. */
  const ENDINGS: [string, (home: Home) => Promise<{ status: number }>, number][] = [
    ['signs out', ({ ben }) => one.api.post('/v1/auth/logout', { refreshToken: ben.refreshToken }), 204],
    ['signs out everywhere', ({ ben }) => ben.api.post('/v1/auth/logout-all'), 204],
    [
      'signs this device out from another one',
      async ({ ben }) => {
        const other = await signInAgain(ben);
        const { body } = await ben.api.get('/v1/me');
        return other.delete(`/v1/auth/sessions/${body.sessionId}`);
      },
      204,
    ],
    [
      'changes the password on another device',
      async ({ ben }) =>
        (await signInAgain(ben)).post('/v1/auth/password/change', {
          currentPassword: PASSWORD,
          newPassword: 'another horse battery',
        }),
      204,
    ],
    ['sets a forgotten password anew', ({ ben }) => resetPassword(ben), 204],
    ['has a refresh token replayed too late', ({ ben }) => replayLate(ben), 401],
    ['leaves the household', ({ home, ben }) => ben.api.delete(`${home}/members/${ben.id}`), 204],
    [
      'is removed from the household',
      ({ home, ana, ben }) => ana.api.delete(`${home}/members/${ben.id}`),
      204,
    ],
    ['loses the household', ({ home, ana }) => ana.api.delete(home), 204],
  ];

  describe('a stream ends at once, in every process, when its member', () => {
    test.each(ENDINGS)('%s', async (_name, end, status) => {
      const home = await aHome();
      const streams = [await one.stream(home.ben.api, home.home), await two.stream(home.ben.api, home.home)];
      expect((await end(home)).status).toBe(status);
      await within(Promise.all(streams.map(({ ended }) => ended)), 'both streams have ended');
      expect(streams.flatMap(({ topics }) => topics).filter((topic) => topic !== 'tasks')).toEqual([]);
    });
  });

  test('P4 a display’s stream hears what is everybody’s, and ends at once in every process when it is removed', async () => {
    const { home, ana } = await aHome();
    const made = (await ana.api.post(`${home}/displays`, { name: 'Wall' })).body;
    const { token } = (await one.api.post('/v1/displays/pair', { code: made.pairingCode })).body;
    const display = one.api.as(token as string);
    const streams = [await one.stream(display, home), await two.stream(display, home)];
    await ana.api.post(`${home}/tasks`, { title: 'Present', visibility: 'PERSONAL' });
    await ana.api.post(`${home}/tasks`, { title: 'Bins' });
    await Promise.all(streams.map((stream) => stream.untilFrames(1)));
    expect(streams.map(({ topics }) => topics)).toEqual([['tasks'], ['tasks']]);
    expect((await ana.api.delete(`${home}/displays/${made.id as string}`)).status).toBe(204);
    await Promise.all(streams.map(({ ended }) => ended));
    expect((await display.get(`${home}/events`)).status).toBe(401);
  });

  test('P4 so does that of a pass, whether it is removed, or its person leaves', async () => {
    const { home, ana } = await aHome();
    for (const end of ['displays', 'members'] as const) {
      const guest = (await ana.api.post(`${home}/members`, { displayName: 'Zoé', group: 'GUEST' })).body;
      const made = (await ana.api.post(`${home}/members/${guest.id as string}/pass`, { until: '2026-11-30' }))
        .body;
      const pass = one.api.as(made.token as string);
      const streams = [await one.stream(pass, home), await two.stream(pass, home)];
      const { id } = end === 'displays' ? made : guest;
      expect((await ana.api.delete(`${home}/${end}/${id as string}`)).status).toBe(204);
      await Promise.all(streams.map(({ ended }) => ended));
      for (const path of ['/events', '', '/occurrences'])
        expect((await pass.get(home + path)).status).toBe(401);
      expect((await one.api.post('/v1/displays/pair', { code: made.token })).status).toBe(410);
    }
  });

  describe('a stream goes on', () => {
    const hears = async (stream: StreamClient, { home, ana }: Home) => {
      const before = stream.frames.length;
      await ana.api.post(`${home}/tasks`, { title: 'x' });
      await stream.untilFrames(before + 1);
    };

    test('when another device of its member signs out, or another member leaves', async () => {
      const home = await aHome();
      const [bens, anas] = [
        await two.stream(home.ben.api, home.home),
        await two.stream(home.ana.api, home.home),
      ];
      const other = await signInAgain(home.ben);
      const others = await two.stream(other, home.home);
      const { body } = await other.get('/v1/me');
      await home.ben.api.delete(`/v1/auth/sessions/${body.sessionId}`);
      await others.ended;
      await hears(bens, home);
      await home.ben.api.delete(`${home.home}/members/${home.ben.id}`);
      await bens.ended;
      await hears(anas, home);
    });

    test('when its access token expires; the next one needs a fresh token', async () => {
      const home = await aHome();
      const stream = await one.stream(home.ben.api, home.home);
      one.service.clock.advance(16 * 60_000);
      await one.api.post('/v1/auth/refresh', { refreshToken: home.ana.refreshToken });
      const ana = await aPerson();
      await one.service.join(home.home, ana.id);
      await hears(stream, { ...home, ana });
      expect((await home.ben.api.get(`${home.home}/events`)).status).toBe(401);
    });
  });

  test('a ping finds out what nobody told', async () => {
    const pinging = await one.another({ streams: { pingMs: 100 } });
    const home = await aHome();
    const stream = await pinging.stream(home.ben.api, home.home);
    await stream.until(({ pings }) => pings >= 2);
    await one.service.query(`update sessions set revoked_at = now() where user_id = '${home.ben.id}'`);
    await stream.ended;
    await pinging.close();
  });
});

describe('limits', () => {
  let one: StreamingService;
  beforeAll(async () => {
    one = await StreamingService.start({ streams: { pingMs: 500, perHousehold: 12 } });
  });
  afterAll(() => one.close());

  const statuses = (streams: readonly StreamClient[]) => streams.map(({ status }) => status).toSorted();
  const times = <T>(count: number, make: () => Promise<T>) =>
    Promise.all(Array.from({ length: count }, make));

  describe('so many streams', () => {
    test('of one user and no more, however they come at once; a closed one frees its place', async () => {
      const { api } = await one.api.register();
      const [home, other] = [await api.household(), await api.household()];
      const streams = await times(12, () => one.stream(api, home));
      expect(statuses(streams)).toEqual([...Array<number>(10).fill(200), 429, 429]);

      const refused = await api.get(`${other}/events`);
      expect(refused.status).toBe(429);
      expect(refused.body.error.code).toBe('RATE_LIMITED');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(
        (await fetch(`${one.address}${home}/events`, { method: 'HEAD', headers: bearer(api.token) })).ok,
      ).toBe(true);

      streams.find(({ status }) => status === 200)?.close();
      await untilAdmitted(() => one.stream(api, other));
      expect((await one.stream(api, home)).status).toBe(429);
    });

    test('of one household and no more', async () => {
      const ana = await one.api.register();
      const home = await ana.api.household();
      const ben = await one.api.register();
      await one.service.join(home, ben.id);
      expect(statuses(await times(10, () => one.stream(ana.api, home)))).toEqual(Array(10).fill(200));
      expect(statuses(await times(4, () => one.stream(ben.api, home)))).toEqual([200, 200, 429, 429]);
    });

    test('refuse nobody else', async () => {
      const { api } = await one.api.register();
      expect((await one.stream(api, await api.household())).status).toBe(200);
    });
  });

  test('a storm of connections meets the global limit, pings do not count', async () => {
    const limited = await one.another({
      // One of them has fetched the document that answers are checked against.
      rateLimits: { global: 6, auth: 1_000_000 },
      streams: { pingMs: 50 },
    });
    const { api } = await one.api.register();
    const home = await api.household();
    const streams = await times(4, () => limited.stream(api, home));
    for (const stream of streams) await stream.until(({ pings }) => pings >= 3);
    expect(statuses([await limited.stream(api, home), await limited.stream(api, home)])).toEqual([200, 429]);
    await limited.close();
  });

  const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` });

  /** The server hears of a closed connection a moment later. */
  async function untilAdmitted(open: () => Promise<StreamClient>): Promise<void> {
    while ((await open()).status === 429);
  }
});
