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
import type { SeriesRepository } from '../../application/series/ports.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { anId } from '../builders/ids.js';
import { aRowOf, aSeries } from '../builders/series.js';

describe('while one transaction', () => {
  const LOCK_TIMEOUT = { code: 'UNAVAILABLE', cause: { code: '55P03' } };

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

describe('series that one transaction holds', () => {
  const UNTIL = civilDate('2026-06-01');

  let unitOfWork: PostgresUnitOfWork;
  let stored: readonly SeriesRecord[];

  onPostgres({ lockTimeoutMs: 50 });
  beforeAll(() => {
    unitOfWork = new PostgresUnitOfWork(db, withoutJobs);
  });

  beforeEach(async () => {
    const account = anAccount();
    const household = aHousehold();
    const base = { householdId: household.id, createdBy: account.id, missed: 'keepLatest' as const };
    stored = [aSeries(base), aSeries(base), aSeries(base), aSeries(base)];
    await unitOfWork.run(async (scope) => {
      await scope.accounts.insert(account);
      await scope.households.insert(household);
      await scope.households.insertMember(aMember({ id: account.id, householdId: household.id }));
      for (const series of stored) await scope.series.insertWithTask(series);
      // Open on two days, of which one is to be skipped.
      await scope.occurrences.insertAll(stored.flatMap((series) => [aRowOf(series, 0), aRowOf(series, 1)]));
    });
  });

  const after = () => ({
    householdId: stored[0]!.householdId,
    id: '00000000-0000-0000-0000-000000000000' as SeriesRecord['id'],
  });
  type Batch = (series: SeriesRepository, limit: number) => ReturnType<SeriesRepository['keepingLatest']>;
  const due: Batch = (series, limit) =>
    series.dueForHorizon({ until: UNTIL, zones: [aHousehold().timeZone] }, after(), limit);
  const keeping: Batch = (series, limit) => series.keepingLatest(UNTIL, after(), limit);

  test.each([
    ['due', due],
    ['that keep the latest', keeping],
  ])('are passed over by a batch of those %s', async (_, batch) => {
    const ids = await unitOfWork.run(async (one) => {
      const first = await batch(one.series, 2);
      const second = await unitOfWork.run((other) => batch(other.series, 2));
      return [...first, ...second].map(({ series }) => series.id);
    });
    expect(ids).toEqual(stored.map(({ id }) => id));
  });

  test.each<[string, (series: SeriesRepository) => Promise<unknown>]>([
    ['findForUpdate', (series) => series.findForUpdate(stored[0]!.householdId, stored[0]!.id)],
    [
      'openForUpdate',
      (series) => series.openForUpdate(stored[0]!.householdId, anId(), { after: null, limit: 1 }),
    ],
    ['dueForHorizon', (series) => due(series, 1)],
    ['keepingLatest', (series) => keeping(series, 1)],
  ])('by %s make others wait', async (_, lock) => {
    await unitOfWork.run(async (holder) => {
      await lock(holder.series);
      const [first] = stored as [SeriesRecord];
      await expect(
        unitOfWork.run(({ series }) => series.findForUpdate(first.householdId, first.id)),
      ).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: '55P03' } });
    });
  });

  test('still get rows from whoever does not change them', async () => {
    const [series] = stored as [SeriesRecord];
    await unitOfWork.run(async (holder) => {
      await holder.series.findForUpdate(series.householdId, series.id);
      await unitOfWork.run(({ occurrences }) => occurrences.insertAll([aRowOf(series, 2)]));
    });
    const rows = await unitOfWork.run(({ occurrences }) =>
      occurrences.ofSeriesForUpdate(series.householdId, series.id, null),
    );
    expect(rows).toHaveLength(3);
  });

  test('hold their rows by ofSeriesForUpdate, those in the trash too', async () => {
    const [series] = stored as [SeriesRecord];
    const row = aRowOf(series, 2, { deletedAt: 1, status: 'CANCELLED' });
    await unitOfWork.run(({ occurrences }) => occurrences.insertAll([row]));
    await unitOfWork.run(async (holder) => {
      await holder.occurrences.ofSeriesForUpdate(series.householdId, series.id, null);
      await expect(
        unitOfWork.run(({ occurrences }) =>
          occurrences.findForUpdate(row.householdId, row.id, row.createdBy),
        ),
      ).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: '55P03' } });
    });
  });
});
