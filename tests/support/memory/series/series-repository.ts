import { categoryMissing, householdNotFound } from '../../../../application/shared/errors.js';
import type {
  DueForHorizon,
  DueSeries,
  SeriesKey,
  NamingBatch,
  SeriesRepository,
  UpcomingTurn,
} from '../../../../application/series/ports.js';
import { growthBetween, countUsage } from '../../../../domain/limits/limits.js';
import { drawOf } from '../../../../domain/rotation/segment.js';
import { namedMembers } from '../../../../domain/rotation/rotation.js';
import type { CivilDate } from '../../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, SeriesId } from '../../../../domain/shared/ids.js';
import {
  compareSortKeys,
  type Page,
  type PageRequest,
  type SortKey,
} from '../../../../domain/shared/page.js';
import { isVisibleTo, type Occurrence } from '../../../../domain/tasks/occurrence.js';
import { listKey } from '../../../../domain/tasks/views.js';
import { consistentRecord, isSeriesVisibleTo, type SeriesRecord } from '../../../../domain/series/series.js';
import { pageFrom } from '../page.js';
import { findReassignment } from '../../../../domain/tasks/reassignment.js';
import { InMemoryLimitedRepository } from '../households/quota-guard.js';
import { InMemoryOccurrenceRepository } from '../tasks/occurrence-repository.js';
import { toKey } from '../store.js';

/** Needs no locks, because units of work run one after the other. */
export class InMemorySeriesRepository extends InMemoryLimitedRepository implements SeriesRepository {
  async find(householdId: HouseholdId, id: SeriesId, viewer: MemberId): Promise<SeriesRecord | null> {
    const series = this.store.series.get(toKey(householdId, id));
    return series !== undefined && isSeriesVisibleTo(series, viewer) ? series : null;
  }

  async list(
    householdId: HouseholdId,
    viewer: MemberId,
    page: PageRequest,
    { withEnded } = { withEnded: false },
  ): Promise<Page<SeriesRecord>> {
    const isListed = (series: SeriesRecord) =>
      series.householdId === householdId && isSeriesVisibleTo(series, viewer);
    const listed = withEnded ? this.store.series.filter(isListed) : this.#open(isListed);
    return pageFrom(listed, page, ({ id }) => [id]);
  }

  async upcoming(
    householdId: HouseholdId,
    viewer: MemberId,
    of: readonly { readonly id: SeriesId; readonly from: CivilDate | null }[],
    limit: number,
  ): Promise<ReadonlyMap<SeriesId, readonly UpcomingTurn[]>> {
    const listTurns = (id: SeriesId, from: CivilDate | null): readonly UpcomingTurn[] =>
      this.store.occurrences
        .filter(
          (row) =>
            row.householdId === householdId &&
            row.seriesId === id &&
            row.status === 'TODO' &&
            row.deletedAt === null &&
            isVisibleTo(row, viewer) &&
            (from === null || (row.date !== null && row.date >= from)),
        )
        .toSorted((a, b) => compareSortKeys(listKey(a), listKey(b)))
        .flatMap(({ id, date, time, responsibleMemberIds, turnReason, seriesIndex, isException }) =>
          date === null
            ? []
            : [{ id, date, time, responsibleMemberIds, turnReason, seriesIndex, isException }],
        )
        .slice(0, limit);
    const found = of.map(({ id, from }) => [id, listTurns(id, from)] as const);
    return new Map(found.filter(([, turns]) => turns.length > 0));
  }

  async findForUpdate(householdId: HouseholdId, id: SeriesId): Promise<SeriesRecord | null> {
    return this.store.series.get(toKey(householdId, id)) ?? null;
  }

  async findAll(householdId: HouseholdId, ids: readonly SeriesId[]): Promise<readonly SeriesRecord[]> {
    return ids.flatMap((id) => this.store.series.get(toKey(householdId, id)) ?? []);
  }

  async removeAll(householdId: HouseholdId, ids: readonly SeriesId[]): Promise<void> {
    for (const id of ids) this.store.series.delete(toKey(householdId, id));
  }

  async lockAll(): Promise<void> {}

  async openForUpdate(
    householdId: HouseholdId,
    member: MemberId,
    { after, limit, rotations = 'all', visibleTo }: NamingBatch,
  ): Promise<readonly SeriesRecord[]> {
    const given = new Set(
      this.store.occurrences
        .filter((row) => findReassignment(row)?.to.includes(member) ?? false)
        .map(({ seriesId }) => seriesId),
    );
    const isIn = (series: SeriesRecord) =>
      series.householdId === householdId &&
      (names(series, member, rotations) || given.has(series.id)) &&
      (visibleTo === undefined || isSeriesVisibleTo(series, visibleTo));
    const isAfter = ({ id }: SeriesRecord) => after === null || compareSortKeys([id], [after]) > 0;
    return this.#open((series) => isIn(series) && isAfter(series)).slice(0, limit);
  }

  async withPauses(householdId: HouseholdId): Promise<readonly SeriesRecord[]> {
    return this.#open((series) => series.householdId === householdId && series.pauses.length > 0);
  }

