import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { NOTIFICATIONS_OF_EVENT } from '../../../application/notifications/find-task-news.js';
import type { Jobs } from '../../../application/shared/job-queue.js';
import { jobDefinitions } from '../../../adapters/jobs/definitions.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { NOTIFICATION_TYPES } from '../../../domain/notifications/notification.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { TaskDraft } from '../../../domain/tasks/draft.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, type Home } from '../../support/application/home.js';

let home: Home;
/** Every test starts at noon on 2026-11-21. */
beforeEach(async () => {
  home = await aHome();
  for (const caller of everybody()) await home.useCases.readAllNotifications(caller);
});

const everybody = () => [home.ana, home.ben, home.cleo];
const turns = (people = everybody()) => ({
  ...{ kind: 'turns' as const, unit: 'occurrence' as const, length: 1, offset: 0 },
  order: people.map(({ memberId }) => [memberId]),
});
const task = (fields: Partial<TaskDraft> = {}, by = home.ana) =>
  home.useCases.createTask(by, aDraft({ title: 'Bins', date: civilDate('2026-11-24'), ...fields }));
const given = (to: MemberCaller, by = home.ana) => task({ responsibleMemberIds: [to.memberId] }, by);
const weekly = (people?: MemberCaller[], title = 'Bins') =>
  task({ title, recurrence: { frequency: 'weekly' }, rotation: turns(people) });
const edit = (by: MemberCaller, { id }: Occurrence, fields: object, scope: 'this' | 'all' = 'this') =>
  home.useCases.editOccurrence(by, id, scope, fields, {});
const away = (who: MemberCaller, by = who, to: string | null = null) =>
  home.useCases.addAbsence(by, who.memberId, {
    from: civilDate('2026-11-22'),
    to: to === null ? null : civilDate(to),
  });
const back = async (who: MemberCaller, by = who) => {
  const members = await home.useCases.showHousehold(home.ana);
  const [absence] = members.members.find(({ id }) => id === who.memberId)!.awayPeriods;
  await home.useCases.removeAbsence(by, who.memberId, absence!.id);
};
const swap = async () => {
  const [mine, theirs] = [await given(home.ana), await given(home.ben)];
  return (await home.useCases.requestSwap(home.ana, mine.id, theirs.id)).id;
};
/** Creates a pause from 2026-11-23 to 2026-12-08. If Ana and Ben take turns, it covers two dates of Ana and one of Ben. */
const pause = (mode: 'skip' | 'later' | 'assign', to: MemberCaller | null = null) =>
  home.useCases.createPause(home.ana, {
    ...{ from: civilDate('2026-11-23'), to: civilDate('2026-12-08'), mode, note: null },
    ...{ seriesIds: null, assignTo: to?.memberId ?? null },
  });
/** Makes the bins avoid a holiday that falls on one of Ben's turns. Ana is the actor and has turns as well. */
async function daysShift(then: 'next' | 'skip') {
  const day = civilDate('2026-12-08');
  const days = [
    { from: day, to: day, name: 'Mary' },
    ...[{ from: civilDate('2026-12-01'), to: civilDate('2026-12-01'), name: 'Eve' }],
  ];
  const calendar = await home.useCases.createDayCalendar(home.ana, {
    ...{ name: 'Feasts', days, ignored: [], url: null },
  });
  const { seriesId } = await weekly([home.cleo, home.ana, home.ben]);
  await home.useCases.editSeries(home.ana, seriesId!, {
    shift: { calendarIds: [calendar.id], when: 'onDay', then, restDays: [] },
  });
}
/** Runs all queued jobs and marks all notifications as read. */
const quiet = async () => {
  await home.app.performJobs();
  for (const caller of everybody()) await home.useCases.readAllNotifications(caller);
};
/** Runs the queued jobs as a worker does, and returns the unread notifications of the type for each member. */
async function heard(type: string) {
  const jobs = await home.app.storage.takeJobs();
  expect(jobs.filter(({ name, payload }) => !jobDefinitions[name].accepts(payload))).toEqual([]);
  for (const { name, payload } of jobs) {
    if (name === 'notify') await home.useCases.notify(payload as Jobs['notify']);
    if (name === 'notify-all') await home.useCases.notifyAll(payload as Jobs['notify-all']);
    if (name === 'replan-turns') await home.useCases.replanNextTurns(payload as Jobs['replan-turns']);
  }
  await home.app.performJobs();
  const of = async (caller: MemberCaller) =>
    (await home.useCases.listNotifications(caller, { unread: true }, ALL)).rows
      .filter((one) => one.type === type)
      .map(({ params }) => params);
  return { ana: await of(home.ana), ben: await of(home.ben), cleo: await of(home.cleo) };
}

