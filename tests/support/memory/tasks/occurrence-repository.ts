import { weighRow } from '../../../../domain/tasks/weight.js';
import { categoryMissing, householdNotFound } from '../../../../application/shared/errors.js';
import type {
  OccurrenceRepository,
  RemainingPersonal,
  PurgedTrash,
  SeriesRowsRequest,
  SeriesReference,
  MemberTrash,
  TaskRepository,
} from '../../../../application/tasks/ports.js';
import type { AttachmentId } from '../../../../domain/attachments/attachment.js';
import { growthBetween, countUsage } from '../../../../domain/limits/limits.js';
import type { RuleDate } from '../../../../domain/recurrence/expand.js';
import type { SeriesRecord } from '../../../../domain/series/series.js';
import type { CivilDate } from '../../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, OccurrenceId, SeriesId, TaskId } from '../../../../domain/shared/ids.js';
import { type Page, type PageRequest, compareSortKeys } from '../../../../domain/shared/page.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { isPersonalTo, losesAssignee, withoutMember } from '../../../../domain/tasks/departure.js';
import {
  type Occurrence,
  isCompletionVisibleTo,
  isVisibleTo,
  type Stamp,
} from '../../../../domain/tasks/occurrence.js';
import type { ClientIds } from '../../../../domain/tasks/draft.js';
import type { RetiredId } from '../../../../domain/sync/journal.js';
import {
  type OccurrenceQuery,
  historyKey,
  isListed,
  keyFor,
  trashKey,
} from '../../../../domain/tasks/views.js';
import { InMemoryLimitedRepository } from '../households/quota-guard.js';
import { pageFrom } from '../page.js';
import { type Store, toKey, InMemoryRepository } from '../store.js';

export class InMemoryOccurrenceRepository extends InMemoryLimitedRepository implements OccurrenceRepository {
  async find(householdId: HouseholdId, id: OccurrenceId, viewer: MemberId): Promise<Occurrence | null> {
    const occurrence = this.store.occurrences.get(toKey(householdId, id));
    return occurrence !== undefined && isVisibleTo(occurrence, viewer) ? occurrence : null;
  }

  findForUpdate(householdId: HouseholdId, id: OccurrenceId, viewer: MemberId): Promise<Occurrence | null> {
    return this.find(householdId, id, viewer);
  }

  findAllForUpdate(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    viewer: MemberId,
  ): Promise<readonly (Occurrence | null)[]> {
    return Promise.all(ids.map((id) => this.find(householdId, id, viewer)));
  }

  async list(householdId: HouseholdId, query: OccurrenceQuery, page: PageRequest): Promise<Page<Occurrence>> {
    const listed = this.store.occurrences.filter(
      (one) => one.householdId === householdId && isListed(one, query),
    );
    return pageFrom(listed, page, keyFor(query.view));
  }

  async revisionOf(householdId: HouseholdId, query: OccurrenceQuery): Promise<string> {
    const listed = this.store.occurrences.filter(
      (one) => one.householdId === householdId && isListed(one, query),
    );
    return JSON.stringify(listed.map(({ id, version, updatedAt }) => [id, version, updatedAt]));
  }

  async countOpen(
    householdId: HouseholdId,
    of?: SeriesReference & { readonly viewer: MemberId },
  ): Promise<number> {
    const open = this.store.occurrences.filter(
      (one) => one.householdId === householdId && one.status === 'TODO' && one.deletedAt === null,
    );
    if (of === undefined) return open.length;
    const id =
      'seriesId' in of
        ? of.seriesId
        : this.store.occurrences.get(toKey(householdId, of.occurrenceId))?.seriesId;
    return open.filter((one) => one.seriesId !== null && one.seriesId === id && isVisibleTo(one, of.viewer))
      .length;
  }

