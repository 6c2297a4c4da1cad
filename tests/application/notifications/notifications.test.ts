import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Jobs } from '../../../application/shared/job-queue.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
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
  home.useCases.createTask(home.ana, aDraft({ responsibleMemberIds: to.map(({ userId }) => userId) }));

describe('notifications', () => {
  test('tell whom a task was given to, and nobody of what they did themselves', async () => {
    await give(home.ana, home.ben);
    expect(await told(home.ben)).toEqual(['TASK_ASSIGNED']);
    expect(await told(home.ana)).toEqual([]);
    expect(await told(home.cleo)).toEqual([]);
  });

  test('T-N3 are not for who is away', async () => {
    const awayPeriods = [{ from: civilDate('2026-11-20'), to: civilDate('2026-11-30') }];
    await home.useCases.editMember(home.ben, home.ben.userId, { awayPeriods });
    await give(home.ben);
    expect(await told(home.ben)).toEqual([]);
  });

  test('tell who was asked to swap, and who asked of the answer', async () => {
    const [mine, theirs] = [await give(home.ana), await give(home.ben)];
    const { id } = await home.useCases.requestSwap(home.ana, mine.id, theirs.id);
    expect(await told(home.ben)).toContain('TURN_SWAP_REQUESTED');
    await home.useCases.answerSwap(home.ben, id, 'DECLINED');
    expect(await told(home.ana)).toEqual(['TURN_SWAP_ANSWERED']);
  });

  test('T-N1 tell once, however often their job runs', async () => {
    await give(home.ben);
    const jobs = await home.app.storage.takeJobs();
    for (const { name, payload } of [...jobs, ...jobs])
      if (name === 'notify') await home.useCases.notify(payload as Jobs['notify']);
    expect(await told(home.ben)).toEqual(['TASK_ASSIGNED']);
  });

  test('of a task that becomes personal are gone for others', async () => {
    const { id } = await give(home.ben);
    expect(await told(home.ben)).toEqual(['TASK_ASSIGNED']);
    const hide = { visibility: 'PERSONAL', responsibleMemberIds: [] } as const;
    await home.useCases.editOccurrence(home.ana, id, 'this', hide, {});
    expect(await told(home.ben)).toEqual([]);
  });
});

test('badges tell each member what waits for them', async () => {
  const [mine, theirs] = [await give(home.ana), await give(home.ben)];
  await home.useCases.requestSwap(home.ana, mine.id, theirs.id);
  await home.useCases.createTask(
    home.ana,
    aDraft({ date: civilDate('2026-11-20'), responsibleMemberIds: [home.ben.userId] }),
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

  test('come before the start, once, to who is responsible', async () => {
    const date = civilDate('2026-11-21');
    const responsibleMemberIds = [home.ben.userId];
    await home.useCases.sendReminders();
    await home.useCases.createTask(
      home.ben,
      aDraft({ date, time: civilTime('18:00'), reminders: [60], responsibleMemberIds }),
    );
    await at('2026-11-21T15:59:00Z');
    expect(await told(home.ben)).toEqual([]);
    await at('2026-11-21T16:00:00Z');
    await at('2026-11-21T16:01:00Z');
    expect(await told(home.ben)).toEqual(['TASK_REMINDER']);
    expect(await told(home.ana)).toEqual([]);
  });
});
