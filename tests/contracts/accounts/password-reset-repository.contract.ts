import { describe, expect, test } from '@jest/globals';
import type { PasswordReset } from '../../../domain/accounts/password-reset.js';
import { anAccount, aPasswordReset } from '../../builders/account.js';
import { anId } from '../../builders/ids.js';
import { DAY, HOUR, NOON } from '../../builders/instants.js';
import { times, type Contract } from '../persistence.js';
import { tryToModify } from '../try-to-modify.js';

export const passwordResetRepositoryContract: Contract = (persistence) => {
  async function stored(fields: Partial<PasswordReset> = {}): Promise<PasswordReset> {
    const account = anAccount();
    const reset = aPasswordReset({ userId: account.id, ...fields });
    await persistence().unitOfWork.run(async ({ accounts, passwordResets }) => {
      if (fields.userId === undefined) await accounts.insert(account);
      await passwordResets.insert(reset);
    });
    return reset;
  }
  const find = ({ id }: Pick<PasswordReset, 'id'>) =>
    persistence().unitOfWork.run(({ passwordResets }) => passwordResets.find(id));
  const count = (emailHash: string, since: number) =>
    persistence().unitOfWork.run(({ passwordResets }) => passwordResets.countSince(emailHash, since));

  describe('requests for a new password', () => {
    test('are found with all their fields, by id and by the hash of the token', async () => {
      const reset = await stored({
        tokenHash: `hash of ${anId()}`,
        expiresAt: NOON + HOUR,
        endedAt: NOON + 1,
      });
      expect(await find(reset)).toEqual(reset);
      expect(await persistence().readers.passwordResets.findByTokenHash(reset.tokenHash!)).toEqual(reset);
    });

    test('are returned as null if they do not exist', async () => {
      await stored();
      expect(await find({ id: anId() })).toBeNull();
      expect(await persistence().readers.passwordResets.findByTokenHash('unknown')).toBeNull();
    });

    test('can be stored for an address without an account', async () => {
      const reset = await stored({ userId: null });
      expect(await find(reset)).toEqual(reset);
    });

    test('are saved with all fields, and not created when an unknown request is saved', async () => {
      const reset = await stored();
      const changed = { ...reset, tokenHash: `hash of ${anId()}`, expiresAt: NOON + 1, endedAt: NOON + 2 };
      const unknown = aPasswordReset();
      await persistence().unitOfWork.run(async ({ passwordResets }) => {
        await passwordResets.save(changed);
        await passwordResets.save(unknown);
      });
      expect(await find(reset)).toEqual(changed);
      expect(await find(unknown)).toBeNull();
    });

    test('can be counted for one address since a given time', async () => {
      const { emailHash } = await stored({ requestedAt: NOON - HOUR });
      await stored({ emailHash, requestedAt: NOON });
      await stored({ emailHash, userId: null, requestedAt: NOON + 1 });
      await stored();
      expect(await count(emailHash, NOON - HOUR)).toBe(2);
      expect(await count(emailHash, NOON - HOUR - 1)).toBe(3);
      expect(await count('unknown', 0)).toBe(0);
    });

    test('are created only up to the limit when 20 are made for one address in parallel', async () => {
      const { emailHash } = aPasswordReset();
      await Promise.all(
        times(20, () =>
          persistence().unitOfWork.run(async ({ passwordResets }) => {
            if ((await passwordResets.countSince(emailHash, NOON - HOUR)) >= 3) return;
            await passwordResets.insert(aPasswordReset({ emailHash, userId: null }));
          }),
        ),
      );
      expect(await count(emailHash, 0)).toBe(3);
    });

    test('of one user are all ended at once, except those that had ended before', async () => {
      const first = await stored({ endedAt: NOON - 1 });
      const userId = first.userId!;
      const [open, foreign] = [await stored({ userId }), await stored()];
      await persistence().unitOfWork.run(({ passwordResets }) => passwordResets.endAllOf(userId, NOON));
      expect(await find(first)).toEqual(first);
      expect(await find(open)).toEqual({ ...open, endedAt: NOON });
      expect(await find(foreign)).toEqual(foreign);
    });

    test('of one user that already have a token can be ended, while requests without a token stay open', async () => {
      const withToken = () => ({ tokenHash: `hash of ${anId()}`, expiresAt: NOON + HOUR });
      const mailed = await stored(withToken());
      const userId = mailed.userId!;
      const ended = await stored({ ...withToken(), userId, endedAt: NOON - 1 });
      const [waiting, foreign] = [await stored({ userId }), await stored(withToken())];
      await persistence().unitOfWork.run(({ passwordResets }) => passwordResets.endMailed(userId, NOON));
      expect(await find(mailed)).toEqual({ ...mailed, endedAt: NOON });
      expect(await find(ended)).toEqual(ended);
      expect(await find(waiting)).toEqual(waiting);
      expect(await find(foreign)).toEqual(foreign);
    });

    test('are removed when they are older than a given time', async () => {
      const [old, young] = [
        await stored({ requestedAt: NOON - DAY - 1 }),
        await stored({ requestedAt: NOON - DAY }),
      ];
      await persistence().unitOfWork.run(({ passwordResets }) => passwordResets.purge(NOON - DAY));
      expect(await find(old)).toBeNull();
      expect(await find(young)).toEqual(young);
    });

    test('stay unchanged when a returned object is modified', async () => {
      const reset = await stored();
      tryToModify((await find(reset))!, { endedAt: NOON });
      expect(await find(reset)).toEqual(reset);
    });
  });
};
