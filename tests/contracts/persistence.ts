import type { PersonId } from '../builders/ids.js';
import type { IdempotencyStore } from '../../application/shared/ports.js';
import type { Readers } from '../../application/composition/readers.js';
import type { Transactions } from '../../application/shared/transactions.js';
import type { StoreScope } from '../../application/composition/unit-of-work.js';
import type { Household, Member } from '../../domain/households/household.js';
import { compareSortKeys, type Page, type PageRequest } from '../../domain/shared/page.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';

/** One implementation of all ports that store data. */
export type Persistence = {
  readonly readers: Readers;
  readonly unitOfWork: Transactions<StoreScope>;
  readonly idempotencyStore: IdempotencyStore;
};

/** Suites are declared before the database is connected, so each test calls `persistence` when it runs. */
export type Contract = (persistence: () => Persistence) => void;

/** A member whose id is also the id of the account. */
type Joined = Member & { readonly id: PersonId };

export type Home = { readonly household: Household; readonly members: readonly [Joined, Joined, Joined] };

/** Stores a household of three members. */
export async function aStoredHome({ unitOfWork }: Persistence): Promise<Home> {
  const household = aHousehold();
  const memberOf = () => aMember({ id: anAccount().id, householdId: household.id });
  const home: Home = { household, members: [memberOf(), memberOf(), memberOf()] };
  await unitOfWork.run(async ({ accounts, households }) => {
    await households.insert(household);
    for (const member of home.members) {
      await accounts.insert(anAccount({ id: member.id }));
      await households.insertMember(member);
    }
  });
  return home;
}

export async function storeTasks(
  { unitOfWork }: Persistence,
  ...occurrences: readonly Occurrence[]
): Promise<void> {
  await unitOfWork.run(async (scope) => {
    for (const occurrence of occurrences) await scope.occurrences.insertTask(occurrence);
  });
}

export async function storeSeries(
  { unitOfWork }: Persistence,
  ...records: readonly SeriesRecord[]
): Promise<void> {
  await unitOfWork.run(async ({ series }) => {
    for (const record of records) await series.insertWithTask(record);
  });
}

/** Stores rows of series that are already stored. */
export async function storeRows({ unitOfWork }: Persistence, ...rows: readonly Occurrence[]): Promise<void> {
  await unitOfWork.run(({ occurrences }) => occurrences.insertAll(rows));
}

/** Returns all rows of a list, read page by page. */
export async function throughPages<Row>(
  list: (page: PageRequest) => Promise<Page<Row>>,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after: PageRequest['after'] = null;
  do {
    const page: Page<Row> = await list({ limit, after });
    expectPage(page, limit, after);
    rows.push(...page.rows);
    after = page.next;
  } while (after !== null);
  return rows;
}

/** Throws if a page has more rows than requested, or if a page that is not the last has fewer. */
function expectPage({ rows, next }: Page<unknown>, limit: number, after: PageRequest['after']): void {
  if (rows.length > limit) throw new Error(`a page of ${rows.length} rows where ${limit} were asked for`);
  if (next !== null && rows.length < limit) throw new Error('a short page that is not the last');
  if (next !== null && after !== null && compareSortKeys(next, after) <= 0)
    throw new Error('a page that does not get on');
}

/** Returns how many of the parallel `works` succeeded, and the error codes of the others. */
export async function outcomes(
  works: readonly Promise<unknown>[],
): Promise<{ succeeded: number; codes: unknown[] }> {
  const settled = await Promise.allSettled(works);
  const failures = settled.filter((one) => one.status === 'rejected');
  return {
    succeeded: settled.length - failures.length,
    codes: failures.map(({ reason }) => (reason as { code?: unknown }).code ?? reason),
  };
}

/** Runs the step in its own unit of work. */
export function inOne<T>(persistence: Persistence, step: (scope: StoreScope) => Promise<T>): Promise<T> {
  return persistence.unitOfWork.run(step);
}

export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
