import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventOf, mirrorsOfThisFile, type MirrorWorld, startMirror } from './mirror-world.js';
import { aSignal } from '../support/signal.js';
import { within } from '../support/until.js';

describe('publishing pending changes', () => {
  const beginMirror = mirrorsOfThisFile();
  let world: MirrorWorld;
  beforeEach(async () => {
    world = await beginMirror();
    await world.link();
  });
  afterEach(() => world.close());

  const statusOf = async (id: string) => (await world.show(id))['googleSyncStatus'];
  const writes = () => world.google.journal.writes(world.calendar.id).map(({ operation }) => operation);

  test('creates one event for a task with one request', async () => {
    const id = await world.task();
    expect(await statusOf(id)).toBe('PENDING');
    expect(await world.sweep()).toEqual({ pulled: 0, created: 1, updated: 0, deleted: 0, failed: 0 });
    expect(world.titles()).toEqual(['Bins']);
    expect(await statusOf(id)).toBe('SYNCED');
    await world.sweep();
    expect(writes()).toEqual(['events.insert']);
  });

  test('writes an edit with one PUT, ignores the checklist, and shows a check mark when completed', async () => {
    const id = await world.task();
    await world.sweep();
    world.google.journal.clear();
    await world.edit(id, { title: 'Bins out' });
    await world.sweep();
    await world.browser.post(`${world.home}/occurrences/${id}/checklist`, { title: 'paper' });
    await world.sweep();
    expect(writes()).toEqual(['events.update']);
    await world.browser.post(`${world.home}/occurrences/${id}/complete`);
    await world.sweep();
    expect(world.titles()).toEqual(['✓ Bins out']);
    expect(world.google.journal.calls().length).toBe(2);
  });

  test('updates the event of a task with separate ticks only after the last tick, and creates an event for each time of day of a task', async () => {
    const me = (await world.browser.get('/v1/me')).body.user;
    const other = await world.service.api.register({ displayName: 'Milan' });
    await world.service.join(world.home, other.id);
    const id = await world.task({ completion: 'all', responsibleMemberIds: [me.id, other.id] });
    const names = `${me.displayName as string}, Milan`;
    const recurrence = { frequency: 'daily', count: 2, times: ['08:00', '20:00'] };
    await world.task({ title: 'Cat', time: '08:00', recurrence });
    await world.sweep();
    expect(world.titles().toSorted()).toEqual([`Bins · ${names}`, 'Cat', 'Cat']);
    world.google.journal.clear();
    const complete = `${world.home}/occurrences/${id}/complete`;
    await other.api.post(complete);
    await world.sweep();
    expect(writes()).toEqual([]);
    expect(await statusOf(id)).toBe('SYNCED');
    await world.browser.post(complete);
    await world.sweep();
    expect(writes()).toEqual(['events.update']);
    expect(world.titles()).toContain(`✓ Bins · ${names}`);
  });

  test('removes the event of a task that becomes personal, and restores it when shared [T-G16]', async () => {
    const id = await world.task();
    await world.sweep();
    await world.edit(id, { visibility: 'PERSONAL' });
    expect(await world.sweep()).toMatchObject({ deleted: 1 });
    expect(world.titles()).toEqual([]);
    expect(await statusOf(id)).toBe('NOT_SYNCED');
    await world.edit(id, { visibility: 'SHARED' });
    await world.sweep();
    expect(world.titles()).toEqual(['Bins']);
    expect(await statusOf(id)).toBe('SYNCED');
  });

  test('does not publish personal and undated tasks', async () => {
    const ids = [await world.task({ visibility: 'PERSONAL' }), await world.task({ date: null, time: null })];
    await world.sweep();
    expect(writes()).toEqual([]);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['NOT_SYNCED', 'NOT_SYNCED']);
  });

  test('recognises an updated event if the answer to the update was lost, without writing it again [T-G5]', async () => {
    const id = await world.task();
    await world.sweep();
    await world.edit(id, { title: 'Paper' });
    world.google.journal.clear();
    world.google.faults.add({ operation: 'events.update' }, { kind: 'reset after effect' });
    expect(await world.sweep()).toMatchObject({ failed: 1 });
    expect(await statusOf(id)).toBe('PENDING');
    await world.later(10_000);
    expect(await world.sweep()).toEqual({ pulled: 0, created: 0, updated: 0, deleted: 0, failed: 0 });
    expect(await statusOf(id)).toBe('SYNCED');
    expect(world.google.journal.effectiveWrites().length).toBe(1);
    expect(world.google.journal.calls().map(({ operation }) => operation)).toEqual([
      'events.update',
      'events.get',
    ]);
  });

  test('keeps the link active after a single 404 on insert', async () => {
    const id = await world.task();
    const answer = {
      status: 404,
      body: {
        error: {
          code: 404,
          message: 'Not Found',
          errors: [{ domain: 'global', reason: 'notFound', message: 'Not Found' }],
        },
      },
    };
    world.google.faults.add({ operation: 'events.insert' }, { kind: 'answer', answer });
    await world.sweep();
    expect(await statusOf(id)).toBe('PENDING');
    expect((await world.linkState())['status']).toBe('ACTIVE');
    await world.later(10_000);
    await world.sweep();
    expect(await statusOf(id)).toBe('SYNCED');
  });

  test('treats an HTML page as a transient error', async () => {
    const id = await world.task();
    world.google.faults.add(
      { operation: 'events.insert' },
      { kind: 'answer', answer: { status: 502, body: '<html>Bad Gateway</html>' } },
    );
    await world.sweep();
    expect(await statusOf(id)).toBe('PENDING');
  });

  test('stops writing and notifies the member once if the right to write is withdrawn', async () => {
    const [one, other] = [await world.task(), await world.task({ title: 'Paper', date: '2026-11-26' })];
    world.calendar.setRole(world.zoe, 'reader');
    expect(await world.sweep()).toMatchObject({ blocked: 1 });
    expect([await statusOf(one), await statusOf(other)].toSorted()).toEqual(['BLOCKED', 'PENDING']);
    expect(await world.linkState()).toMatchObject({ status: 'INVALID', reason: 'NO_WRITE_ACCESS' });
    await world.sweep();
    await world.sweep();
    expect(writes().length).toBe(1);
    await world.service.performJobs();
    const told = await world.service.query(`select type from notifications where type = 'CALENDAR_BLOCKED'`);
    expect(told.length).toBe(1);
  });

  test('ends the link without retries if the calendar was deleted', async () => {
    await world.task();
    world.calendar.deleteCalendar();
    await world.sweep();
    expect(await world.linkState()).toMatchObject({ status: 'INVALID', reason: 'CALENDAR_NOT_FOUND' });
    world.google.journal.clear();
    await world.sweep();
    expect(world.google.journal.calls()).toEqual([]);
  });

  test('updates an existing event when its task moves to a date beyond the window', async () => {
    const id = await world.task({ date: '2026-12-01' });
    await world.sweep();
    await world.edit(id, { date: '2027-02-19' });
    await world.sweep();
    expect(world.calendar.event(eventOf(id)).start).toMatchObject({
      instant: Date.parse('2027-02-19T17:00:00Z'),
    });
  });

  test('publishes an occurrence beyond the window only when the window has reached its date', async () => {
    const id = await world.task({ date: '2027-01-21' });
    await world.sweep();
    expect(await statusOf(id)).toBe('PENDING');
    expect(world.titles()).toEqual([]);
    await world.later(86_400_000);
    await world.sweep();
    expect(world.titles()).toEqual(['Bins']);
  });

  test('does not rewrite past events, and does not leave them pending [T-G16]', async () => {
    const id = await world.task({ date: '2026-11-22' });
    await world.sweep();
    await world.later(5 * 86_400_000);
    await world.browser.post(`${world.home}/occurrences/${id}/complete`);
    world.google.journal.clear();
    await world.sweep();
    expect(writes()).toEqual([]);
    expect(await statusOf(id)).toBe('SYNCED');
  });
});

