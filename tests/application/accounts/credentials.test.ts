import { beforeEach, expect, test } from '@jest/globals';
import type { Caller } from '../../../application/shared/caller.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { ALL, aHome, type Home } from '../../support/application/home.js';

const PASSWORD = 'three unlikely words';
const OTHER = 'four quite unlikely words';
const EMAIL = 'ana@example.org';
let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const signIn = (email = EMAIL, password = PASSWORD) =>
  home.useCases.signIn({ email, password, userAgent: null });
const sessions = async (caller: Caller = home.ana) => (await home.useCases.listSessions(caller, ALL)).rows;
const isIn = (accessToken: string) =>
  home.useCases.authenticate(accessToken).then(
    () => true,
    (error: unknown) => (error as { code?: unknown }).code,
  );

test('using a refresh token again ten minutes after it was exchanged ends the session', async () => {
  const first = await signIn();
  const second = await home.useCases.refreshSession(first.refreshToken);
  expect(await isIn(second.accessToken)).toBe(true);
  home.app.clock.advance(600_000);
  await expect(home.useCases.refreshSession(first.refreshToken)).rejects.toMatchObject({
    code: 'SESSION_EXPIRED',
  });
  await expect(home.useCases.refreshSession(second.refreshToken)).rejects.toMatchObject({
    code: 'SESSION_EXPIRED',
  });
});

