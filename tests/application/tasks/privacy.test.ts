import { beforeEach, describe, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
let id: OccurrenceId;
beforeEach(async () => {
  home = await aHome();
  const draft = aDraft({ title: 'A present for Ben', visibility: 'PERSONAL', date: civilDate('2026-11-25') });
  ({ id } = await home.useCases.createTask(home.ana, draft));
});

type UseCases = Home['useCases'];

test.each<readonly [string, (useCases: UseCases, caller: Home['ben']) => Promise<unknown>]>([
  ['read', ({ getOccurrence }, caller) => getOccurrence(caller, id)],
  ['edited', ({ editOccurrence }, caller) => editOccurrence(caller, id, 'this', { title: 'x' }, {})],
  ['completed', ({ completeOccurrence }, caller) => completeOccurrence(caller, id, { for: null, at: null })],
  ['reopened', ({ reopenOccurrence }, caller) => reopenOccurrence(caller, id)],
  ['skipped', ({ skipOccurrence }, caller) => skipOccurrence(caller, id)],
  ['deleted', ({ deleteOccurrence }, caller) => deleteOccurrence(caller, id, 'this', {})],
  ['restored', ({ restoreOccurrence }, caller) => restoreOccurrence(caller, id)],
  ['given an item', ({ addChecklistItem }, caller) => addChecklistItem(caller, id, 'x')],
  ['offered', ({ requestSwap }, caller) => requestSwap(caller, id, id)],
])("another's personal task cannot be %s", async (_name, act) => {
  await expect(act(home.useCases, home.ben)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  await home.useCases.deleteOccurrence(home.ana, id, 'this', {});
  await expect(act(home.useCases, home.ben)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
});

describe('what others are shown', () => {
  test('knows nothing of it: lists, trash, activity, statistics, notifications', async () => {
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

  test('is not even told that something has changed', async () => {
    const { useCases, ana, app, householdId } = home;
    app.heard.all.length = 0;
    await useCases.skipOccurrence(ana, id);
    expect(app.heard.changesOf(householdId)).toEqual([{ householdId, topic: 'tasks', onlyFor: ana.userId }]);
  });
});

test('a personal task is nobody’s but its author’s', async () => {
  const { useCases, ana, ben } = home;
  const give = useCases.editOccurrence(ana, id, 'this', { responsibleMemberIds: [ben.userId] }, {});
  await expect(give).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  const forBen = useCases.completeOccurrence(ana, id, { for: ben.userId, at: null });
  await expect(forBen).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});
