import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { DAY_MS, MINUTE_MS } from '../../domain/shared/durations.js';
import {
  aMirroredHome,
  eventOf,
  Killed,
  mirrorsOfThisFile,
  type MirrorWorld,
  startMirror,
} from './mirror-world.js';

const beginMirror = mirrorsOfThisFile();
let world: MirrorWorld;

describe('synchronisation in unusual cases', () => {
  beforeEach(async () => {
    world = await beginMirror();
    await world.link();
  });
  afterEach(() => world.close());

  describe('with unusual times, series or answers', () => {
    const at = (iso: string) => ({ instant: Date.parse(iso), timeZone: null });
    const shown = async (id: string) => {
      const { title, date, time, allDay, isException, googleSyncStatus } = await world.show(id);
      return { title, date, time, allDay, isException, googleSyncStatus };
    };
    const writes = () => world.google.journal.writes().length;

    test.each([-600_000, 600_000])(
      'synchronises correctly if the clock of the provider differs by %i ms',
      async (skewMs) => {
        world.google.clock.skewMs = skewMs;
        await world.browser.delete(`${world.home}/calendar/link`);
        await world.link();
        const id = await world.task();
        await world.synchronise();
        world.google.journal.clear();
        const { version } = await world.show(id);
        for (let i = 0; i < 4; i++) {
          await world.later(301_000);
          await world.pull();
          await world.sweep();
        }
        expect((await world.show(id))['version']).toEqual(version);
        expect(writes()).toBe(0);
        world.calendar.move(eventOf(id), {
          start: at('2026-11-27T08:00:00Z'),
          end: at('2026-11-27T08:30:00Z'),
        });
        await world.later(301_000);
        expect(await world.pull()).toMatchObject({ pulled: 1 });
      },
    );

    test('moves only the dragged occurrence of a series, and keeps its date after an edit of the series', async () => {
      const recurrence = { frequency: 'weekly', byDay: [{ day: 'we' }] };
      const first = await world.task({ recurrence });
      await world.sweep();
      const list = await world.service.query(
        `select id, date::text, version from occurrences where household_id = '${world.householdId}' order by date`,
      );
      const [, second, third] = list as { id: string; date: string; version: number }[];
      await world.later(1000);
      world.google.journal.clear();
      const id = String(second?.id);
      world.calendar.move(eventOf(id), {
        start: at('2026-12-03T09:00:00Z'),
        end: at('2026-12-03T09:30:00Z'),
      });
      expect(await world.pull()).toMatchObject({ pulled: 1 });
      await world.sweep();
      expect(await shown(id)).toMatchObject({ date: '2026-12-03', time: '10:00', isException: true });
      expect(await shown(first)).toMatchObject({ date: '2026-11-25', isException: false });
      expect(await shown(String(third?.id))).toMatchObject({ date: '2026-12-09', isException: false });
      expect(writes()).toBe(0);
      const { version } = await world.show(first);
      const path = `${world.home}/occurrences/${first}?scope=all`;
      expect((await world.browser.patch(path, { version, title: 'Paper' })).status).toBe(200);
      await world.sweep();
      expect(await shown(String(third?.id))).toMatchObject({ title: 'Paper' });
      expect(await shown(id)).toMatchObject({ date: '2026-12-03', time: '10:00', isException: true });
      expect(world.calendar.event(eventOf(id))).toMatchObject({
        status: 'confirmed',
        start: { instant: Date.parse('2026-12-03T09:00:00Z') },
      });
    });

    test('reads a whole-day event with equal start and end as one day [T-G7]', async () => {
      const id = await world.task();
      await world.sweep();
      await world.later(1000);
      world.calendar.move(eventOf(id), { start: { date: '2026-11-28' }, end: { date: '2026-11-28' } });
      await world.pull();
      expect(await shown(id)).toMatchObject({ date: '2026-11-28', time: null, allDay: true });
      await world.sweep();
      await world.later(1000);
      await world.pull();
      expect(await shown(id)).toMatchObject({ date: '2026-11-28', googleSyncStatus: 'SYNCED' });
    });

    test('keeps the times of the household if the calendar has another time zone [T-G15]', async () => {
      const elsewhere = world.google.addCalendar({ owner: world.zoe, timeZone: 'America/New_York' });
      await world.link(elsewhere.id);
      const id = await world.task();
      await world.sweep();
      const start = () => elsewhere.event(eventOf(id)).start;
      expect(start()).toMatchObject({ instant: Date.parse('2026-11-25T17:00:00Z') });
      await world.later(1000);
      await world.pull();
      expect(await shown(id)).toMatchObject({ date: '2026-11-25', time: '18:00' });
      elsewhere.move(eventOf(id), { start: at('2026-11-26T23:30:00Z'), end: at('2026-11-27T00:00:00Z') });
      world.google.journal.clear();
      await world.later(1000);
      await world.pull();
      await world.sweep();
      expect(await shown(id)).toMatchObject({ date: '2026-11-27', time: '00:30' });
      expect(writes()).toBe(0);
    });

    test('counts the window of published dates from the current date in the time zone of the household', async () => {
      world.clock.advance(11.5 * 3_600_000);
      expect(new Date(world.clock.now()).toISOString()).toBe('2026-11-21T23:30:00.000Z');
      await world.browser.post('/v1/auth/refresh');
      // At this time the date in Paris is 22 November.
      for (const date of ['2026-11-20', '2026-11-21', '2027-01-21', '2027-01-22'])
        await world.task({ title: date, date, time: null });
      await world.sweep();
      expect(world.titles().toSorted()).toEqual(['2026-11-21', '2027-01-21']);
    });

    test('deletes and duplicates no event if the provider wrongly returns an empty list [T-G8]', async () => {
      for (let i = 0; i < 40; i++) await world.task({ title: `task ${i}` });
      await world.synchronise();
      expect(world.titles().length).toBe(40);
      await world.later(1000);
      world.google.journal.clear();
      world.google.faults.add(
        { operation: 'events.list' },
        { kind: 'answer', answer: { status: 200, body: { kind: 'calendar#events', items: [] } } },
        { times: 2 },
      );
      await world.synchronise();
      expect(world.titles().length).toBe(40);
      expect(writes()).toBe(0);
      expect(world.google.journal.calls('events.get').length).toBe(40);
      const states = await world.service.query('select distinct google_sync_status from occurrences');
      expect(states).toEqual([{ google_sync_status: 'SYNCED' }]);
    });
  });

  describe('a process that is killed during a sweep', () => {
    const statusOf = async (id: string) => (await world.show(id))['googleSyncStatus'];
    const killedAfter = async (call: NonNullable<MirrorWorld['death']['after']>) => {
      world.death.after = call;
      await expect(world.sweep()).rejects.toThrow(Killed);
    };

    test('leaves one event, which the next sweep adopts, if it is killed after the insert', async () => {
      const id = await world.task();
      await killedAfter('insertEvent');
      await world.sweep();
      expect(world.titles()).toEqual(['Bins']);
      expect(await statusOf(id)).toBe('SYNCED');
      expect(world.google.journal.effectiveWrites().length).toBe(1);
    });

    test('leaves an event that the next sweep deletes if the task was purged after the kill', async () => {
      const id = await world.task();
      await killedAfter('insertEvent');
      await world.service.query(`delete from occurrences where id = '${id}'`);
      await world.sweep();
      expect(world.titles()).toEqual([]);
    });

    test('leaves no check mark on the event if the task is reopened before the next sweep', async () => {
      const id = await world.task();
      await world.sweep();
      await world.browser.post(`${world.home}/occurrences/${id}/complete`);
      await killedAfter('updateEvent');
      await world.browser.post(`${world.home}/occurrences/${id}/reopen`);
      await world.sweep();
      expect(world.titles()).toEqual(['Bins']);
      expect(await statusOf(id)).toBe('SYNCED');
    });

    test('leaves a deleted event, which is restored if the task is shared again', async () => {
      const id = await world.task();
      await world.sweep();
      await world.edit(id, { visibility: 'PERSONAL' });
      await killedAfter('deleteEvent');
      await world.edit(id, { visibility: 'SHARED' });
      world.clock.advance(60_000);
      await world.pull();
      await world.sweep();
      expect(world.titles()).toEqual(['Bins']);
      expect(await statusOf(id)).toBe('SYNCED');
    });
  });
});

