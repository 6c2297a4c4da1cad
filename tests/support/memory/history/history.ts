import type {
  ActivityRepository,
  LocalDays,
  StatisticsReader,
  WorkFilter,
} from '../../../../application/history/ports.js';
import {
  type Activity,
  type ActivityFilter,
  activityKey,
  ALL_ACTIVITY,
  isWanted,
} from '../../../../domain/history/activity.js';
import type { RemovedPersonal } from '../../../../domain/operations/hidden-rows.js';
import type { DoneCell, TurnCell } from '../../../../domain/history/statistics.js';
import type { PlannedCell } from '../../../../domain/balance/balance.js';
import type { DateRange } from '../../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, TaskId } from '../../../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../../../domain/shared/page.js';
import { type Instant, type TimeZone, civilMomentAt } from '../../../../domain/shared/zone.js';
import type { Occurrence } from '../../../../domain/tasks/occurrence.js';
import { creditsEveryone, hasTicked, listDoers, listTicks } from '../../../../domain/tasks/ticks.js';
import { pageFrom } from '../page.js';
import { toKey, InMemoryRepository } from '../store.js';
import { reappearPredicate, listHiddenFrom, listPersonalTo } from '../tasks/personal-rows.js';

export class InMemoryActivityRepository extends InMemoryRepository implements ActivityRepository {
  async list(
    householdId: HouseholdId,
    viewer: MemberId,
    page: PageRequest,
    filter: ActivityFilter = ALL_ACTIVITY,
  ): Promise<Page<Activity>> {
    const hidden = listHiddenFrom(viewer, householdId, this.store);
    const seen = this.store.activities.filter(
      (one) =>
        one.householdId === householdId &&
        (one.onlyFor === null || one.onlyFor === viewer) &&
        !hidden.isAbout(one) &&
        isWanted(one, filter),
    );
    return pageFrom(seen, page, activityKey);
  }

  async insertAll(activities: readonly Activity[]): Promise<void> {
    for (const one of activities) this.store.activities.set(toKey(one.householdId, one.id), one);
  }

  async removePersonal(householdId: HouseholdId, member: MemberId): Promise<void> {
    const personal = listPersonalTo(member, householdId, this.store);
    this.store.activities.deleteWhere(
      (one) => one.householdId === householdId && (one.onlyFor === member || personal.isAbout(one)),
    );
  }

  async hideRemoved(removed: RemovedPersonal): Promise<void> {
    this.store.activities.updateWhere(reappearPredicate(removed, this.store), (one) => ({
      ...one,
      onlyFor: removed.author,
    }));
  }

  async purge(before: Instant, limit: number): Promise<number> {
    return this.store.activities.deleteWhere(({ at }) => at < before, limit);
  }
}

export class InMemoryStatisticsReader extends InMemoryRepository implements StatisticsReader {
  async done(
    householdId: HouseholdId,
    work: WorkFilter,
    { from, to, timeZone }: LocalDays,
  ): Promise<readonly DoneCell[]> {
    const cells = new Map<string, DoneCell>();
    for (const one of this.#of(householdId, work, 'DONE')) {
      const { completedAt, categoryId } = one;
      const doers = listDoers(one);
      const isForEach = creditsEveryone(one);
      if (completedAt === null || doers.length === 0) continue;
      const { date } = civilMomentAt(timeZone, completedAt);
      if (date < from || date > to) continue;
      const dueTo = work.visibility === 'SHARED' ? one.responsibleMemberIds : [];
      const givenBy = one.turnReason === 'SWAP' || one.turnReason === 'MANUAL' ? (one.turnOf ?? []) : [];
      const punctual = one.date !== null && date > one.date ? listPunctual(one, timeZone) : [];
      const key = toKey(...[doers, isForEach, categoryId, date, dueTo, givenBy, punctual].map(String));
      const cell = cells.get(key) ?? {
        ...{ doers, isForEach, categoryId, date, dueTo, givenBy, punctual },
        ...NOTHING_DONE,
      };
      cells.set(key, {
        ...cell,
        done: cell.done + 1,
        late: cell.late + (one.date !== null && date > one.date ? 1 : 0),
        minutes: cell.minutes + (one.durationMinutes ?? 0),
        unmeasured: cell.unmeasured + Number(one.durationMinutes === null),
      });
    }
    return [...cells.values()];
  }

