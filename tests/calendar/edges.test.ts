import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventOf, mirrorsOfThisFile, type MirrorWorld, Killed } from './mirror-world.js';

const beginMirror = mirrorsOfThisFile();
let world: MirrorWorld;
beforeEach(async () => {
  world = await beginMirror();
  await world.link();
});
afterEach(() => world.close());

describe('edges', () => {
  const at = (iso: string) => ({ instant: Date.parse(iso), timeZone: null });
  const shown = async (id: string) => {
    const { title, date, time, allDay, isException, googleSyncStatus } = await world.show(id);
    return { title, date, time, allDay, isException, googleSyncStatus };
  };
  const writes = () => world.google.journal.writes().length;

  test.each([-600_000, 600_000])(
    'a clock that differs from the provider by %i ms moves nothing and misses nothing',
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

  test('a dragged occurrence of a series moves alone, also through a regeneration', async () => {
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
    world.calendar.move(eventOf(id), { start: at('2026-12-03T09:00:00Z'), end: at('2026-12-03T09:30:00Z') });
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

  test('T-G7 a whole day that ends where it starts is one day', async () => {
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

  test('T-G15 a calendar in another zone keeps the times of the household, both ways', async () => {
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

  test('the window counts from the day that it is in the household', async () => {
    world.clock.advance(11.5 * 3_600_000);
    expect(new Date(world.clock.now()).toISOString()).toBe('2026-11-21T23:30:00.000Z');
    await world.browser.post('/v1/auth/refresh');
    // In Paris it is the 22nd.
    for (const date of ['2026-11-20', '2026-11-21', '2027-01-21', '2027-01-22'])
      await world.task({ title: date, date, time: null });
    await world.sweep();
    expect(world.titles().toSorted()).toEqual(['2026-11-21', '2027-01-21']);
  });

  test('T-G8 a list that is empty by mistake deletes nothing and doubles nothing', async () => {
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

describe('killed in between', () => {
  const statusOf = async (id: string) => (await world.show(id))['googleSyncStatus'];
  const killedAfter = async (call: NonNullable<MirrorWorld['death']['after']>) => {
    world.death.after = call;
    await expect(world.sweep()).rejects.toThrow(Killed);
  };

  test('killed between insert and commit, there is one event and it is adopted', async () => {
    const id = await world.task();
    await killedAfter('insertEvent');
    await world.sweep();
    expect(world.titles()).toEqual(['Bins']);
    expect(await statusOf(id)).toBe('SYNCED');
    expect(world.google.journal.effectiveWrites().length).toBe(1);
  });

  test('killed after the insert and the task purged, its event goes with the next sweep', async () => {
    const id = await world.task();
    await killedAfter('insertEvent');
    await world.service.query(`delete from occurrences where id = '${id}'`);
    await world.sweep();
    expect(world.titles()).toEqual([]);
  });

  test('completed, killed before the commit, then reopened: no check mark stays', async () => {
    const id = await world.task();
    await world.sweep();
    await world.browser.post(`${world.home}/occurrences/${id}/complete`);
    await killedAfter('updateEvent');
    await world.browser.post(`${world.home}/occurrences/${id}/reopen`);
    await world.sweep();
    expect(world.titles()).toEqual(['Bins']);
    expect(await statusOf(id)).toBe('SYNCED');
  });

  test('deleted for a personal task, killed, shared again: it stands there again', async () => {
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
