import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PostgresExclusiveLock } from '../../adapters/postgres/shared/exclusive-lock.js';
import { lockName } from '../../application/calendar/mirror/mirror-run.js';
import { pacedCalendarProvider } from '../../application/calendar/mirror/paced-calendar-provider.js';
import type { CalendarProvider } from '../../application/calendar/provider.js';
import { LOCK_WAITS } from '../support/database/lock-waits.js';
import type { Operation } from '../support/fake-google/call.js';
import type { Fault } from '../support/fake-google/faults.js';
import { aSignal } from '../support/signal.js';
import { inFullTier } from '../support/tier.js';
import { until, within } from '../support/until.js';
import { aMirroredHome, eventOf, mirrorsOfThisFile, NOW, type MirrorWorld } from './mirror-world.js';

describe('the synchronisation with a calendar', () => {
  const beginMirror = mirrorsOfThisFile();
  let world: MirrorWorld;
  beforeEach(async () => {
    world = await beginMirror();
    await world.link();
  });
  afterEach(() => world.close());

  const refusal = (status: number, reason: string, domain = 'usageLimits'): Fault => ({
    kind: 'answer',
    answer: {
      status,
      body: { error: { code: status, message: reason, errors: [{ domain, reason, message: reason }] } },
    },
  });
  const statusOf = async (id: string) => (await world.show(id))['googleSyncStatus'];
  const told = (type: string) => world.service.query(`select 1 from notifications where type = '${type}'`);

  test('doubles the pause after each rate limit error, with 20 % jitter', async () => {
    await world.task();
    world.google.faults.add({ operation: 'events.insert' }, refusal(429, 'rateLimitExceeded'), { times: 6 });
    for (let attempt = 1; attempt <= 6; attempt++) {
      const { retryInMs = 0 } = await world.sweep();
      expect(retryInMs).toBeGreaterThanOrEqual(0.8 * 2 ** attempt * 1000);
      expect(retryInMs).toBeLessThanOrEqual(1.2 * 2 ** attempt * 1000);
      expect(await world.sweep()).toMatchObject({ created: 0, failed: 0 });
      await world.later(1.3 * 2 ** attempt * 1000);
    }
    expect(await world.sweep()).toMatchObject({ created: 1 });
  });

  test('waits at least 15 minutes when the quota is exhausted, and does not count that as an error', async () => {
    const id = await world.task();
    world.google.faults.add({ operation: 'events.insert' }, refusal(403, 'quotaExceeded'), { times: 6 });
    for (let hours = 0; hours < 3;) {
      const { retryInMs = 0 } = await world.sweep();
      expect(retryInMs).toBeGreaterThanOrEqual(900_000);
      expect(await statusOf(id)).toBe('PENDING');
      await world.later(retryInMs);
      hours += retryInMs / 3_600_000;
    }
    world.google.faults.clear();
    await world.sweep();
    expect(await statusOf(id)).toBe('SYNCED');
    await world.service.performJobs();
    expect(await told('CALENDAR_ERROR')).toEqual([]);
  });

  test('stops publishing a task after eight failures, notifies the members once, and tries again at the next reconciliation', async () => {
    const id = await world.task();
    world.google.faults.add({ operation: 'events.insert' }, refusal(503, 'backendError'), { times: 8 });
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect(await statusOf(id)).toBe('PENDING');
      await world.sweep();
      await world.later(400_000);
    }
    expect(await statusOf(id)).toBe('ERROR');
    expect(await world.linkState()).toMatchObject({ errorCount: 1, pendingCount: 0, status: 'ACTIVE' });
    await world.service.performJobs();
    expect((await told('CALENDAR_ERROR')).length).toBe(1);
    await world.synchronise();
    expect(await statusOf(id)).toBe('SYNCED');
  });

  test('reports changes that have waited for more than 15 minutes, and notifies members once', async () => {
    await world.task();
    world.google.faults.add({ operation: 'events.insert' }, refusal(503, 'backendError'), { times: 2 });
    await world.sweep();
    expect(await world.linkState()).toMatchObject({ pendingCount: 1, syncPending: false });
    await world.later(901_000);
    await world.sweep();
    expect(await world.linkState()).toMatchObject({ syncPending: true });
    expect((await world.linkState())['nextTryAt']).not.toBeNull();
    await world.service.useCases.sweepAll();
    await world.service.useCases.sweepAll();
    world.google.faults.add({ operation: 'events.insert' }, refusal(503, 'backendError'), { times: 2 });
    await world.service.performJobs();
    await world.service.performJobs();
    expect((await told('CALENDAR_PENDING')).length).toBe(1);
  });

  test('treats changes made before the calendar was linked as waiting only since it was linked', async () => {
    await world.browser.delete(`${world.home}/calendar/link`);
    await world.task();
    await world.later(60 * 86_400_000);
    await world.task({ date: '2027-01-21' });
    await world.later(1_800_000);
    await world.link();
    expect(await world.linkState()).toMatchObject({
      pendingCount: 1,
      pendingSince: new Date(world.clock.now()).toISOString(),
      syncPending: false,
    });
    await world.later(901_000);
    expect(await world.linkState()).toMatchObject({ syncPending: true });
  });

  test('finds late changes of all linked households in one statement', async () => {
    const statements = async () =>
      (await world.service.statementsOf(() => world.service.useCases.sweepAll())).filter((text) =>
        text.includes('pending_since'),
      ).length;
    expect(await statements()).toBe(1);
    await aMirroredHome(world.service, world.google, world.zoe).then((other) => other.link());
    expect(await statements()).toBe(1);
  });

  test('sweeps again two minutes after a calendar was linked', async () => {
    const delays = await world.service.query(
      `select extract(epoch from start_after - '${NOW}')::integer as delay from pgboss.job
       where name = 'sweep-household-calendar'`,
    );
    expect(delays).toEqual([{ delay: 120 }]);
  });

  test('leaves a completed task to the sweep two minutes later if the calendar is linked while the request is running', async () => {
    const { unitOfWork } = world.service;
    const id = await world.task();
    await world.sweep();
    const link = (await unitOfWork.run(({ calendarLinks }) => calendarLinks.find(world.householdId)))!;
    await unitOfWork.run(({ calendarLinks }) => calendarLinks.remove(world.householdId));
    await world.service.query(`delete from pgboss.job`);
    const completing = await unitOfWork.run(async ({ calendarLinks, calendarMirror }) => {
      await calendarMirror.entry(world.householdId, id as never);
      const answer = world.browser.post(`${world.home}/occurrences/${id}/complete`);
      await until(async () => (await world.service.query(LOCK_WAITS)).length > 0, 'the completion waits');
      await calendarLinks.save(link);
      return { answer };
    });
    expect((await completing.answer).status).toBe(200);
    expect(await world.service.query(`select name from pgboss.job where name like '%calendar'`)).toEqual([]);
    await world.sweep();
    expect(world.titles()).toEqual(['✓ Bins']);
  });

  inFullTier.test('throws an error if the list of events never ends', async () => {
    const body = { items: [], nextPageToken: 'more' };
    world.google.faults.decideBy(({ call }) =>
      call.operation === 'events.list' ? { kind: 'answer', answer: { status: 200, body } } : null,
    );
    await expect(world.synchronise()).rejects.toThrow('1000 pages');
  });

  test('marks the link as having no write access if updating an existing event is forbidden', async () => {
    const id = await world.task();
    await world.sweep();
    await world.edit(id, { title: 'Paper' });
    world.google.faults.add({ operation: 'events.update' }, refusal(403, 'forbidden', 'global'));
    await world.sweep();
    expect(await statusOf(id)).toBe('BLOCKED');
    expect(await world.linkState()).toMatchObject({ status: 'INVALID', reason: 'NO_WRITE_ACCESS' });
  });

  test('keeps the link active if an updated event was deleted in the calendar', async () => {
    const id = await world.task();
    await world.sweep();
    world.calendar.delete(eventOf(id));
    world.calendar.emptyBin();
    await world.edit(id, { title: 'Paper' });
    await world.sweep();
    expect(await statusOf(id)).toBe('DELETED_IN_GOOGLE');
    expect((await world.linkState())['status']).toBe('ACTIVE');
  });

  test('refreshes a rejected access token once and repeats the request', async () => {
    const id = await world.task();
    world.google.dropAccessTokens(world.zoe);
    await world.sweep();
    expect(await statusOf(id)).toBe('SYNCED');
    expect(world.google.journal.calls('events.insert').length).toBe(2);
  });

  test('blocks the link and notifies its owner once if the permission was revoked [T-G11]', async () => {
    const id = await world.task();
    await world.service.performJobs();
    await world.edit(id, { title: 'Paper' });
    world.google.withdraw(world.zoe);
    await world.later(4_000_000);
    world.google.journal.clear();
    await world.sweep();
    expect(await statusOf(id)).toBe('BLOCKED');
    expect(await world.linkState()).toMatchObject({ status: 'INVALID', reason: 'GOOGLE_REVOKED' });
    await world.sweep();
    expect(world.google.journal.calls()).toEqual([]);
    await world.service.performJobs();
    expect((await told('CALENDAR_RECONNECT')).length).toBe(1);
  });

  test('deletes an event that a sweep wrote at the same time as the link was removed', async () => {
    await world.task();
    const writing = world.google.barriers.hold({ operation: 'events.insert' });
    const sweeping = world.sweep();
    await within(writing.reached, 'the sweep writes the event');
    expect((await world.browser.delete(`${world.home}/calendar/link`)).status).toBe(204);
    writing.release();
    await sweeping;
    expect(world.titles()).toEqual(['Bins']);
    await world.service.performJobs();
    expect(world.titles()).toEqual([]);
  });

  test('publishes fifty changes of ten tasks with ten writes, even with parallel sweeps', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) ids.push(await world.task({ title: `task ${i}` }));
    for (let round = 0; round < 4; round++)
      for (const id of ids) await world.edit(id, { title: `${id} ${round}` });
    const waiting = await world.service.query(
      `select 1 from pgboss.job
       where name = 'sweep-household-calendar' and singleton_key = '${world.householdId}' and state < 'active'`,
    );
    expect(waiting.length).toBe(1);
    const other = await world.service.another();
    await Promise.all([world.sweep(), other.useCases.sweepHousehold(world.householdId), world.sweep()]);
    await other.close();
    expect(world.google.journal.writes().length).toBe(10);
    expect(world.google.journal.maxConcurrency(world.calendar.id)).toBe(1);
  });

  test('moves the events to the new calendar when another one is chosen', async () => {
    await world.task();
    await world.sweep();
    const second = world.google.addCalendar({ owner: world.zoe, summary: 'Second' });
    await world.link(second.id);
    await world.service.performJobs();
    expect(world.titles()).toEqual([]);
    expect(second.liveEvents().length).toBe(1);
    await world.link();
    await world.service.performJobs();
    expect(world.titles()).toEqual(['Bins']);
    expect(second.liveEvents().length).toBe(0);
  });

  test('removes the events and revokes the permission when the account is disconnected', async () => {
    const id = await world.task();
    await world.sweep();
    await world.browser.delete(`/v1/calendar/google/connections/${world.connectionId}`);
    expect((await world.browser.get(`${world.home}/calendar/link`)).status).toBe(404);
    expect(await statusOf(id)).toBe('NOT_SYNCED');
    await world.service.performJobs();
    await world.service.performJobs();
    expect(world.titles()).toEqual([]);
    expect(world.google.isGranted(world.zoe)).toBe(false);
    expect(await world.service.query(`select 1 from calendar_leftovers`)).toEqual([]);
  });

  test('removes the events of a household that is deleted', async () => {
    await world.task();
    await world.sweep();
    expect((await world.browser.delete(world.home)).status).toBe(204);
    await world.service.performJobs();
    expect(world.titles()).toEqual([]);
  });

  test('writes a timed event only once more after the time zone of the household has changed', async () => {
    const id = await world.task();
    await world.sweep();
    world.google.journal.clear();
    await world.browser.patch(world.home, { timeZone: 'America/New_York' });
    await world.sweep();
    await world.sweep();
    expect(world.google.journal.writes().length).toBe(1);
    expect(world.calendar.event(eventOf(id)).start).toMatchObject({
      instant: Date.parse('2026-11-25T23:00:00Z'),
    });
  });

  test.each<[string, Operation, Fault, string, number]>([
    [
      'a failed token request',
      'oauth.token',
      { kind: 'answer', answer: { status: 503, body: '' } },
      '503',
      60_000,
    ],
    ['an exhausted quota', 'events.insert', refusal(403, 'quotaExceeded'), 'quotaExceeded', 900_000],
  ])(
    'shows the error and the time of the next try after %s, until a try succeeds',
    async (_name, operation, fault, why, wait) => {
      await world.later(4_000_000);
      await world.task();
      world.google.faults.add({ operation }, fault);
      expect(await world.sweep()).toMatchObject({ retryInMs: wait });
      const { lastError, nextTryAt, status, pendingCount } = await world.linkState();
      expect(status).toBe('ACTIVE');
      expect(pendingCount).toBe(1);
      expect(nextTryAt).toEqual(new Date(world.clock.now() + wait).toISOString());
      expect(lastError).toContain(why);
      await world.later(wait);
      expect(await world.sweep()).toMatchObject({ created: 1 });
      expect(await world.linkState()).toMatchObject({ lastError: null, nextTryAt: null, pendingCount: 0 });
    },
  );

  test('shows the error of a failed read until a later read succeeds', async () => {
    world.google.faults.add({ operation: 'events.list' }, refusal(503, 'backendError', 'global'));
    await world.later(301_000);
    await world.pull();
    expect((await world.linkState())['lastError']).toContain('503');
    await world.pull();
    await world.sweep();
    expect(await world.linkState()).toMatchObject({ lastError: null });
  });
});

