import { beforeEach, describe, expect, test } from '@jest/globals';
import { DemoCalendarHand } from '../../../adapters/demo-calendar/demo-calendar-hand.js';
import type { DemoEventView } from '../../../application/calendar/ports.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

const FAMILY = 'demo-family';
let home: Home;
let hand: DemoCalendarHand;
let task: Occurrence;

beforeEach(async () => {
  home = await aHome();
  hand = new DemoCalendarHand({ state: home.app.calendars, clock: home.app.clock });
  await link();
  const date = civilDate('2026-11-23');
  const time = civilTime('18:00');
  task = await home.useCases.createTask(
    home.ana,
    aDraft({ title: 'Bins', visibility: 'SHARED', date, time }),
  );
  await home.useCases.createTask(home.ana, aDraft({ title: 'Diary', visibility: 'PERSONAL', date, time }));
  await home.app.performJobs();
});

async function link(): Promise<void> {
  const { startConnect, finishConnect, listConnections, linkCalendar } = home.useCases;
  const { url, flow } = startConnect(home.ana, '/');
  const back = new URL(url).searchParams;
  const answer = { code: back.get('code'), state: back.get('state'), error: null };
  await finishConnect({ flow, answer, caller: home.ana });
  const [connection] = (await listConnections(home.ana, ALL)).rows;
  await linkCalendar(home.ana, { connectionId: connection!.id, calendarId: FAMILY });
  await home.app.performJobs();
}

async function shown(): Promise<readonly DemoEventView[]> {
  const found = await hand.events(home.householdId, FAMILY);
  if (found.kind !== 'events') throw new Error(found.kind);
  return found.events;
}
const titles = async () => (await shown()).map(({ title }) => title);
const found = async () =>
  (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows.find(({ id }) => id === task.id);

/** Advances the clock past the last read, so that the pull reads the latest changes. */
async function readBack(): Promise<void> {
  home.app.clock.advance(600_000);
  await home.useCases.pullHousehold(home.householdId);
  await home.app.performJobs();
}

test('an event follows its shared task when the task is created, edited, deleted and restored', async () => {
  expect(await titles()).toEqual([expect.stringContaining('Bins')]);
  expect((await found())?.googleSyncStatus).toBe('SYNCED');

  await home.useCases.editOccurrence(home.ben, task.id, 'this', { title: 'Glass' }, {});
  await home.app.performJobs();
  expect(await titles()).toEqual([expect.stringContaining('Glass')]);

  await home.useCases.deleteOccurrence(home.ben, task.id, 'this', {});
  await home.app.performJobs();
  expect(await titles()).toEqual([]);

  await home.useCases.restoreOccurrence(home.ben, task.id);
  await home.app.performJobs();
  expect(await titles()).toEqual([expect.stringContaining('Glass')]);
});

describe('a request that began before the household was linked', () => {
  const request = <T>(work: (caller: MemberCaller) => Promise<T>) => {
    const caller: MemberCaller = { ...home.ana, hasCalendarLink: false };
    return runOperation(home.app, caller, () => work(caller));
  };

  test('creates a task without a sweep of its own, and the next sweep writes the task', async () => {
    const { date, time } = task;
    await request((caller) =>
      home.useCases.createTask(caller, aDraft({ title: 'Glass', visibility: 'SHARED', date, time })),
    );
    expect(await home.app.performJobs()).not.toContain('sweep-household-calendar');
    expect(await titles()).toEqual([expect.stringContaining('Bins')]);
    await home.useCases.sweepHousehold(home.householdId);
    expect((await titles()).toSorted()).toEqual([
      expect.stringContaining('Bins'),
      expect.stringContaining('Glass'),
    ]);
  });

  test.each<readonly [string, (caller: MemberCaller) => Promise<unknown>]>([
    [
      'a category',
      (caller) => home.useCases.createCategory(caller, { name: 'Bath', color: null, icon: null }),
    ],
    ['a setting', (caller) => home.useCases.editHousehold(caller, { name: 'Our home' })],
    ['a member', (caller) => home.useCases.editMember(caller, caller.memberId, { color: '#16a34a' })],
  ])('queues a sweep of its own for a change of %s, which concerns all events', async (_subject, change) => {
    await request(change);
    expect(await home.app.performJobs()).toContain('sweep-household-calendar');
  });

  test('ends the link if the member who linked the calendar leaves', async () => {
    await home.useCases.editMember(home.ana, home.ben.memberId, { role: 'OWNER' });
    await request((caller) => home.useCases.removeMember(caller, caller.memberId));
    expect(home.app.store.calendarLinks.has(home.householdId)).toBe(false);
  });
});

test('a sweep, which writes changed tasks to the calendar, writes nothing if no task has changed', async () => {
  const before = await home.app.calendars.read();
  expect(await home.useCases.sweepHousehold(home.householdId)).toMatchObject({ created: 0, updated: 0 });
  expect(await home.app.calendars.read()).toBe(before);
});

test('moving an event in the calendar moves its task, and deleting the event keeps the task', async () => {
  const [event] = await shown();
  await hand.change(home.householdId, FAMILY, event!.eventId, ({ title, times }) => {
    if (times.kind !== 'instants') throw new Error(times.kind);
    return { title, times: { ...times, start: times.start + 3_600_000, end: times.end + 3_600_000 } };
  });
  await readBack();
  expect(await found()).toMatchObject({ time: '19:00', updatedBy: null });

  await hand.remove(home.householdId, FAMILY, event!.eventId);
  await readBack();
  expect(await titles()).toEqual([]);
  expect(await found()).toMatchObject({ status: 'TODO', googleSyncStatus: 'DELETED_IN_GOOGLE' });
});

test('an event that somebody created in the calendar creates no task and is not deleted', async () => {
  const [event] = await shown();
  await hand.create(home.householdId, FAMILY, { title: 'Birthday', times: event!.times });
  await readBack();
  await home.useCases.synchroniseHousehold(home.householdId);
  const { rows } = await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL);
  expect(rows.map(({ title }) => title).sort()).toEqual(['Bins', 'Diary']);
  expect(await titles()).toContain('Birthday');
});

