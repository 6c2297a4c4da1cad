import { sql, type RawBuilder } from 'kysely';
import type {
  OccurrenceRepository,
  RemainingPersonal,
  PurgedTrash,
  SeriesRowsRequest,
  SeriesReference,
  MemberTrash,
} from '../../../application/tasks/ports.js';
import { LockSetChanged } from '../../../application/shared/transactions.js';
import { growthBetween, countUsage } from '../../../domain/limits/limits.js';
import type { RuleDate } from '../../../domain/recurrence/expand.js';
import { ITEMS_PER_WEIGHT, BYTES_PER_WEIGHT } from '../../../domain/tasks/weight.js';
import type { HouseholdId, MemberId, OccurrenceId, SeriesId, TaskId } from '../../../domain/shared/ids.js';
import { cutPage, type Page, type PageRequest, type SortKey } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Occurrence, Stamp } from '../../../domain/tasks/occurrence.js';
import { historyKey, keyFor, trashKey, type OccurrenceQuery } from '../../../domain/tasks/views.js';
import { defineStatement, type Statement } from '../prepared-statements.js';
import { listColumns } from '../field-map.js';
import { withRefusals, lockSeriesTerms, SERIES_LOCKED } from '../database.js';
import { withoutMember } from '../../../domain/tasks/departure.js';
import { sumUsageBefore, LimitedJournaledRepository } from '../households/usage.js';
import { removeSeriesStatement } from '../series/series-removal.js';
import { seriesFromRow } from '../series/table.js';
import {
  inPieces,
  splitByTimedPlace,
  insertAllStatement,
  leavePlacesStatement,
  listLeaving,
  keepsText,
  saveAllStatements,
  ROW_BEFORE,
  type RowBefore,
  historyStatement,
  livingIndexesStatement,
  rowsForUpdateStatement,
  rowsOfManyStatement,
} from './occurrence-bulk.js';
import { personalTo, unassignStatement } from './occurrence-departure.js';
import { removeOccurrences } from './occurrence-removal.js';
import { listStatement, revisionStatement, trashStatement, visibleTo } from './occurrence-list.js';
import {
  OCCURRENCE_COLUMNS,
  occurrenceFromRow,
  occurrenceToRow,
  type OccurrenceRow,
  WRITTEN_COLUMNS,
  type WrittenRow,
} from './table.js';
import { purgeTrashRows } from './occurrence-purge.js';
import { readSharingNotes } from './notes-of-series.js';
import { TASK_REFUSALS } from './task-refusals.js';

/** A locked row, and the ids of the series that the statement has locked for it. */
type LockedRow = OccurrenceRow & { readonly lockedSeriesIds: readonly SeriesId[] };

/**
 * Returns the statement that locks the series of these occurrences' tasks, and then the occurrences. If a row
 * changes while the statement waits for its lock, PostgreSQL returns the new state. But a series that is created
 * while the statement waits is not locked.
 */
export function lockedStatement(
  householdId: HouseholdId,
  ids: readonly OccurrenceId[],
  viewer: MemberId,
): Statement<LockedRow> {
  const [id] = ids;
  // A single id has a statement of its own, for the reason that `isOneOf` gives.
  if (ids.length === 1 && id !== undefined) return lockedOneStatement({ householdId, id, viewer });
  return lockedRowsStatement(householdId, sql`id = any(${ids}::uuid[])`, viewer);
}

type OccurrenceLookup = {
  readonly householdId: HouseholdId;
  readonly id: OccurrenceId;
  readonly viewer: MemberId;
};

const lockedOneStatement = defineStatement<OccurrenceLookup, LockedRow>((value) =>
  lockedRowsStatement(
    value((lookup) => lookup.householdId),
    sql`id = ${value((lookup) => lookup.id)}`,
    value((lookup) => lookup.viewer),
  ),
);

function lockedRowsStatement(
  householdId: HouseholdId | RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  viewer: MemberId | RawBuilder<unknown>,
): RawBuilder<LockedRow> {
  const wanted = sql`household_id = ${householdId} and ${which}`;
  const ofTheirTasks = sql`task_id = any(array(select task_id from occurrences where ${wanted}))`;
  return sql<LockedRow>`
    with ${lockSeriesTerms(householdId, ofTheirTasks)}
    select ${OCCURRENCE_COLUMNS}, array(select id from locked_series) as "lockedSeriesIds"
    from occurrences
    where ${SERIES_LOCKED} and ${wanted} and ${visibleTo(viewer)}
    order by id
    for no key update
  `;
}

function seriesIdOf(householdId: HouseholdId, of: SeriesReference): RawBuilder<unknown> {
  if ('seriesId' in of) return sql`${of.seriesId}`;
  return sql`(select series_id from occurrences where household_id = ${householdId} and id = ${of.occurrenceId})`;
}