describe('the requests to the provider, besides lists of events', () => {
  beforeEach(async () => {
    world = await beginMirror();
    await world.link();
    await world.service.performJobs();
    world.google.journal.clear();
  });
  afterEach(() => world.close());

  /**
   * Returns the requests that `work` made, without lists of events, which pulling and reconciling need
   * anyway.
   */
  async function costOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    world.google.journal.clear();
    await work();
    return world.google.journal.operations('events').filter((operation) => operation !== 'events.list');
  }
  const show = async (id: string, visibility: 'PERSONAL' | 'SHARED') => {
    await world.edit(id, { visibility });
    await world.sweep();
  };

  test('are one each for creating, changing and deleting an event', async () => {
    const id = await world.task();
    expect(await costOf(() => world.sweep())).toEqual(['events.insert']);
    await world.edit(id, { title: 'Paper' });
    expect(await costOf(() => world.sweep())).toEqual(['events.update']);
    await world.browser.delete(`${world.home}/occurrences/${id}`);
    expect(await costOf(() => world.sweep())).toEqual(['events.delete']);
  });

  test('are none for changes that do not affect the event', async () => {
    const id = await world.task();
    await world.sweep();
    const same = async () => {
      await world.browser.post(`${world.home}/occurrences/${id}/complete`);
      await world.browser.post(`${world.home}/occurrences/${id}/reopen`);
      await world.edit(id, { priority: 'HIGH' });
      await world.sweep();
    };
    expect(await costOf(same)).toEqual([]);
  });

  test('are a single update if a task changes ten times before the next sweep', async () => {
    const id = await world.task();
    await world.sweep();
    for (let i = 0; i < 10; i++) await world.edit(id, { title: `title ${i}` });
    expect(await costOf(() => world.sweep())).toEqual(['events.update']);
  });

  test('are two if a task whose event was removed is shared again', async () => {
    const id = await world.task();
    await world.sweep();
    await show(id, 'PERSONAL');
    expect(await costOf(() => show(id, 'SHARED'))).toEqual(['events.get', 'events.update']);
    expect(world.titles()).toEqual(['Bins']);
    await show(id, 'PERSONAL');
    await world.synchronise();
    expect(await costOf(() => show(id, 'SHARED'))).toEqual(['events.get', 'events.update']);
  });

  test('are none if a task whose event was removed is purged', async () => {
    const id = await world.task();
    await world.sweep();
    await show(id, 'PERSONAL');
    await world.service.query(`delete from occurrences where id = '${id}'`);
    expect(await costOf(() => world.sweep())).toEqual([]);
    expect(await world.service.query('select 1 from calendar_events')).toEqual([]);
  });

  test('are none if a task whose event was removed is shared again with a date beyond the window', async () => {
    const id = await world.task();
    await world.sweep();
    await show(id, 'PERSONAL');
    await world.edit(id, { date: '2027-03-01' });
    expect(await costOf(() => show(id, 'SHARED'))).toEqual([]);
    expect(await world.linkState()).toMatchObject({ pendingCount: 0 });
    await world.edit(id, { date: '2026-12-01' });
    await world.sweep();
    expect(world.titles()).toEqual(['Bins']);
  });

  test('delete the event of a personal task again if somebody restores the event from the bin of the calendar', async () => {
    const id = await world.task();
    await world.sweep();
    await show(id, 'PERSONAL');
    await world.later(1000);
    world.calendar.restore(eventOf(id));
    await world.synchronise();
    expect(world.titles()).toEqual([]);
  });

  test('are two for each event when a calendar is linked again after it was unlinked [T-G9]', async () => {
    await world.task();
    await world.sweep();
    const leave = async () => {
      await world.browser.delete(`${world.home}/calendar/link`);
      await world.service.performJobs();
    };
    expect(await costOf(leave)).toEqual(['events.delete']);
    const choose = async () => {
      await world.link();
      await world.service.performJobs();
    };
    expect(await costOf(choose)).toEqual(['events.get', 'events.update']);
    expect(world.titles()).toEqual(['Bins']);
  });

  test('are one deletion and one insert per event if another calendar is linked, and three requests per event if the first calendar is linked again [T-G9]', async () => {
    await world.task();
    await world.sweep();
    const second = world.google.addCalendar({ owner: world.zoe, summary: 'Second' });
    const change = async (calendarId?: string) => {
      await world.link(calendarId);
      await world.service.performJobs();
    };
    expect((await costOf(() => change(second.id))).toSorted()).toEqual(['events.delete', 'events.insert']);
    expect((await costOf(() => change())).toSorted()).toEqual([
      'events.delete',
      'events.get',
      'events.update',
    ]);
  });
});

