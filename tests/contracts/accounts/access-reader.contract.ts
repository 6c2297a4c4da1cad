import { describe, expect, test } from '@jest/globals';
import type { StoreScope } from '../../../application/composition/unit-of-work.js';
import { aSession } from '../../builders/account.js';
import { aCalendarLink } from '../../builders/calendar-link.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { aStoredHome, type Contract } from '../persistence.js';

export const accessReaderContract: Contract = (persistence) => {
  async function signedInAtHome() {
    const home = await aStoredHome(persistence());
    const [member] = home.members;
    const session = aSession({ userId: member.id });
    await persistence().unitOfWork.run(({ sessions }) => sessions.insert(session));
    return { ...home, member, session };
  }

  type SignedIn = Awaited<ReturnType<typeof signedInAtHome>>;

  describe('the access of a session', () => {
    test('contains session, account and membership', async () => {
      const { household, member, session } = await signedInAtHome();
      const other = await aStoredHome(persistence());
      const linkOfAnother = aCalendarLink({ householdId: other.household.id, linkedBy: other.members[0].id });
      await persistence().unitOfWork.run(({ calendarLinks }) => calendarLinks.save(linkOfAnother));
      expect(await persistence().readers.access.find(member.id, session.id, household.id)).toEqual({
        session: { id: session.id, userId: member.id, revokedAt: null },
        account: { id: member.id, disabledAt: null, locale: 'en', timeZone: 'Europe/Paris' },
        membership: {
          memberId: member.id,
          household,
          role: 'MEMBER',
          group: 'ADULT',
          hasPauses: false,
          hasCalendarLink: false,
        },
      });
    });

    test('says whether the household is linked to a calendar', async () => {
      const { household, member, session } = await signedInAtHome();
      const link = aCalendarLink({ householdId: household.id, linkedBy: member.id });
      await persistence().unitOfWork.run(({ calendarLinks }) => calendarLinks.save(link));
      expect(await persistence().readers.access.find(member.id, session.id, household.id)).toMatchObject({
        membership: { hasCalendarLink: true },
      });
    });

    test('has no membership if no household is given, or one that the user does not belong to', async () => {
      const { member, session } = await signedInAtHome();
      const foreign = await aStoredHome(persistence());
      for (const householdId of [null, foreign.household.id, anId<typeof foreign.household.id>()]) {
        const access = await persistence().readers.access.find(member.id, session.id, householdId);
        expect(access).toMatchObject({ session: { id: session.id }, membership: null });
      }
    });

    test('shows immediately that its session was revoked and its account disabled', async () => {
      const { member, session } = await signedInAtHome();
      await persistence().unitOfWork.run(async ({ sessions, accounts }) => {
        await sessions.revoke(session.id, NOON);
        await accounts.save({ ...(await accounts.find(member.id))!, disabledAt: NOON + 1 });
      });
      expect(await persistence().readers.access.find(member.id, session.id, null)).toMatchObject({
        session: { revokedAt: NOON },
        account: { disabledAt: NOON + 1 },
      });
    });

    test('is null if the session does not exist or belongs to another account', async () => {
      const { household, member, members, session } = await signedInAtHome();
      const { access } = persistence().readers;
      expect(await access.find(member.id, anId(), household.id)).toBeNull();
      expect(await access.find(members[1].id, session.id, household.id)).toBeNull();
      expect(await access.find(anId(), session.id, null)).toBeNull();
    });

    test('has no membership after the member has left', async () => {
      const { household, member, session } = await signedInAtHome();
      await persistence().unitOfWork.run(({ households }) =>
        households.saveMember({ ...member, leftAt: NOON }),
      );
      const access = await persistence().readers.access.find(member.id, session.id, household.id);
      expect(access?.membership).toBeNull();
    });

    test('is granted in a check of many sessions only if the session belongs to the account and the account to the household', async () => {
      const { household, member, members, session } = await signedInAtHome();
      const elsewhere = await signedInAtHome();
      const of = (userId: typeof member.id, sessionId = session.id, householdId = household.id) => ({
        userId,
        sessionId,
        householdId,
      });
      const asked = [
        of(member.id),
        of(members[1].id),
        of(member.id, anId()),
        of(member.id, session.id, elsewhere.household.id),
        of(elsewhere.member.id, elsewhere.session.id, elsewhere.household.id),
        of(member.id),
      ];
      const { access } = persistence().readers;
      expect(await access.areAdmitted(asked)).toEqual([true, false, false, false, true, true]);
      expect(await access.areAdmitted([])).toEqual([]);
    });

    test.each<[string, (scope: StoreScope, home: SignedIn) => Promise<unknown>]>([
      ['session was revoked', ({ sessions }, { session }) => sessions.revoke(session.id, NOON)],
      ['member has left', ({ households }, { member }) => households.saveMember({ ...member, leftAt: NOON })],
      [
        'account was disabled',
        async ({ accounts }, { member }) =>
          accounts.save({ ...(await accounts.find(member.id))!, disabledAt: NOON }),
      ],
      ['household was removed', ({ households }, { household }) => households.remove(household.id)],
    ])('is denied in a check of many sessions after the %s', async (_name, end) => {
      const home = await signedInAtHome();
      const asked = [{ userId: home.member.id, sessionId: home.session.id, householdId: home.household.id }];
      const { access } = persistence().readers;
      expect(await access.areAdmitted(asked)).toEqual([true]);
      await persistence().unitOfWork.run((scope) => end(scope, home));
      expect(await access.areAdmitted(asked)).toEqual([false]);
    });
  });
};
