import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Fault } from '../support/fake-google/faults.js';
import { mirrorsOfThisFile, type MirrorWorld, aMirroredHome } from './mirror-world.js';
import { pacedCalendarProvider } from '../../application/calendar/mirror/paced-calendar-provider.js';
import type { CalendarProvider } from '../../application/calendar/provider.js';
import { PostgresExclusiveLock } from '../../adapters/postgres/shared/exclusive-lock.js';
import { lockName } from '../../application/calendar/mirror/mirror-run.js';
import { aSignal } from '../support/signal.js';

describe('backing off', () => {
  const beginMirror = mirrorsOfThisFile();
  let world: MirrorWorld;
  beforeEach(async () => {
    world = await beginMirror();
    await world.link();
    await world.synchronise();
  });
  afterEach(() => world.close());

  const AWAY: Fault = {
    kind: 'answer',
    answer: { status: 503, body: { error: { code: 503, message: 'Backend Error', errors: [] } } },
  };
  const MINUTE = 60_000;
  /** Whoever can ask for what is owed to be published. */
  const ASKING = [
    { who: 'a sweep', ask: () => world.sweep() },
    { who: 'a pull', ask: () => world.pull() },
    { who: 'a whole synchronisation', ask: () => world.synchronise() },
    { who: 'a member who waits for it', ask: () => world.browser.post(`${world.home}/calendar/sync`) },
  ];

  const statusOf = async (id: string) => (await world.show(id))['googleSyncStatus'];
  const inserts = () => world.google.journal.calls('events.insert').length;
  const forgetJobs = () =>
    world.service.query(`delete from pgboss.job where name like '%-household-calendar'`);

  /** What waits in the queue is done when its time has come, for so long; tells when the calendar was written to. */
  async function workFor(milliseconds: number): Promise<readonly number[]> {
    const end = world.clock.now() + milliseconds;
    const times: number[] = [];
    for (;;) {
      const [next] = await world.service.query(
        `select case when start_after <> created_on then start_after end as start_after from pgboss.job
       where name like '%-household-calendar' and state < 'active' order by 1 nulls first limit 1`,
      );
      if (next === undefined) return times;
      // What is to start at once does so by the clock of the database, which is not that of the service.
      const startsAt = (next['start_after'] as Date | null)?.getTime() ?? world.clock.now();
      if (startsAt > end) return times;
      await world.later(Math.max(0, startsAt - world.clock.now()));
      const before = inserts();
      await world.service.performJobs();
      if (inserts() > before) times.push(world.clock.now());
    }
  }

  describe('a write that fails', () => {
    test.each(ASKING)(
      'is tried eight times, after ever longer pauses, and then given up: asked for by $who',
      async ({ ask }) => {
        await world.later(6 * MINUTE);
        const id = await world.task();
        await forgetJobs();
        world.google.faults.decideBy(({ call }) => (call.operation === 'events.insert' ? AWAY : null));
        await ask();
        const first = inserts() === 0 ? [] : [world.clock.now()];
        const times = [...first, ...(await workFor(60 * MINUTE))];
        expect(inserts()).toBe(8);
        expect(await statusOf(id)).toBe('ERROR');
        const pauses = times.slice(1).map((time, i) => (time - (times[i] ?? 0)) / (2 ** (i + 1) * 1000));
        expect(pauses).toHaveLength(7);
        for (const pause of pauses) expect(Math.abs(pause - 1)).toBeLessThanOrEqual(0.21);
      },
    );

    test.each(ASKING)('keeps its count, however often $who asks', async ({ ask }) => {
      const id = await world.task();
      world.google.faults.decideBy(({ call }) => (call.operation === 'events.insert' ? AWAY : null));
      for (let minutes = 0; minutes < 60 && (await statusOf(id)) === 'PENDING'; minutes += 6) {
        await world.later(6 * MINUTE);
        await ask();
        await world.sweep();
      }
      expect(await statusOf(id)).toBe('ERROR');
      expect(inserts()).toBe(8);
    });

    test('does not hold up a change that is made meanwhile', async () => {
      await world.task();
      world.google.faults.decideBy(({ call }) => (call.operation === 'events.insert' ? AWAY : null));
      await forgetJobs();
      await world.sweep();
      await workFor(MINUTE);
      world.google.faults.clear();
      const id = await world.task({ title: 'Paper' });
      await workFor(3000);
      expect(await statusOf(id)).toBe('SYNCED');
    });

    test('leaves a provider that is away alone, however much is owed', async () => {
      for (let i = 0; i < 20; i++) await world.task();
      await forgetJobs();
      world.google.faults.decideBy(() => AWAY);
      world.google.journal.clear();
      await world.synchronise();
      await workFor(8 * MINUTE);
      // Three at a time until the provider is left alone, eight times in as many minutes, and two lists before.
      expect(world.google.journal.calls().length).toBeLessThanOrEqual(3 * 8 + 2);
    });
  });

  test.each(ASKING)(
    'an update whose answer is lost is not written again, when $who asks',
    async ({ ask }) => {
      const id = await world.task();
      await world.sweep();
      await world.edit(id, { title: 'Paper' });
      world.google.faults.add({ operation: 'events.update' }, { kind: 'reset after effect' });
      await world.sweep();
      expect(world.titles()).toEqual(['Paper']);
      world.google.journal.clear();
      await world.later(6 * MINUTE);
      await ask();
      await world.sweep();
      expect(await statusOf(id)).toBe('SYNCED');
      expect(world.google.journal.writes().filter(({ status }) => status === 200)).toEqual([]);
    },
  );
});

