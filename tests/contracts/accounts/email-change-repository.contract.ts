import { describe, expect, test } from '@jest/globals';
import type { EmailChange } from '../../../domain/accounts/email-change.js';
import { anAccount, anEmailChange } from '../../builders/account.js';
import { anId } from '../../builders/ids.js';
import { DAY, HOUR, NOON } from '../../builders/instants.js';
import type { Contract } from '../persistence.js';

export const emailChangeRepositoryContract: Contract = (persistence) => {
  async function stored(fields: Partial<EmailChange> = {}): Promise<EmailChange> {
    const account = anAccount();
    const change = anEmailChange({ userId: account.id, ...fields });
    await persistence().unitOfWork.run(async ({ accounts, emailChanges }) => {
      if (fields.userId === undefined) await accounts.insert(account);
      await emailChanges.insert(change);
    });
    return change;
  }
  const find = ({ id }: Pick<EmailChange, 'id'>) =>
    persistence().unitOfWork.run(({ emailChanges }) => emailChanges.find(id));
  const hashes = () => ({ proofHash: `proof ${anId()}`, refusalHash: `refusal ${anId()}` });

  describe('EmailChangeRepository', () => {
    test('finds a request with all its fields by its id and by the hash of either token', async () => {
      const change = await stored({ ...hashes(), endedAt: NOON + 1 });
      const [byProof, byRefusal] = await persistence().unitOfWork.run(async ({ emailChanges }) => [
        await emailChanges.findByProof(change.proofHash!),
        await emailChanges.findByRefusal(change.refusalHash!),
      ]);
      expect([await find(change), byProof, byRefusal]).toEqual([change, change, change]);
    });

    test('finds no request by the hash of the wrong token or by an unknown id', async () => {
      const change = await stored(hashes());
      await stored();
      const found = await persistence().unitOfWork.run(async ({ emailChanges }) => [
        await emailChanges.findByProof(change.refusalHash!),
        await emailChanges.findByRefusal(change.proofHash!),
        await emailChanges.findByProof('unknown'),
        await emailChanges.find(anId()),
      ]);
      expect(found).toEqual([null, null, null, null]);
    });

    test('saves all fields of a request, but does not create an unknown request', async () => {
      const change = await stored();
      const changed = { ...change, ...hashes(), expiresAt: NOON + HOUR, endedAt: NOON + 2 };
      const unknown = anEmailChange({ userId: change.userId });
      await persistence().unitOfWork.run(async ({ emailChanges }) => {
        await emailChanges.save(changed);
        await emailChanges.save(unknown);
      });
      expect(await find(change)).toEqual(changed);
      expect(await find(unknown)).toBeNull();
    });

    test('ends the open requests of one user, but no other requests', async () => {
      const over = await stored({ endedAt: NOON - 1 });
      const { userId } = over;
      const [open, foreign] = [await stored({ userId }), await stored()];
      await persistence().unitOfWork.run(({ emailChanges }) => emailChanges.endAllOf(userId, NOON));
      expect(await find(over)).toEqual(over);
      expect(await find(open)).toEqual({ ...open, endedAt: NOON });
      expect(await find(foreign)).toEqual(foreign);
    });

    const changed = (fields: Partial<EmailChange> = {}) =>
      stored({
        formerEmail: `former ${anId()}`,
        changedAt: NOON,
        credentialsMark: 'mark',
        revertUntil: NOON + DAY,
        revertHash: `revert ${anId()}`,
        endedAt: NOON,
        ...fields,
      });

    test('finds a change by the hash of the token that reverts it', async () => {
      const change = await changed();
      const found = await persistence().unitOfWork.run(async ({ emailChanges }) => [
        await emailChanges.findByRevert(change.revertHash!),
        await emailChanges.findByRevert('unknown'),
      ]);
      expect(found).toEqual([change, null]);
    });

    test('ends the right to revert a change and all later changes of the same user', async () => {
      const earlier = await changed({ changedAt: NOON - 1 });
      const { userId } = earlier;
      const [same, later, foreign] = [
        await changed({ userId }),
        await changed({ userId, changedAt: NOON + 1 }),
        await changed(),
      ];
      await persistence().unitOfWork.run(({ emailChanges }) => emailChanges.endRevertsFrom(same));
      const ended = { revertUntil: null, revertHash: null };
      expect(await Promise.all([earlier, same, later, foreign].map(find))).toEqual([
        earlier,
        { ...same, ...ended },
        { ...later, ...ended },
        foreign,
      ]);
    });

    test('replaces the given credentialsMark in all changes of one user, and no other marks', async () => {
      const same = await changed();
      const { userId } = same;
      const [different, foreign] = [await changed({ userId, credentialsMark: 'other' }), await changed()];
      await persistence().unitOfWork.run(({ emailChanges }) =>
        emailChanges.replaceMarks(userId, 'mark', 'new mark'),
      );
      expect(await Promise.all([same, different, foreign].map(find))).toEqual([
        { ...same, credentialsMark: 'new mark' },
        different,
        foreign,
      ]);
    });

    test('reserves the former address for its user until the change can no longer be reverted', async () => {
      const { formerEmail, userId } = await changed();
      const other = (await changed({ revertUntil: null, revertHash: null })).formerEmail!;
      const isReserved = (email: string, user: EmailChange['userId'] | null, now: number) =>
        persistence().unitOfWork.run(({ emailChanges }) => emailChanges.isReserved(email, user, now));
      expect(await isReserved(formerEmail!, null, NOON + DAY - 1)).toBe(true);
      expect(await isReserved(formerEmail!, anId(), NOON)).toBe(true);
      expect(await isReserved(formerEmail!, userId, NOON)).toBe(false);
      expect(await isReserved(formerEmail!, null, NOON + DAY)).toBe(false);
      expect(await isReserved(other, null, NOON)).toBe(false);
      await changed({ formerEmail: 'anna@exämple.org' });
      expect(await isReserved('anna@xn--exmple-cua.org', null, NOON)).toBe(true);
    });

    test('purges no change that can still be reverted', async () => {
      const expiresAt = NOON - 9 * DAY;
      const [kept, gone] = [
        await changed({ expiresAt, revertUntil: NOON - DAY }),
        await changed({ expiresAt, revertUntil: NOON - DAY - 1 }),
      ];
      await persistence().unitOfWork.run(({ emailChanges }) => emailChanges.purge(NOON - DAY));
      expect(await find(kept)).toEqual(kept);
      expect(await find(gone)).toBeNull();
    });

    test('removes requests that expired long ago, and all requests of an account that is removed', async () => {
      const [old, young] = [
        await stored({ expiresAt: NOON - DAY - 1 }),
        await stored({ expiresAt: NOON - DAY }),
      ];
      await persistence().unitOfWork.run(({ emailChanges }) => emailChanges.purge(NOON - DAY));
      expect(await find(old)).toBeNull();
      expect(await find(young)).toEqual(young);
      await persistence().unitOfWork.run(({ accounts }) => accounts.remove(young.userId));
      expect(await find(young)).toBeNull();
    });
  });
};