type Heard = Record<'ana' | 'ben' | 'cleo', object[]>;
/** For each event and type: triggers the event, and returns the notifications of that type that each member should get. */
const ROWS: Record<string, () => Promise<Heard>> = {
  'occurrence.created TASK_ASSIGNED': async () => {
    await given(home.ben);
    return { ana: [], ben: [{ title: 'Bins', actorId: home.ana.memberId }], cleo: [] };
  },
  'occurrence.edited TASK_ASSIGNED': async () => {
    const row = await given(home.ben);
    await quiet();
    const both = [home.ben.memberId, home.cleo.memberId];
    await edit(home.ana, row, { responsibleMemberIds: both });
    return { ana: [], ben: [], cleo: [{ title: 'Bins' }] };
  },
  'occurrence.edited TASK_MOVED': async () => {
    await edit(home.cleo, await given(home.ben), { date: civilDate('2026-11-25') });
    await edit(home.cleo, await task({ title: 'Cellar' }), { time: civilTime('09:00') });
    const moved = { title: 'Bins', date: '2026-11-25', dateBefore: '2026-11-24' };
    return { ana: [{ title: 'Cellar', time: '09:00', timeBefore: null }], ben: [moved], cleo: [] };
  },
  'occurrence.edited TASK_HANDED_OVER': async () => {
    await edit(home.ana, await given(home.ben), { responsibleMemberIds: [home.cleo.memberId] });
    await edit(home.ana, await given(home.cleo), { responsibleMemberIds: [] });
    return { ana: [], ben: [{ title: 'Bins', toIds: [home.cleo.memberId] }], cleo: [{ toIds: [] }] };
  },
  'occurrence.edited TASK_TAKEN_OVER': async () => {
    await edit(home.cleo, await given(home.ben), { responsibleMemberIds: [home.cleo.memberId] });
    return { ana: [], ben: [{ title: 'Bins', actorId: home.cleo.memberId }], cleo: [] };
  },
  'occurrence.completed TASK_COMPLETED': async () => {
    const { id } = await given(home.ben);
    await home.useCases.completeOccurrence(home.cleo, id, { for: null, at: null });
    return { ana: [{ title: 'Bins' }], ben: [{ title: 'Bins' }], cleo: [] };
  },
  'occurrence.deleted TASK_DELETED': async () => {
    await home.useCases.deleteOccurrence(home.cleo, (await given(home.ben)).id, 'this', {});
    await home.useCases.deleteOccurrence(home.cleo, (await task({ title: 'Cellar' })).id, 'this', {});
    return { ana: [{ title: 'Cellar' }], ben: [{ title: 'Bins' }], cleo: [] };
  },
  'series.edited TASK_MOVED': async () => {
    await edit(home.ana, await weekly(), { date: civilDate('2026-11-25') }, 'all');
    const dates = (...all: string[]) => [{ count: expect.any(Number), dates: all, title: 'Bins' }];
    return {
      ana: [],
      ben: dates('2026-12-02', '2026-12-23', '2027-01-13'),
      cleo: dates('2026-12-09', '2026-12-30', '2027-01-20'),
    };
  },
  'series.edited TASK_DELETED': async () => {
    const until = { frequency: 'weekly', count: 2 } as const;
    await edit(home.ana, await weekly([home.ana, home.ben, home.cleo]), { recurrence: until }, 'all');
    const gone = (date: string) => [{ title: 'Bins', date, count: expect.any(Number) }];
    return { ana: [], ben: gone('2026-12-22'), cleo: gone('2026-12-08') };
  },
  'series.edited SERIES_HANDED_OVER': async () => {
    const { seriesId } = await weekly([home.ana, home.ben]);
    await home.useCases.editSeries(home.ana, seriesId!, { rotation: turns([home.ana, home.cleo]) });
    return {
      ana: [],
      ben: [{ title: 'Bins', yours: false, seriesId }],
      cleo: [{ title: 'Bins', yours: true, seriesId }],
    };
  },
  'series.deleted TASK_DELETED': async () => {
    await home.useCases.deleteSeries(home.ana, (await weekly()).seriesId!);
    const dates = (first: string) => [{ date: first, count: expect.any(Number) }];
    return { ana: [], ben: dates('2026-12-01'), cleo: dates('2026-12-08') };
  },
  'series.paused TASK_ASSIGNED': async () => {
    await weekly([home.ana, home.ben]);
    await pause('assign', home.cleo);
    return { ana: [], ben: [], cleo: [{ title: 'Bins', actorId: home.ana.memberId, count: 3 }] };
  },
  'series.paused TASK_MOVED': async () => {
    const recurrence = { frequency: 'weekly', interval: 2 } as const;
    await task({ recurrence, rotation: turns([home.ben, home.ana]) });
    await pause('later');
    return { ana: [], ben: [{ title: 'Bins', actorId: home.ana.memberId }], cleo: [] };
  },
  'series.paused TASK_DELETED': async () => {
    await weekly([home.ana, home.ben]);
    await pause('skip');
    return { ana: [], ben: [{ title: 'Bins', date: '2026-12-01' }], cleo: [] };
  },
  'series.paused TASK_HANDED_OVER': async () => {
    await weekly([home.ana, home.ben]);
    await pause('assign', home.cleo);
    return { ana: [], ben: [{ date: '2026-12-01', toIds: [home.cleo.memberId] }], cleo: [] };
  },
  'series.replanned TASK_MOVED': async () => {
    await daysShift('next');
    return { ana: [], ben: [{ date: '2026-12-09', dateBefore: '2026-12-08' }], cleo: [] };
  },
  'series.replanned TASK_DELETED': async () => {
    await daysShift('skip');
    return { ana: [], ben: [{ date: '2026-12-08' }], cleo: [] };
  },
  'series.replanned TURN_BY_ABSENCE': async () => {
    for (let i = 0; i < 51; i++) await weekly([home.ben, home.cleo], `Bins ${i}`);
    await weekly([home.ben, home.ana], 'Dishes');
    await away(home.ben, home.ben, '2026-11-24');
    // The notification counts the occurrences of the batch that it was sent with, which has room for thirty series.
    return { ana: [{ title: 'Dishes' }], ben: [], cleo: [{ title: 'Bins 0', count: 30 }] };
  },
  'swap.requested TURN_SWAP_REQUESTED': async () => {
    const swapId = await swap();
    return { ana: [], ben: [{ swapId, status: 'OPEN' }], cleo: [] };
  },
  'swap.accepted TURN_SWAP_ANSWERED': async () => {
    await home.useCases.answerSwap(home.ben, await swap(), 'ACCEPTED');
    return { ana: [{ status: 'ACCEPTED' }], ben: [], cleo: [] };
  },
  'swap.declined TURN_SWAP_ANSWERED': async () => {
    await home.useCases.answerSwap(home.ben, await swap(), 'DECLINED');
    return { ana: [{ status: 'DECLINED' }], ben: [], cleo: [] };
  },
  'member.joined MEMBER_JOINED': async () => {
    await joined();
    const memberId = home.dan.userId;
    return { ana: [], ben: [{ memberId }], cleo: [{ memberId }] };
  },
  'member.joined INVITATION_ACCEPTED': async () => {
    await joined();
    return { ana: [{ memberId: home.dan.userId }], ben: [], cleo: [] };
  },
  'member.left MEMBER_LEFT': async () => {
    await home.useCases.removeMember(home.ana, home.cleo.memberId);
    return { ana: [], ben: [{ memberId: home.cleo.memberId }], cleo: [] };
  },
  'member.edited TURN_BY_ABSENCE': async () => {
    await weekly();
    await weekly([home.ben, home.cleo], 'Bread');
    await away(home.ben, home.ben, '2026-12-01');
    const awayIds = [home.ben.memberId];
    return {
      ana: [],
      ben: [],
      cleo: [{ awayIds, title: 'Bread', count: 2, dates: ['2026-11-24', '2026-12-01'] }],
    };
  },
  'member.edited TASK_ASSIGNED': async () => {
    await weekly([home.ben, home.cleo]);
    await away(home.ben, home.ben, '2026-12-01');
    await quiet();
    await back(home.ben, home.ana);
    return { ana: [], ben: [{ title: 'Bins', date: '2026-11-24' }], cleo: [] };
  },
  'member.edited TASK_HANDED_OVER': async () => {
    await weekly([home.ben, home.cleo]);
    await away(home.ben, home.ana, '2026-12-01');
    return { ana: [], ben: [{ title: 'Bins', toIds: [home.cleo.memberId] }], cleo: [] };
  },
  'member.edited TASK_TAKEN_OVER': async () => {
    await weekly([home.ben, home.cleo]);
    await away(home.ben, home.ben, '2026-12-01');
    await quiet();
    await back(home.ben);
    return { ana: [], ben: [], cleo: [{ title: 'Bins', actorId: home.ben.memberId }] };
  },
};

