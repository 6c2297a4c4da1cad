import type { TaskRepository } from '../../../application/tasks/ports.js';
import type { HouseholdId, TaskId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { SeriesRecord } from '../../../domain/series/series-record.js';
import type { Store } from '../store.js';

/** A task is nothing here but its series and occurrences, so that there is no visibility beside theirs to write. */
export class InMemoryTaskRepository implements TaskRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert(): Promise<void> {
    return Promise.resolve();
  }

  seriesForUpdate(householdId: HouseholdId, id: TaskId): Promise<readonly SeriesRecord[]> {
    return Promise.resolve(this.#store.series.filter(isOf(householdId, id)).toSorted(byId));
  }

  occurrencesForUpdate(householdId: HouseholdId, id: TaskId): Promise<readonly Occurrence[]> {
    return Promise.resolve(this.#store.occurrences.filter(isOf(householdId, id)).toSorted(byId));
  }

  saveVisibility(): Promise<void> {
    return Promise.resolve();
  }
}

const isOf =
  (householdId: HouseholdId, id: TaskId) =>
  (one: { readonly householdId: HouseholdId; readonly taskId: TaskId }): boolean =>
    one.householdId === householdId && one.taskId === id;

const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);
