import { describe, expect, test } from '@jest/globals';
import { REFRESH_TOKEN_LIFE_MS, type Session } from '../../../domain/accounts/session.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { anAccount, aRefreshToken, aSession } from '../../builders/account.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { throughPages, type Contract } from '../persistence.js';

export const sessionPurgeContract: Contract = (persistence) => {
  async function aUser(): Promise<UserId> {
    const account = anAccount();
    await persistence().unitOfWork.run(({ accounts }) => accounts.insert(account));
    return account.id;
  }
  async function store(userId: UserId, fields: Partial<Session> = {}): Promise<Session> {
    const session = aSession({ userId, ...fields });
    await persistence().unitOfWork.run(({ sessions }) => sessions.insert(session));
    return session;
  }
  const list = (userId: UserId, limit = 10) =>
    throughPages((page) => persistence().readers.sessions.listLive(userId, NOON, page), limit);
  const find = (userId: UserId, { id }: Pick<Session, 'id'>) =>
    persistence().unitOfWork.run(({ sessions }) => sessions.find(userId, id));

  describe('the sessions of a user', () => {
    test.each([1, 2, 3, 4])('are listed newest first, in pages of %i', async (limit) => {
      const [userId, stranger] = [await aUser(), await aUser()];
      const old = await store(userId, { createdAt: NOON - DAY });
      const twins = [await store(userId, { userAgent: 'Firefox' }), await store(userId)];
      await store(stranger);
      expect(await list(userId, limit)).toEqual([...twins.sort((a, b) => (a.id < b.id ? -1 : 1)), old]);
    });

    test('are listed only while they are neither revoked nor expired', async () => {
      const userId = await aUser();
      await store(userId, { revokedAt: NOON });
      await store(userId, { lastUsedAt: NOON - REFRESH_TOKEN_LIFE_MS - 1 });
      const last = await store(userId, { lastUsedAt: NOON - REFRESH_TOKEN_LIFE_MS });
      expect(await list(userId)).toEqual([last]);
    });

    test('are found only for their own user', async () => {
      const [userId, stranger] = [await aUser(), await aUser()];
      const session = await store(userId, { revokedAt: NOON });
      expect(await find(userId, session)).toEqual(session);
      expect(await find(stranger, session)).toBeNull();
      expect(await find(userId, { id: anId() })).toBeNull();
    });
  });

  test('a purge removes old sessions and tokens, and no other rows', async () => {
    const userId = await aUser();
    const [ended, unused, live] = [
      await store(userId, { revokedAt: NOON - 2 }),
      await store(userId, { lastUsedAt: NOON - 6 }),
      await store(userId, { revokedAt: NOON - 1, lastUsedAt: NOON - 5 }),
    ];
    const tokens = [
      aRefreshToken({ sessionId: ended.id }),
      aRefreshToken({ sessionId: live.id, issuedAt: NOON - 10 }),
      aRefreshToken({ sessionId: live.id, issuedAt: NOON - 9 }),
    ];
    await persistence().unitOfWork.run(async ({ sessions }) => {
      for (const token of tokens) await sessions.insertToken(token);
      await sessions.purge({ revokedBefore: NOON - 1, unusedSince: NOON - 5, tokensIssuedBefore: NOON - 9 });
    });
    expect(await find(userId, ended)).toBeNull();
    expect(await find(userId, unused)).toBeNull();
    expect(await find(userId, live)).toEqual(live);
    const tokenOf = async ({ hash }: { hash: string }) =>
      (await persistence().unitOfWork.run(({ sessions }) => sessions.findByTokenForUpdate(hash)))?.token;
    expect(await Promise.all(tokens.map(tokenOf))).toEqual([undefined, undefined, tokens[2]]);
  });
};
