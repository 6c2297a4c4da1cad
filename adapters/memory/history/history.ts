import type { ActivityRepository, Days, StatisticsReader, Work } from '../../../application/history/ports.js';
import {
  type Activity,
  type ActivityFilter,
  activityKey,
  ALL_ACTIVITY,
  isWanted,
} from '../../../domain/history/activity.js';
import type { DoneCell, SkippedCount } from '../../../domain/history/statistics.js';
import type { HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../../domain/shared/page.js';
import { type Instant, civilMomentAt } from '../../../domain/shared/zone.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { pageFrom } from '../page.js';
import { type Store, toKey } from '../store.js';
import { listHiddenFrom } from '../tasks/hidden.js';

export class InMemoryActivityRepository implements ActivityRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async list(
    householdId: HouseholdId,
    viewer: UserId,
    page: PageRequest,
    filter: ActivityFilter = ALL_ACTIVITY,
  ): Promise<Page<Activity>> {
    const hidden = listHiddenFrom(viewer, householdId, this.#store);
    const seen = this.#store.activities.filter(
      (one) =>
        one.householdId === householdId &&
        (one.onlyFor === null || one.onlyFor === viewer) &&
        !hidden.has(one.taskId) &&
        !hidden.has(one.subject.id) &&
        isWanted(one, filter),
    );
    return pageFrom(seen, page, activityKey);
  }

  async insertAll(activities: readonly Activity[]): Promise<void> {
    for (const one of activities) this.#store.activities.set(toKey(one.householdId, one.id), one);
  }

  async removePersonal(householdId: HouseholdId, member: MemberId): Promise<void> {
    this.#store.activities.deleteWhere((one) => one.householdId === householdId && one.onlyFor === member);
  }

  async purge(before: Instant, limit: number): Promise<number> {
    return this.#store.activities.deleteWhere(({ at }) => at < before, limit);
  }
}

export class InMemoryStatisticsReader implements StatisticsReader {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async done(
    householdId: HouseholdId,
    work: Work,
    { from, to, timeZone }: Days,
  ): Promise<readonly DoneCell[]> {
    const cells = new Map<string, DoneCell>();
    for (const one of this.#of(householdId, work, 'DONE')) {
      const { completedAt, completedFor: memberId, categoryId } = one;
      if (completedAt === null || memberId === null) continue;
      const { date } = civilMomentAt(timeZone, completedAt);
      if (date < from || date > to) continue;
      const key = toKey(memberId, String(categoryId), date);
      const cell = cells.get(key) ?? { memberId, categoryId, date, done: 0, late: 0, minutes: 0 };
      cells.set(key, {
        ...cell,
        done: cell.done + 1,
        late: cell.late + (one.date !== null && date > one.date ? 1 : 0),
        minutes: cell.minutes + (one.durationMinutes ?? 0),
      });
    }
    return [...cells.values()];
  }

  async skipped(
    householdId: HouseholdId,
    work: Work,
    { from, to }: Omit<Days, 'timeZone'>,
  ): Promise<readonly SkippedCount[]> {
    const responsible = this.#of(householdId, work, 'SKIPPED')
      .filter(({ date }) => date !== null && date >= from && date <= to)
      .flatMap(({ responsibleMemberIds, createdBy }) =>
        work.visibility === 'SHARED' ? responsibleMemberIds : [createdBy],
      );
    const counts = Map.groupBy(responsible, (memberId) => memberId);
    return [...counts].map(([memberId, all]) => ({ memberId, skipped: all.length }));
  }

  #of(householdId: HouseholdId, work: Work, status: Occurrence['status']): Occurrence[] {
    return this.#store.occurrences.filter(
      (one) =>
        one.householdId === householdId &&
        one.status === status &&
        one.deletedAt === null &&
        matchesWork(one, work),
    );
  }
}

function matchesWork({ visibility, finishedPrivately, createdBy }: Occurrence, work: Work): boolean {
  const isPersonal = visibility === 'PERSONAL' || finishedPrivately;
  return work.visibility === 'SHARED' ? !isPersonal : isPersonal && createdBy === work.author;
}