  async listTrash(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<Occurrence>> {
    const deleted = this.store.occurrences.filter(
      (one) => one.householdId === householdId && one.deletedAt !== null && isVisibleTo(one, viewer),
    );
    return pageFrom(deleted, page, trashKey);
  }

  async listHistory(
    householdId: HouseholdId,
    taskId: TaskId,
    viewer: MemberId,
    page: PageRequest,
  ): Promise<Page<Occurrence>> {
    const finished = this.store.occurrences.filter(
      (one) =>
        one.householdId === householdId &&
        one.taskId === taskId &&
        one.seriesId !== null &&
        (one.status === 'DONE' || one.status === 'SKIPPED') &&
        one.deletedAt === null &&
        isCompletionVisibleTo(one, viewer),
    );
    return pageFrom(finished, page, historyKey);
  }

  async listOneOffIds(
    householdId: HouseholdId,
    { viewer, from, to, categoryId = null }: Parameters<OccurrenceRepository['listOneOffIds']>[1],
    limit: number,
  ): Promise<readonly OccurrenceId[]> {
    return this.store.occurrences
      .filter(
        (one) =>
          one.householdId === householdId &&
          one.seriesId === null &&
          one.status === 'TODO' &&
          one.deletedAt === null &&
          one.date !== null &&
          one.date >= from &&
          (to === null || one.date <= to) &&
          (categoryId === null || one.categoryId === categoryId) &&
          isVisibleTo(one, viewer),
      )
      .toSorted(byId)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  async placesOf(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
  ): ReturnType<OccurrenceRepository['placesOf']> {
    const found = await this.lockAll(householdId, ids);
    return new Map(found.map(({ id, taskId, seriesId }) => [id, { taskId, seriesId }]));
  }

  async lockAll(householdId: HouseholdId, ids: readonly OccurrenceId[]): Promise<readonly Occurrence[]> {
    const found = [...new Set(ids)].flatMap((id) => this.store.occurrences.get(toKey(householdId, id)) ?? []);
    return found.toSorted(byId);
  }

  async ofSeriesForUpdate(
    householdId: HouseholdId,
    seriesId: SeriesId,
    from: RuleDate | null,
  ): Promise<readonly Occurrence[]> {
    const all = this.#ofSeries(householdId, seriesId, () => true);
    const reaches = (date: CivilDate | null) => from === null || (date !== null && date >= from.date);
    const ahead = all.filter(({ originalDate }) => reaches(originalDate));
    const lowest = Math.min(from?.index ?? 0, ...ahead.flatMap(({ seriesIndex }) => seriesIndex ?? []));
    const wanted = all.filter(
      (one) =>
        one.status === 'TODO' ||
        reaches(one.date) ||
        reaches(one.originalDate) ||
        (one.deletedAt === null && (one.seriesIndex ?? 0) >= lowest),
    );
    const key = ({ seriesIndex, id }: Occurrence) => [seriesIndex ?? 0, id];
    return wanted.toSorted((a, b) => compareSortKeys(key(a), key(b)));
  }

  async ofManyForUpdate(
    householdId: HouseholdId,
    of: readonly SeriesRowsRequest[],
  ): Promise<ReadonlyMap<SeriesId, readonly Occurrence[]>> {
    const found = new Map<SeriesId, readonly Occurrence[]>();
    for (const { id, from } of of) {
      const rows = await this.ofSeriesForUpdate(householdId, id, from);
      if (rows.length > 0) found.set(id, rows);
    }
    return found;
  }

  async weighSeries(
    householdId: HouseholdId,
    ids: readonly SeriesId[],
  ): Promise<ReadonlyMap<SeriesId, number>> {
    const weights = new Map<SeriesId, number>();
    for (const id of ids)
      for (const row of this.#ofSeries(householdId, id, ({ status }) => status === 'TODO'))
        if (row.deletedAt === null) weights.set(id, (weights.get(id) ?? 0) + weighRow(row));
    return weights;
  }

  async livingIndexes(
    of: Parameters<OccurrenceRepository['livingIndexes']>[0],
  ): Promise<ReadonlyMap<SeriesId, ReadonlySet<number>>> {
    const found = of.map(({ householdId, id, index }) => {
      const rows = this.#ofSeries(householdId, id, ({ deletedAt }) => deletedAt === null);
      const indexes = rows.flatMap(({ seriesIndex }) => seriesIndex ?? []);
      return [id, new Set(indexes.filter((one) => one >= index))] as const;
    });
    return new Map(found.filter(([, indexes]) => indexes.size > 0));
  }

  async insertTask(occurrence: Occurrence): Promise<void> {
    await this.quota.reserve(countUsage([occurrence]), countUsage(this.quota.listOwnRows([occurrence])));
    await this.#put(occurrence);
  }

  save(occurrence: Occurrence): Promise<void> {
    return this.#save(occurrence);
  }

  async #save(occurrence: Occurrence, leaving?: ReadonlySet<OccurrenceId>): Promise<void> {
    const before = this.store.occurrences.get(toKey(occurrence.householdId, occurrence.id));
    if (before === undefined) return;
    await this.#put(occurrence, leaving);
    await this.quota.recordWritten(
      growthBetween(countUsage([before]), countUsage([occurrence])),
      growthBetween(
        countUsage(this.quota.listOwnRows([before])),
        countUsage(this.quota.listOwnRows([occurrence])),
      ),
    );
  }

  async insertAll(occurrences: readonly Occurrence[]): Promise<void> {
    await this.quota.reserve(countUsage(occurrences), countUsage(this.quota.listOwnRows(occurrences)));
    for (const occurrence of occurrences)
      if (this.#twinsOf(occurrence).length === 0)
        await this.#put({ ...occurrence, attachmentCount: this.#filesOf(occurrence) });
  }

  async saveAll(occurrences: readonly Occurrence[]): Promise<void> {
    // A row may have the same original date and time as another of these rows, as long as the other row is changed
    // as well and all rows are unique at the end.
    const left = new Set(occurrences.map(({ id }) => id));
    for (const occurrence of occurrences) {
      left.delete(occurrence.id);
      await this.#save(occurrence, left);
    }
  }

  async removeAll(householdId: HouseholdId, ids: readonly OccurrenceId[]): Promise<void> {
    const swaps = this.store.swaps.filter(
      (swap) =>
        swap.householdId === householdId &&
        (ids.includes(swap.occurrenceId) || ids.includes(swap.withOccurrenceId)),
    );
    for (const { id } of swaps) this.store.swaps.delete(toKey(householdId, id));
    for (const id of ids) this.store.occurrences.delete(toKey(householdId, id));
  }

  async purgeTrash(before: Instant, limit: number, of: MemberTrash | null = null): Promise<PurgedTrash> {
    const isMeant = (one: Occurrence) =>
      of === null || (one.householdId === of.householdId && isVisibleTo(one, of.viewer));
    const gone = this.store.occurrences
      .filter((one) => one.deletedAt !== null && one.deletedAt < before && isMeant(one))
      .slice(0, limit);
    for (const { householdId, id } of gone) await this.removeAll(householdId, [id]);
    const files = new Map<HouseholdId, AttachmentId[]>();
    for (const { householdId, taskId } of gone)
      files.set(householdId, [...(files.get(householdId) ?? []), ...this.#purgeTask(householdId, taskId)]);
    return {
      count: gone.length,
      files: [...files]
        .filter(([, fileIds]) => fileIds.length > 0)
        .map(([householdId, fileIds]) => ({ householdId, fileIds })),
    };
  }

  #filesOf({ householdId, taskId }: Occurrence): number {
    return this.store.attachments.filter(
      (one) => one.householdId === householdId && one.taskId === taskId && one.sha256 !== null,
    ).length;
  }

  /** Deletes a task without occurrences and its ended series. Returns the ids of its files. */
  #purgeTask(householdId: HouseholdId, taskId: TaskId): AttachmentId[] {
    const { occurrences, series, attachments } = this.store;
    const isOfTask = (one: { householdId: HouseholdId; taskId: TaskId }) =>
      one.householdId === householdId && one.taskId === taskId;
    for (const { id, endedAt } of series.filter(isOfTask))
      if (endedAt !== null && this.#ofSeries(householdId, id, () => true).length === 0)
        series.delete(toKey(householdId, id));
    if (occurrences.filter(isOfTask).length + series.filter(isOfTask).length > 0) return [];
    const files = attachments.filter(isOfTask);
    for (const { id } of files) attachments.delete(toKey(householdId, id));
    return files.map(({ id }) => id);
  }

  async removePersonal(
    householdId: HouseholdId,
    member: MemberId,
    limit: number,
  ): Promise<RemainingPersonal> {
    const occurrences = this.store.occurrences
      .filter((one) => one.householdId === householdId && isPersonalTo(one, member))
      .toSorted(byId)
      .slice(0, limit);
    await this.removeAll(
      householdId,
      occurrences.map(({ id }) => id),
    );
    if (occurrences.length === limit) return { isComplete: false, hasPauses: false };
    const theirs = this.store.series.filter(
      ({ template: { visibility }, createdBy, ...series }) =>
        series.householdId === householdId && isPersonalTo({ visibility, createdBy }, member),
    );
    for (const { id } of theirs) this.store.series.delete(toKey(householdId, id));
    const pauses = this.store.pauses.filter(
      (one) => one.householdId === householdId && isPersonalTo(one, member),
    );
    return { isComplete: true, hasPauses: pauses.length > 0 };
  }

  async unassign(householdId: HouseholdId, member: MemberId, stamp: Stamp, limit: number): Promise<number> {
    const lost = this.store.occurrences
      .filter((one) => one.householdId === householdId && losesAssignee(one, member))
      .toSorted(byId)
      .slice(0, limit);
    for (const one of lost)
      this.store.occurrences.set(toKey(householdId, one.id), withoutMember(one, member, stamp));
    return lost.length;
  }

  #ofSeries(
    householdId: HouseholdId,
    seriesId: SeriesId,
    matches: (occurrence: Occurrence) => boolean,
  ): Occurrence[] {
    return this.store.occurrences.filter(
      (one) => one.householdId === householdId && one.seriesId === seriesId && matches(one),
    );
  }

  /** Returns other rows of the series with the same original date and time. */
  #twinsOf({ id, householdId, seriesId, originalDate, originalTime }: Occurrence): Occurrence[] {
    if (seriesId === null) return [];
    return this.#ofSeries(
      householdId,
      seriesId,
      (other) =>
        other.id !== id && other.originalDate === originalDate && other.originalTime === originalTime,
    );
  }

  /**
   * Stores a row. Rows in `leaving` may still have the same original date and time in their series, because the
   * caller writes them next.
   */
  async #put(occurrence: Occurrence, leaving: ReadonlySet<OccurrenceId> = new Set()): Promise<void> {
    await this.#refuse(occurrence, leaving);
    this.store.occurrences.set(toKey(occurrence.householdId, occurrence.id), occurrence);
  }

