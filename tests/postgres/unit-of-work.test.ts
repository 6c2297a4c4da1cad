import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { PostgresAccountRepository } from '../../adapters/postgres/accounts/account-repository.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { SeriesRepository } from '../../application/series/ports.js';
import type { StoreScope } from '../../application/composition/unit-of-work.js';
import type { Account } from '../../domain/accounts/account.js';
import type { Household, Member } from '../../domain/households/household.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import { anAccount } from '../builders/account.js';
import { aCategory, aHousehold, aMember } from '../builders/household.js';
import { anId } from '../builders/ids.js';
import { NOON } from '../builders/instants.js';
import { anOccurrence } from '../builders/occurrence.js';
import { aRowOf, aSeries } from '../builders/series.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { withoutJobs } from '../support/without-jobs.js';

describe('a unit of work that fails', () => {
  onPostgres();

  /**
   * Makes the next `times` inserts of accounts fail with this SQLSTATE. It counts with a sequence, which a rollback
   * does not reset.
   */
  async function failingInserts(code: string, times: number): Promise<void> {
    await sql
      .raw(
        `
          drop sequence if exists attempts;
          create sequence attempts;
          create or replace function fail() returns trigger language plpgsql as $$
            begin
              if nextval('attempts') <= ${times} then
                raise exception 'planned' using errcode = '${code}';
              end if;
              return new;
            end
          $$;
          create or replace trigger fail before insert on accounts for each row execute function fail();
        `,
      )
      .execute(db);
  }

  async function insertCounting(account: Account) {
    let runs = 0;
    const retried: string[] = [];
    const unitOfWork = new PostgresUnitOfWork(db, withoutJobs, (reason) => retried.push(reason));
    const result = unitOfWork.run(async ({ accounts }) => {
      runs++;
      await accounts.insert(account);
      return 'done';
    });
    const outcome = await result.catch((error: unknown) => (error as { code: string }).code);
    const stored = await new PostgresAccountRepository(db).find(account.id);
    return { outcome, runs, stored, retried };
  }

  test.each([
    ['40P01', 'deadlock', 1],
    ['40P01', 'deadlock', 3],
    ['40001', 'serialization', 1],
    ['40001', 'serialization', 3],
    ['55P03', 'lock', 1],
    ['55P03', 'lock', 3],
  ])(
    'with the SQLSTATE %s is run again and each retry is reported with the reason "%s" (%i retries)',
    async (code, reason, failures) => {
      await failingInserts(code, failures);
      const account = anAccount();
      expect(await insertCounting(account)).toEqual({
        outcome: 'done',
        runs: failures + 1,
        stored: account,
        retried: Array<string>(failures).fill(reason),
      });
    },
  );

  test.each([
    ['40P01', 'deadlock', '40P01'],
    ['40001', 'serialization', '40001'],
    ['55P03', 'lock', 'UNAVAILABLE'],
  ])(
    'with the SQLSTATE %s at every attempt is given up after three retries',
    async (code, reason, outcome) => {
      await failingInserts(code, 4);
      const retried = [reason, reason, reason];
      expect(await insertCounting(anAccount())).toEqual({ outcome, runs: 4, stored: null, retried });
    },
  );

  test('with any other error is not run again', async () => {
    await failingInserts('23514', 1);
    expect(await insertCounting(anAccount())).toEqual({
      outcome: '23514',
      runs: 1,
      stored: null,
      retried: [],
    });
  });

  test('because the account that it deletes is still a member of a household is run again', async () => {
    const account = anAccount();
    const household = aHousehold();
    const member = aMember({ id: account.id, householdId: household.id });
    const retried: string[] = [];
    const unitOfWork = new PostgresUnitOfWork(db, withoutJobs, (reason) => retried.push(reason));
    await failingInserts('23514', 0);
    await unitOfWork.run(async ({ accounts, households }) => {
      await accounts.insert(account);
      await households.insert(household);
      await households.insertMember(member);
    });
    await unitOfWork.run(async ({ accounts, households }) => {
      // The retry finds the member that was added between reading the memberships and deleting the account.
      if (retried.length > 0) await households.saveMember({ ...member, leftAt: NOON });
      await accounts.remove(account.id);
    });
    expect(retried).toEqual(['moved']);
    expect(await new PostgresAccountRepository(db).find(account.id)).toBeNull();
  });

  test('because of a deadlock with another unit of work is run again until it succeeds', async () => {
    await failingInserts('40P01', 0);
    const [one, other] = [anAccount(), anAccount()];
    const unitOfWork = new PostgresUnitOfWork(db, withoutJobs);
    await unitOfWork.run(async ({ accounts }) => {
      await accounts.insert(one);
      await accounts.insert(other);
    });

    let arrived = 0;
    let open: () => void = () => undefined;
    const bothHoldOne = new Promise<void>((resolve) => (open = resolve));
    const renameBoth = (first: Account, second: Account, displayName: string) =>
      unitOfWork.run(async ({ accounts }: StoreScope) => {
        await accounts.save({ ...first, displayName });
        if (++arrived === 2) open();
        await bothHoldOne;
        await accounts.save({ ...second, displayName });
      });
    await Promise.all([renameBoth(one, other, 'Sam'), renameBoth(other, one, 'Kim')]);

    // The transaction that is run again may start before the other one ends, and lose again.
    expect(arrived).toBeGreaterThanOrEqual(3);
    const accounts = new PostgresAccountRepository(db);
    const names = [await accounts.find(one.id), await accounts.find(other.id)].map((a) => a?.displayName);
    expect([
      ['Sam', 'Sam'],
      ['Kim', 'Kim'],
    ]).toContainEqual(names);
  });
});

describe('locks of a unit of work', () => {
  describe('if two transactions overlap', () => {
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
      ['checks who is active, another one cannot remove a member', asksWhoIsActive, leaves],
      ['removes a member, another one cannot check who is active', leaves, asksWhoIsActive],
      ['locks the household, another one cannot lock it', holdsTheHousehold, holdsTheHousehold],
      ['adds a task, another one cannot delete the household', adds, removes],
      ['deletes the household, another one cannot add a task', removes, adds],
    ])('make the second transaction fail: while one %s', async (_name, first, second) => {
      await expect(meanwhile(first, second)).rejects.toMatchObject(LOCK_TIMEOUT);
    });

    test.each([
      ['checks who is active, another one can check it too', asksWhoIsActive, asksWhoIsActive],
      ['checks who is active, another one can add a task', asksWhoIsActive, adds],
      ['locks the household, another one can add a task', holdsTheHousehold, adds],
      ['removes a member, another one can still add a task', leaves, adds],
    ])('let the second transaction continue: while one %s', async (_name, first, second) => {
      await expect(meanwhile(first, second)).resolves.toBeUndefined();
    });
  });

  describe('on series', () => {
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
        // Open on two days, so that one occurrence can be skipped.
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
      ['whose horizon ends soon', due],
      ['that keep only the latest occurrence', keeping],
    ])('make another transaction skip locked series when it reads a batch of series %s', async (_, batch) => {
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
    ])('are taken by %s, so that other transactions wait', async (_, lock) => {
      await unitOfWork.run(async (holder) => {
        await lock(holder.series);
        const [first] = stored as [SeriesRecord];
        await expect(
          unitOfWork.run(({ series }) => series.findForUpdate(first.householdId, first.id)),
        ).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: '55P03' } });
      });
    });

    test('allow other transactions to insert occurrences of the locked series', async () => {
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

    test('that ofSeriesForUpdate takes also lock the occurrences of the series that are in the trash', async () => {
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
});
