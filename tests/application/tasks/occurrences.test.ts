import { beforeEach, describe, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import type { OccurrenceId, MemberId } from '../../../domain/shared/ids.js';

describe('occurrences', () => {
  let home: Home;
  beforeEach(async () => {
    home = await aHome();
  });

  const done = { for: null, at: null };
  const create = (fields: Parameters<typeof aDraft>[0] = {}): Promise<Occurrence> =>
    home.useCases.createTask(home.ana, aDraft(fields));

  describe('an edit', () => {
    test('changes the sent fields and keeps the other fields [T-O5]', async () => {
      const task = await create({ title: 'Bins', notes: 'The yellow ones', date: civilDate('2026-11-25') });
      const { result: edited } = await runOperation(home.app, home.ben, () =>
        home.useCases.editOccurrence(home.ben, task.id, 'this', { title: 'Glass' }, {}),
      );
      const updatedBy = home.ben.memberId;
      expect(edited).toEqual({ ...task, title: 'Glass', version: 2, syncVersion: 2, updatedBy });
    });

    test('with an outdated version fails with a conflict that contains the current state', async () => {
      const { id, version } = await create();
      const edited = await home.useCases.editOccurrence(
        home.ben,
        id,
        'this',
        { title: 'Glass' },
        { version },
      );
      const late = home.useCases.editOccurrence(home.ana, id, 'this', { title: 'Paper' }, { version });
      await expect(late).rejects.toMatchObject({ code: 'VERSION_CONFLICT', current: edited });
    });

    test('that makes a task personal is allowed to its author only', async () => {
      const { id } = await create();
      const hide = (caller = home.ben) =>
        home.useCases.editOccurrence(caller, id, 'this', { visibility: 'PERSONAL' }, {});
      await expect(hide()).rejects.toMatchObject({ code: 'FORBIDDEN' });
      expect(await hide(home.ana)).toMatchObject({ visibility: 'PERSONAL' });
    });

    test('rejects an assignee who is not a member', async () => {
      const { id } = await create();
      const stranger = home.dan.userId as string as MemberId;
      const give = home.useCases.editOccurrence(
        home.ana,
        id,
        'this',
        { responsibleMemberIds: [stranger] },
        {},
      );
      await expect(give).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    });
  });

  describe('a completion', () => {
    test('is recorded once for the member who did the task, and a second completion changes nothing [T-O1]', async () => {
      const { id } = await create();
      const first = await home.useCases.completeOccurrence(home.ben, id, done);
      expect(first).toMatchObject({
        status: 'DONE',
        completedBy: home.ben.memberId,
        completedFor: home.ben.memberId,
        completedAt: home.app.clock.now(),
      });
      expect(await home.useCases.completeOccurrence(home.ana, id, done)).toEqual(first);
    });

    test('can name another member and a past time, but not a future time', async () => {
      const { id } = await create();
      const day = 86_400_000;
      const at = home.app.clock.now() - day;
      const report = { for: [home.cleo.memberId], at };
      const tomorrow = home.useCases.completeOccurrence(home.ana, id, { for: null, at: at + 2 * day });
      await expect(tomorrow).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      const completed = await home.useCases.completeOccurrence(home.ana, id, report);
      expect(completed).toMatchObject({
        completedBy: home.ana.memberId,
        completedFor: home.cleo.memberId,
        completedAt: at,
      });
    });

    test('cannot be changed to another member by completing again', async () => {
      const { id } = await create();
      await home.useCases.completeOccurrence(home.ben, id, done);
      const other = home.useCases.completeOccurrence(home.ana, id, { for: [home.cleo.memberId], at: null });
      await expect(other).rejects.toMatchObject({ code: 'INVALID_STATE' });
    });

    test('is reverted by reopening', async () => {
      const task = await create();
      await home.useCases.completeOccurrence(home.ben, task.id, done);
      const reopened = await home.useCases.reopenOccurrence(home.ana, task.id);
      const { syncVersion, statusAt } = reopened;
      expect(reopened).toEqual({ ...task, version: 3, syncVersion, statusAt });
    });
  });

  describe('the trash', () => {
    const listed = async () => (await home.useCases.listOccurrences(home.ben, EVERYTHING, ALL)).rows;
    const trash = async () => (await home.useCases.listTrash(home.ben, ALL)).rows;

    test.each(['TODO', 'DONE', 'SKIPPED'] as const)(
      'is the only list that contains a deleted task, which is restored with its status %s',
      async (status) => {
        const { id } = await create();
        if (status === 'DONE') await home.useCases.completeOccurrence(home.ben, id, done);
        if (status === 'SKIPPED') await home.useCases.skipOccurrence(home.ben, id);
        const [before] = await listed();
        await home.useCases.deleteOccurrence(home.ana, id, 'this', {});
        expect(await listed()).toEqual([]);
        expect(await trash()).toMatchObject([{ id, status: 'CANCELLED' }]);
        const restored = await home.useCases.restoreOccurrence(home.ben, id);
        const { version, syncVersion, statusAt } = restored;
        const updatedBy = home.ben.memberId;
        expect(restored).toEqual({ ...before, version, syncVersion, statusAt, updatedBy });
        expect(await trash()).toEqual([]);
      },
    );

    test('is emptied after thirty days', async () => {
      const { id } = await create();
      await home.useCases.deleteOccurrence(home.ana, id, 'this', {});
      home.app.clock.advance(30 * 86_400_000);
      await home.useCases.purgeTrash();
      expect(await trash()).toHaveLength(1);
      home.app.clock.advance(1);
      await home.useCases.purgeTrash();
      expect(await trash()).toEqual([]);
    });

    test('can be emptied by an owner, except for personal tasks of other members', async () => {
      const [shared, hidden] = [
        await create(),
        await home.useCases.createTask(home.ben, aDraft({ visibility: 'PERSONAL' })),
      ];
      await home.useCases.deleteOccurrence(home.ana, shared.id, 'this', {});
      await home.useCases.deleteOccurrence(home.ben, hidden.id, 'this', {});
      await expect(home.useCases.emptyTrash(home.ben)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await home.useCases.emptyTrash(home.ana);
      expect((await trash()).map(({ id }) => id)).toEqual([hidden.id]);
    });
  });

  test('have checklist items that other members can tick and remove one by one', async () => {
    const { id } = await create();
    const { addChecklistItem, editChecklistItem, removeChecklistItem } = home.useCases;
    await addChecklistItem(home.ana, id, 'Milk');
    const { checklist } = await addChecklistItem(home.ben, id, 'Bread');
    const [milk, bread] = checklist.map((item) => item.id);
    await editChecklistItem(home.cleo, id, milk!, { done: true });
    expect((await removeChecklistItem(home.ben, id, bread!)).checklist).toMatchObject([
      { title: 'Milk', done: true },
    ]);
    await expect(removeChecklistItem(home.ben, id, bread!)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('the quick-add preview of a sentence returns the task that is then created', async () => {
    const sentence = { text: 'Cook dinner tomorrow 18:30 @Ben', locale: 'en', ignore: [] };
    const all = async () => (await home.useCases.listOccurrences(home.ben, EVERYTHING, ALL)).rows;
    const preview = await home.useCases.previewQuickAdd(home.ana, sentence);
    expect(await all()).toEqual([]);
    const wanted = {
      ...{ title: 'Cook dinner', date: '2026-11-22', time: '18:30' },
      responsibleMemberIds: [home.ben.memberId],
    };
    expect(preview.draft).toMatchObject(wanted);
    await home.useCases.quickAdd(home.ana, sentence);
    expect(await all()).toMatchObject([wanted]);
  });
});

describe('privacy', () => {
  let home: Home;
  let id: OccurrenceId;
  beforeEach(async () => {
    home = await aHome();
    const draft = aDraft({
      title: 'A present for Ben',
      visibility: 'PERSONAL',
      date: civilDate('2026-11-25'),
    });
    ({ id } = await home.useCases.createTask(home.ana, draft));
  });

  type UseCases = Home['useCases'];

  test.each<readonly [string, (useCases: UseCases, caller: Home['ben']) => Promise<unknown>]>([
    ['read', ({ getOccurrence }, caller) => getOccurrence(caller, id)],
    ['edited', ({ editOccurrence }, caller) => editOccurrence(caller, id, 'this', { title: 'x' }, {})],
    [
      'completed',
      ({ completeOccurrence }, caller) => completeOccurrence(caller, id, { for: null, at: null }),
    ],
    ['reopened', ({ reopenOccurrence }, caller) => reopenOccurrence(caller, id)],
    ['skipped', ({ skipOccurrence }, caller) => skipOccurrence(caller, id)],
    ['deleted', ({ deleteOccurrence }, caller) => deleteOccurrence(caller, id, 'this', {})],
    ['restored', ({ restoreOccurrence }, caller) => restoreOccurrence(caller, id)],
    ['given a checklist item', ({ addChecklistItem }, caller) => addChecklistItem(caller, id, 'x')],
    ['offered for a swap', ({ requestSwap }, caller) => requestSwap(caller, id, id)],
  ])('a personal task of another member cannot be %s', async (_name, act) => {
    await expect(act(home.useCases, home.ben)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
    await home.useCases.deleteOccurrence(home.ana, id, 'this', {});
    await expect(act(home.useCases, home.ben)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  });

  describe('what other members see', () => {
    test('contains no personal task in lists, trash, activity, statistics and notifications', async () => {
      const { useCases, ana, ben, app } = home;
      const shown = async () => ({
        occurrences: (await useCases.listOccurrences(ben, EVERYTHING, ALL)).rows,
        trash: (await useCases.listTrash(ben, ALL)).rows,
        statistics: await useCases.showStatistics(ben, {}),
        activity: (await useCases.listActivity(ben, ALL)).rows,
        notifications: (await useCases.listNotifications(ben, { unread: false }, ALL)).rows,
      });
      const before = await shown();
      await useCases.completeOccurrence(ana, id, { for: null, at: null });
      await app.performJobs();
      expect(await shown()).toEqual(before);
      await useCases.deleteOccurrence(ana, id, 'this', {});
      await app.performJobs();
      expect(await shown()).toEqual(before);
      expect((await useCases.listTrash(ana, ALL)).rows).toHaveLength(1);
    });

    test('contains no event about a change of a personal task', async () => {
      const { useCases, ana, app, householdId } = home;
      app.received.all.length = 0;
      await useCases.skipOccurrence(ana, id);
      expect(app.received.changesOf(householdId)).toEqual([
        { householdId, topic: 'tasks', onlyFor: ana.memberId },
      ]);
    });
  });

  test('a personal task cannot be assigned to, or completed for, another member', async () => {
    const { useCases, ana, ben } = home;
    const give = useCases.editOccurrence(ana, id, 'this', { responsibleMemberIds: [ben.memberId] }, {});
    await expect(give).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const forBen = useCases.completeOccurrence(ana, id, { for: [ben.memberId], at: null });
    await expect(forBen).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