async function joined() {
  const asked = { email: null, expiresInDays: null, maxUses: null };
  const { token } = await home.useCases.createInvitation(home.ana, asked);
  await home.useCases.acceptInvitation(home.dan, token);
}

const RULES = Object.entries(NOTIFICATIONS_OF_EVENT).flatMap(([event, types]) =>
  types.map((type) => `${event} ${type}`),
);

describe('the notifications that follow from an event', () => {
  test.each(Object.keys(ROWS))('reach only the affected members (event and type: %s)', async (row) => {
    const [, type] = row.split(' ');
    const expected = await ROWS[row]!();
    expect(await heard(type!)).toMatchObject(expected);
  });

  test('are all tested in this file and listed in the table of docs/notifications.md', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(RULES.toSorted());
    const page = readFileSync('docs/notifications.md', 'utf8');
    const told = [...page.matchAll(/^\| `([a-z.]+)` +\| `([A-Z_]+)` +\|/gm)];
    expect(told.map(([, event, type]) => `${event} ${type}`)).toEqual(RULES);
    expect(NOTIFICATION_TYPES.filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
  });
});

test('changes of a personal task, or of a task that becomes personal, notify no other member', async () => {
  const row = await task({ visibility: 'PERSONAL', title: 'Diary' });
  await edit(home.ana, row, { date: civilDate('2026-11-25') });
  const shown = await given(home.ben);
  await quiet();
  await edit(home.ana, shown, { visibility: 'PERSONAL', responsibleMemberIds: [] });
  for (const type of NOTIFICATION_TYPES) expect(await heard(type)).toEqual({ ana: [], ben: [], cleo: [] });
});