/** Returns the statement that inserts an occurrence and its task. */
const insertTaskStatement = defineStatement<WrittenRow>((value) => {
  const valueOf = (column: keyof WrittenRow) => value((row) => row[column]);
  return sql`
    with task as (
      insert into tasks (household_id, id, visibility, created_by, created_at)
      values (${sql.join((['household_id', 'task_id', 'visibility', 'created_by', 'created_at'] as const).map(valueOf))})
      returning id
    )
    insert into occurrences (${listColumns(WRITTEN_COLUMNS)})
    select ${sql.join(WRITTEN_COLUMNS.map(valueOf))} from task
  `;
});

/** Returns the statement that writes all columns of an occurrence. It selects the usage of the row before the update. */
const saveStatement = defineStatement<WrittenRow, RowBefore>((value) => {
  const columns = WRITTEN_COLUMNS.filter((column) => column !== 'household_id' && column !== 'id');
  return sql`
    update occurrences
    set (${listColumns(columns)}) = row(${sql.join(columns.map((column) => value((row) => row[column])))})
    from occurrences o
    where o.household_id = ${value((row) => row.household_id)} and o.id = ${value((row) => row.id)}
      and occurrences.household_id = o.household_id and occurrences.id = o.id
    returning ${ROW_BEFORE}
  `;
});

const findStatement = defineStatement<OccurrenceLookup, OccurrenceRow>(
  (value) => sql`
    select ${OCCURRENCE_COLUMNS} from occurrences
    where household_id = ${value((lookup) => lookup.householdId)} and id = ${value((lookup) => lookup.id)}
      and ${visibleTo(value((lookup) => lookup.viewer))}
  `,
);

/**
 * Uses raw SQL, because kysely takes longer to build a statement with 50 columns than the database takes to answer
 * it.
 */
export class PostgresOccurrenceRepository extends LimitedJournaledRepository implements OccurrenceRepository {
  async find(householdId: HouseholdId, id: OccurrenceId, viewer: MemberId): Promise<Occurrence | null> {
    const row = await this.findFirst(findStatement({ householdId, id, viewer }));
    return row && occurrenceFromRow(row);
  }

  async listOneOffIds(
    householdId: HouseholdId,
    { viewer, from, to, categoryId = null }: Parameters<OccurrenceRepository['listOneOffIds']>[1],
    limit: number,
  ): Promise<readonly OccurrenceId[]> {
    const { rows } = await sql<{ id: OccurrenceId }>`
      select id from occurrences
      where household_id = ${householdId} and series_id is null and status = 'TODO' and deleted_at is null
        and date >= ${from} and date <= ${to ?? 'infinity'} and ${visibleTo(viewer)}
        ${categoryId === null ? sql`` : sql`and category_id = ${categoryId}`}
      order by id limit ${limit}
    `.execute(this.db);
    return rows.map(({ id }) => id);
  }

