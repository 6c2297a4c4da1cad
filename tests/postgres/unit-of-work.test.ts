import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { StoreScope } from '../../application/shared/unit-of-work.js';
import { PostgresAccountRepository } from '../../adapters/postgres/accounts/account-repository.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { Account } from '../../domain/accounts/account.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';
import { NOON } from '../builders/instants.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { withoutJobs } from '../support/without-jobs.js';

describe('a unit of work that loses a race', () => {
  onPostgres();

  /** The next `times` inserted accounts end their transactions with that code: sequences are not rolled back. */
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
  ])('with %s is run again, which is told as a %s, here %i times', async (code, reason, failures) => {
    await failingInserts(code, failures);
    const account = anAccount();
    expect(await insertCounting(account)).toEqual({
      outcome: 'done',
      runs: failures + 1,
      stored: account,
      retried: Array<string>(failures).fill(reason),
    });
  });

  test.each([
    ['40P01', 'deadlock', '40P01'],
    ['40001', 'serialization', '40001'],
    ['55P03', 'lock', 'UNAVAILABLE'],
  ])('with %s again and again fails in the end', async (code, reason, outcome) => {
    await failingInserts(code, 4);
    const retried = [reason, reason, reason];
    expect(await insertCounting(anAccount())).toEqual({ outcome, runs: 4, stored: null, retried });
  });

  test('is not run again for another failure', async () => {
    await failingInserts('23514', 1);
    expect(await insertCounting(anAccount())).toEqual({
      outcome: '23514',
      runs: 1,
      stored: null,
      retried: [],
    });
  });

  test('of an account that is erased while it joins a household is run again, and meets the member', async () => {
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
      // As where the member came between the reading of memberships and the removal.
      if (retried.length > 0) await households.saveMember({ ...member, leftAt: NOON });
      await accounts.remove(account.id);
    });
    expect(retried).toEqual(['moved']);
    expect(await new PostgresAccountRepository(db).find(account.id)).toBeNull();
  });

  test('to another that waits for it, as it waits for the other, comes after it', async () => {
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

    // The one that begins anew may overtake the one that was let go on, and lose once more.
    expect(arrived).toBeGreaterThanOrEqual(3);
    const accounts = new PostgresAccountRepository(db);
    const names = [await accounts.find(one.id), await accounts.find(other.id)].map((a) => a?.displayName);
    expect([
      ['Sam', 'Sam'],
      ['Kim', 'Kim'],
    ]).toContainEqual(names);
  });
});