test('signing in fails with the same error for a wrong password and for an unknown address', async () => {
  await expect(signIn(EMAIL, OTHER)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await expect(signIn('nobody@example.org')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
});

test('revoking a session or signing out ends only that session, and signing out everywhere ends all sessions of the user', async () => {
  const [kept, revoked, left] = [await signIn(), await signIn(), await signIn()];
  const { sessionId } = await home.useCases.authenticate(revoked.accessToken);
  await home.useCases.revokeSession(home.ana, sessionId);
  await home.useCases.signOut(left.refreshToken, null);
  expect(await Promise.all([kept, revoked, left].map(({ accessToken }) => isIn(accessToken)))).toEqual([
    true,
    'SESSION_EXPIRED',
    'SESSION_EXPIRED',
  ]);
  await home.useCases.signOutEverywhere(home.ana);
  expect(await isIn(kept.accessToken)).toBe('SESSION_EXPIRED');
  expect(await sessions(home.ben)).toHaveLength(1);
});

test('resetting the password works once, only with the link of the newest mail, and ends all sessions of the user', async () => {
  const open = await signIn();
  await home.useCases.requestPasswordReset(EMAIL, '203.0.113.1');
  await home.app.performJobs();
  const former = home.app.mailer.tokenFor(EMAIL);
  await home.useCases.requestPasswordReset(EMAIL, '203.0.113.1');
  await home.app.performJobs();
  const newest = home.app.mailer.tokenFor(EMAIL);
  await expect(home.useCases.resetPassword(former, OTHER)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  await home.useCases.resetPassword(newest, OTHER);
  await expect(home.useCases.resetPassword(newest, PASSWORD)).rejects.toMatchObject({
    code: 'TOKEN_INVALID',
  });
  expect(await isIn(open.accessToken)).toBe('SESSION_EXPIRED');
  await expect(signIn()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect((await signIn(EMAIL, OTHER)).account.email).toBe(EMAIL);
});

test('reverting an e-mail change works once, restores the former address and ends all sessions', async () => {
  const session = await signIn();
  await home.useCases.requestEmailChange(home.ana, 'thief@example.org', PASSWORD);
  await home.app.performJobs();
  await home.useCases.proveEmail(home.ana, home.app.mailer.tokenFor('thief@example.org'));
  await home.app.performJobs();
  const token = home.app.mailer.tokenFor(EMAIL);
  await home.useCases.revertEmailChange(token);
  expect(await isIn(session.accessToken)).toBe('SESSION_EXPIRED');
  expect((await signIn()).account.email).toBe(EMAIL);
  await expect(signIn('thief@example.org')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await expect(home.useCases.revertEmailChange(token)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
});

test.each([
  ['signing in', () => signIn('new@example.org')],
  [
    'entering the password again',
    () => home.useCases.startGoogleLink(home.ana, { password: PASSWORD, next: null }),
  ],
])(
  'reverting an e-mail change keeps the password even if %s re-hashed it after the change',
  async (_name, renew) => {
    const hash = () => home.app.store.accounts.get(home.ana.userId)?.passwordHash;
    await home.useCases.requestEmailChange(home.ana, 'new@example.org', PASSWORD);
    await home.app.performJobs();
    const outdated = `outdated ${hash()}`;
    home.app.store.accounts.update(home.ana.userId, (one) => ({ ...one, passwordHash: outdated }));
    await home.useCases.proveEmail(home.ana, home.app.mailer.tokenFor('new@example.org'));
    await home.app.performJobs();
    await renew();
    expect(hash()).not.toBe(outdated);
    await home.useCases.revertEmailChange(home.app.mailer.tokenFor(EMAIL));
    expect((await signIn()).account.email).toBe(EMAIL);
  },
);

test('a requested change of the e-mail address takes effect when the requesting user verifies the new address, unless it was refused with the link mailed to the old address', async () => {
  const ask = async (email: string) => {
    await home.useCases.requestEmailChange(home.ana, email, PASSWORD);
    await home.app.performJobs();
    return home.app.mailer.tokenFor(email);
  };
  const refused = await ask('wrong@example.org');
  await home.useCases.refuseEmailChange(home.app.mailer.tokenFor(EMAIL));
  await expect(home.useCases.proveEmail(home.ana, refused)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });

  const token = await ask('new@example.org');
  await expect(home.useCases.proveEmail(home.ben, token)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  await home.useCases.proveEmail(home.ana, token);
  expect((await signIn('new@example.org')).account).toMatchObject({ emailVerified: true });
  await expect(signIn()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
});

test('erasing an account ends its sessions and memberships, and nobody can sign in to it any more', async () => {
  const open = await signIn();
  await home.useCases.editMember(home.ana, home.ben.memberId, { role: 'OWNER' });
  await expect(
    home.useCases.eraseAccount(home.ana, { password: OTHER, confirm: null }),
  ).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await home.useCases.eraseAccount(home.ana, { password: PASSWORD, confirm: null });
  await home.app.performJobs();
  expect(await isIn(open.accessToken)).toBe('SESSION_EXPIRED');
  await expect(signIn()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  const { members } = await home.useCases.showHousehold(home.ben);
  expect(members.filter(({ leftAt }) => leftAt === null)).toHaveLength(2);
});

test('changing the password requires the old password and ends all sessions except the session that changed it', async () => {
  const [here, there] = [await signIn(), await signIn()];
  const caller = await home.useCases.authenticate(here.accessToken);
  const change = (currentPassword: string) =>
    home.useCases.changePassword(caller, { currentPassword, newPassword: OTHER });
  await expect(change(OTHER)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await change(PASSWORD);
  expect(await isIn(here.accessToken)).toBe(true);
  expect(await isIn(there.accessToken)).toBe('SESSION_EXPIRED');
  await expect(signIn()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
});

test('an access token identifies its user, its session and its membership until the session ends', async () => {
  const { identify, authenticateIfSignedIn, authenticateMember, areAdmitted } = home.useCases;
  const { accessToken, account } = await signIn();
  expect(identify(accessToken)).toBe(account.id);
  expect(identify(`${accessToken}x`)).toBeNull();
  expect(await authenticateIfSignedIn(null)).toBeNull();
  const { sessionId } = (await authenticateIfSignedIn(accessToken)) as Caller;
  expect((await authenticateMember(accessToken, home.householdId, 'getHousehold')).memberId).toBe(
    home.ana.memberId,
  );
  const elsewhere = await home.useCases.createHousehold(home.dan, {
    ...{ name: 'Next door', timeZone: 'UTC' as TimeZone },
    ...{ locale: null, weekStartsOn: null },
  });
  await expect(authenticateMember(accessToken, elsewhere.household.id, 'getHousehold')).rejects.toMatchObject(
    {
      code: 'HOUSEHOLD_NOT_FOUND',
    },
  );
  const at = (householdId: HouseholdId) => ({ userId: home.ana.userId, sessionId, householdId });
  expect(await areAdmitted([at(home.householdId), at(elsewhere.household.id)])).toEqual([true, false]);
  await home.useCases.signOutEverywhere(home.ana);
  expect(await authenticateIfSignedIn(accessToken)).toBeNull();
  expect(await areAdmitted([at(home.householdId)])).toEqual([false]);
});

test('describeMe, listHouseholds and exportAccount return the account and the households of the caller only', async () => {
  const { describeMe, exportAccount, listHouseholds } = home.useCases;
  const { account, households } = await describeMe(home.ana);
  expect(account).toMatchObject({ email: EMAIL, displayName: 'Ana' });
  expect(households.map(({ household }) => household.id)).toEqual([home.householdId]);
  expect((await listHouseholds(home.ana, ALL)).rows).toEqual(households);
  expect((await listHouseholds(home.dan, ALL)).rows).toEqual([]);
  expect(await exportAccount(home.ana)).toEqual(account);
});

test('password reset mails are limited to three per hour and client network, and to thirty per hour and e-mail address', async () => {
  const ask = async (network: string, times: number) => {
    const before = home.app.mailer.sent.length;
    for (let i = 0; i < times; i++) await home.useCases.requestPasswordReset(EMAIL, network);
    await home.app.performJobs();
    return home.app.mailer.sent.length - before;
  };
  expect(await ask('198.51.100.7', 10)).toBe(3);
  expect(await ask('203.0.113.1', 4)).toBe(3);
  for (let i = 0; i < 8; i++) expect(await ask(`192.0.2.${i}`, 3)).toBe(3);
  expect(await ask('192.0.2.9', 3)).toBe(0);
  home.app.clock.advance(3_600_001);
  expect(await ask('203.0.113.1', 1)).toBe(1);
});

test('purgeExpired deletes sessions and password resets only after they have expired', async () => {
  await signIn();
  await home.useCases.requestPasswordReset(EMAIL, '203.0.113.1');
  const kept = () =>
    [home.app.store.sessions, home.app.store.passwordResets].map((rows) => rows.filter(() => true).length);
  const before = kept();
  await home.useCases.purgeExpired();
  expect(kept()).toEqual(before);
  home.app.clock.advance(200 * 86_400_000);
  await home.useCases.purgeExpired();
  expect(kept()).toEqual([0, 0]);
});
