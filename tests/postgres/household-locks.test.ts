import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { StoreScope } from '../../application/shared/unit-of-work.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { Household, Member } from '../../domain/households/household.js';
import { anAccount } from '../builders/account.js';
import { aCategory, aHousehold, aMember } from '../builders/household.js';
import { NOON } from '../builders/instants.js';
import { anOccurrence } from '../builders/occurrence.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { withoutJobs } from '../support/without-jobs.js';

const LOCK_TIMEOUT = { code: 'UNAVAILABLE', cause: { code: '55P03' } };

describe('while one transaction', () => {
  let unitOfWork: PostgresUnitOfWork;
  let household: Household;
  let member: Member;

  onPostgres({ lockTimeoutMs: 50 });
  beforeAll(() => {
    unitOfWork = new PostgresUnitOfWork(db, withoutJobs);
  });

  beforeEach(async () => {
    const account = anAccount();
    household = aHousehold();
    member = aMember({ id: account.id, householdId: household.id });
    await unitOfWork.run(async ({ accounts, households }) => {
      await accounts.insert(account);
      await households.insert(household);
      await households.insertMember(member);
    });
  });

  type Step = (scope: StoreScope) => Promise<unknown>;
  const asksWhoIsActive: Step = ({ households }) => households.activeMembers(household.id, [member.id]);
  const holdsTheHousehold: Step = ({ households }) => households.findForUpdate(household.id);
  const leaves: Step = ({ households }) => households.saveMember({ ...member, leftAt: NOON });
  const adds: Step = async ({ occurrences, categories }) => {
    const base = { householdId: household.id, createdBy: member.id };
    await occurrences.insertTask(anOccurrence(base));
    await categories.insert(aCategory(base));
  };
  const removes: Step = ({ households }) => households.remove(household.id);

  const meanwhile = (first: Step, second: Step) =>
    unitOfWork.run(async (scope) => {
      await first(scope);
      await unitOfWork.run(second);
    });

  test.each([
    ['asks who is active, nobody leaves', asksWhoIsActive, leaves],
    ['lets someone go, nobody assigns work to them', leaves, asksWhoIsActive],
    ['holds the household, nobody else changes it', holdsTheHousehold, holdsTheHousehold],
    ['adds something, the household stays', adds, removes],
    ['removes the household, nothing is added', removes, adds],
  ])('%s', async (_name, first, second) => {
    await expect(meanwhile(first, second)).rejects.toMatchObject(LOCK_TIMEOUT);
  });

  test.each([
    ['asks who is active, others ask too', asksWhoIsActive, asksWhoIsActive],
    ['asks who is active, tasks are added', asksWhoIsActive, adds],
    ['holds the household, tasks are added', holdsTheHousehold, adds],
    ['lets someone go, tasks of theirs are still written', leaves, adds],
  ])('%s', async (_name, first, second) => {
    await expect(meanwhile(first, second)).resolves.toBeUndefined();
  });
});
