import { describe, expect, test } from '@jest/globals';
import { anAccount, aRefreshToken, aSession } from '../../builders/account.js';
import { aCategory, aHousehold, aMember } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aStoredHome, outcomes, storeTasks, times, type Contract } from '../persistence.js';

class Surprise extends Error {}

export const unitOfWorkContract: Contract = (persistence) => {
  describe('a unit of work', () => {
    test('returns the result of the work', async () => {
      expect(await persistence().unitOfWork.run(() => Promise.resolve(42))).toBe(42);
    });

    test('that fails stores nothing and rejects with the same error', async () => {
      const account = anAccount();
      const household = aHousehold();
      const base = { householdId: household.id, createdBy: account.id };
      const [category, task] = [aCategory(base), anOccurrence(base)];
      const session = aSession({ userId: account.id });
      const token = aRefreshToken({ sessionId: session.id });
      const surprise = new Surprise();

      const run = persistence().unitOfWork.run(async (scope) => {
        await scope.accounts.insert(account);
        await scope.sessions.insert(session);
        await scope.sessions.insertToken(token);
        await scope.households.insert(household);
        await scope.households.insertMember(aMember({ id: account.id, householdId: household.id }));
        await scope.categories.insert(category);
        await scope.occurrences.insertTask(task);
        throw surprise;
      });
      await expect(run).rejects.toBe(surprise);

      const { readers, unitOfWork } = persistence();
      expect(await readers.accounts.find(account.id)).toBeNull();
      expect(await readers.access.find(account.id, session.id, household.id)).toBeNull();
      expect(await readers.households.members(household.id)).toEqual([]);
      expect(await readers.categories.list(household.id, { limit: 9, after: null })).toMatchObject({
        rows: [],
      });
      expect(await readers.occurrences.find(household.id, task.id, account.id)).toBeNull();
      expect(await unitOfWork.run(({ sessions }) => sessions.findByTokenForUpdate(token.hash))).toBeNull();
    });

    test('that fails reverts changes and removals', async () => {
      const { household, members } = await aStoredHome(persistence());
      const base = { householdId: household.id, createdBy: members[0].id };
      const category = aCategory(base);
      await persistence().unitOfWork.run(({ categories }) => categories.insert(category));
      const task = anOccurrence({ ...base, categoryId: category.id });
      await storeTasks(persistence(), task);
      const run = persistence().unitOfWork.run(async ({ categories, occurrences }) => {
        await categories.remove(household.id, category.id, { now: NOON + 1, by: null });
        await occurrences.save({ ...task, title: 'changed', categoryId: null });
        throw new Surprise();
      });
      await expect(run).rejects.toThrow(Surprise);
      const { readers } = persistence();
      expect(await readers.occurrences.find(household.id, task.id, base.createdBy)).toEqual(task);
      expect((await readers.categories.list(household.id, { limit: 9, after: null })).rows).toEqual([
        category,
      ]);
    });

    test('cannot commit its earlier writes after one of its writes was rejected', async () => {
      const [taken, other] = [anAccount(), anAccount()];
      await persistence().unitOfWork.run(({ accounts }) => accounts.insert(taken));
      const run = persistence().unitOfWork.run(async ({ accounts }) => {
        await accounts.insert(other);
        await accounts.insert(anAccount({ email: taken.email }));
      });
      await expect(run).rejects.toMatchObject({ code: 'EMAIL_ALREADY_USED' });
      expect(await persistence().readers.accounts.find(other.id)).toBeNull();
    });

    test('reads its own writes, which other transactions do not see before the commit', async () => {
      const { household, members } = await aStoredHome(persistence());
      const task = anOccurrence({ householdId: household.id, createdBy: members[0].id });
      const outside = () => persistence().readers.occurrences.find(household.id, task.id, task.createdBy);
      await persistence().unitOfWork.run(async ({ occurrences }) => {
        await occurrences.insertTask(task);
        expect(await occurrences.find(household.id, task.id, task.createdBy)).toEqual(task);
        expect(await outside()).toBeNull();
      });
      expect(await outside()).toEqual(task);
    });

    test('runs in parallel with other units of work, whose failures do not affect it', async () => {
      const accounts = times(30, () => anAccount());
      const { succeeded, codes } = await outcomes(
        accounts.map((account, i) =>
          persistence().unitOfWork.run(async (scope) => {
            await scope.accounts.insert(account);
            if (i % 3 === 0) throw Object.assign(new Surprise(), { code: i });
          }),
        ),
      );
      expect(succeeded).toBe(20);
      expect(codes).toEqual(times(10, (i) => i * 3));
      const found = await Promise.all(accounts.map(({ id }) => persistence().readers.accounts.find(id)));
      expect(found.map((account) => account !== null)).toEqual(accounts.map((_, i) => i % 3 !== 0));
    });

    test('is not needed for readers.occurrences.find, which returns null for unknown ids', async () => {
      expect(await persistence().readers.occurrences.find(anId(), anId(), anId())).toBeNull();
    });
  });
};