test('a notification is not sent if it does not apply any more when its job runs', async () => {
  const row = await given(home.ben);
  await edit(home.ana, row, { responsibleMemberIds: [home.cleo.memberId] });
  await edit(home.ana, row, { responsibleMemberIds: [home.ben.memberId] });
  expect((await heard('TASK_HANDED_OVER')).ben).toEqual([]);
  expect((await heard('TASK_ASSIGNED')).cleo).toEqual([]);
});

test('an absence that affects more series than one batch notifies each stand-in once (T-N1)', async () => {
  for (let i = 0; i < 105; i++) await weekly([home.ben, home.ana]);
  await home.app.performJobs();
  await home.app.storage.takeJobs();
  await home.useCases.readAllNotifications(home.ana);
  const away = { from: civilDate('2026-11-22'), to: civilDate('2026-12-31') };
  await home.useCases.addAbsence(home.ben, home.ben.memberId, away);
  let batches = 0;
  for (
    let jobs = await home.app.storage.takeJobs();
    jobs.length > 0;
    jobs = await home.app.storage.takeJobs()
  )
    for (const { name, payload } of jobs) {
      expect(jobDefinitions[name].accepts(payload)).toBe(true);
      if (name === 'notify') await home.useCases.notify(payload as Jobs['notify']);
      if (name === 'notify-all') await home.useCases.notifyAll(payload as Jobs['notify-all']);
      if (name !== 'replan-turns') continue;
      batches += 1;
      await home.useCases.replanNextTurns(payload as Jobs['replan-turns']);
    }
  expect(batches).toBeGreaterThan(1);
  const { rows } = await home.useCases.listNotifications(home.ana, { unread: true }, ALL);
  expect(rows.map(({ type }) => type)).toEqual(['TURN_BY_ABSENCE']);
});
