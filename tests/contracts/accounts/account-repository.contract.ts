import { describe, expect, test } from '@jest/globals';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { anAccount } from '../../builders/account.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { outcomes, times, type Contract } from '../persistence.js';
import { tryToModify } from '../try-to-modify.js';

export const accountRepositoryContract: Contract = (persistence) => {
  const insert = (account = anAccount()) =>
    persistence()
      .unitOfWork.run(({ accounts }) => accounts.insert(account))
      .then(() => account);

  describe('accounts', () => {
    test('are found by id and by address, with all their fields', async () => {
      const account = await insert(
        anAccount({
          email: 'zoé@example.org',
          emailVerified: true,
          displayName: 'Zoé',
          locale: 'fr',
          timeZone: 'America/New_York' as TimeZone,
          passwordHash: '$argon2id$v=19$…',
          disabledAt: NOON + 1,
          createdAt: NOON + 0.0,
        }),
      );
      expect(await persistence().readers.accounts.find(account.id)).toEqual(account);
      expect(await persistence().readers.accounts.findByEmail('zoé@example.org')).toEqual(account);
    });

    test('are found by either spelling of an international domain, an exact match of the address first', async () => {
      const [ascii, unicode] = ['anna@xn--exmple-cua.org', 'anna@exämple.org'];
      const one = await insert(anAccount({ email: unicode }));
      const find = async (email: string) => (await persistence().readers.accounts.findByEmail(email))?.id;
      expect([await find(ascii), await find(unicode)]).toEqual([one.id, one.id]);
      const isTaken = (id: typeof one.id) => persistence().readers.accounts.isEmailTaken(ascii, id);
      expect([await isTaken(one.id), await isTaken(anId())]).toEqual([false, true]);
      const other = await insert(anAccount({ email: ascii }));
      expect([await find(ascii), await find(unicode)]).toEqual([other.id, one.id]);
      expect([await isTaken(one.id), await isTaken(other.id)]).toEqual([true, true]);
    });

    test('are returned as null if they do not exist', async () => {
      expect(await persistence().readers.accounts.find(anId())).toBeNull();
      expect(await persistence().readers.accounts.findByEmail('nobody@example.org')).toBeNull();
    });

    test('are saved with all their fields', async () => {
      const { id } = await insert();
      const changed = anAccount({
        id,
        displayName: 'New',
        passwordHash: 'hash',
        disabledAt: NOON,
        locale: 'fr',
      });
      await persistence().unitOfWork.run(({ accounts }) => accounts.save(changed));
      expect(await persistence().readers.accounts.find(id)).toEqual(changed);
    });

    test('are not created when an unknown account is saved', async () => {
      const unknown = anAccount();
      await persistence().unitOfWork.run(({ accounts }) => accounts.save(unknown));
      expect(await persistence().readers.accounts.find(unknown.id)).toBeNull();
    });

    test('are rejected with the e-mail address of another account, on insert and on update', async () => {
      const [one, other] = [await insert(), await insert()];
      const taken = { code: 'EMAIL_ALREADY_USED' };
      await expect(insert(anAccount({ email: one.email }))).rejects.toMatchObject(taken);
      await expect(
        persistence().unitOfWork.run(({ accounts }) => accounts.save({ ...other, email: one.email })),
      ).rejects.toMatchObject(taken);
      expect(await persistence().readers.accounts.find(other.id)).toEqual(other);
    });

    test('can be saved without a change of their address', async () => {
      const account = await insert();
      await persistence().unitOfWork.run(({ accounts }) => accounts.save(account));
      expect(await persistence().readers.accounts.find(account.id)).toEqual(account);
    });

    test('are created once by 20 parallel requests with the same address', async () => {
      const { email } = anAccount();
      const { succeeded, codes } = await outcomes(times(20, () => insert(anAccount({ email }))));
      expect(succeeded).toBe(1);
      expect(codes).toEqual(times(19, () => 'EMAIL_ALREADY_USED'));
    });

    test('lose none of 20 parallel changes', async () => {
      const { id } = await insert(anAccount({ displayName: '' }));
      await Promise.all(
        times(20, () =>
          persistence().unitOfWork.run(async ({ accounts }) => {
            const account = (await accounts.findForUpdate(id))!;
            await accounts.save({ ...account, displayName: `${account.displayName}x` });
          }),
        ),
      );
      expect((await persistence().readers.accounts.find(id))?.displayName).toBe('x'.repeat(20));
      expect(await persistence().unitOfWork.run(({ accounts }) => accounts.findForUpdate(anId()))).toBeNull();
    });

    test('contain the identities that a parallel transaction linked while this one waited for the lock', async () => {
      const { id: userId } = await insert();
      const link = (subject: string) =>
        persistence().unitOfWork.run(async ({ accounts, identities }) => {
          const found = (await accounts.findForUpdate(userId))!.identities.length;
          if (found === 0)
            await identities.link({ ...{ provider: 'google', email: 'x', linkedAt: NOON }, subject, userId });
          return found;
        });
      const found = await Promise.all(times(20, (n) => link(`${userId} ${n}`)));
      expect(found.sort((a, b) => a - b)).toEqual([0, ...times(19, () => 1)]);
    });

    test('stay unchanged when a returned or saved object is modified', async () => {
      const given = anAccount();
      await insert(given);
      const kept = structuredClone(given);
      Object.assign(given, { displayName: 'changed' });
      tryToModify((await persistence().readers.accounts.find(kept.id))!, { displayName: 'changed' });
      expect(await persistence().readers.accounts.find(kept.id)).toEqual(kept);
    });
  });
};
