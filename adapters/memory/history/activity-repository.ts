import type { ActivityRepository } from '../../../application/history/ports.js';
import { activityKey, type Activity } from '../../../domain/history/activity.js';
import type { HouseholdId, MemberId, TaskId, UserId } from '../../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { isVisibleTo } from '../../../domain/tasks/occurrence.js';
import { pageFrom } from '../page.js';
import { keyOf, type Store } from '../store.js';

export class InMemoryActivityRepository implements ActivityRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  list(householdId: HouseholdId, viewer: UserId, page: PageRequest): Promise<Page<Activity>> {
    const others = this.#store.occurrences.filter(
      (one) => one.householdId === householdId && !isVisibleTo(one, viewer),
    );
    const hidden = new Set<TaskId | null>(others.map(({ taskId }) => taskId));
    const seen = this.#store.activities.filter(
      (one) =>
        one.householdId === householdId &&
        (one.onlyFor === null || one.onlyFor === viewer) &&
        !hidden.has(one.taskId),
    );
    return Promise.resolve(pageFrom(seen, page, activityKey));
  }

  insertAll(activities: readonly Activity[]): Promise<void> {
    for (const one of activities) this.#store.activities.set(keyOf(one.householdId, one.id), one);
    return Promise.resolve();
  }

  removePersonal(householdId: HouseholdId, member: MemberId): Promise<void> {
    this.#store.activities.deleteWhere((one) => one.householdId === householdId && one.onlyFor === member);
    return Promise.resolve();
  }

  purge(before: Instant, limit: number): Promise<number> {
    const old = this.#store.activities.filter(({ at }) => at < before).slice(0, limit);
    for (const { householdId, id } of old) this.#store.activities.delete(keyOf(householdId, id));
    return Promise.resolve(old.length);
  }
}