describe('the pace of requests to the provider', () => {
  describe('retries with backoff', () => {
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
    /** The members who can request that pending changes are published. */
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

    /** Runs queued jobs that become due within this time. Returns when the calendar was written to. */
    async function workFor(milliseconds: number): Promise<readonly number[]> {
      const end = world.clock.now() + milliseconds;
      const times: number[] = [];
      for (;;) {
        const [next] = await world.service.query(
          `select case when start_after <> created_on then start_after end as start_after from pgboss.job
       where name like '%-household-calendar' and state < 'active' order by 1 nulls first limit 1`,
        );
        if (next === undefined) return times;
        // Immediate jobs start by the database's clock, which differs from the service's.
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
        'is tried eight times with increasing pauses if $who requests it',
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

      test.each(ASKING)(
        'is given up after eight attempts even if $who requests it repeatedly',
        async ({ ask }) => {
          const id = await world.task();
          world.google.faults.decideBy(({ call }) => (call.operation === 'events.insert' ? AWAY : null));
          for (let minutes = 0; minutes < 60 && (await statusOf(id)) === 'PENDING'; minutes += 6) {
            await world.later(6 * MINUTE);
            await ask();
            await world.sweep();
          }
          expect(await statusOf(id)).toBe('ERROR');
          expect(inserts()).toBe(8);
        },
      );

      test('does not delay a later change', async () => {
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

      test('causes few requests while the provider is unavailable, even if many changes are pending', async () => {
        for (let i = 0; i < 20; i++) await world.task();
        await forgetJobs();
        world.google.faults.decideBy(() => AWAY);
        world.google.journal.clear();
        await world.synchronise();
        await workFor(8 * MINUTE);
        // Three requests at a time until the provider is left alone, eight times in eight minutes, after two
        // lists.
        expect(world.google.journal.calls().length).toBeLessThanOrEqual(3 * 8 + 2);
      });
    });

    test.each(ASKING)(
      'do not repeat an update whose answer was lost if $who requests it',
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

  describe('spacing requests', () => {
    /**
     * Writes to two calendars at simulated times, and returns when each call started. While `complains`
     * returns true, the provider answers that it is rate limited.
     */
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

    test('starts writes to one calendar at least 200 ms apart, without delaying other calendars', async () => {
      expect(await startsOf(['a', 'a', 'b', 'a'])).toEqual([0, 200, 200, 400]);
    });

    test('doubles the interval between writes after a rate limit error', async () => {
      const starts = await startsOf(Array<string>(6).fill('a'), (at) => at === 200);
      expect(starts.map((at, i) => at - (starts[i - 1] ?? 0))).toEqual([0, 200, 200, 400, 400, 400]);
    });

    test('limits a process to a hundred requests per second for all users together', async () => {
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
      // A busy household waits for the longer of the two pauses.
      for (let i = 0; i < 11; i++) await paced.getCalendar('busy', 'calendar');
      expect(pauses.at(-1)).toBe(140);
    });
  });

  describe('synchronising many households', () => {
    const beginMirror = mirrorsOfThisFile();
    let world: MirrorWorld;
    beforeEach(async () => {
      world = await beginMirror();
    });
    afterEach(() => world.close());

    test('sweeps twelve households at the same time while requests are answered', async () => {
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
      await within(
        Promise.all(writing.map(({ reached }) => reached)),
        'all twelve sweeps write an event at the same time',
      );
      const answer = await world.browser.get(`${world.home}/occurrences`);
      expect(answer.status).toBe(200);
      for (const barrier of writing) barrier.release();
      const counts = await Promise.all(sweeps);
      expect(counts.map(({ created }) => created)).toEqual(Array(12).fill(1));
    });

    test('retries a household later if another process holds its lock', async () => {
      await world.link();
      await world.task();
      const [held, done] = [aSignal(), aSignal()];
      const busy = new PostgresExclusiveLock({ connectionString: world.service.connectionString });
      const working = busy.hold(lockName(world.householdId), () => (held.give(), done.given));
      await within(held.given, 'the other process holds the lock of the household');
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
});
