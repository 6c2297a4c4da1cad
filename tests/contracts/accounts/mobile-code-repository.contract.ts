import { describe, expect, test } from '@jest/globals';
import type { MobileCode } from '../../../domain/accounts/mobile-code.js';
import { aMobileCode, anAccount, aSession } from '../../builders/account.js';
import { MINUTE, NOON } from '../../builders/instants.js';
import { inOne, times, type Contract } from '../persistence.js';
import { tryToModify } from '../try-to-modify.js';

export const mobileCodeRepositoryContract: Contract = (persistence) => {
  async function stored(fields: Partial<MobileCode> = {}): Promise<MobileCode> {
    const account = anAccount();
    const code = aMobileCode({ userId: account.id, ...fields });
    await inOne(persistence(), async ({ accounts, mobileCodes }) => {
      await accounts.insert(account);
      await mobileCodes.insert(code);
    });
    return code;
  }
  const find = (hash: string) => inOne(persistence(), ({ mobileCodes }) => mobileCodes.findForUpdate(hash));

  describe('MobileCodeRepository', () => {
    test('finds a code by its hash, with all its fields', async () => {
      const code = await stored({ codeChallenge: 'x'.repeat(43), issuedAt: NOON + 1 });
      expect(await find(code.hash)).toEqual(code);
    });

    test('returns null for an unknown hash', async () => {
      expect(await find('unknown')).toBeNull();
    });

    test('saves when a code was exchanged and for which session', async () => {
      const [code, kept] = [await stored(), await stored()];
      const session = aSession({ userId: code.userId });
      const exchanged = { ...code, exchangedAt: NOON + MINUTE, sessionId: session.id };
      await inOne(persistence(), async ({ mobileCodes, sessions }) => {
        await sessions.insert(session);
        await mobileCodes.save(exchanged);
        await mobileCodes.save({ ...exchanged, hash: 'unknown' });
      });
      expect(await find(code.hash)).toEqual(exchanged);
      expect(await find(kept.hash)).toEqual(kept);
      expect(await find('unknown')).toBeNull();
    });

    test('deletes all codes of one user, and no code of another user', async () => {
      const [gone, kept] = [await stored(), await stored()];
      await inOne(persistence(), ({ mobileCodes }) => mobileCodes.deleteThoseOf(gone.userId));
      expect(await find(gone.hash)).toBeNull();
      expect(await find(kept.hash)).toEqual(kept);
    });

    test('deletes the codes issued before a given instant, but not codes issued exactly then', async () => {
      const old = await stored({ issuedAt: NOON - MINUTE - 1 });
      const young = await stored({ issuedAt: NOON - MINUTE });
      await inOne(persistence(), ({ mobileCodes }) => mobileCodes.deleteIssuedBefore(NOON - MINUTE));
      expect(await find(old.hash)).toBeNull();
      expect(await find(young.hash)).toEqual(young);
    });

    test('lets only one of 20 parallel exchanges find the code unused', async () => {
      const { hash } = await stored();
      const unused = await Promise.all(
        times(20, () =>
          inOne(persistence(), async ({ mobileCodes }) => {
            const code = (await mobileCodes.findForUpdate(hash))!;
            await mobileCodes.save({ ...code, exchangedAt: NOON });
            return code.exchangedAt === null;
          }),
        ),
      );
      expect(unused.filter(Boolean)).toHaveLength(1);
    });

    test('keeps the stored code unchanged when the returned object is modified', async () => {
      const code = await stored();
      tryToModify((await find(code.hash))!, { codeChallenge: 'changed' });
      expect(await find(code.hash)).toEqual(code);
    });
  });
};