describe('pacing', () => {
  /** Writes to two calendars with times of their own; `complains` from that time until that. */
  async function startsOf(calendars: readonly string[], complains: (at: number) => boolean = () => false) {
    let now = 0;
    const starts: number[] = [];
    const provider = {
      deleteEvent: () => {
        starts.push(now);
        return Promise.resolve(
          complains(now) ? { kind: 'rateLimited', retryAfterMs: null, detail: '' } : { kind: 'deleted' },
        );
      },
    } as unknown as CalendarProvider;
    const paced = pacedCalendarProvider(provider, {
      now: () => now,
      pause: (milliseconds) => {
        now += milliseconds;
        return Promise.resolve();
      },
    });
    for (const calendar of calendars) await paced.deleteEvent('token', calendar, 'event', null);
    return starts;
  }

  test('writes to one calendar are 200 ms apart, those to another one do not wait for them', async () => {
    expect(await startsOf(['a', 'a', 'b', 'a'])).toEqual([0, 200, 200, 400]);
  });

  test('a complaint doubles the distance of what follows', async () => {
    const starts = await startsOf(Array<string>(6).fill('a'), (at) => at === 200);
    expect(starts.map((at, i) => at - (starts[i - 1] ?? 0))).toEqual([0, 200, 200, 400, 400, 400]);
  });

  test('a process asks no more than a hundred times a second, for however many users', async () => {
    const pauses: number[] = [];
    const paced = pacedCalendarProvider(
      { getCalendar: () => Promise.resolve({ kind: 'notFound' }) } as unknown as CalendarProvider,
      {
        now: () => 5000,
        pause: (milliseconds) => {
          pauses.push(Math.round(milliseconds));
          return Promise.resolve();
        },
      },
    );
    for (let i = 0; i < 103; i++) await paced.getCalendar(`token ${i}`, 'calendar');
    expect(pauses).toEqual([10, 20, 30]);
    // Who asks much waits for the longer of the two.
    for (let i = 0; i < 11; i++) await paced.getCalendar('busy', 'calendar');
    expect(pauses.at(-1)).toBe(140);
  });
});

describe('a crowd', () => {
  const beginMirror = mirrorsOfThisFile();
  let world: MirrorWorld;
  beforeEach(async () => {
    world = await beginMirror();
  });
  afterEach(() => world.close());

  test('twelve households are swept at once, and requests are answered meanwhile', async () => {
    const homes = [];
    for (let i = 0; i < 12; i++) {
      const person = world.google.addAccount();
      world.google.visitor = { account: person };
      const home = await aMirroredHome(world.service, world.google, person);
      await home.link();
      await home.task();
      homes.push(home);
    }
    const writing = homes.map(() => world.google.barriers.hold({ operation: 'events.insert' }));
    const sweeps = homes.map((home) => home.sweep());
    await Promise.all(writing.map(({ reached }) => reached));
    const answer = await world.browser.get(`${world.home}/occurrences`);
    expect(answer.status).toBe(200);
    for (const barrier of writing) barrier.release();
    const counts = await Promise.all(sweeps);
    expect(counts.map(({ created }) => created)).toEqual(Array(12).fill(1));
  });

  test('while somebody is at a household for long the others leave it, and come again', async () => {
    await world.link();
    await world.task();
    const [held, done] = [aSignal(), aSignal()];
    const busy = new PostgresExclusiveLock({ connectionString: world.service.connectionString });
    const working = busy.hold(lockName(world.householdId), () => (held.give(), done.given));
    await held.given;
    await world.service.query('delete from pgboss.job');
    const counts = await world.synchronise();
    expect(counts).toEqual({ pulled: 0, created: 0, updated: 0, deleted: 0, failed: 0, retryInMs: 15_000 });
    expect(
      await world.service.query(`select name, start_after from pgboss.job where state < 'active'`),
    ).toEqual([
      { name: 'synchronise-household-calendar', start_after: new Date(world.clock.now() + 15_000) },
    ]);
    done.give();
    await working;
    await busy.close();
    expect(await world.synchronise()).toMatchObject({ created: 1 });
  });
});