  /** Throws the errors that database constraints cause in PostgreSQL. */
  async #refuse(occurrence: Occurrence, leaving: ReadonlySet<OccurrenceId>): Promise<void> {
    const { id, householdId, createdBy, categoryId, seriesId } = occurrence;
    const { members, categories, series } = this.store;
    if (!members.has(toKey(householdId, createdBy))) throw householdNotFound();
    if (categoryId !== null && !categories.has(toKey(householdId, categoryId))) throw categoryMissing();
    if (seriesId !== null && !series.has(toKey(householdId, seriesId)))
      throw new Error(`The series of occurrence ${id} does not exist`);
    if (this.#twinsOf(occurrence).some((twin) => !leaving.has(twin.id)))
      throw new Error(`Another occurrence of the series has the same index as occurrence ${id}`);
  }
}

/** Throws an error if a series has two rows with the same index. PostgreSQL checks this at the commit. */
export function requireUniqueIndexes({ occurrences }: Store): void {
  const written = occurrences.changes().flatMap(({ after }) => after?.seriesId ?? []);
  if (written.length === 0) return;
  const places = new Set<string>();
  for (const { householdId, seriesId, seriesIndex } of occurrences.filter(
    (one) => one.deletedAt === null && one.seriesId !== null && written.includes(one.seriesId),
  )) {
    const place = toKey(householdId, String(seriesId), String(seriesIndex));
    if (places.has(place)) throw new Error(`Two rows of series ${seriesId} have index ${seriesIndex}`);
    places.add(place);
  }
}

