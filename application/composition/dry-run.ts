import type { Transactions } from '../shared/transactions.js';
import type { UnitOfWork, UnitOfWorkScope } from './unit-of-work.js';

/** Returns ports with which use cases run in the transaction of `scope` instead of their own. */
export function joinTransaction<P extends { readonly unitOfWork: UnitOfWork }>(
  ports: P,
  scope: UnitOfWorkScope,
): P {
  return { ...ports, unitOfWork: { run: (work) => work(scope) } satisfies Transactions<UnitOfWorkScope> };
}

class RolledBack extends Error {
  override readonly name = 'RolledBack';
}

/** Runs `work` in a transaction that is rolled back, and returns its result. */
export async function dryRun<T>(
  unitOfWork: UnitOfWork,
  work: (scope: UnitOfWorkScope) => Promise<T>,
): Promise<T> {
  const results: T[] = [];
  await unitOfWork
    .run(async (scope) => {
      results[0] = await work(scope);
      throw new RolledBack('a dry run writes nothing');
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return results[0] as T;
}