test.each<readonly [string, () => Promise<unknown>]>([
  ['the calendar is unlinked', () => home.useCases.unlinkCalendar(home.ana)],
  [
    'the connection of the calendar is disconnected',
    async () => {
      const [connection] = (await home.useCases.listConnections(home.ana, ALL)).rows;
      await home.useCases.disconnectCalendar(home.ana, connection!.id);
    },
  ],
  ['the household is deleted', () => home.useCases.deleteHousehold(home.ana)],
])('the events of a household are removed from the calendar when %s', async (_name, end) => {
  await end();
  await home.app.performJobs();
  expect(await titles()).toEqual([]);
});

test('sweepAll, pullAll and reconcileAll queue a job for a household with a linked calendar, and pullAll queues none after the calendar is unlinked', async () => {
  const { sweepAll, pullAll, reconcileAll, pullHousehold, synchroniseNow } = home.useCases;
  const rounds = [
    [sweepAll, 'sweep-household-calendar'],
    [pullAll, 'pull-household-calendar'],
    [reconcileAll, 'synchronise-household-calendar'],
  ] as const;
  for (const [round, job] of rounds) {
    await round();
    expect(await home.app.performJobs()).toContain(job);
  }
  expect(await synchroniseNow(home.ana)).toMatchObject({ created: 0, updated: 0 });
  await home.useCases.unlinkCalendar(home.ana);
  await home.app.performJobs();
  await pullAll();
  expect(await home.app.performJobs()).toEqual([]);
  await expect(synchroniseNow(home.ana)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await pullHousehold(home.householdId)).toMatchObject({ updated: 0 });
});

test('the list of available calendars starts with writable calendars, and fails for a member without a connection', async () => {
  const offered = await home.useCases.listAvailableCalendars(home.ana, null);
  expect(offered.find(({ id }) => id === FAMILY)).toMatchObject({ selectable: true });
  const selectable = offered.map((calendar) => calendar.selectable);
  expect(selectable).toEqual(selectable.toSorted((one, other) => Number(other) - Number(one)));
  await expect(home.useCases.listAvailableCalendars(home.ben, null)).rejects.toThrow();
});

test('clearOverdueConnections deletes a disconnected connection whose cleanup job was lost, but only after some time', async () => {
  const [connection] = (await home.useCases.listKeptConnections(home.ana, ALL)).rows;
  await home.useCases.disconnectCalendar(home.ana, connection!.id);
  await home.app.storage.takeJobs();
  await home.useCases.clearOverdueConnections();
  expect(home.app.store.calendarConnections.filter(() => true)).toHaveLength(1);
  home.app.clock.advance(90 * 86_400_000);
  await home.useCases.clearOverdueConnections();
  expect(home.app.store.calendarConnections.filter(() => true)).toEqual([]);
});

test('a ticket to connect a calendar works once, only for its user, and only after confirmation in the same browser', async () => {
  const { issueConnectTicket, askForTicket, redeemConnectTicket } = home.useCases;
  const ticket = await issueConnectTicket(home.ben);
  expect(await askForTicket(ticket, home.ana)).toBeNull();
  const asked = (await askForTicket(ticket, null))!;
  expect(asked).toMatchObject({ name: 'Ben', email: 'ben@example.org' });
  const { confirmation, sealed } = asked;
  expect(await redeemConnectTicket(ticket, { confirmation: 'guessed', sealed }, null)).toBeNull();
  expect(await redeemConnectTicket(ticket, { confirmation, sealed: null }, null)).toBeNull();
  expect(await redeemConnectTicket(ticket, { confirmation, sealed }, null)).toMatchObject({
    userId: home.ben.userId,
  });
  expect(await redeemConnectTicket(ticket, { confirmation, sealed }, null)).toBeNull();

  const late = await issueConnectTicket(home.ben);
  home.app.clock.advance(120_001);
  expect(await askForTicket(late, null)).toBeNull();
});

test('demo events can be listed, changed and removed, but not created in a read-only calendar', async () => {
  const demo = home.useCases.demoEvents!;
  const [event] = await demo.list(home.ana, FAMILY);
  const path = { calendarId: FAMILY, eventId: event!.eventId };
  expect(await demo.change(home.ana, path, { title: 'Glass' })).toMatchObject({ title: 'Glass' });
  await demo.remove(home.ana, path);
  expect(await demo.list(home.ana, FAMILY)).toEqual([]);
  await expect(demo.list(home.ana, 'nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const lesson = { title: 'Mine', start: { kind: 'day', day: civilDate('2026-12-24') } } as const;
  await expect(demo.create(home.ana, 'demo-school', lesson)).rejects.toMatchObject({
    code: 'CALENDAR_NOT_WRITABLE',
  });
});
