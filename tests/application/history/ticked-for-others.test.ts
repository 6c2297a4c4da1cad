import { describe, expect, test } from '@jest/globals';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome } from '../../support/application/home.js';

describe('completing a task', () => {
  test('records in the history and the notification who did the task, if a member ticks it for another member', async () => {
    const { useCases, app, ana, ben, cleo } = await aHome();
    const task = await useCases.createTask(
      cleo,
      aDraft({ responsibleMemberIds: [ben.memberId, cleo.memberId] }),
    );
    await useCases.completeOccurrence(ana, task.id, { for: [ben.memberId], at: null });
    const { rows: told } = await useCases.listActivity(ana, ALL);
    expect(told.find(({ action }) => action === 'COMPLETED')).toMatchObject({
      action: 'COMPLETED',
      actorId: ana.memberId,
      changes: [{ field: 'completedForIds', from: null, to: [ben.memberId] }],
    });
    await app.performJobs();
    const { rows } = await useCases.listNotifications(cleo, { unread: true }, ALL);
    expect(rows.find(({ type }) => type === 'TASK_COMPLETED')?.params).toMatchObject({
      actorId: ana.memberId,
      doneByIds: [ben.memberId],
    });
  });

  test('records no separate doer if the member who did the task ticks it', async () => {
    const { useCases, app, ana, ben } = await aHome();
    const task = await useCases.createTask(ana, aDraft({ responsibleMemberIds: [ana.memberId] }));
    await useCases.completeOccurrence(ben, task.id, { for: null, at: null });
    const { rows: told } = await useCases.listActivity(ana, ALL);
    expect(told.find(({ action }) => action === 'COMPLETED')).toMatchObject({ changes: [] });
    await app.performJobs();
    const { rows } = await useCases.listNotifications(ana, { unread: true }, ALL);
    expect(rows.find(({ type }) => type === 'TASK_COMPLETED')?.params).not.toHaveProperty('doneByIds');
  });
});