describe('day calendars and pauses', () => {
  beforeEach(async () => {
    world = await beginMirror();
    await world.link();
  });
  afterEach(() => world.close());

  const fine = async (answer: PromiseLike<Response>): Promise<Response> => {
    const given = await answer;
    if (given.status >= 300) throw new Error(given.text);
    return given;
  };

  test('move, remove or restore each event together with the date of its occurrence, without duplicates', async () => {
    const { browser, home } = world;
    const first = await world.task({
      ...{ date: '2026-12-04', time: null, recurrence: { frequency: 'weekly', count: 6 } },
    });
    /** Publishes everything that is pending and returns the calendar's content. A second run writes nothing. */
    const settled = async (): Promise<readonly string[]> => {
      await world.synchronise();
      world.google.journal.clear();
      await world.synchronise();
      expect(world.google.journal.writes()).toEqual([]);
      expect(await world.linkState()).toMatchObject({ pendingCount: 0, errorCount: 0 });
      return world.calendar
        .liveEvents()
        .map(({ start }) => (start as { date: string }).date)
        .toSorted();
    };
    const byRule = ['2026-12-04', '2026-12-11', '2026-12-18', '2026-12-25', '2027-01-01', '2027-01-08'];
    const real = byRule.map((date) => (date === '2026-12-25' ? '2026-12-26' : date));
    expect(await settled()).toEqual(byRule);

    // The bins move to the day after Christmas, and the event stays the same.
    const ids = () =>
      world.calendar
        .liveEvents()
        .map(({ id }) => id)
        .toSorted();
    const before = ids();
    const calendar = await fine(
      browser.post(`${home}/day-calendars`, {
        ...{ name: 'Holidays', days: [{ from: '2026-12-25', to: '2026-12-25', name: 'Christmas' }] },
      }),
    );
    const { seriesId } = await world.show(first);
    const shift = { calendarIds: [calendar.body.id], when: 'onDay', then: 'nextFree', restDays: ['su'] };
    await fine(browser.patch(`${home}/series/${String(seriesId)}`, { shift }));
    expect(await settled()).toEqual(real);
    expect(ids()).toEqual(before);

    // A pause over three dates, one of which is the moved one. Then the pause is undone.
    const pause = await fine(
      browser.post(`${home}/pauses`, { from: '2026-12-10', to: '2026-12-26', mode: 'skip' }),
    );
    expect(await settled()).toEqual(['2026-12-04', '2027-01-01', '2027-01-08']);
    await fine(browser.post(`${home}/operations/${pause.headers['operation-id']!}/undo`));
    expect(await settled()).toEqual(real);

    await fine(browser.delete(`${home}/day-calendars/${calendar.body.id as string}`));
    expect(await settled()).toEqual(byRule);
  });
});

