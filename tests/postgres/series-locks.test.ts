import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SeriesRepository } from '../../application/series/ports.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';
import { anId } from '../builders/ids.js';
import { aRowOf, aSeries } from '../builders/series.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { withoutJobs } from '../support/without-jobs.js';

const UNTIL = civilDate('2026-06-01');

describe('series that one transaction holds', () => {
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
    });
  });

  const after = () => ({
    householdId: stored[0]!.householdId,
    id: '00000000-0000-0000-0000-000000000000' as SeriesRecord['id'],
  });
  type Batch = (series: SeriesRepository, limit: number) => ReturnType<SeriesRepository['keepingLatest']>;
  const due: Batch = (series, limit) => series.dueForHorizon(UNTIL, after(), limit);
  const keeping: Batch = (series, limit) => series.keepingLatest(after(), limit);

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
      await unitOfWork.run(({ occurrences }) => occurrences.insertAll([aRowOf(series, 0)]));
    });
    const rows = await unitOfWork.run(({ occurrences }) =>
      occurrences.ofSeriesForUpdate(series.householdId, series.id, null),
    );
    expect(rows).toHaveLength(1);
  });

  test('hold their rows by ofSeriesForUpdate, those in the trash too', async () => {
    const [series] = stored as [SeriesRecord];
    const row = aRowOf(series, 0, { deletedAt: 1, status: 'CANCELLED' });
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