/**
 * Tasks have no table in memory. They exist only as their series and occurrences, so there is no visibility of the
 * task itself to write.
 */
export class InMemoryTaskRepository extends InMemoryRepository implements TaskRepository {
  async insert(): Promise<void> {}

  async seriesForUpdate(householdId: HouseholdId, id: TaskId): Promise<readonly SeriesRecord[]> {
    return this.store.series.filter(isOf(householdId, id)).toSorted(byId);
  }

  async occurrencesForUpdate(householdId: HouseholdId, id: TaskId): Promise<readonly Occurrence[]> {
    return this.store.occurrences.filter(isOf(householdId, id)).toSorted(byId);
  }

  async saveVisibility(): Promise<void> {}

  async restore(): Promise<void> {}

  async removeEmpty(): Promise<void> {}

  async isTaken(
    householdId: HouseholdId,
    { occurrenceId, taskId }: Pick<ClientIds, 'occurrenceId' | 'taskId'>,
  ): Promise<boolean> {
    const { occurrences, series, retiredIds } = this.store;
    return (
      occurrences.has(toKey(householdId, occurrenceId)) ||
      [...occurrences.filter(isOf(householdId, taskId)), ...series.filter(isOf(householdId, taskId))].length >
        0 ||
      retiredIds.has(toKey(householdId, 'occurrence', occurrenceId)) ||
      retiredIds.has(toKey(householdId, 'task', taskId))
    );
  }

  async retire(ids: readonly RetiredId[]): Promise<void> {
    for (const retired of ids)
      this.store.retiredIds.set(toKey(retired.householdId, retired.kind, retired.id), retired);
  }

  async forgetRetired(now: Instant, limit: number): Promise<number> {
    return this.store.retiredIds.deleteWhere(
      ({ expiresAt }) => expiresAt !== null && expiresAt <= now,
      limit,
    );
  }
}

const isOf =
  (householdId: HouseholdId, id: TaskId) =>
  (one: { readonly householdId: HouseholdId; readonly taskId: TaskId }): boolean =>
    one.householdId === householdId && one.taskId === id;

const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);
