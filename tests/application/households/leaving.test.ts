import { beforeEach, describe, expect, test } from '@jest/globals';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { join, memberCaller } from '../../support/application/people.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const leave = (who: 'ana' | 'ben' | 'cleo') => home.useCases.removeMember(home[who], home[who].userId);

describe('who leaves', () => {
  test('is removed by an owner, or goes by themselves', async () => {
    const { useCases, ana, ben, cleo } = home;
    await expect(useCases.removeMember(ben, cleo.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await useCases.removeMember(ana, cleo.userId);
    await useCases.removeMember(ben, ben.userId);
    const { members } = await useCases.showHousehold(ana);
    expect(members.filter(({ leftAt }) => leftAt === null).map(({ id }) => id)).toEqual([ana.userId]);
  });

  test('T-A6 is not the last owner while others stay', async () => {
    await expect(leave('ana')).rejects.toMatchObject({ code: 'LAST_OWNER' });
    await home.useCases.editMember(home.ana, home.ben.userId, { role: 'OWNER' });
    await leave('ana');
  });

  test('T-A6 loses open work and keeps what is done', async () => {
    const { useCases, ana, ben } = home;
    const assigned = () => useCases.createTask(ana, aDraft({ responsibleMemberIds: [ben.userId] }));
    const [open, done] = [await assigned(), await assigned()];
    await useCases.completeOccurrence(ben, done.id, { for: null, at: null });
    await leave('ben');
    expect(await useCases.getOccurrence(ana, open.id)).toMatchObject({
      responsibleMemberIds: [],
      turnReason: null,
    });
    expect(await useCases.getOccurrence(ana, done.id)).toMatchObject({
      responsibleMemberIds: [ben.userId],
      completedFor: ben.userId,
    });
  });

  test('leaves nothing personal, no feed, no invitation and no notification behind', async () => {
    const { app, useCases, ana, ben, dan, householdId } = home;
    await useCases.createTask(ben, aDraft({ title: 'Diary', visibility: 'PERSONAL' }));
    await useCases.createTask(ana, aDraft({ responsibleMemberIds: [ben.userId] }));
    await useCases.createFeed(ben, { householdId, personal: true });
    const { token } = await useCases.createInvitation(ben, {
      email: null,
      expiresInDays: null,
      maxUses: null,
    });
    await app.performJobs();
    expect((await useCases.listNotifications(ben, { unread: true }, ALL)).rows).not.toEqual([]);

    await leave('ben');
    await join(app, ana, ben, householdId);
    const back = await memberCaller(app, ben, householdId);
    expect(
      (await useCases.listOccurrences(back, { ...EVERYTHING, visibility: 'PERSONAL' }, ALL)).rows,
    ).toEqual([]);
    expect((await useCases.listNotifications(back, { unread: false }, ALL)).rows).toEqual([]);
    expect((await useCases.listFeeds(back, ALL)).rows).toEqual([]);
    const accept = useCases.acceptInvitation(dan, token);
    await expect(accept).rejects.toMatchObject({ code: 'INVITATION_EXPIRED' });
  });
});

test('T-A6 with the last member the household goes whole', async () => {
  const { app, useCases, ana, householdId } = home;
  await useCases.createTask(ana, aDraft({ responsibleMemberIds: [ana.userId], checklist: [{ title: 'x' }] }));
  await useCases.createFeed(ana, { householdId, personal: true });
  await useCases.createCategory(ana, { name: 'Kitchen', color: null, icon: null });
  await app.performJobs();
  await leave('ben');
  await leave('cleo');
  await leave('ana');
  await app.performJobs();
  expect(await app.storage.remnantsOf(householdId)).toEqual([]);
  await expect(memberCaller(app, ana, householdId)).rejects.toMatchObject({ code: 'HOUSEHOLD_NOT_FOUND' });
});
