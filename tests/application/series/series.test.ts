import { beforeEach, describe, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { ChecklistItemId, OccurrenceId, SeriesId, MemberId } from '../../../domain/shared/ids.js';
import type { TaskEdit } from '../../../domain/series/edit-request.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

const DAY_MS = 86_400_000;
const done = { for: null, at: null };

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const inTurn = ({ ana, ben, cleo }: Home) =>
  ({
    kind: 'turns',
    order: [[ana.memberId], [ben.memberId], [cleo.memberId]],
    unit: 'occurrence',
    length: 1,
    offset: 0,
  }) as const;

/** Creates a task on every Saturday from today on, with the turns Ana, Ben, Cleo. */
const weekly = (fields: Parameters<typeof aDraft>[0] = {}): Promise<Occurrence> =>
  home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Bins', date: civilDate('2026-11-21'), rotation: inTurn(home) },
      recurrence: { frequency: 'weekly' },
      ...fields,
    }),
  );
const daily = (fields: Parameters<typeof aDraft>[0] = {}) =>
  weekly({ recurrence: { frequency: 'daily' }, ...fields });
const rows = async () => (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows;
const row = async (place: number) => (await rows())[place] as Occurrence;
const turns = async () => {
  const names = new Map(['ana', 'ben', 'cleo'].map((name) => [home[name as 'ana'].userId as string, name]));
  return (await rows()).map(({ responsibleMemberIds }) =>
    responsibleMemberIds.map((id) => names.get(id)).join('+'),
  );
};

test('a series has occurrences for the next ninety days, each with an assignee', async () => {
  await weekly();
  const all = await rows();
  expect(all.map(({ date }) => date).slice(0, 3)).toEqual(['2026-11-21', '2026-11-28', '2026-12-05']);
  expect(all.at(-1)?.date).toBe('2027-02-13');
  expect((await turns()).slice(0, 4)).toEqual(['ana', 'ben', 'cleo', 'ana']);
});

test('a series that began in the past has its first occurrence and the occurrences of the last ninety days', async () => {
  await weekly({ date: civilDate('2026-01-01') });
  const dates = (await rows()).map(({ date }) => date);
  expect(dates.slice(0, 3)).toEqual(['2026-01-01', '2026-08-27', '2026-09-03']);
});

describe('a task that is changed to repeat', () => {
  const alone = (fields: Parameters<typeof aDraft>[0] = {}) =>
    home.useCases.createTask(
      home.ana,
      aDraft({
        title: 'Bins',
        date: civilDate('2026-11-23'),
        checklist: [{ title: 'a' }, { title: 'b' }],
        ...fields,
      }),
    );
  const repeat = (id: Occurrence['id'], fields: TaskEdit) =>
    home.useCases.editOccurrence(
      home.ana,
      id,
      'this',
      { recurrence: { frequency: 'weekly' }, ...fields },
      {},
    );

  test('becomes the first occurrence of its series and keeps its content', async () => {
    const task = await alone();
    await home.useCases.editChecklistItem(home.ana, task.id, task.checklist[0]!.id, { done: true });
    const first = await repeat(task.id, { rotation: inTurn(home), title: 'Glass' });
    expect(first).toMatchObject({
      id: task.id,
      taskId: task.taskId,
      title: 'Glass',
      seriesIndex: 0,
      originalDate: '2026-11-23',
      date: '2026-11-23',
      responsibleMemberIds: [home.ana.memberId],
      turnReason: 'ROTATION',
      isException: false,
      version: 3,
    });
    expect(first.checklist.map(({ done: ticked }) => ticked)).toEqual([true, false]);
    expect(await turns()).toEqual(expect.arrayContaining(['ana', 'ben', 'cleo']));
    const all = await rows();
    expect(all.slice(0, 3).map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-30', '2026-12-07']);
    expect(all.map(({ seriesIndex }) => seriesIndex)).toEqual(all.map((_, place) => place));
    expect(new Set(all.map(({ taskId }) => taskId))).toEqual(new Set([task.taskId]));
    expect(all[1]?.checklist).toMatchObject([{ title: 'a', done: false }, { title: 'b' }]);
    const { rows: told } = await home.useCases.listActivity(home.ana, ALL, {
      subjectId: task.id,
      since: null,
    });
    expect(told.map(({ action }) => action)).toEqual(expect.arrayContaining(['EDITED', 'CREATED']));
    await home.useCases.editOccurrence(home.ana, all[1]!.id, 'all', { title: 'Paper' }, {});
    expect((await rows()).every(({ title }) => title === 'Paper')).toBe(true);
  });

  test('moves to the first date of the rule, and its series gets no other dates in the past', async () => {
    const task = await alone({ date: civilDate('2026-10-01') });
    const first = await repeat(task.id, { recurrence: { frequency: 'weekly', byDay: [{ day: 'fr' }] } });
    expect(first).toMatchObject({ date: '2026-10-02', originalDate: '2026-10-02', seriesIndex: 0 });
    const coming = (await rows()).filter(({ id }) => id !== task.id);
    expect(coming[0]).toMatchObject({ date: '2026-11-27', seriesIndex: 8 });
  });

  test('creates the next occurrence with the same assignees when completed, if the task repeats after completion', async () => {
    const task = await alone({ responsibleMemberIds: [home.ben.memberId] });
    await repeat(task.id, { recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' } });
    expect(await rows()).toHaveLength(1);
    await home.useCases.completeOccurrence(home.ana, task.id, done);
    expect((await rows())[1]).toMatchObject({
      date: '2026-11-26',
      responsibleMemberIds: [home.ben.memberId],
    });
  });

  test('is rejected if the task has no date, if the task is done, or if the rule has no dates', async () => {
    const { useCases, ana } = home;
    const undated = await alone({ date: null });
    const finished = await alone();
    await useCases.completeOccurrence(ana, finished.id, done);
    const dated = await alone();
    const field = (name: string) => ({ code: 'VALIDATION_FAILED', details: [{ field: name }] });
    await expect(repeat(undated.id, {})).rejects.toMatchObject(field('date'));
    await expect(repeat(finished.id, {})).rejects.toMatchObject(field('recurrence'));
    const over = { frequency: 'daily', until: civilDate('2026-11-01') } as const;
    await expect(repeat(dated.id, { recurrence: over })).rejects.toMatchObject(field('recurrence.until'));
    const rotation = { kind: 'fixed', members: [home.dan.userId as string as MemberId] } as const;
    await expect(repeat(dated.id, { rotation })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const { rows: series } = await useCases.listSeries(ana, ALL, { withEnded: true });
    expect(series).toEqual([]);
    expect(await repeat(undated.id, { date: civilDate('2026-12-24') })).toMatchObject({ date: '2026-12-24' });
  });

  test('is visible only to its author if the same edit makes it PERSONAL', async () => {
    const task = await alone({ responsibleMemberIds: [home.ana.memberId] });
    const first = await repeat(task.id, { visibility: 'PERSONAL' });
    expect(first.visibility).toBe('PERSONAL');
    expect((await rows()).every(({ visibility }) => visibility === 'PERSONAL')).toBe(true);
    expect((await home.useCases.listOccurrences(home.ben, EVERYTHING, ALL)).rows).toEqual([]);
    const { rows: others } = await home.useCases.listSeries(home.ben, ALL);
    expect(others).toEqual([]);
  });
});

describe('resetting the assignee of an occurrence to the rotation', () => {
  const edit = (place: number, fields: TaskEdit, by = home.ana) =>
    row(place).then(({ id }) => home.useCases.editOccurrence(by, id, 'this', fields, {}));

  test('assigns the member of the rotation, and the occurrence is no longer an exception', async () => {
    await weekly();
    const given = await edit(1, { responsibleMemberIds: [home.ana.memberId] });
    expect(given).toMatchObject({ turnReason: 'MANUAL', isException: true });
    const back = await edit(1, { responsibleMemberIds: null });
    expect(back).toMatchObject({
      responsibleMemberIds: [home.ben.memberId],
      turnReason: 'ROTATION',
      isException: false,
      version: 3,
    });
    await home.useCases.editOccurrence(home.ana, (await row(0)).id, 'all', { title: 'Glass' }, {});
    expect(await row(1)).toMatchObject({ id: back.id, title: 'Glass' });
  });

  test('keeps the occurrence as an exception if another field was also changed', async () => {
    await weekly();
    await edit(1, { responsibleMemberIds: [], date: civilDate('2026-11-29') });
    expect(await edit(1, { responsibleMemberIds: null })).toMatchObject({
      responsibleMemberIds: [home.ben.memberId],
      date: '2026-11-29',
      isException: true,
    });
  });

  test('assigns a stand-in if the member who is due by the rotation is away', async () => {
    await weekly();
    await edit(1, { responsibleMemberIds: [home.ana.memberId] });
    const day = civilDate('2026-11-28');
    await home.useCases.editMember(home.ben, home.ben.memberId, { awayPeriods: [{ from: day, to: day }] });
    expect(await edit(1, { responsibleMemberIds: null })).toMatchObject({
      responsibleMemberIds: [home.cleo.memberId],
      turnReason: 'AWAY',
    });
  });

  test('is refused for a whole series and for a task that does not repeat', async () => {
    const { seriesId } = await weekly();
    const { useCases, ana } = home;
    const alone = await useCases.createTask(ana, aDraft({}));
    const edit = { responsibleMemberIds: null };
    const { id } = await row(1);
    for (const refused of [
      useCases.editOccurrence(ana, id, 'all', edit, {}),
      useCases.editOccurrence(ana, id, 'following', edit, {}),
      useCases.editSeries(ana, seriesId!, edit),
      useCases.editOccurrence(ana, alone.id, 'this', edit, {}),
    ])
      await expect(refused).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [{ field: 'responsibleMemberIds' }],
      });
  });
});

test('moving an occurrence and the following ones to the date of a completed occurrence uses the next free day', async () => {
  await weekly();
  const { useCases, ana } = home;
  await useCases.completeOccurrence(ana, (await row(1)).id, done);
  const { id } = await row(0);
  const recurrence = { kind: 'afterCompletion', every: 5, unit: 'day' } as const;
  const edit = { date: civilDate('2026-11-28'), recurrence };
  const edited = await useCases.editOccurrence(ana, id, 'following', edit, {});
  expect(edited).toMatchObject({ status: 'TODO', date: '2026-11-29', originalDate: '2026-11-29' });
});

describe('an edit of a series', () => {
  test('with scope this makes an exception and changes no other occurrence', async () => {
    await weekly();
    const before = await rows();
    const { id } = await row(1);
    await home.useCases.editOccurrence(
      home.ben,
      id,
      'this',
      { title: 'Glass', date: civilDate('2026-11-29') },
      {},
    );
    const [first, edited, ...others] = await rows();
    expect(edited).toMatchObject({
      ...{ title: 'Glass', date: '2026-11-29', originalDate: '2026-11-28' },
      isException: true,
    });
    expect([first, ...others]).toEqual(before.filter((one) => one.id !== id));
  });

  test('with scope following splits the series and continues the order of turns [T-O7]', async () => {
    await weekly();
    const before = await rows();
    await home.useCases.editOccurrence(home.ben, (await row(2)).id, 'following', { title: 'Glass' }, {});
    const after = await rows();
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(new Set(after.slice(2).map(({ title }) => title))).toEqual(new Set(['Glass']));
    expect((await turns()).slice(0, 4)).toEqual(['ana', 'ben', 'cleo', 'ana']);
    expect((await home.useCases.listSeries(home.ana, ALL)).rows).toHaveLength(2);
  });

  test('with scope following also changes restored occurrences beyond the end of the series, and keeps their ticked checklist items', async () => {
    await weekly({ checklist: [{ title: 'Paper' }] });
    const { id } = await row(3);
    await home.useCases.deleteOccurrence(home.ana, id, 'following', {});
    const { checklist } = await home.useCases.restoreOccurrence(home.ben, id);
    await home.useCases.editChecklistItem(home.ben, id, checklist[0]?.id as ChecklistItemId, { done: true });
    await home.useCases.editOccurrence(home.ana, (await row(1)).id, 'following', { title: 'Glass' }, {});
    const all = await rows();
    expect(all.map(({ date, title }) => [date, title])).toEqual([
      ['2026-11-21', 'Bins'],
      ...['2026-11-28', '2026-12-05', '2026-12-12'].map((date) => [date, 'Glass']),
    ]);
    expect(all[3]).toMatchObject({ id, isException: false, checklist: [{ title: 'Paper', done: true }] });
    expect(await turns()).toEqual(['ana', 'ben', 'cleo', 'ana']);
  });

  test('with scope all changes open occurrences and keeps completed ones [T-O5]', async () => {
    await weekly();
    await home.useCases.completeOccurrence(home.ana, (await row(0)).id, done);
    await home.useCases.editOccurrence(home.ben, (await row(2)).id, 'all', { title: 'Glass' }, {});
    const [first, ...others] = await rows();
    expect(first).toMatchObject({ title: 'Bins', status: 'DONE' });
    expect(new Set(others.map(({ title }) => title))).toEqual(new Set(['Glass']));
  });
});

describe('a deletion in a series', () => {
  test('with scope this excludes the date and uses up the turn [T-O6]', async () => {
    await weekly();
    await home.useCases.deleteOccurrence(home.ana, (await row(1)).id, 'this', {});
    home.app.clock.advance(7 * DAY_MS);
    await home.useCases.extendHorizons();
    expect((await rows()).map(({ date }) => date).slice(0, 2)).toEqual(['2026-11-21', '2026-12-05']);
    expect((await turns()).slice(0, 3)).toEqual(['ana', 'cleo', 'ana']);
  });

  test('gives the date back to the series when the occurrence is restored', async () => {
    const { seriesId } = await weekly();
    const { id } = await row(1);
    const nextDates = async () =>
      (await home.useCases.getSeries(home.ana, seriesId as SeriesId)).nextDates.slice(0, 2);
    await home.useCases.deleteOccurrence(home.ana, id, 'this', {});
    expect(await nextDates()).toEqual(['2026-11-21', '2026-12-05']);
    await home.useCases.restoreOccurrence(home.ben, id);
    expect(await nextDates()).toEqual(['2026-11-21', '2026-11-28']);
  });

  test('with scope following ends the series before the occurrence', async () => {
    await weekly();
    await home.useCases.deleteOccurrence(home.ana, (await row(2)).id, 'following', {});
    home.app.clock.advance(30 * DAY_MS);
    expect(await home.useCases.extendHorizons()).toBe(0);
    expect(await rows()).toHaveLength(2);
  });

  test('with scope all keeps completed occurrences and removes the series', async () => {
    await weekly();
    const { id } = await row(0);
    await home.useCases.completeOccurrence(home.ana, id, done);
    await home.useCases.deleteOccurrence(home.ana, (await row(3)).id, 'all', {});
    expect(await rows()).toMatchObject([{ id, status: 'DONE' }]);
    expect((await home.useCases.listSeries(home.ana, ALL)).rows).toEqual([]);
  });
});

describe('the daily jobs of a series', () => {
  test('create each new occurrence once [T-O3]', async () => {
    await weekly();
    const count = (await rows()).length;
    home.app.clock.advance(14 * DAY_MS);
    expect(await home.useCases.extendHorizons()).toBe(2);
    expect(await home.useCases.extendHorizons()).toBe(0);
    expect(await rows()).toHaveLength(count + 2);
  });

  test('do not increase the version of the series', async () => {
    const { seriesId } = await weekly();
    const view = () => home.useCases.getSeries(home.ana, seriesId as SeriesId);
    const before = await view();
    home.app.clock.advance(14 * DAY_MS);
    await home.useCases.extendHorizons();
    const after = await view();
    expect(after.series.version).toBe(before.series.version);
    expect(after.series.horizon).not.toBe(before.series.horizon);
  });

  test('skip missed occurrences when a newer occurrence is due, if the series keeps only the latest one', async () => {
    await weekly({ missed: 'keepLatest' });
    home.app.clock.advance(14 * DAY_MS);
    expect(await home.useCases.skipMissed()).toBe(2);
    expect((await rows()).slice(0, 3)).toMatchObject([
      { status: 'SKIPPED', skippedReason: 'MISSED' },
      { status: 'SKIPPED', skippedReason: 'MISSED' },
      { status: 'TODO' },
    ]);
  });
});

describe('with missed=keepLatest, a past occurrence that is opened again stays open until another one is due on a later day', () => {
  const days = async (count: number) => {
    home.app.clock.advance(count * DAY_MS);
    await home.useCases.skipMissed();
  };
  const status = async (id: OccurrenceId) => (await home.useCases.getOccurrence(home.ana, id)).status;

  test.each<readonly [string, (id: OccurrenceId) => Promise<unknown>]>([
    ['missed', () => Promise.resolve()],
    ['skipped', (id) => home.useCases.skipOccurrence(home.ana, id)],
    ['done', (id) => home.useCases.completeOccurrence(home.ana, id, done)],
  ])('after being %s and reopened', async (_name, end) => {
    const { id } = await daily({ missed: 'keepLatest' });
    await end(id);
    await days(3);
    await home.useCases.reopenOccurrence(home.ana, id);
    await days(0);
    expect(await status(id)).toBe('TODO');
    await days(1);
    expect(await home.useCases.getOccurrence(home.ana, id)).toMatchObject({
      status: 'SKIPPED',
      skippedReason: 'MISSED',
    });
  });

  test('after being deleted and restored', async () => {
    const { id } = await daily({ missed: 'keepLatest' });
    await home.useCases.deleteOccurrence(home.ana, id, 'this', {});
    await days(3);
    await home.useCases.restoreOccurrence(home.ana, id);
    await days(0);
    expect(await status(id)).toBe('TODO');
  });
});

test('skipping an occurrence uses up the turn, credits nobody and can be reverted [T-O12]', async () => {
  const { id } = await weekly();
  const skipped = await home.useCases.skipOccurrence(home.ana, id);
  expect(skipped).toMatchObject({ status: 'SKIPPED', skippedReason: 'MANUAL', completedFor: null });
  expect(await home.useCases.skipOccurrence(home.ben, id)).toEqual(skipped);
  expect((await turns()).slice(1, 3)).toEqual(['ben', 'cleo']);
  expect(await home.useCases.reopenOccurrence(home.ana, id)).toMatchObject({
    status: 'TODO',
    skippedReason: null,
  });
  await home.useCases.completeOccurrence(home.ana, id, done);
  await expect(home.useCases.skipOccurrence(home.ana, id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
});

describe('a series that repeats after completion', () => {
  const watering = () => weekly({ recurrence: { kind: 'afterCompletion', every: 3, unit: 'day' } as const });

  test('creates the next occurrence when an occurrence is completed, and removes it when the completed one is reopened [T-O2, T-R12]', async () => {
    const { id } = await watering();
    home.app.clock.advance(DAY_MS);
    await home.useCases.completeOccurrence(home.ana, id, done);
    expect((await rows()).map(({ date, status }) => [date, status])).toEqual([
      ['2026-11-21', 'DONE'],
      ['2026-11-25', 'TODO'],
    ]);
    await home.useCases.reopenOccurrence(home.ben, id);
    expect(await rows()).toMatchObject([{ id, status: 'TODO' }]);
  });

  test('creates the next occurrence when an occurrence is deleted, and removes it when the deleted one is restored', async () => {
    const { id } = await watering();
    await home.useCases.deleteOccurrence(home.ana, id, 'this', {});
    expect((await rows()).map(({ date }) => date)).toEqual(['2026-11-24']);
    await home.useCases.restoreOccurrence(home.ana, id);
    expect(await rows()).toMatchObject([{ id, date: '2026-11-21', status: 'TODO' }]);
  });

  test('creates the next occurrence no matter which member completes, skips or deletes the last one', async () => {
    const { useCases, ana, ben } = home;
    const { id } = await useCases.createTask(
      ana,
      aDraft({
        ...{ date: civilDate('2026-11-21'), visibility: 'PERSONAL' },
        recurrence: { kind: 'afterCompletion', every: 1, unit: 'day' },
      }),
    );
    await runOperation(home, ana, () =>
      useCases.editOccurrence(ana, id, 'all', { visibility: 'SHARED' }, {}),
    );
    const open = async () => (await rows()).filter(({ status }) => status === 'TODO');
    const ends: ((id: OccurrenceId) => Promise<unknown>)[] = [
      (one) => useCases.completeOccurrence(ben, one, done),
      (one) => useCases.completeOccurrence(ana, one, { for: [ben.memberId], at: null }),
      (one) => useCases.skipOccurrence(ben, one),
      (one) => useCases.deleteOccurrence(ben, one, 'this', {}),
    ];
    for (const end of ends) {
      const before = await open();
      expect(before).toHaveLength(1);
      await end((before[0] as Occurrence).id);
      const after = await open();
      expect(after).toHaveLength(1);
      expect(after[0]?.id).not.toBe(before[0]?.id);
    }
  });
});

test('an edit with scope all returns the edited occurrence, and keeps the fields that were changed only on that occurrence', async () => {
  await weekly();
  const { id } = await row(2);
  await home.useCases.editOccurrence(home.ana, id, 'this', { notes: 'Both' }, {});
  const edited = await home.useCases.editOccurrence(
    home.ana,
    id,
    'all',
    { title: 'Glass', notes: 'All' },
    {},
  );
  expect(edited).toMatchObject({ id, title: 'Glass', notes: 'Both' });
  expect(await row(3)).toMatchObject({ title: 'Glass', notes: 'All' });
});

test.each(['following', 'all'] as const)(
  'an edit with scope %s that makes an occurrence personal can also change the assignee',
  async (scope) => {
    const { ana, ben, useCases } = home;
    await useCases.createTask(
      ana,
      aDraft({ date: civilDate('2026-11-24'), recurrence: { frequency: 'weekly' } }),
    );
    const { id } = await row(1);
    await useCases.editOccurrence(ana, id, 'this', { responsibleMemberIds: [ben.memberId] }, {});
    const hidden = { visibility: 'PERSONAL', responsibleMemberIds: [ana.memberId] } as const;
    const edited = await useCases.editOccurrence(ana, id, scope, hidden, {});
    expect(edited).toMatchObject({ visibility: 'PERSONAL', responsibleMemberIds: [ana.memberId] });
  },
);

describe('turns of a rotation', () => {
  test('are reassigned during an absence without an end, and return to the member when the absence ends', async () => {
    const { ana, ben, cleo, useCases } = home;
    await daily();
    const counts = async () => {
      const all = (await rows()).flatMap(({ responsibleMemberIds }) => responsibleMemberIds);
      return [ana, ben, cleo].map(({ memberId }) => all.filter((id) => id === memberId).length);
    };
    const before = await counts();
    const open = { from: civilDate('2026-11-21'), to: null };
    await useCases.editMember(ben, ben.memberId, { awayPeriods: [open] });
    const [anas = 0, bens, cleos = 0] = await counts();
    expect(bens).toBe(0);
    expect(Math.abs(anas - cleos)).toBeLessThan(3);
    expect(anas + cleos).toBe(before.reduce((sum, one) => sum + one));
    await useCases.editMember(ben, ben.memberId, { awayPeriods: [] });
    expect(await counts()).toEqual(before);
  });

  test('are reassigned for the days of an absence, and return to the member if the absence is removed', async () => {
    await weekly();
    const before = await turns();
    const away = [{ from: civilDate('2026-11-27'), to: civilDate('2026-11-29') }];
    await home.useCases.editMember(home.ben, home.ben.memberId, { awayPeriods: away });
    expect((await turns()).slice(0, 3)).toEqual(['ana', 'cleo', 'cleo']);
    await home.useCases.editMember(home.ben, home.ben.memberId, { awayPeriods: [] });
    expect(await turns()).toEqual(before);
  });

  test('go to the remaining members when a member has left', async () => {
    await weekly();
    await home.useCases.removeMember(home.ben, home.ben.memberId);
    const after = await turns();
    expect(new Set(after)).toEqual(new Set(['ana', 'cleo']));
    expect(after.every((name, place) => name !== after[place + 1])).toBe(true);
  });
});
