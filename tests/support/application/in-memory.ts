import { InMemoryIdempotencyRepository } from '../memory/shared/idempotency-repository.js';
import { createStore, type Store } from '../memory/store.js';
import { inMemoryReaders, InMemoryUnitOfWork } from '../memory/unit-of-work.js';
import { Application, type Storage } from './application.js';

/** Returns an application on a store in memory, and the store so that a test can look into it. */
export function inMemoryApplication(now?: string): Application & { readonly store: Store } {
  const store = createStore();
  return Object.assign(new Application(storageIn(store), now), { store });
}

function storageIn(store: Store): Storage {
  return {
    readers: inMemoryReaders(store),
    unitOfWork: new InMemoryUnitOfWork(store),
    idempotencyStore: new InMemoryIdempotencyRepository(store),
    takeJobs: () => {
      const jobs = store.jobs.filter(() => true);
      store.jobs.deleteWhere(() => true);
      return Promise.resolve(jobs);
    },
    remnantsOf: (householdId) => {
      const isOf = (row: unknown) => JSON.stringify(row).includes(householdId);
      const tables = Object.entries(store) as [
        string,
        { filter(matches: (row: unknown) => boolean): unknown[] },
      ][];
      return Promise.resolve(
        tables.filter(([, table]) => table.filter(isOf).length > 0).map(([name]) => name),
      );
    },
  };
}
