import { beforeEach, expect, test } from '@jest/globals';
import { ALL, aHome, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

/** Verifies the address of Ana, because only members with a verified address may invite by e-mail. */
async function proveEmail(): Promise<void> {
  await home.useCases.requestEmailChange(home.ana, 'ana@home.example', 'three unlikely words');
  await home.app.performJobs();
  await home.useCases.proveEmail(home.ana, home.app.mailer.tokenFor('ana@home.example'));
}

test('only owners can change the name of the household', async () => {
  const { editHousehold, listHouseholds } = home.useCases;
  await expect(editHousehold(home.ben, { name: 'Ours' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await editHousehold(home.ana, { name: 'Ours' });
  expect((await listHouseholds(home.ben, ALL)).rows).toMatchObject([{ household: { name: 'Ours' } }]);
});

test.each<readonly [what: string, act: (cases: Home['useCases'], by: Home['ben']) => Promise<unknown>]>([
  ['change the household', (cases, by) => cases.editHousehold(by, { name: 'Ours' })],
  ['delete the household', (cases, by) => cases.deleteHousehold(by)],
  ['create a display', (cases, by) => cases.createDisplay(by, 'Kitchen')],
  [
    'create a member without an account',
    (cases, by) => cases.createMember(by, { displayName: 'Leo', group: 'CHILD' }),
  ],
])(
  'an owner who became a member after the request was authenticated can no longer %s',
  async (_what, act) => {
    const formerOwner = { ...home.ben, role: 'OWNER' as const };
    await expect(act(home.useCases, formerOwner)).rejects.toMatchObject({
      details: { reason: 'OWNERS_ONLY' },
    });
  },
);

test('listMemberships returns the household of the caller with the role and the group that they have there', async () => {
  const { editMember, listMemberships } = home.useCases;
  await editMember(home.ana, home.ben.memberId, { group: 'CHILD' });
  const { userId, sessionId, account } = home.ben;
  expect((await listMemberships({ userId, sessionId, account }, ALL)).rows).toMatchObject([
    {
      userId,
      household: { id: home.householdId },
      memberId: home.ben.memberId,
      role: 'MEMBER',
      group: 'CHILD',
    },
  ]);
});

test('previewing another first day of the week changes nothing', async () => {
  const { previewHouseholdEdit, showHousehold } = home.useCases;
  const before = (await showHousehold(home.ana)).household.weekStartsOn;
  const tried = await previewHouseholdEdit(home.ana, { weekStartsOn: before === 'su' ? 'mo' : 'su' });
  expect(tried.counts).toEqual({ created: 0, changed: 0, removed: 0, kept: 0 });
  expect((await showHousehold(home.ana)).household.weekStartsOn).toBe(before);
});

test('a member can rename a category that another member created, but not to the name of another category', async () => {
  const { createCategory, editCategory, listCategories } = home.useCases;
  const { id } = await createCategory(home.ana, { name: 'Garden', color: null, icon: null });
  await createCategory(home.ana, { name: 'Kitchen', color: null, icon: null });
  await expect(editCategory(home.ben, id, { name: 'kitchen' })).rejects.toThrow();
  await editCategory(home.ben, id, { name: 'Balcony' });
  expect((await listCategories(home.cleo, ALL)).rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Balcony', 'Kitchen']),
  );
});

test('an invitation is mailed, can be previewed, and is invalid after it is revoked', async () => {
  await proveEmail();
  const { createInvitation, previewInvitation, revokeInvitation, acceptInvitation } = home.useCases;
  const { invitation, token } = await createInvitation(home.ana, {
    email: 'dan@example.org',
    expiresInDays: 3,
    maxUses: 1,
  });
  await home.app.performJobs();
  const mail = home.app.mailer.sent.at(-1);
  expect(mail).toMatchObject({
    kind: 'invitation',
    to: 'dan@example.org',
    inviter: 'Ana',
    household: 'Home',
  });
  expect(await previewInvitation(token)).toMatchObject({ householdName: 'Home', invitedBy: 'Ana' });
  await expect(revokeInvitation(home.ben, invitation.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await revokeInvitation(home.ana, invitation.id);
  await expect(previewInvitation(token)).rejects.toMatchObject({ code: 'INVITATION_EXPIRED' });
  await expect(acceptInvitation(home.dan, token)).rejects.toMatchObject({ code: 'INVITATION_EXPIRED' });
});