describe('an upgrade of the service', () => {
  beforeEach(async () => {
    world = await beginMirror();
  });
  afterEach(() => world.close());

  test('makes the next synchronisation write only the events whose content has changed', async () => {
    const [bins, paper] = [await world.task(), await world.task({ title: 'Paper' })];
    await world.task({ title: 'Glass' });
    await world.link();
    await world.synchronise();
    expect(world.titles()).toHaveLength(3);
    world.google.journal.clear();
    // The upgrade changes the version of every row, but the title of only one.
    await world.service.query(`
    update occurrences set version = version + 1, sync_version = sync_version + 1, google_sync_status = 'PENDING';
    update occurrences set title = 'Cardboard' where id = '${paper}'
  `);
    await world.sweep();
    expect(world.google.journal.writes()).toHaveLength(1);
    expect(world.titles().some((title) => title.startsWith('Cardboard'))).toBe(true);
    expect(await world.linkState()).toMatchObject({ pendingCount: 0, errorCount: 0 });
    expect((await world.show(bins))['googleSyncStatus']).not.toBe('PENDING');
  });

  test('that forgets which content was written makes the next synchronisation write only the changed event', async () => {
    const [, paper] = [await world.task(), await world.task({ title: 'Paper' })];
    await world.task({ title: 'Glass' });
    await world.link();
    await world.synchronise();
    expect(world.titles()).toHaveLength(3);
    world.google.journal.clear();
    await world.service.query(`
    update occurrences set version = version + 1, sync_version = sync_version + 1, google_sync_status = 'PENDING';
    update occurrences set title = 'Cardboard' where id = '${paper}';
    update calendar_events set content = null
  `);
    await world.sweep();
    expect(world.google.journal.operations('events').toSorted()).toEqual([
      ...['events.get', 'events.get', 'events.get'],
      'events.update',
    ]);
    expect(world.titles().some((title) => title.startsWith('Cardboard'))).toBe(true);
    expect(await world.linkState()).toMatchObject({ pendingCount: 0, errorCount: 0 });
    world.google.journal.clear();
    await world.service.query('update occurrences set sync_version = sync_version + 1');
    await world.sweep();
    expect(world.google.journal.operations('events')).toEqual([]);
  });
});

