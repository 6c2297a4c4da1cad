import { describe, expect, test } from '@jest/globals';
import type { Session } from '../../../domain/accounts/session.js';
import { anAccount, aRefreshToken, aSession } from '../../builders/account.js';
import { anId } from '../../builders/ids.js';
import { MINUTE, NOON } from '../../builders/instants.js';
import { times, type Contract } from '../persistence.js';
import { tryToModify } from '../try-to-modify.js';

export const sessionRepositoryContract: Contract = (persistence) => {
  async function signedIn(fields: Partial<Session> = {}) {
    const account = anAccount();
    const session = aSession({ userId: account.id, ...fields });
    const token = aRefreshToken({ sessionId: session.id });
    await persistence().unitOfWork.run(async ({ accounts, sessions }) => {
      if (fields.userId === undefined) await accounts.insert(account);
      await sessions.insert(session);
      await sessions.insertToken(token);
    });
    return { session, token };
  }
  const lookUp = (hash: string) =>
    persistence().unitOfWork.run(({ sessions }) => sessions.findByTokenForUpdate(hash));

  describe('sessions', () => {
    test('are found by a token, with all their fields', async () => {
      const { session, token } = await signedIn({ userAgent: 'Firefox', lastUsedAt: NOON + 1 });
      expect(await lookUp(token.hash)).toEqual({ token, session });
    });

    test('are not found by an unknown hash', async () => {
      expect(await lookUp('unknown')).toBeNull();
    });

    test('store whether each of their tokens was rotated or ended', async () => {
      const { session, token } = await signedIn();
      const rotated = { ...token, issuedAt: NOON - MINUTE, rotatedAt: NOON, endedAt: NOON + 1 };
      const successor = aRefreshToken({ sessionId: session.id, issuedAt: NOON });
      await persistence().unitOfWork.run(async ({ sessions }) => {
        await sessions.saveToken(rotated);
        await sessions.insertToken(successor);
        await sessions.saveToken(aRefreshToken({ sessionId: session.id, hash: 'never inserted' }));
      });
      expect(await lookUp(token.hash)).toEqual({ token: rotated, session });
      expect(await lookUp(successor.hash)).toEqual({ token: successor, session });
      expect(await lookUp('never inserted')).toBeNull();
    });

    test('store the latest issue time of their tokens as their last use', async () => {
      const { session, token } = await signedIn();
      await persistence().unitOfWork.run(async ({ sessions }) => {
        for (const issuedAt of [NOON + MINUTE, NOON - MINUTE])
          await sessions.insertToken(aRefreshToken({ sessionId: session.id, issuedAt }));
      });
      expect((await lookUp(token.hash))?.session).toEqual({ ...session, lastUsedAt: NOON + MINUTE });
    });

    test('are revoked once: a second revocation keeps the first instant', async () => {
      const { session, token } = await signedIn();
      await persistence().unitOfWork.run(async ({ sessions }) => {
        await sessions.revoke(session.id, NOON + 1);
        await sessions.revoke(session.id, NOON + 2);
        await sessions.revoke(anId(), NOON + 2);
        await sessions.revokeAll(session.userId, NOON + 3);
      });
      expect((await lookUp(token.hash))?.session.revokedAt).toBe(NOON + 1);
    });

    test('of one user are all revoked at once, except for the given session', async () => {
      const here = await signedIn();
      const there = await signedIn({ userId: here.session.userId });
      const stranger = await signedIn();
      const revokedAt = async ({ token }: typeof here) => (await lookUp(token.hash))?.session.revokedAt;
      await persistence().unitOfWork.run(({ sessions }) =>
        sessions.revokeAll(here.session.userId, NOON, here.session.id),
      );
      expect(await Promise.all([here, there, stranger].map(revokedAt))).toEqual([null, NOON, null]);
      await persistence().unitOfWork.run(({ sessions }) => sessions.revokeAll(here.session.userId, NOON + 1));
      expect(await Promise.all([here, there, stranger].map(revokedAt))).toEqual([NOON + 1, NOON, null]);
    });

    test('lose none of 20 parallel refreshes', async () => {
      const { token } = await signedIn();
      await Promise.all(
        times(20, () =>
          persistence().unitOfWork.run(async ({ sessions }) => {
            const found = (await sessions.findByTokenForUpdate(token.hash))!;
            await sessions.saveToken({ ...found.token, issuedAt: found.token.issuedAt + 1 });
          }),
        ),
      );
      expect((await lookUp(token.hash))?.token.issuedAt).toBe(token.issuedAt + 20);
    });

    test('have all their valid tokens ended by endOtherTokens except the given token', async () => {
      const { session, token } = await signedIn();
      const stranger = await signedIn({ userId: session.userId });
      const sibling = aRefreshToken({ sessionId: session.id });
      const rotated = aRefreshToken({ sessionId: session.id, rotatedAt: NOON });
      const ended = aRefreshToken({ sessionId: session.id, endedAt: NOON });
      await persistence().unitOfWork.run(async ({ sessions }) => {
        for (const one of [sibling, rotated, ended]) await sessions.insertToken(one);
        await sessions.endOtherTokens(token, NOON + MINUTE);
      });
      const endedAt = async (hash: string) => (await lookUp(hash))?.token.endedAt;
      expect(await Promise.all([token, sibling, rotated, ended].map(({ hash }) => endedAt(hash)))).toEqual([
        null,
        NOON + MINUTE,
        null,
        NOON,
      ]);
      expect(await endedAt(stranger.token.hash)).toBeNull();
    });

    test('let only one of their 20 valid tokens be refreshed when all are used in parallel', async () => {
      const { session, token } = await signedIn();
      const siblings = times(20, () => aRefreshToken({ sessionId: session.id, issuedAt: token.issuedAt }));
      await persistence().unitOfWork.run(async ({ sessions }) => {
        for (const one of siblings) await sessions.insertToken(one);
      });
      const refreshed = await Promise.all(
        siblings.map(({ hash }) =>
          persistence().unitOfWork.run(async ({ sessions }) => {
            const found = (await sessions.findByTokenForUpdate(hash))!;
            if (found.token.endedAt !== null) return false;
            await sessions.saveToken({ ...found.token, rotatedAt: NOON });
            await sessions.endOtherTokens(found.token, NOON);
            return true;
          }),
        ),
      );
      expect(refreshed.filter((one) => one)).toHaveLength(1);
    });

    test('stay unchanged when a returned object is modified', async () => {
      const { session, token } = await signedIn();
      const found = (await lookUp(token.hash))!;
      tryToModify(found.session, { revokedAt: NOON });
      tryToModify(found.token, { endedAt: NOON });
      expect(await lookUp(token.hash)).toEqual({ token, session });
    });
  });
};
