import { describe, expect, test } from '@jest/globals';
import type { Invitation } from '../../../domain/households/invitation.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { aMember, anInvitation } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { aStoredHome, throughPages, times, type Contract, type Home } from '../persistence.js';
import { tryToModify } from '../try-to-modify.js';

const PROXY = { accountId: null, displayName: 'Leo', isProxy: true, group: 'CHILD' } as const;

export const invitationRepositoryContract: Contract = (persistence) => {
  const of = ({ household, members }: Home, fields: Partial<Invitation> = {}) =>
    anInvitation({ householdId: household.id, createdBy: members[0].id, ...fields });
  const store = (...invitations: Invitation[]) =>
    persistence().unitOfWork.run(async (scope) => {
      for (const invitation of invitations) await scope.invitations.insert(invitation);
    });
  const find = ({ householdId, id }: Pick<Invitation, 'householdId' | 'id'>) =>
    persistence().unitOfWork.run(({ invitations }) => invitations.find(householdId, id));
  const list = ({ household }: Home, limit = 10) =>
    throughPages((page) => persistence().readers.invitations.list(household.id, page), limit);

  describe('invitations', () => {
    test('are found with all their fields, by id and by the hash of either token', async () => {
      const home = await aStoredHome(persistence());
      const invitation = of(home, {
        email: 'a@example.org',
        mailTokenHash: `hash of the mail's ${anId()}`,
        maxUses: 5,
        uses: 2,
        registrations: 3,
        revokedAt: NOON + 3,
        memberId: anId(),
      });
      await store(invitation, of(home));
      expect(await find(invitation)).toEqual(invitation);
      const byHash = (hash: string) =>
        persistence().unitOfWork.run(({ invitations }) => invitations.findByTokenHash(hash));
      expect(await byHash(invitation.tokenHash)).toEqual(invitation);
      expect(await byHash(invitation.mailTokenHash!)).toEqual(invitation);
      expect(await byHash('unknown')).toBeNull();
    });

    test('are found with their household and author by the hash of either token', async () => {
      const home = await aStoredHome(persistence());
      const invitation = of(home, { mailTokenHash: `hash of the mail's ${anId()}`, revokedAt: NOON });
      await store(invitation);
      const findInvited = (hash: string) => persistence().readers.invitations.findInvited(hash);
      const [named] = await persistence().readers.households.members(home.household.id);
      const invited = {
        invitation,
        householdName: home.household.name,
        locale: home.household.locale,
        memberCount: home.members.length,
        invitedBy: named?.name,
        forMember: null,
      };
      expect(await findInvited(invitation.tokenHash)).toEqual(invited);
      expect(await findInvited(invitation.mailTokenHash!)).toEqual(invited);
      expect(await findInvited('unknown')).toBeNull();
    });

    test('are found with the member that the invited person can become, unless that member is unknown, a pet or has left', async () => {
      const home = await aStoredHome(persistence());
      const { id: householdId } = home.household;
      const leo = aMember({ ...PROXY, householdId, id: anId<MemberId>() });
      const invitation = of(home, { memberId: leo.id });
      const ofStranger = of(home, { memberId: anId() });
      await store(invitation, ofStranger);
      await persistence().unitOfWork.run(({ households }) => households.insertMember(leo));
      const forMember = async ({ tokenHash }: Invitation) =>
        (await persistence().readers.invitations.findInvited(tokenHash))!.forMember;
      expect(await forMember(invitation)).toEqual({ id: leo.id, displayName: 'Leo' });
      expect(await forMember(ofStranger)).toBeNull();
      for (const fields of [{ group: 'PET' as const }, { leftAt: NOON }]) {
        await persistence().unitOfWork.run(({ households }) => households.saveMember({ ...leo, ...fields }));
        expect(await forMember(invitation)).toBeNull();
      }
    });

    test('of another household are not found', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const invitation = of(home);
      await store(invitation);
      expect(await find({ householdId: foreign.household.id, id: invitation.id })).toBeNull();
      expect(await find({ householdId: home.household.id, id: anId() })).toBeNull();
      expect(await list(foreign)).toEqual([]);
    });

    test.each([1, 2, 3, 5, 6])('are listed newest first, then by id, in pages of %i', async (limit) => {
      const home = await aStoredHome(persistence());
      const [old, twin, otherTwin, newest] = [
        of(home, { createdAt: NOON - DAY, revokedAt: NOON }),
        of(home),
        of(home),
        of(home, { createdAt: NOON + 1 }),
      ];
      await store(twin, old, newest, otherTwin);
      expect(await list(home, limit)).toEqual([newest, twin, otherTwin, old]);
    });

    test('are saved with all their fields, and not created when an unknown invitation is saved', async () => {
      const home = await aStoredHome(persistence());
      const invitation = of(home);
      await store(invitation);
      const changed = of(home, {
        ...invitation,
        tokenHash: 'another',
        email: 'b@example.org',
        expiresAt: NOON + 9 * DAY,
        maxUses: 3,
        uses: 1,
        revokedAt: NOON,
        createdBy: home.members[1].id,
        createdAt: NOON + 1,
      });
      await persistence().unitOfWork.run(async ({ invitations }) => {
        await invitations.save(changed);
        await invitations.save(of(home));
      });
      expect(await list(home)).toEqual([changed]);
    });

    test('count as open until they are expired, revoked or used up', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      await store(
        of(home),
        of(home, { maxUses: 2, uses: 1, expiresAt: NOON + 1 }),
        of(home, { expiresAt: NOON }),
        of(home, { revokedAt: NOON }),
        of(home, { maxUses: 2, uses: 2 }),
        of(foreign),
      );
      const count = (householdId: Invitation['householdId']) =>
        persistence().unitOfWork.run(({ invitations }) => invitations.countOpen(householdId, NOON));
      expect(await count(home.household.id)).toBe(2);
      expect(await count(anId())).toBe(0);
    });

    test('that are no longer open are deleted except for a given number of the newest ones, and open invitations are kept', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const over = [
        of(home, { createdAt: NOON, revokedAt: NOON }),
        of(home, { createdAt: NOON + 1, expiresAt: NOON + 9 }),
        of(home, { createdAt: NOON + 2, maxUses: 2, uses: 2 }),
      ] as const;
      const [open, elsewhere] = [of(home, { createdAt: NOON - 1 }), of(foreign, { revokedAt: NOON })];
      await store(...over, open, elsewhere);
      const forget = (kept: number) =>
        persistence().unitOfWork.run(({ invitations }) =>
          invitations.forgetOver(home.household.id, NOON + 9, kept),
        );
      await forget(3);
      expect(await list(home)).toEqual([over[2], over[1], over[0], open]);
      await forget(1);
      expect(await list(home)).toEqual([over[2], open]);
      expect(await list(foreign)).toEqual([elsewhere]);
    });

    test('created by one member are all revoked at once, and earlier revocations keep their time', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [mine, before, others] = [
        of(home),
        of(home, { revokedAt: NOON - 1 }),
        of(home, { createdBy: home.members[1].id }),
      ];
      const elsewhere = times(1, () => of(foreign));
      await store(mine, before, others, ...elsewhere);
      await persistence().unitOfWork.run(({ invitations }) =>
        invitations.revokeThoseOf(home.household.id, home.members[0].id, NOON + 5),
      );
      expect(await list(home)).toEqual([{ ...mine, revokedAt: NOON + 5 }, before, others]);
      expect(await list(foreign)).toEqual(elsewhere);
    });

    test('stay unchanged when a returned object is modified', async () => {
      const invitation = of(await aStoredHome(persistence()));
      await store(invitation);
      tryToModify((await find(invitation))!, { uses: 9 });
      expect(await find(invitation)).toEqual(invitation);
    });
  });
};
