import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Fault } from '../support/fake-google/faults.js';
import { eventOf, mirrorsOfThisFile, type MirrorWorld } from './mirror-world.js';

const beginMirror = mirrorsOfThisFile();
let world: MirrorWorld;
let id: string;

describe('a synchronisation that reads the calendar', () => {
  beforeEach(async () => {
    world = await beginMirror();
    await world.link();
    id = await world.task();
    await world.sweep();
    await world.later(1000);
    world.google.journal.clear();
  });
  afterEach(() => world.close());

  const at = (iso: string) => ({ instant: Date.parse(iso), timeZone: null });
  const day = (date: string) => ({ date });
  const fields = async () => {
    const { title, date, time, allDay, durationMinutes, googleSyncStatus } = await world.show(id);
    return { title, date, time, allDay, durationMinutes, googleSyncStatus };
  };
  const version = async () => (await world.show(id))['version'];
  const writes = () => world.google.journal.writes().length;
  const move = (start: object, end: object) =>
    world.calendar.move(eventOf(id), { start, end } as Parameters<typeof world.calendar.move>[1]);

  test('does not treat its own writes as changes [T-G5]', async () => {
    const before = await version();
    for (let i = 0; i < 3; i++) {
      await world.pull();
      await world.later(300_000);
    }
    await world.sweep();
    expect(await version()).toEqual(before);
    expect(writes()).toBe(0);
  });

  test('moves the task of an event that somebody dragged, without writing to the calendar', async () => {
    move(at('2026-11-27T08:15:00Z'), at('2026-11-27T09:00:00Z'));
    expect(await world.pull()).toMatchObject({ pulled: 1 });
    await world.sweep();
    expect(await fields()).toEqual({
      title: 'Bins',
      date: '2026-11-27',
      time: '09:15',
      allDay: false,
      durationMinutes: 45,
      googleSyncStatus: 'SYNCED',
    });
    expect(writes()).toBe(0);
  });

  test('does not recreate an event that was deleted in the calendar, even after an edit of the task', async () => {
    world.calendar.delete(eventOf(id));
    await world.pull();
    expect(await fields()).toMatchObject({ title: 'Bins', googleSyncStatus: 'DELETED_IN_GOOGLE' });
    for (let i = 0; i < 3; i++) await world.sweep();
    await world.synchronise();
    await world.edit(id, { title: 'Paper' });
    expect((await fields()).googleSyncStatus).toBe('PENDING');
    await world.sweep();
    expect((await fields()).googleSyncStatus).toBe('DELETED_IN_GOOGLE');
    expect(world.titles()).toEqual([]);
    expect(writes()).toBe(0);
  });

  test('resumes the synchronisation of an event that was restored from the bin', async () => {
    world.calendar.delete(eventOf(id));
    await world.pull();
    await world.later(1000);
    world.calendar.restore(eventOf(id));
    await world.pull();
    await world.sweep();
    expect((await fields()).googleSyncStatus).toBe('SYNCED');
    expect(world.titles()).toEqual(['Bins']);
  });

  test('overwrites fields that only the calendar has when the event is published again', async () => {
    const before = await version();
    world.calendar.edit(eventOf(id), { description: 'mine', colorId: '3' });
    await world.pull();
    await world.sweep();
    expect(await version()).toEqual(before);
    expect(writes()).toBe(0);
    await world.edit(id, { title: 'Paper' });
    await world.sweep();
    expect(writes()).toBe(1);
    expect(world.calendar.event(eventOf(id)).content['description']).toContain('/occurrences/');
  });

  test('uses a new event title as task title without check mark, and restores the mark with one write [T-G14]', async () => {
    await world.browser.post(`${world.home}/occurrences/${id}/complete`);
    await world.sweep();
    await world.later(1000);
    world.calendar.retitle(eventOf(id), 'Paper');
    world.google.journal.clear();
    await world.pull();
    for (let i = 0; i < 3; i++) await world.sweep();
    expect((await fields()).title).toBe('Paper');
    expect(world.titles()).toEqual(['✓ Paper']);
    expect(writes()).toBe(1);
  });

  test('uses a new event title as task title without the characters that a task title cannot contain', async () => {
    world.calendar.retitle(eventOf(id), `Pa\u0000\tper\ud83d\n${'x'.repeat(189)}😀😀`);
    await world.pull();
    await world.sweep();
    const title = `Pa per\ufffd ${'x'.repeat(189)}😀😀`;
    expect((await fields()).title).toBe(title);
    expect(world.titles()).toEqual([title]);
    const before = writes();
    await world.later(300_000);
    await world.pull();
    await world.sweep();
    expect(writes()).toBe(before);
  });

  test('restores a title that was emptied in the calendar [T-G14]', async () => {
    world.calendar.retitle(eventOf(id), '');
    await world.pull();
    await world.sweep();
    expect((await fields()).title).toBe('Bins');
    expect(world.titles()).toEqual(['Bins']);
  });

  test('overwrites a moved event with its task if both were changed, using three requests', async () => {
    await world.edit(id, { title: 'Paper' });
    move(at('2026-11-27T08:15:00Z'), at('2026-11-27T09:00:00Z'));
    await world.sweep();
    expect(world.google.journal.operations('events')).toEqual([
      'events.update',
      'events.get',
      'events.update',
    ]);
    await world.pull();
    await world.sweep();
    expect(await fields()).toMatchObject({ title: 'Paper', date: '2026-11-25', time: '18:00' });
    expect(world.calendar.event(eventOf(id)).start).toMatchObject({
      instant: Date.parse('2026-11-25T17:00:00Z'),
    });
  });

  test('reads an event that was made a whole-day event and later a timed event again, without writing to the calendar [T-G7]', async () => {
    move(day('2026-11-26'), day('2026-11-28'));
    await world.pull();
    expect(await fields()).toMatchObject({
      date: '2026-11-26',
      time: null,
      allDay: true,
      durationMinutes: 2880,
    });
    await world.later(1000);
    move(at('2026-11-26T08:00:00Z'), at('2026-11-26T08:30:00Z'));
    await world.pull();
    await world.sweep();
    expect(await fields()).toMatchObject({
      date: '2026-11-26',
      time: '09:00',
      allDay: false,
      durationMinutes: 30,
    });
    expect(writes()).toBe(0);
  });

  test('reads everything again if the provider has forgotten the sync token [T-G4]', async () => {
    world.google.behaviour.oldestUpdatedMinMs = 0;
    move(at('2026-11-27T08:15:00Z'), at('2026-11-27T08:45:00Z'));
    await world.later(60_000);
    await world.pull();
    expect(await fields()).toMatchObject({ date: '2026-11-27' });
  });

  test('keeps the cursor if a page cannot be read [T-G8]', async () => {
    world.google.behaviour.longestPage = 5;
    move(at('2026-11-27T08:15:00Z'), at('2026-11-27T08:45:00Z'));
    const cursor = () => world.service.query(`select pull_cursor from calendar_links`);
    const before = await cursor();
    await world.later(60_000);
    world.google.faults.add(
      { operation: 'events.list' },
      {
        kind: 'answer',
        answer: { status: 503, body: { error: { code: 503, message: 'Backend Error', errors: [] } } },
      },
      { nth: 2 },
    );
    await world.pull();
    expect(await cursor()).toEqual(before);
    await world.pull();
    expect(await fields()).toMatchObject({ date: '2026-11-27' });
    expect(await version()).toBe(2);
  });

  test('deletes a copy that somebody made of an event, and keeps the original [T-G13]', async () => {
    world.calendar.duplicate(eventOf(id));
    expect(await world.synchronise()).toMatchObject({ deleted: 1 });
    expect(world.calendar.liveEvents().map((event) => event.id)).toEqual([eventOf(id)]);
  });

  test('deletes an event and its copy if their task was purged, and keeps events that people created', async () => {
    const copy = world.calendar.duplicate(eventOf(id));
    world.calendar.add({
      summary: 'Dentist',
      start: at('2026-11-25T08:00:00Z'),
      end: at('2026-11-25T09:00:00Z'),
    });
    await world.browser.delete(`${world.home}/occurrences/${id}`);
    await world.service.query(`delete from occurrences where id = '${id}'`);
    await world.synchronise();
    expect(copy.id).not.toBe(eventOf(id));
    expect(world.titles()).toEqual(['Dentist']);
  });

  test('recreates an event that disappeared without a tombstone', async () => {
    world.calendar.forget(eventOf(id));
    await world.synchronise();
    expect((await fields()).googleSyncStatus).toBe('SYNCED');
    expect(world.titles()).toEqual(['Bins']);
  });
});