describe('the link to a calendar', () => {
  beforeAll(async () => {
    world = await startMirror();
  });
  afterAll(() => world.close());

  const codeOf = (answer: { status: number; body: { error?: { code?: string } } }) => [
    answer.status,
    answer.body.error?.code,
  ];
  const put = (connectionId: string, calendarId: string) =>
    world.browser.put(`${world.home}/calendar/link`, { connectionId, calendarId });

  test('can be created only to a writable calendar, and the list of calendars shows writable ones first', async () => {
    const stranger = world.google.addAccount();
    world.google.addCalendar({ owner: stranger, summary: 'A reader', shared: [[world.zoe, 'reader']] });
    world.google.addCalendar({ owner: stranger, summary: 'B writer', shared: [[world.zoe, 'writer']] });
    const { body } = await world.browser.get(`${world.home}/calendar/available`);
    const rows = body as { name: string; selectable: boolean; accessRole: string; primary: boolean }[];
    expect(rows.map(({ name, selectable, accessRole }) => [name, selectable, accessRole])).toEqual([
      ['zoe@gmail.example', true, 'owner'],
      ['B writer', true, 'writer'],
      ['Home', true, 'owner'],
      ['A reader', false, 'reader'],
    ]);
    expect(rows[0]?.primary).toBe(true);
    const reader = world.google.addCalendar({ owner: stranger, shared: [[world.zoe, 'reader']] });
    expect(codeOf(await put(world.connectionId, reader.id))).toEqual([409, 'CALENDAR_NOT_WRITABLE']);
  });

  test("cannot be created with another user's connection, an unknown connection or an unknown calendar (404)", async () => {
    world.google.visitor = { account: world.google.addAccount() };
    const other = await aMirroredHome(world.service, world.google, world.zoe);
    expect(codeOf(await put(other.connectionId, world.calendar.id))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await put(randomUUID(), world.calendar.id))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await put(world.connectionId, 'nowhere@group.calendar.google.com'))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  test('answers reading, deleting and synchronising it with 404 if no calendar is linked', async () => {
    const link = `${world.home}/calendar/link`;
    const answers = [
      await world.browser.get(link),
      await world.browser.delete(link),
      await world.browser.post(`${world.home}/calendar/sync`),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => [404, 'NOT_FOUND']));
  });

  test('shows its calendar and health, and does not change when the same calendar is linked again', async () => {
    await world.task();
    await world.link();
    const { rows } = { rows: await world.service.query('select id, generation from calendar_links') };
    await world.link();
    expect(await world.service.query('select id, generation from calendar_links')).toEqual(rows);
    expect(await world.linkState()).toMatchObject({
      connectionId: world.connectionId,
      calendarId: world.calendar.id,
      calendarName: 'Home',
      status: 'ACTIVE',
      reason: null,
      lastSyncedAt: null,
      pendingCount: 1,
      errorCount: 0,
    });
    const { status, body } = await world.browser.post(`${world.home}/calendar/sync`);
    expect(status).toBe(200);
    expect(body).toEqual({ pulled: 0, created: 1, updated: 0, deleted: 0, failed: 0 });
    expect(await world.linkState()).toMatchObject({
      pendingCount: 0,
      lastSyncedAt: '2026-11-21T12:00:00.000Z',
    });
  });

  test('counts even old tasks as waiting for publication only since the calendar was linked', async () => {
    const dates = Array.from({ length: 20 }, (_, i) => `2027-01-${String(20 + (i % 10)).padStart(2, '0')}`);
    const old = await startMirror();
    for (const date of dates) await old.task({ date });
    // A session expires if it is not used, so it is used every 20 days.
    for (let i = 0; i < 3; i++) await old.later(20 * DAY_MS);
    await old.link();
    const linkedAt = old.clock.now();
    const waiting = await old.linkState();
    expect(waiting['pendingCount']).toBe(20);
    expect(Date.parse(String(waiting['pendingSince']))).toBe(linkedAt);
    expect(waiting['syncPending']).toBe(false);

    await old.later(5 * MINUTE_MS);
    await old.sweep();
    expect(old.titles()).toHaveLength(20);
    expect(await old.linkState()).toMatchObject({ pendingCount: 0, pendingSince: null, syncPending: false });
    await old.close();
  }, 180_000);
});