  async turns(
    householdId: HouseholdId,
    work: WorkFilter,
    { from, to, timeZone }: LocalDays,
  ): Promise<readonly TurnCell[]> {
    const cells = new Map<string, TurnCell>();
    for (const one of this.#of(householdId, work, 'TODO', 'DONE', 'SKIPPED')) {
      const { date } = one;
      if (date === null || date < from || date > to) continue;
      const isUndone = isOwed(one, timeZone);
      const punctual = listPunctual(one, timeZone);
      const doers = work.visibility === 'SHARED' ? one.responsibleMemberIds : [one.createdBy];
      for (const memberId of doers) {
        const skipped = Number(one.status === 'SKIPPED' && !hasTicked(one, memberId));
        const owed = Number(isUndone && !punctual.includes(memberId));
        if (skipped + owed === 0) continue;
        const cell = cells.get(toKey(memberId, date)) ?? { memberId, date, skipped: 0, owed: 0 };
        cells.set(toKey(memberId, date), {
          ...cell,
          skipped: cell.skipped + skipped,
          owed: cell.owed + owed,
        });
      }
    }
    return [...cells.values()];
  }

  async planned(householdId: HouseholdId, { from, to }: DateRange): Promise<readonly PlannedCell[]> {
    return this.#of(householdId, { visibility: 'SHARED' }, 'TODO')
      .filter(({ date, responsibleMemberIds }) => {
        return date !== null && date >= from && date <= to && responsibleMemberIds.length > 0;
      })
      .map((one) => ({
        memberIds: one.responsibleMemberIds,
        isForEach: creditsEveryone(one),
        minutes: one.durationMinutes ?? 0,
        unmeasured: Number(one.durationMinutes === null),
      }));
  }

  async lastDone(householdId: HouseholdId, taskId: TaskId): Promise<ReadonlyMap<MemberId, Instant>> {
    const last = new Map<MemberId, Instant>();
    for (const one of this.#of(householdId, { visibility: 'SHARED' }, 'DONE')) {
      if (one.taskId !== taskId) continue;
      for (const { memberId, at } of listTicks(one))
        last.set(memberId, Math.max(at, last.get(memberId) ?? -Infinity));
    }
    return last;
  }

  #of(householdId: HouseholdId, work: WorkFilter, ...statuses: Occurrence['status'][]): Occurrence[] {
    return this.store.occurrences.filter(
      (one) =>
        one.householdId === householdId &&
        statuses.includes(one.status) &&
        one.deletedAt === null &&
        matchesWork(one, work),
    );
  }
}

const NOTHING_DONE = { done: 0, late: 0, minutes: 0, unmeasured: 0 };

function isOwed({ status, date, completedAt, skippedReason }: Occurrence, timeZone: TimeZone): boolean {
  if (status === 'DONE')
    return date !== null && completedAt !== null && civilMomentAt(timeZone, completedAt).date > date;
  return status === 'TODO' || (status === 'SKIPPED' && skippedReason === 'MISSED');
}

/** Lists the members who ticked by the end of the occurrence's day, if every assignee ticks separately. */
function listPunctual(one: Occurrence, timeZone: TimeZone): readonly MemberId[] {
  const { completion, date } = one;
  if (completion === 'any' || date === null) return [];
  return listTicks(one).flatMap(({ memberId, at }) =>
    civilMomentAt(timeZone, at).date > date ? [] : [memberId],
  );
}

function matchesWork({ visibility, finishedPrivately, createdBy }: Occurrence, work: WorkFilter): boolean {
  const isPersonal = visibility === 'PERSONAL' || finishedPrivately;
  return work.visibility === 'SHARED' ? !isPersonal : isPersonal && createdBy === work.author;
}