describe('a synchronisation (tests of common calendar bugs)', () => {
  beforeEach(async () => {
    world = await beginMirror();
    await world.link();
    id = await world.task();
    await world.sweep();
    await world.later(1000);
    world.google.journal.clear();
  });
  afterEach(() => world.close());

  const at = (iso: string, timeZone: string | null = null) => ({ instant: Date.parse(iso), timeZone });
  const show = async (fields: readonly string[]) => {
    const shown = await world.show(id);
    return Object.fromEntries(fields.map((field) => [field, shown[field]]));
  };
  const status = async () => (await world.show(id))['googleSyncStatus'];
  const event = () => world.calendar.event(eventOf(id));
  const writes = () => world.google.journal.writes().map(({ operation }) => operation);
  const pulled = async () => {
    await world.later(1000);
    await world.pull();
    await world.sweep();
  };
  const limited: Fault = {
    kind: 'answer',
    answer: {
      status: 403,
      body: {
        error: {
          ...{ code: 403, message: 'Rate Limit Exceeded' },
          errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded', message: 'Rate Limit Exceeded' }],
        },
      },
    },
  };

  test('recreates an event that was deleted in the calendar while its task was edited in the service [T-G2]', async () => {
    world.calendar.delete(eventOf(id));
    await world.edit(id, { title: 'Paper' });
    await world.sweep();
    expect(world.titles()).toEqual(['Paper']);
    expect(await status()).toBe('SYNCED');
    await pulled();
    expect(world.titles()).toEqual(['Paper']);
    expect(await status()).toBe('SYNCED');
  });

  test('does not recreate a deleted event if only task fields change that are not published [T-G2]', async () => {
    world.calendar.delete(eventOf(id));
    await world.edit(id, { priority: 'HIGH' });
    await world.sweep();
    await pulled();
    await world.synchronise();
    expect(world.titles()).toEqual([]);
    expect(await status()).toBe('DELETED_IN_GOOGLE');
    expect(writes()).toEqual([]);
  });

  test.each([true, false])(
    'keeps the link active if an updated event was deleted permanently (Google answers 403 first: %s) [T-G1 T-G2]',
    async (forbids) => {
      world.google.behaviour.forbidsBeforeMatching = forbids;
      world.calendar.delete(eventOf(id));
      world.calendar.emptyBin();
      await world.edit(id, { title: 'Paper' });
      await world.sweep();
      expect(await status()).toBe('DELETED_IN_GOOGLE');
      expect((await world.linkState())['status']).toBe('ACTIVE');
    },
  );

  test('notices that an event was deleted even if its tombstone contains only an id [T-G3]', async () => {
    world.google.behaviour.tombstonesLoseProperties = true;
    world.calendar.delete(eventOf(id));
    await pulled();
    await world.synchronise();
    await world.synchronise();
    expect(world.titles()).toEqual([]);
    expect(await status()).toBe('DELETED_IN_GOOGLE');
    expect(writes()).toEqual([]);
  });

  test('reads the whole calendar again and misses no change after the service was off for three weeks [T-G4]', async () => {
    world.calendar.move(eventOf(id), {
      start: at('2026-12-20T08:15:00Z'),
      end: at('2026-12-20T08:45:00Z'),
    });
    await world.later(21 * 86_400_000);
    await world.pull();
    expect(await show(['date', 'time', 'version'])).toEqual({
      date: '2026-12-20',
      time: '09:15',
      version: 2,
    });
    world.calendar.retitle(eventOf(id), 'Paper');
    await world.later(301_000);
    world.google.journal.clear();
    await world.pull();
    expect(await show(['title'])).toEqual({ title: 'Paper' });
    expect(world.google.journal.operations('events')).toEqual(['events.list']);
  });

  test('turns a timed event into a whole-day event and back with one PUT each [T-G6]', async () => {
    await world.edit(id, { time: null });
    await world.sweep();
    expect(event().start).toMatchObject({ date: '2026-11-25' });
    expect(event().end).toMatchObject({ date: '2026-11-26' });
    await world.edit(id, { time: '07:30' });
    await world.sweep();
    expect(event().start).toMatchObject({ instant: Date.parse('2026-11-25T06:30:00Z') });
    await pulled();
    expect(writes()).toEqual(['events.update', 'events.update']);
    expect(await show(['date', 'time', 'allDay'])).toEqual({
      date: '2026-11-25',
      time: '07:30',
      allDay: false,
    });
  });

  test('reconciles the calendar after a database backup was restored [T-G9]', async () => {
    const tables = ['occurrences', 'calendar_events', 'calendar_links'];
    for (const table of tables) await world.service.query(`create table backup_${table} as table ${table}`);
    await world.later(60_000);
    const lost = await world.task({ title: 'Since then' });
    await world.edit(id, { title: 'Paper' });
    await world.sweep();
    const back = async (table: string) => {
      const columns = await world.service.query(
        `select string_agg(format('%I', column_name), ',') as names from information_schema.columns
       where table_name = '${table}' and is_generated = 'NEVER'`,
      );
      const { names } = columns[0] as { names: string };
      await world.service.query(`insert into ${table} (${names}) select ${names} from backup_${table}`);
    };
    await world.service.query('delete from calendar_events');
    await world.service.query('delete from calendar_links');
    await world.service.query('delete from occurrences');
    for (const table of tables) await back(table);
    await world.synchronise();
    expect(world.titles()).toEqual(['Paper']);
    expect(event().status).toBe('confirmed');
    expect(world.calendar.event(eventOf(lost)).status).toBe('cancelled');
    expect(await show(['title', 'googleSyncStatus'])).toEqual({ title: 'Paper', googleSyncStatus: 'SYNCED' });
  });

  test('publishes each of several changes, and the final deletion [T-G10]', async () => {
    for (const title of ['Paper', 'Glass', 'Bins']) {
      await world.edit(id, { title });
      await world.sweep();
      expect(world.titles()).toEqual([title]);
      await pulled();
    }
    await world.browser.delete(`${world.home}/occurrences/${id}`);
    await world.sweep();
    expect(world.titles()).toEqual([]);
    expect(writes()).toEqual(['events.update', 'events.update', 'events.update', 'events.delete']);
  });

  describe('with errors of the provider [T-G12]', () => {
    test('publishes a change after a rate limit error', async () => {
      world.google.faults.add({ operation: 'events.update' }, limited);
      await world.edit(id, { title: 'Paper' });
      const { retryInMs = 0 } = await world.sweep();
      expect(await status()).toBe('PENDING');
      expect(world.titles()).toEqual(['Bins']);
      await world.later(retryInMs);
      await world.sweep();
      expect(await status()).toBe('SYNCED');
      expect(world.titles()).toEqual(['Paper']);
    });

    test('publishes a change after a rate limit error if the event was changed in the calendar too', async () => {
      world.calendar.retitle(eventOf(id), 'Glass');
      await world.edit(id, { title: 'Paper' });
      world.google.faults.add({ operation: 'events.update' }, limited, { nth: 2 });
      const { retryInMs = 0 } = await world.sweep();
      expect(await status()).toBe('PENDING');
      expect((await world.linkState())['status']).toBe('ACTIVE');
      await world.later(retryInMs);
      await world.sweep();
      expect(await status()).toBe('SYNCED');
      expect(world.titles()).toEqual(['Paper']);
    });

    test('treats the deletion of an already deleted event as a success', async () => {
      world.calendar.delete(eventOf(id));
      await world.edit(id, { visibility: 'PERSONAL' });
      expect(await world.sweep()).toMatchObject({ deleted: 1, failed: 0 });
      expect(await status()).toBe('NOT_SYNCED');
    });
  });

  test('does not apply changes to a copy of an event to the task [T-G13]', async () => {
    const copy = world.calendar.duplicate(eventOf(id));
    world.calendar.move(copy.id, { start: at('2026-12-01T08:00:00Z'), end: at('2026-12-01T09:00:00Z') });
    world.calendar.retitle(copy.id, 'Copy');
    await pulled();
    const known = { title: 'Bins', date: '2026-11-25', version: 1 };
    expect(await show(['title', 'date', 'version'])).toEqual(known);
    await world.synchronise();
    expect(world.titles()).toEqual(['Bins']);
    expect(await show(['title', 'date', 'version'])).toEqual(known);
  });

  describe('with titles and edits of events [T-G14]', () => {
    test('shows the new name of a renamed assignee after the title, and does not read it back as title', async () => {
      const me = (await world.browser.get('/v1/me')).body.user.id as string;
      const rename = (displayName: string) =>
        world.browser.patch(`${world.home}/members/${me}`, { displayName });
      await rename('Anna');
      await world.edit(id, { responsibleMemberIds: [me] });
      await world.sweep();
      expect(world.titles()).toEqual(['Bins · Anna']);
      await rename('Hannah');
      await world.sweep();
      expect(world.titles()).toEqual(['Bins · Hannah']);
      await world.later(1000);
      world.calendar.retitle(eventOf(id), 'Paper · Hannah');
      await pulled();
      expect(await show(['title'])).toEqual({ title: 'Paper' });
      expect(world.titles()).toEqual(['Paper · Hannah']);
    });

    test('keeps task titles that contain a check mark or the name of an assignee', async () => {
      const me = (await world.browser.get('/v1/me')).body.user.id as string;
      await world.browser.patch(`${world.home}/members/${me}`, { displayName: 'Anna' });
      await world.browser.patch(world.home, { calendarTitleFormat: '{title} — {members}' });
      for (const title of ['✓ call', 'call — Anna', '✓ call — Anna']) {
        await world.edit(id, { title, responsibleMemberIds: [me] });
        for (const act of ['complete', 'reopen']) {
          await world.browser.post(`${world.home}/occurrences/${id}/${act}`);
          await world.sweep();
          await pulled();
          expect(await show(['title'])).toEqual({ title });
          expect(world.titles()).toEqual([`${act === 'complete' ? '✓ ' : ''}${title} — Anna`]);
        }
      }
    });

    test.each([
      ['far ahead', '2027-09-01T08:00:00Z', '2027-09-01'],
      ['into the past', '2026-06-01T08:00:00Z', '2026-06-01'],
    ])('moves the task of an event that is dragged %s', async (_name, start, date) => {
      world.calendar.move(eventOf(id), {
        start: at(start),
        end: { ...at(start), instant: Date.parse(start) + 1_800_000 },
      });
      await pulled();
      expect(await show(['date', 'time', 'googleSyncStatus'])).toEqual({
        date,
        time: '10:00',
        googleSyncStatus: 'SYNCED',
      });
      expect(writes()).toEqual([]);
      await world.synchronise();
      expect(await show(['date'])).toEqual({ date });
      expect(writes()).toEqual([]);
      expect(world.titles()).toEqual(['Bins']);
    });

    test('removes a recurrence that somebody added to an event with the next write', async () => {
      world.calendar.makeRecurring(eventOf(id));
      await pulled();
      expect(await show(['title', 'date', 'version'])).toEqual({
        ...{ title: 'Bins', date: '2026-11-25', version: 1 },
      });
      await world.edit(id, { title: 'Paper' });
      await world.sweep();
      expect(event().content).toMatchObject({ summary: 'Paper' });
      expect(event().content['recurrence']).toBeUndefined();
    });

    test('treats an event that was moved to another calendar as deleted', async () => {
      const other = world.google.addCalendar({ owner: world.zoe, summary: 'Other' });
      world.calendar.moveTo(eventOf(id), other);
      await pulled();
      await world.synchronise();
      expect(await status()).toBe('DELETED_IN_GOOGLE');
      expect(world.titles()).toEqual([]);
      expect(other.liveEvents().length).toBe(1);
    });
  });

  describe('with events that were moved in the calendar [T-G15]', () => {
    test.each([
      [
        'given in another time zone',
        '2026-11-27T08:15:00-05:00',
        '2026-11-27T08:45:00-05:00',
        '2026-11-27',
        '14:15',
        null,
      ],
      [
        'in the hour that occurs twice',
        '2027-10-31T01:30:00Z',
        '2027-10-31T02:00:00Z',
        '2027-10-31',
        '02:30',
        null,
      ],
      [
        'after the hour that does not exist',
        '2027-03-28T01:30:00Z',
        '2027-03-28T02:00:00Z',
        '2027-03-28',
        '03:30',
        null,
      ],
      ['at midnight', '2026-11-27T23:00:00Z', '2026-11-28T00:00:00Z', '2026-11-28', '00:00', 60],
      ['longer than a day', '2026-11-27T08:00:00Z', '2026-11-29T09:00:00Z', '2026-11-27', '09:00', 2940],
      ['not on the minute', '2026-11-27T08:15:40Z', '2026-11-27T08:45:40Z', '2026-11-27', '09:15', null],
    ])('moves the task if the event is now %s', async (_name, start, end, date, time, durationMinutes) => {
      world.calendar.move(eventOf(id), {
        start: at(start, 'America/New_York'),
        end: at(end, 'America/New_York'),
      });
      await pulled();
      expect(await show(['date', 'time', 'durationMinutes', 'googleSyncStatus'])).toEqual({
        ...{ date, time, durationMinutes },
        googleSyncStatus: 'SYNCED',
      });
      const { version } = await world.show(id);
      await pulled();
      await world.synchronise();
      expect((await world.show(id))['version']).toBe(version);
    });
  });

  test('creates no event for a task that was deleted before the first sweep [T-G16]', async () => {
    const brief = await world.task({ title: 'Brief' });
    await world.browser.delete(`${world.home}/occurrences/${brief}`);
    await world.sweep();
    await world.synchronise();
    expect(world.titles()).toEqual(['Bins']);
    expect(writes()).toEqual([]);
  });
});
