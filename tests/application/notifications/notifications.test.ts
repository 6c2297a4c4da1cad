import { beforeEach, describe, expect, test } from '@jest/globals';
import type { NotificationType } from '../../../domain/notifications/notification.js';
import type { Jobs } from '../../../application/shared/job-queue.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
  for (const caller of [home.ana, home.ben, home.cleo]) await home.useCases.readAllNotifications(caller);
});

const told = async (caller: MemberCaller) => {
  await home.app.performJobs();
  return (await home.useCases.listNotifications(caller, { unread: true }, ALL)).rows.map(({ type }) => type);
};
const give = (...to: readonly MemberCaller[]) =>
  home.useCases.createTask(home.ana, aDraft({ responsibleMemberIds: to.map(({ memberId }) => memberId) }));

describe('notifications', () => {
  test('are sent to the assignees of a task, but not to the member who assigned it', async () => {
    await give(home.ana, home.ben);
    expect(await told(home.ben)).toEqual(['TASK_ASSIGNED']);
    expect(await told(home.ana)).toEqual([]);
    expect(await told(home.cleo)).toEqual([]);
  });

  test('can be marked as read one by one, only by their recipient', async () => {
    await give(home.ben);
    await told(home.ben);
    const [news] = (await home.useCases.listNotifications(home.ben, { unread: true }, ALL)).rows;
    const { id } = news!;
    await expect(home.useCases.readNotification(home.cleo, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await home.useCases.readNotification(home.ben, id);
    expect(await told(home.ben)).toEqual([]);
    expect(home.useCases.pushPublicKey()).toBeNull();
  });

  test('are not sent to a member who is away (T-N3)', async () => {
    const awayPeriods = [{ from: civilDate('2026-11-20'), to: civilDate('2026-11-30') }];
    await home.useCases.editMember(home.ben, home.ben.memberId, { awayPeriods });
    await give(home.ben);
    expect(await told(home.ben)).toEqual([]);
  });

  test('are sent to the member who is asked to swap a turn, and the answer to the member who asked', async () => {
    const [mine, theirs] = [await give(home.ana), await give(home.ben)];
    const { id } = await home.useCases.requestSwap(home.ana, mine.id, theirs.id);
    const [offered, wanted] = [mine, theirs].map(({ title, date, time }) => ({ title, date, time }));
    expect(await told(home.ben)).toContain('TURN_SWAP_REQUESTED');
    const { rows } = await home.useCases.listNotifications(home.ben, { unread: true }, ALL);
    expect(rows.find(({ type }) => type === 'TURN_SWAP_REQUESTED')).toMatchObject({
      occurrenceId: theirs.id,
      params: { swapId: id, status: 'OPEN', actorId: home.ana.memberId, offered, wanted },
    });
    await home.useCases.answerSwap(home.ben, id, 'DECLINED');
    expect(await told(home.ana)).toEqual(['TURN_SWAP_ANSWERED']);
    expect(await told(home.cleo)).toEqual([]);
  });

  test('are created once, even if the job that creates them runs twice (T-N1)', async () => {
    await give(home.ben);
    const jobs = await home.app.storage.takeJobs();
    for (const { name, payload } of [...jobs, ...jobs])
      if (name === 'notify') await home.useCases.notify(payload as Jobs['notify']);
    expect(await told(home.ben)).toEqual(['TASK_ASSIGNED']);
  });

  test('about a task disappear for other members when the task becomes personal', async () => {
    const { id } = await give(home.ben);
    expect(await told(home.ben)).toEqual(['TASK_ASSIGNED']);
    const hide = { visibility: 'PERSONAL', responsibleMemberIds: [] } as const;
    await home.useCases.editOccurrence(home.ana, id, 'this', hide, {});
    expect(await told(home.ben)).toEqual([]);
  });
});

test('badges count the unread notifications, due and overdue tasks and open swap requests of each member', async () => {
  const [mine, theirs] = [await give(home.ana), await give(home.ben)];
  await home.useCases.requestSwap(home.ana, mine.id, theirs.id);
  await home.useCases.createTask(
    home.ana,
    aDraft({ date: civilDate('2026-11-20'), responsibleMemberIds: [home.ben.memberId] }),
  );
  await home.app.performJobs();
  const [badge] = (await home.useCases.listBadges(home.ben, ALL)).rows;
  const { householdId } = home;
  expect(badge).toEqual({ householdId, unread: 3, dueToday: 0, overdue: 1, openSwaps: 1 });
  expect((await home.useCases.listBadges(home.ana, ALL)).rows).toEqual([
    { householdId, unread: 0, dueToday: 0, overdue: 0, openSwaps: 0 },
  ]);
  expect((await home.useCases.listAllNotifications(home.ben, { unread: true }, ALL)).rows).toHaveLength(3);
  expect((await home.useCases.listBadges(home.dan, ALL)).rows).toEqual([]);
});

describe('reminders', () => {
  const at = async (iso: string) => {
    home.app.clock.set(iso);
    await home.useCases.sendReminders();
  };

  /** Creates a task after sending the reminders that are due, because a running service sends them every minute. */
  const task = async (date: string, fields: Parameters<typeof aDraft>[0] = {}) => {
    await home.useCases.sendReminders();
    const everyone = { responsibleMemberIds: [home.ben.memberId], reminders: [0] };
    return home.useCases.createTask(home.ben, aDraft({ date: civilDate(date), ...everyone, ...fields }));
  };
  const titles = async (caller: MemberCaller, only?: NotificationType) =>
    (await home.useCases.listNotifications(caller, { unread: true }, ALL)).rows
      .filter(({ type }) => only === undefined || type === only)
      .map(({ params }) => params['title']);

  test('are sent once before the task starts, only to the assignees, and again if the task is moved', async () => {
    const { id } = await task('2026-11-21', { time: civilTime('18:00'), reminders: [60] });
    await at('2026-11-21T15:59:00Z');
    expect(await told(home.ben)).toEqual([]);
    await at('2026-11-21T16:00:00Z');
    await at('2026-11-21T16:01:00Z');
    expect(await told(home.ben)).toEqual(['TASK_REMINDER']);
    expect(await told(home.ana)).toEqual([]);
    await home.useCases.editOccurrence(home.ben, id, 'this', { time: civilTime('19:00') }, {});
    await at('2026-11-21T17:00:00Z');
    expect(await told(home.ben)).toEqual(['TASK_REMINDER', 'TASK_REMINDER']);
  });

  test('are sent once, late, if no worker ran for hours, but not if they are more than a day late (T-N2)', async () => {
    await task('2026-11-22', { title: 'long ago', time: civilTime('10:00') });
    await task('2026-11-23', { title: 'this morning', time: civilTime('10:00') });
    await at('2026-11-23T12:00:00Z');
    await at('2026-11-23T12:01:00Z');
    expect(await titles(home.ben, 'TASK_REMINDER')).toEqual(['this morning']);
  });

  test("of all-day tasks are sent in the morning of the member's time zone, and on the next morning a notification says that the task is overdue (T-N2)", async () => {
    await home.useCases.editProfile(home.ben, { timeZone: 'America/New_York' as TimeZone });
    const preferences = await home.useCases.showPreferences(home.ben);
    await home.useCases.savePreferences(home.ben, { ...preferences, morningTime: civilTime('07:00') });
    await task('2026-11-27');
    await at('2026-11-27T11:59:00Z');
    expect(await told(home.ben)).toEqual([]);
    await at('2026-11-27T12:00:00Z');
    expect(await told(home.ben)).toEqual(['TASK_REMINDER']);
    await at('2026-11-28T11:59:00Z');
    await at('2026-11-28T12:00:00Z');
    await at('2026-11-28T12:01:00Z');
    expect(await told(home.ben)).toEqual(['TASK_OVERDUE', 'TASK_REMINDER']);
  });

  test('are also sent for a task that is saved while the reminders of that minute are created', async () => {
    await at('2026-11-25T09:30:02Z');
    home.app.clock.set('2026-11-25T09:29:59Z');
    const { ben } = home;
    const draft = { date: civilDate('2026-11-25'), time: civilTime('10:30'), reminders: [0] };
    await home.useCases.createTask(ben, aDraft({ ...draft, responsibleMemberIds: [ben.memberId] }));
    await at('2026-11-25T09:31:02Z');
    await at('2026-11-25T09:31:12Z');
    expect(await told(ben)).toEqual(['TASK_REMINDER']);
  });

  test('continue without duplicates after a clock that was a year ahead is corrected', async () => {
    await at('2026-11-25T11:00:00Z');
    for (const time of ['12:59', '13:10']) await task('2026-11-25', { title: time, time: civilTime(time) });
    for (const minute of ['2026-11-25T12:00:00Z', '2027-11-25T12:00:00Z']) await at(minute);
    for (const minute of ['11:58', '12:00', '12:10']) await at(`2026-11-25T${minute}:00Z`);
    expect((await titles(home.ben)).toSorted()).toEqual(['12:59', '13:10']);
  });

  test('of an unassigned task reach all members who are present, and of a personal task only its author (T-N4)', async () => {
    const away = [{ from: civilDate('2026-12-02'), to: civilDate('2026-12-02') }];
    await home.useCases.editMember(home.cleo, home.cleo.memberId, { awayPeriods: away });
    await at('2026-12-02T08:00:00Z');
    const fields = { time: civilTime('10:00'), responsibleMemberIds: [] };
    await task('2026-12-02', { ...fields, title: 'Bins' });
    await task('2026-12-02', { ...fields, title: 'Diary', visibility: 'PERSONAL' });
    await at('2026-12-02T09:00:00Z');
    expect((await titles(home.ben)).toSorted()).toEqual(['Bins', 'Diary']);
    expect(await titles(home.ana)).toEqual(['Bins']);
    expect(await titles(home.cleo)).toEqual([]);
  });

  test('of an unassigned task do not reach members who turned such reminders off, not even when the task is overdue (T-N4)', async () => {
    const { types, ...preferences } = await home.useCases.showPreferences(home.cleo);
    const [inApp, push] = [false, true];
    const muted = { ...types, TASK_REMINDER: { inApp, push }, TASK_OVERDUE: { inApp, push } };
    await home.useCases.savePreferences(home.cleo, { ...preferences, types: muted });
    await at('2026-12-02T08:00:00Z');
    await task('2026-12-02', { title: 'Bins', time: civilTime('10:00'), responsibleMemberIds: [] });
    await at('2026-12-02T09:00:00Z');
    await at('2026-12-03T07:00:00Z');
    expect(await titles(home.ana)).toEqual(['Bins', 'Bins']);
    expect(await titles(home.ben, 'TASK_OVERDUE')).toEqual(['Bins']);
    expect(await titles(home.cleo)).toEqual([]);
  });

  test('are not sent to a member who is away (T-N3)', async () => {
    await task('2026-11-29', { time: civilTime('12:00') });
    const awayPeriods = [{ from: civilDate('2026-11-29'), to: civilDate('2026-11-30') }];
    await home.useCases.editMember(home.ben, home.ben.memberId, { awayPeriods });
    await at('2026-11-29T11:00:00Z');
    expect(await told(home.ben)).toEqual([]);
  });
});

describe('an open task with repeated reminders or an escalation', () => {
  const nag = { everyMinutes: 30, times: 3 };
  const due = { date: civilDate('2026-11-25'), time: civilTime('10:00') };
  const heard = async (caller: MemberCaller) =>
    (await home.useCases.listNotifications(caller, { unread: true }, ALL)).rows
      .map(({ type, params }) => (typeof params['nag'] === 'number' ? `${type} ${params['nag']}` : type))
      .filter((type) => type.startsWith('TASK_REM') || type.startsWith('TASK_ESC'));
  const minutes = async (from: string, count: number, step = 15) => {
    for (let i = 0; i < count; i++) {
      home.app.clock.set(new Date(Date.parse(from) + i * step * 60_000).toISOString());
      await home.useCases.sendReminders();
    }
  };

  test('reminds the assignee the given number of times, and then notifies the other members who are present', async () => {
    const away = { from: civilDate('2026-11-20'), to: civilDate('2026-11-30') };
    await home.useCases.addAbsence(home.cleo, home.cleo.memberId, away);
    await home.useCases.createTask(
      home.ben,
      aDraft({ ...due, nag, escalateAfterMinutes: 120, responsibleMemberIds: [home.ben.memberId] }),
    );
    await minutes('2026-11-25T08:45:00Z', 12);
    expect(await heard(home.ben)).toEqual(['TASK_REMINDER 3', 'TASK_REMINDER 2', 'TASK_REMINDER 1']);
    expect(await heard(home.ana)).toEqual(['TASK_ESCALATED']);
    expect(await heard(home.cleo)).toEqual([]);
  });

  test('reminds only assignees who have not ticked their part, or their managers, and notifies the other members later', async () => {
    const child = (managerIds: MemberCaller['memberId'][]) =>
      home.useCases.createMember(home.ana, { displayName: 'Leo', group: 'CHILD', managerIds });
    const { id: leo } = await child([home.ben.memberId]);
    const each = async (...others: MemberCaller[]) =>
      home.useCases.createTask(
        home.ana,
        aDraft({
          ...{ ...due, nag: { ...nag, times: 1 }, escalateAfterMinutes: 60, completion: 'all' },
          responsibleMemberIds: [leo, ...others.map(({ memberId }) => memberId)],
        }),
      );
    const { id } = await each(home.ben, home.cleo);
    const own = { for: null, at: null };
    await home.useCases.completeOccurrence(home.ben, id, own);
    const plain = await each(home.cleo);
    await home.useCases.completeOccurrence(home.ana, plain.id, { for: [leo], at: null });
    await minutes('2026-11-25T08:45:00Z', 7);
    // Ben has done his part, but he manages Leo and is reminded of Leo's part. The escalation about Cleo goes
    // to all other members.
    expect((await heard(home.ben)).toSorted()).toEqual([
      'TASK_ESCALATED',
      'TASK_ESCALATED',
      'TASK_REMINDER 1',
    ]);
    expect(await heard(home.cleo)).toEqual(['TASK_REMINDER 1', 'TASK_REMINDER 1']);
    expect(await heard(home.ana)).toEqual(['TASK_ESCALATED']);
    const { rows } = await home.useCases.listNotifications(home.ana, { unread: true }, ALL);
    expect(rows.find(({ type }) => type === 'TASK_ESCALATED')).toMatchObject({
      params: { responsibleMemberIds: [home.cleo.memberId] },
    });
  });

  test('notifies only the managers if the assignee is a child with an account', async () => {
    await home.useCases.editMember(home.ana, home.cleo.memberId, {
      ...{ group: 'CHILD', managerIds: [home.ben.memberId] },
    });
    await home.useCases.createTask(
      home.ana,
      aDraft({ ...due, escalateAfterMinutes: 60, responsibleMemberIds: [home.cleo.memberId] }),
    );
    await minutes('2026-11-25T08:45:00Z', 7);
    expect(await heard(home.ben)).toContain('TASK_ESCALATED');
    expect(await heard(home.ana)).toEqual([]);
  });

  test('stops when the task is done, starts again when the task is moved, and notifies no other member of a personal task', async () => {
    const fields = { ...due, nag, escalateAfterMinutes: 60 };
    const own = { responsibleMemberIds: [home.ben.memberId] };
    const { id } = await home.useCases.createTask(home.ben, aDraft({ ...fields, ...own }));
    await home.useCases.createTask(home.ben, aDraft({ ...fields, title: 'Diary', visibility: 'PERSONAL' }));
    const moved = await home.useCases.createTask(home.ben, aDraft({ ...fields, ...own }));
    await minutes('2026-11-25T08:45:00Z', 4);
    await home.useCases.completeOccurrence(home.ben, id, { for: null, at: null });
    await home.useCases.editOccurrence(home.ben, moved.id, 'this', { time: civilTime('12:00') }, {});
    expect(await heard(home.ben)).toEqual(Array(3).fill('TASK_REMINDER 1'));
    await minutes('2026-11-25T09:45:00Z', 5);
    expect((await heard(home.ben)).slice(0, -3)).toEqual(['TASK_REMINDER 3', 'TASK_REMINDER 2']);
    expect(await heard(home.ana)).toEqual([]);
    await minutes('2026-11-25T11:15:00Z', 5);
    expect(await heard(home.ana)).toEqual(['TASK_ESCALATED']);
  });

  test('reminds for several days after the task was due', async () => {
    const daily = { everyMinutes: 1440, times: 5 };
    await home.useCases.createTask(
      home.ben,
      aDraft({ ...due, nag: daily, escalateAfterMinutes: 10_080, responsibleMemberIds: [home.ben.memberId] }),
    );
    await minutes('2026-11-25T08:30:00Z', 8 * 24, 60);
    expect(await heard(home.ben)).toHaveLength(5);
    expect(await heard(home.ana)).toEqual(['TASK_ESCALATED']);
  });
});

test('notifications are deleted after 90 days', async () => {
  await give(home.ben);
  expect(await told(home.ben)).toEqual(['TASK_ASSIGNED']);
  home.app.clock.set('2027-02-19T11:00:00Z');
  await home.useCases.purgeHistory();
  expect(await told(home.ben)).toEqual(['TASK_ASSIGNED']);
  home.app.clock.set('2027-02-20T11:00:00Z');
  await home.useCases.purgeHistory();
  expect(await told(home.ben)).toEqual([]);
});