  async withShift(householdId: HouseholdId): Promise<readonly SeriesRecord[]> {
    return this.#open((series) => series.householdId === householdId && series.shift !== null);
  }

  async insertWithTask(series: SeriesRecord, rows: readonly Occurrence[] = []): Promise<void> {
    await this.insertAll([series]);
    await new InMemoryOccurrenceRepository(this.store, this.quota).insertAll(rows);
  }

  async insertAll(series: readonly SeriesRecord[]): Promise<void> {
    await this.quota.reserve(countUsage([], series), countUsage([], this.quota.listOwnRows(series)));
    for (const one of series) await this.#put(one);
  }

  async saveAll(series: readonly SeriesRecord[]): Promise<void> {
    const before = series.flatMap(
      ({ householdId, id }) => this.store.series.get(toKey(householdId, id)) ?? [],
    );
    const known = series.filter(({ householdId, id }) => this.store.series.has(toKey(householdId, id)));
    for (const one of known) await this.#put(one);
    await this.quota.recordWritten(
      growthBetween(countUsage([], before), countUsage([], known)),
      growthBetween(
        countUsage([], this.quota.listOwnRows(before)),
        countUsage([], this.quota.listOwnRows(known)),
      ),
    );
  }

  async #put(series: SeriesRecord): Promise<void> {
    await this.#refuseMissing(series);
    this.store.series.set(toKey(series.householdId, series.id), consistentRecord(series));
  }

  async saveHorizons(
    series: readonly Pick<SeriesRecord, 'householdId' | 'id' | 'horizon' | 'nextIndex'>[],
  ): Promise<void> {
    for (const { householdId, id, horizon, nextIndex } of series) {
      const stored = this.store.series.get(toKey(householdId, id));
      if (stored !== undefined)
        this.store.series.set(toKey(householdId, id), { ...stored, horizon, nextIndex });
    }
  }

  async dueForHorizon(
    { until, zones }: DueForHorizon,
    after: SeriesKey | null,
    limit: number,
  ): Promise<readonly DueSeries[]> {
    const isThere = (id: HouseholdId) =>
      zones.some((zone) => zone === this.store.households.get(id)?.timeZone);
    const isDue = ({ recurrence, horizon, householdId }: SeriesRecord) =>
      !('kind' in recurrence) && horizon < until && isThere(householdId);
    return this.#due(isDue, after, limit);
  }

  async dueForDraw(day: CivilDate, after: SeriesKey | null, limit: number): Promise<readonly DueSeries[]> {
    const isDue = ({ segments }: SeriesRecord) => {
      const next = drawOf(segments)?.next ?? null;
      return next !== null && next <= day;
    };
    return this.#due(isDue, after, limit);
  }

  async keepingLatest(
    until: CivilDate,
    after: SeriesKey | null,
    limit: number,
  ): Promise<readonly DueSeries[]> {
    const openDays = ({ householdId, id }: SeriesRecord) =>
      new Set(
        this.store.occurrences
          .filter((row) => row.householdId === householdId && row.seriesId === id)
          .flatMap(({ status, deletedAt, date }) =>
            status === 'TODO' && deletedAt === null && date !== null && date <= until ? [date] : [],
          ),
      );
    return this.#due((one) => one.missed === 'keepLatest' && openDays(one).size > 1, after, limit);
  }

  #open(matches: (series: SeriesRecord) => boolean): SeriesRecord[] {
    return this.store.series
      .filter((series) => !series.ended && matches(series))
      .toSorted((a, b) => compareSortKeys(dueKey(a), dueKey(b)));
  }

  #due(matches: (series: SeriesRecord) => boolean, after: SeriesKey | null, limit: number): DueSeries[] {
    const isAfter = (series: SeriesRecord) =>
      after === null || compareSortKeys(dueKey(series), dueKey(after)) > 0;
    return this.#open((series) => isAfter(series) && matches(series))
      .slice(0, limit)
      .flatMap((series) => {
        const household = this.store.households.get(series.householdId);
        return household === undefined ? [] : [{ series, household }];
      });
  }

  /** Throws the errors that foreign keys cause in PostgreSQL. */
  async #refuseMissing({ householdId, createdBy, template: { categoryId } }: SeriesRecord): Promise<void> {
    if (!this.store.members.has(toKey(householdId, createdBy))) throw householdNotFound();
    if (categoryId !== null && !this.store.categories.has(toKey(householdId, categoryId)))
      throw categoryMissing();
  }
}

function names(
  { segments, pauses }: SeriesRecord,
  member: MemberId,
  rotations: NamingBatch['rotations'],
): boolean {
  if (pauses.some(({ assignTo }) => assignTo === member)) return true;
  const counting = rotations === 'latest' ? segments.slice(-1) : segments;
  return counting.some(({ rotation }) => namedMembers(rotation).has(member));
}

function dueKey({ householdId, id }: SeriesKey): SortKey {
  return [householdId, id];
}
