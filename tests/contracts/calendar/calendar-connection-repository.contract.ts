import { describe, expect, test } from '@jest/globals';
import type { NewConnection } from '../../../application/calendar/ports.js';
import type { CalendarConnectionId, UserId } from '../../../domain/shared/ids.js';
import { anAccount } from '../../builders/account.js';
import { aNewConnection, tokens } from '../../builders/calendar-connection.js';
import { anId } from '../../builders/ids.js';
import { HOUR, MINUTE, NOON } from '../../builders/instants.js';
import { inOne, throughPages, times, type Contract } from '../persistence.js';
import { tryToModify } from '../try-to-modify.js';

export const calendarConnectionRepositoryContract: Contract = (persistence) => {
  async function aUser(): Promise<UserId> {
    const account = anAccount();
    await inOne(persistence(), ({ accounts }) => accounts.insert(account));
    return account.id;
  }
  const connect = (connection: NewConnection) =>
    inOne(persistence(), ({ calendarConnections }) => calendarConnections.connect(connection));
  async function stored(fields: Partial<NewConnection> = {}): Promise<NewConnection> {
    const connection = aNewConnection({ ...fields, userId: fields.userId ?? (await aUser()) });
    await connect(connection);
    return connection;
  }
  const reader = () => persistence().readers.calendarConnections;
  const shown = ({ id, userId, subject, email, createdAt }: NewConnection, status = 'ACTIVE') => ({
    id,
    userId,
    subject,
    email,
    status,
    createdAt,
  });
  const listed = async (userId: UserId) => (await reader().list(userId, { limit: 9, after: null })).rows;
  const run = <T>(
    step: (connections: Parameters<Parameters<typeof inOne<T>>[1]>[0]['calendarConnections']) => Promise<T>,
  ) => inOne(persistence(), ({ calendarConnections }) => step(calendarConnections));

  describe('calendar connections', () => {
    test('are found with all fields, and their tokens are read separately', async () => {
      const one = await stored();
      expect(await reader().find(one.id)).toEqual(shown(one));
      expect(await reader().credentials(one.id)).toEqual({
        id: one.id,
        grantKey: one.grantKey,
        tokens: one.tokens,
        tokenVersion: 1,
        leftAt: null,
      });
    });

    test('that have tokens are listed by id in pages, including connections without an owner', async () => {
      const made: NewConnection[] = [];
      for (let i = 0; i < 4; i++) made.push(await stored());
      const [left, revoked, ...others] = made;
      await run((connections) => connections.leave(left!.id, NOON));
      await run((connections) => connections.revoke(revoked!.id, 1));
      const expected = [left!, ...others].map(({ id }) => id).sort();
      const found: CalendarConnectionId[] = [];
      for (let after: CalendarConnectionId | null = null; ;) {
        const piece = await run((connections) => connections.withTokensForUpdate(after, 2));
        expect(piece.length).toBeLessThanOrEqual(2);
        for (const one of piece) expect(await reader().credentials(one.id)).toEqual(one);
        found.push(...piece.map(({ id }) => id));
        after = piece.at(-1)?.id ?? null;
        if (after === null) break;
      }
      expect(found).toEqual(found.toSorted());
      expect(found.filter((id) => made.some((one) => one.id === id))).toEqual(expected);
    });

    test('are returned as null if they do not exist', async () => {
      const id = anId<CalendarConnectionId>();
      expect(await reader().find(id)).toBeNull();
      expect(await reader().credentials(id)).toBeNull();
    });

    test('are listed only for their user, newest first, in pages', async () => {
      const userId = await aUser();
      await stored();
      const own = [];
      for (const minutes of [0, 2, 1]) own.push(await stored({ userId, createdAt: NOON + minutes * MINUTE }));
      const inOrder = [own[1], own[2], own[0]].map((one) => shown(one!));
      for (const limit of [1, 2, 3, 9])
        expect(await throughPages((page) => reader().list(userId, page), limit)).toEqual(inOrder);
    });

    test('can be locked only for their own user', async () => {
      const one = await stored();
      const find = (userId: UserId) => run((connections) => connections.findForUpdate(userId, one.id));
      expect(await find(one.userId)).toEqual(shown(one));
      expect(await find(await aUser())).toBeNull();
    });

    test('keep their id and creation time but get new tokens and a new version when connected again', async () => {
      const one = await stored();
      const again = aNewConnection({
        userId: one.userId,
        subject: one.subject,
        email: 'new@gmail.example',
        createdAt: NOON + HOUR,
      });
      const expected = { ...shown(one), email: 'new@gmail.example' };
      expect(await connect(again)).toEqual(expected);
      expect(await reader().find(again.id)).toBeNull();
      expect(await reader().credentials(one.id)).toMatchObject({ tokens: again.tokens, tokenVersion: 2 });
    });

    test('of two users with the same Google account are stored separately', async () => {
      const one = await stored();
      const other = aNewConnection({ userId: await aUser(), subject: one.subject });
      expect(await connect(other)).toEqual(shown(other));
      expect(await listed(one.userId)).toEqual([shown(one)]);
    });

    test('are created once by ten parallel requests, each of which raises the version by one', async () => {
      const userId = await aUser();
      const made = await Promise.all(
        times(10, () => connect(aNewConnection({ userId, subject: 'the same' }))),
      );
      const [only] = await listed(userId);
      expect(new Set(made.map((one) => one.id))).toEqual(new Set([only?.id]));
      expect((await reader().credentials(only!.id))?.tokenVersion).toBe(10);
    });

    test('store renewed tokens of the current version', async () => {
      const one = await stored();
      const renewed = tokens({ accessExpiresAt: NOON + 2 * HOUR });
      expect(await run((connections) => connections.saveTokens(one.id, 1, renewed))).toBe(true);
      expect((await reader().credentials(one.id))?.tokens).toEqual(renewed);
    });

    test('ignore renewed tokens and revocations for an older version of their tokens', async () => {
      const one = await stored();
      await connect(one);
      expect(await run((connections) => connections.saveTokens(one.id, 1, tokens()))).toBe(false);
      expect(await run((connections) => connections.revoke(one.id, 1))).toBe(false);
      expect(await reader().credentials(one.id)).toMatchObject({ tokens: one.tokens, tokenVersion: 2 });
      expect(await reader().find(one.id)).toEqual(shown(one));
    });

    test('lose their tokens when they are revoked, until they are connected again', async () => {
      const one = await stored();
      const revoke = () => run((connections) => connections.revoke(one.id, 1));
      expect(await revoke()).toBe(true);
      expect(await revoke()).toBe(false);
      expect(await reader().find(one.id)).toEqual(shown(one, 'REVOKED'));
      expect((await reader().credentials(one.id))?.tokens).toBeNull();
      expect(await run((connections) => connections.saveTokens(one.id, 1, tokens()))).toBe(false);
      expect(await connect({ ...one, id: anId() })).toEqual(shown(one));
      expect(await reader().credentials(one.id)).toMatchObject({ tokens: one.tokens, tokenVersion: 2 });
    });

    test('are hidden from their owner after the owner has disconnected them, but keep their credentials', async () => {
      const one = await stored();
      await run((connections) => connections.leave(one.id, NOON + 1));
      await run((connections) => connections.leave(one.id, NOON + 9));
      expect(await reader().find(one.id)).toBeNull();
      expect(await listed(one.userId)).toEqual([]);
      expect(await run((connections) => connections.findForUpdate(one.userId, one.id))).toBeNull();
      expect(await reader().credentials(one.id)).toMatchObject({ tokens: one.tokens, leftAt: NOON + 1 });
      expect(await run((connections) => connections.saveTokens(one.id, 1, tokens()))).toBe(true);
      expect(await run((connections) => connections.revoke(one.id, 1))).toBe(true);
    });

    test('that their owner has disconnected do not prevent a new connection to the same Google account', async () => {
      const one = await stored();
      await run((connections) => connections.leave(one.id, NOON));
      const next = { ...one, id: anId<CalendarConnectionId>() };
      expect(await connect(next)).toEqual(shown(next));
    });

    test('that their owner disconnected before a given instant are found, oldest first', async () => {
      const [young, old, older] = [await stored(), await stored(), await stored()];
      await run((connections) => connections.leave(young.id, NOON - MINUTE));
      await run((connections) => connections.leave(old.id, NOON - MINUTE - 1));
      await run((connections) => connections.leave(older.id, NOON - HOUR));
      const mine = [young, old, older].map(({ id }) => id);
      const found = await run((connections) => connections.leftBefore(NOON - MINUTE));
      expect(found.filter((id) => mine.includes(id))).toEqual([older.id, old.id]);
    });

    test('make isGrantUsed true for another connection to the same Google account as long as they have tokens', async () => {
      const one = await stored();
      const used = () => run((connections) => connections.isGrantUsed(one.grantKey, one.id));
      expect(await used()).toBe(false);
      const other = await stored({ subject: one.subject });
      expect(await used()).toBe(true);
      await run((connections) => connections.leave(other.id, NOON));
      expect(await used()).toBe(true);
      await run((connections) => connections.revoke(other.id, 1));
      expect(await used()).toBe(false);
    });

    test('can be deleted one by one', async () => {
      const [gone, kept] = [await stored(), await stored()];
      await run((connections) => connections.delete(gone.id));
      await run((connections) => connections.delete(gone.id));
      expect(await reader().credentials(gone.id)).toBeNull();
      expect(await reader().find(kept.id)).toEqual(shown(kept));
    });

    test('stay unchanged when a returned object is modified', async () => {
      const one = await stored();
      tryToModify((await reader().find(one.id))!, { email: 'changed' });
      tryToModify((await reader().credentials(one.id))!.tokens!, { accessToken: 'changed' });
      expect(await reader().find(one.id)).toEqual(shown(one));
      expect((await reader().credentials(one.id))?.tokens).toEqual(one.tokens);
    });
  });
};