describe('the setting calendarSync', () => {
  let world: MirrorWorld;
  afterEach(() => world.close());

  const queued = () =>
    world.service.query(
      `select name from pgboss.job where name like '%-household-calendar' and state < 'active' order by name`,
    );

  test('with the value "inline" publishes changes by a timer of the process, without a job', async () => {
    world = await startMirror({ calendarSync: 'inline' });
    const inserted = aSignal();
    world.google.faults.decideBy(({ call }) => {
      if (call.operation === 'events.insert') inserted.give();
      return null;
    });
    await world.link();
    await world.task();
    expect(await queued()).toEqual([]);
    await within(inserted.given, 'the timer has published the task');
  });

  test('with the value "off" publishes only on request, but still queues the cleanup of a removed link', async () => {
    world = await startMirror({ calendarSync: 'off' });
    await world.link();
    await world.task();
    expect(await queued()).toEqual([]);
    const { status } = await world.browser.post(`${world.home}/calendar/sync`);
    expect(status).toBe(200);
    expect(world.titles()).toEqual(['Bins']);
    await world.browser.delete(`${world.home}/calendar/link`);
    expect((await queued()).length).toBe(1);
  });

  test('with the value "queue" publishes changes by jobs', async () => {
    world = await startMirror();
    await world.link();
    await world.task();
    expect(await queued()).toEqual([
      { name: 'sweep-household-calendar' },
      { name: 'sweep-household-calendar' },
      { name: 'synchronise-household-calendar' },
    ]);
  });
});
