import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { LOCK_WAITS } from '../support/database/lock-waits.js';
import type { Fault } from '../support/fake-google/faults.js';
import type { Operation } from '../support/fake-google/call.js';
import { until } from '../support/until.js';
import { aMirroredHome, eventOf, mirrorsOfThisFile, type MirrorWorld } from './mirror-world.js';

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

test('a rate limit doubles the pause each time, by a fifth more or less', async () => {
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

test('a used up quota waits for at least a quarter of an hour, and is no error', async () => {
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

test('eight failures are an error that everybody is told once, and a reconcile tries again', async () => {
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

test('what has waited for more than a quarter of an hour shows, and is told once', async () => {
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

test('what was there long before the calendar was linked has waited since it was linked', async () => {
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

test('whose changes are late is asked for in one statement, however many households are linked', async () => {
  const statements = async () =>
    (await world.service.statementsOf(() => world.service.useCases.sweepAll())).filter((text) =>
      text.includes('pending_since'),
    ).length;
  expect(await statements()).toBe(1);
  await aMirroredHome(world.service, world.google, world.zoe).then((other) => other.link());
  expect(await statements()).toBe(1);
});

test('a change that is let in before the calendar is linked, and made afterwards, is published at once', async () => {
  const { unitOfWork } = world.service;
  const id = await world.task();
  const link = (await unitOfWork.run(({ calendarLinks }) => calendarLinks.find(world.householdId)))!;
  await unitOfWork.run(({ calendarLinks }) => calendarLinks.remove(world.householdId));
  await world.service.query(`delete from pgboss.job`);
  const isWaiting = async () => (await world.service.query(LOCK_WAITS)).length > 0;
  const completing = await unitOfWork.run(async ({ calendarLinks, calendarMirror }) => {
    await calendarMirror.entry(world.householdId, id as never);
    const answer = world.browser.post(`${world.home}/occurrences/${id}/complete`);
    await until(isWaiting, 'the retry waits');
    await calendarLinks.save(link);
    return { answer };
  });
  expect((await completing.answer).status).toBe(200);
  expect(await world.service.query(`select name from pgboss.job where name like '%calendar'`)).toEqual([
    { name: 'sweep-household-calendar' },
  ]);
});

test('a calendar whose pages have no end is a defect', async () => {
  const body = { items: [], nextPageToken: 'more' };
  world.google.faults.decideBy(({ call }) =>
    call.operation === 'events.list' ? { kind: 'answer', answer: { status: 200, body } } : null,
  );
  await expect(world.synchronise()).rejects.toThrow('1000 pages');
});

test('forbidden although the event is live is a calendar that may not be written', async () => {
  const id = await world.task();
  await world.sweep();
  await world.edit(id, { title: 'Paper' });
  world.google.faults.add({ operation: 'events.update' }, refusal(403, 'forbidden', 'global'));
  await world.sweep();
  expect(await statusOf(id)).toBe('BLOCKED');
  expect(await world.linkState()).toMatchObject({ status: 'INVALID', reason: 'NO_WRITE_ACCESS' });
});

test('an update of an event that was deleted there leaves the link alone', async () => {
  const id = await world.task();
  await world.sweep();
  world.calendar.delete(eventOf(id));
  world.calendar.emptyBin();
  await world.edit(id, { title: 'Paper' });
  await world.sweep();
  expect(await statusOf(id)).toBe('DELETED_IN_GOOGLE');
  expect((await world.linkState())['status']).toBe('ACTIVE');
});

test('a token that looks fresh and is refused is renewed once', async () => {
  const id = await world.task();
  world.google.dropAccessTokens(world.zoe);
  await world.sweep();
  expect(await statusOf(id)).toBe('SYNCED');
  expect(world.google.journal.calls('events.insert').length).toBe(2);
});

test('T-G11 a permission that was taken back blocks, tells its owner once, and calls nobody', async () => {
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

test('what a sweep is writing while the link ends does not stay in the calendar', async () => {
  await world.task();
  const writing = world.google.barriers.hold({ operation: 'events.insert' });
  const sweeping = world.sweep();
  await writing.reached;
  expect((await world.browser.delete(`${world.home}/calendar/link`)).status).toBe(204);
  writing.release();
  await sweeping;
  expect(world.titles()).toEqual(['Bins']);
  await world.service.performJobs();
  expect(world.titles()).toEqual([]);
});

test('fifty changes of ten tasks are one sweep of ten writes, however many sweep', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) ids.push(await world.task({ title: `task ${i}` }));
  for (let round = 0; round < 4; round++)
    for (const id of ids) await world.edit(id, { title: `${id} ${round}` });
  const waiting = await world.service.query(
    `select 1 from pgboss.job where name = 'sweep-household-calendar' and state < 'active'`,
  );
  expect(waiting.length).toBe(1);
  const other = await world.service.another();
  await Promise.all([world.sweep(), other.useCases.sweepHousehold(world.householdId), world.sweep()]);
  await other.close();
  expect(world.google.journal.writes().length).toBe(10);
  expect(world.google.journal.maxConcurrency(world.calendar.id)).toBe(1);
});

test('a calendar that is changed leaves the events of the former and fills the new one', async () => {
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

test('disconnecting removes the events, gives the permission back and leaves nothing', async () => {
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

test('a household that is deleted leaves nothing in the calendar', async () => {
  await world.task();
  await world.sweep();
  expect((await world.browser.delete(world.home)).status).toBe(204);
  await world.service.performJobs();
  expect(world.titles()).toEqual([]);
});

test('a new time zone of the household moves timed events once', async () => {
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
  ['no token', 'oauth.token', { kind: 'answer', answer: { status: 503, body: '' } }, '503', 60_000],
  ['the quota used up', 'events.insert', refusal(403, 'quotaExceeded'), 'quotaExceeded', 900_000],
])(
  'with %s the link says so and when the next try comes, until it works',
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

test('a calendar that cannot be read says so, until it is read again', async () => {
  world.google.faults.add({ operation: 'events.list' }, refusal(503, 'backendError', 'global'));
  await world.later(301_000);
  await world.pull();
  expect((await world.linkState())['lastError']).toContain('503');
  await world.pull();
  await world.sweep();
  expect(await world.linkState()).toMatchObject({ lastError: null });
});