  async placesOf(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
  ): ReturnType<OccurrenceRepository['placesOf']> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<Pick<Occurrence, 'id' | 'taskId' | 'seriesId'>>`
      select id, task_id as "taskId", series_id as "seriesId" from occurrences
      where household_id = ${householdId} and id = any(${ids}::uuid[])
    `.execute(this.db);
    return new Map(rows.map(({ id, ...place }) => [id, place]));
  }

  async lockAll(householdId: HouseholdId, ids: readonly OccurrenceId[]): Promise<readonly Occurrence[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<OccurrenceRow>`
      select ${OCCURRENCE_COLUMNS} from occurrences where household_id = ${householdId} and id = any(${ids}::uuid[])
      order by id for no key update
    `.execute(this.db);
    return this.journal.locked('occurrence', rows.map(occurrenceFromRow));
  }

  async findForUpdate(
    householdId: HouseholdId,
    id: OccurrenceId,
    viewer: MemberId,
  ): Promise<Occurrence | null> {
    const [found] = await this.findAllForUpdate(householdId, [id], viewer);
    return found ?? null;
  }

  async findAllForUpdate(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    viewer: MemberId,
  ): Promise<readonly (Occurrence | null)[]> {
    const { rows } = await lockedStatement(householdId, ids, viewer).execute(this.db);
    const byId = new Map<OccurrenceId, Occurrence>();
    for (const { lockedSeriesIds, ...row } of rows) {
      // If the occurrence was moved to a new series after the locks were requested, the new series is not locked.
      // Then the transaction must run again.
      if (row.seriesId !== null && !lockedSeriesIds.includes(row.seriesId)) throw new LockSetChanged();
      byId.set(row.id, occurrenceFromRow(row));
    }
    this.journal.locked('occurrence', [...byId.values()]);
    return ids.map((id) => byId.get(id) ?? null);
  }

  list(householdId: HouseholdId, query: OccurrenceQuery, page: PageRequest): Promise<Page<Occurrence>> {
    return this.#page(listStatement(householdId, query, page), page, keyFor(query.view));
  }

  async revisionOf(householdId: HouseholdId, query: OccurrenceQuery): Promise<string> {
    const { rows } = await revisionStatement(householdId, query).execute(this.db);
    return rows.map(({ revision }) => revision).join('');
  }

  async countOpen(
    householdId: HouseholdId,
    of?: SeriesReference & { readonly viewer: MemberId },
  ): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from occurrences
      where household_id = ${householdId} and status = 'TODO' and deleted_at is null
        ${of === undefined ? sql`` : sql`and series_id = ${seriesIdOf(householdId, of)} and ${visibleTo(of.viewer)}`}
    `.execute(this.db);
    return rows[0]?.count ?? 0;
  }

  listTrash(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<Occurrence>> {
    return this.#page(trashStatement(householdId, viewer, page), page, trashKey);
  }

  listHistory(
    householdId: HouseholdId,
    taskId: TaskId,
    viewer: MemberId,
    page: PageRequest,
  ): Promise<Page<Occurrence>> {
    return this.#page(historyStatement(householdId, taskId, viewer, page), page, historyKey);
  }

  async ofSeriesForUpdate(
    householdId: HouseholdId,
    seriesId: SeriesId,
    from: RuleDate | null,
  ): Promise<readonly Occurrence[]> {
    const rows = await this.#read(rowsForUpdateStatement(householdId, seriesId, from));
    return this.journal.locked('occurrence', rows);
  }

  async ofManyForUpdate(
    householdId: HouseholdId,
    of: readonly SeriesRowsRequest[],
  ): Promise<ReadonlyMap<SeriesId, readonly Occurrence[]>> {
    if (of.length === 0) return new Map();
    const rows = await readSharingNotes(this.db, householdId, rowsOfManyStatement(householdId, of));
    return Map.groupBy(this.journal.locked('occurrence', rows), ({ seriesId }) => seriesId as SeriesId);
  }

  async weighSeries(
    householdId: HouseholdId,
    ids: readonly SeriesId[],
  ): Promise<ReadonlyMap<SeriesId, number>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ id: SeriesId; weight: number }>`
      select series_id as id, sum(
        1 + (octet_length(title) + coalesce(octet_length(notes), 0)) / ${BYTES_PER_WEIGHT}::int
        + case when checklist = '[]' then 0 else jsonb_array_length(checklist) / ${ITEMS_PER_WEIGHT}::int end
      )::int as weight
      from occurrences
      where household_id = ${householdId} and series_id = any(${ids}::uuid[]) and status = 'TODO'
        and deleted_at is null
      group by series_id
    `.execute(this.db);
    return new Map(rows.map(({ id, weight }) => [id, weight]));
  }

  async livingIndexes(
    of: Parameters<OccurrenceRepository['livingIndexes']>[0],
  ): Promise<ReadonlyMap<SeriesId, ReadonlySet<number>>> {
    if (of.length === 0) return new Map();
    const { rows } = await livingIndexesStatement(of).execute(this.db);
    const found = Map.groupBy(rows, ({ id }) => id);
    return new Map([...found].map(([id, own]) => [id, new Set(own.map(({ index }) => index))]));
  }

  /**
   * Inserts the task first. Its foreign keys lock the household before the members, in the same order as the deletion
   * of a household.
   */
  async insertTask(occurrence: Occurrence): Promise<void> {
    await this.quota.reserve(countUsage([occurrence]), countUsage(this.quota.listOwnRows([occurrence])));
    await this.#write(insertTaskStatement(occurrenceToRow(occurrence)));
    this.journal.inserted('occurrence', [occurrence]);
  }

  async save(occurrence: Occurrence): Promise<void> {
    await this.#change([occurrence], () => [saveStatement(occurrenceToRow(occurrence))]);
  }

  async insertAll(occurrences: readonly Occurrence[]): Promise<void> {
    if (occurrences.length === 0) return;
    await this.quota.reserve(countUsage(occurrences), countUsage(this.quota.listOwnRows(occurrences)));
    const files = new Map<OccurrenceId, number>();
    for (const piece of splitByTimedPlace(occurrences).flatMap((kind) => [...inPieces(kind)]))
      for (const { id, attachment_count: count } of await this.#write(insertAllStatement(piece)))
        files.set(id, count);
    const inserted = occurrences.filter(({ id }) => files.has(id));
    this.journal.inserted(
      'occurrence',
      inserted.map((one) => ({ ...one, attachmentCount: files.get(one.id) ?? 0 })),
    );
  }

  async saveAll(occurrences: readonly Occurrence[]): Promise<void> {
    if (occurrences.length === 0) return;
    await this.#change(occurrences, () =>
      saveAllStatements(occurrences, (one) => keepsText(this.journal.known('occurrence', one), one)),
    );
  }

  async removeAll(householdId: HouseholdId, ids: readonly OccurrenceId[]): Promise<void> {
    await removeOccurrences(this.db, this.journal, householdId, ids);
  }

  purgeTrash(before: Instant, limit: number, of: MemberTrash | null = null): Promise<PurgedTrash> {
    return purgeTrashRows(this.db, this.journal, before, limit, of);
  }

  async removePersonal(
    householdId: HouseholdId,
    member: MemberId,
    limit: number,
  ): Promise<RemainingPersonal> {
    const personal = personalTo(householdId, member);
    const { rows } = await sql<{ id: OccurrenceId }>`
      select id from occurrences where ${personal} order by id limit ${limit} for update
    `.execute(this.db);
    await this.removeAll(
      householdId,
      rows.map(({ id }) => id),
    );
    if (rows.length === limit) return { isComplete: false, hasPauses: false };
    const { rows: series } = await removeSeriesStatement(householdId, personal).execute(this.db);
    this.journal.removed('series', series.map(seriesFromRow));
    const { rows: left } = await sql<Pick<RemainingPersonal, 'hasPauses'>>`
      with removed as (delete from tasks where ${personal})
      select exists(select from pauses where ${personal}) as "hasPauses"
    `.execute(this.db);
    return { isComplete: true, hasPauses: left[0]?.hasPauses ?? false };
  }

  async unassign(householdId: HouseholdId, member: MemberId, stamp: Stamp, limit: number): Promise<number> {
    const statement = unassignStatement(householdId, member, stamp, limit);
    const lost = await readSharingNotes(this.db, householdId, statement);
    this.journal.changed('occurrence', lost, (one) => withoutMember(one, member, stamp));
    return lost.length;
  }

  async #page(
    statement: RawBuilder<OccurrenceRow>,
    { limit }: PageRequest,
    keyOf: (occurrence: Occurrence) => SortKey,
  ): Promise<Page<Occurrence>> {
    return cutPage(await this.#read(statement), limit, keyOf);
  }

  async #read(statement: RawBuilder<OccurrenceRow>): Promise<readonly Occurrence[]> {
    const { rows } = await statement.execute(this.db);
    return rows.map(occurrenceFromRow);
  }

  async #change(
    occurrences: readonly Occurrence[],
    /**
     * Returns the statements that write the occurrences. Called when the journal knows the current state of every
     * row.
     */
    toStatements: () => Iterable<Statement<RowBefore>>,
  ): Promise<void> {
    await this.#lockUnknown(occurrences);
    const leaving = listLeaving(occurrences, (one) => this.journal.known('occurrence', one));
    if (leaving.length > 0) await this.#write(leavePlacesStatement(leaving));
    const written: RowBefore[] = [];
    for (const statement of toStatements()) written.push(...(await this.#write(statement)));
    const ids = new Set(written.map(({ id }) => id));
    for (const one of occurrences)
      if (ids.has(one.id))
        this.journal.note('occurrence', this.journal.known('occurrence', one) ?? null, one);
    const own = this.quota.listOwnRows(occurrences);
    const ownIds = new Set(own.map(({ id }) => id));
    const ownWritten = written.filter(({ id }) => ownIds.has(id));
    await this.quota.recordWritten(
      growthBetween(sumUsageBefore(written), countUsage(occurrences)),
      growthBetween(sumUsageBefore(ownWritten), countUsage(own)),
    );
  }

  /**
   * Locks and reads the rows that the transaction has not read under a lock yet. In most use cases there are none.
   */
  async #lockUnknown(occurrences: readonly Occurrence[]): Promise<void> {
    const unknown = occurrences.filter((one) => this.journal.known('occurrence', one) === undefined);
    for (const [householdId, own] of Map.groupBy(unknown, (one) => one.householdId)) {
      const ids = own.map(({ id }) => id);
      const rows = await this.#read(sql<OccurrenceRow>`
        select ${OCCURRENCE_COLUMNS} from occurrences
        where household_id = ${householdId} and id = any(${ids}::uuid[]) order by id for no key update
      `);
      this.journal.locked('occurrence', rows);
    }
  }

  async #write<Row>(statement: Statement<Row>): Promise<readonly Row[]> {
    const { rows } = await withRefusals(TASK_REFUSALS, statement.execute(this.db));
    return rows;
  }
}
