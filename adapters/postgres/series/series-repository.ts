import { sql, type RawBuilder } from 'kysely';
import type {
  DueForHorizon,
  DueSeries,
  SeriesKey,
  NamingBatch,
  SeriesRepository,
  UpcomingTurn,
} from '../../../application/series/ports.js';
import { growthBetween, countUsage } from '../../../domain/limits/limits.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, SeriesId } from '../../../domain/shared/ids.js';
import { cutPage, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import { listColumns, mapTable } from '../field-map.js';
import { withRefusals, ALL_SERIES, lockSeriesTerms, SERIES_LOCKED } from '../database.js';
import { LimitedJournaledRepository } from '../households/usage.js';
import { inPieces, insertAllStatement } from '../tasks/occurrence-bulk.js';
import { visibleTo } from '../tasks/occurrence-list.js';
import { dueStatement, isOpenOnSeveralDays, lockDueStatement, toDueSeries } from './series-due.js';
import { removeSeriesStatement } from './series-removal.js';
import { SERIES_COLUMNS, seriesFromRow, seriesToRecord, seriesToRow, type SeriesTableRow } from './table.js';
import { TASK_REFUSALS } from '../tasks/task-refusals.js';

const UPCOMING = mapTable<Pick<Occurrence, keyof UpcomingTurn>>()({
  id: 'id',
  date: 'date',
  time: 'time',
  responsibleMemberIds: 'responsible_member_ids',
  turnReason: 'turn_reason',
  seriesIndex: 'series_index',
  isException: 'is_exception',
});

export class PostgresSeriesRepository extends LimitedJournaledRepository implements SeriesRepository {
  async find(householdId: HouseholdId, id: SeriesId, viewer: MemberId): Promise<SeriesRecord | null> {
    const [found] = await this.#select(sql`${isSeries(householdId, id)} and ${visibleTo(viewer)}`);
    return found ?? null;
  }

  async list(
    householdId: HouseholdId,
    viewer: MemberId,
    { limit, after }: PageRequest,
    { withEnded } = { withEnded: false },
  ): Promise<Page<SeriesRecord>> {
    const rows = await this.#select(sql`
      household_id = ${householdId} and ${visibleTo(viewer)}
        ${withEnded ? sql`` : sql`and ended_at is null`} ${after === null ? sql`` : sql`and id > ${after[0]}`}
      order by id limit ${limit + 1}
    `);
    return cutPage(rows, limit, ({ id }) => [id]);
  }

  async upcoming(
    householdId: HouseholdId,
    viewer: MemberId,
    of: readonly { readonly id: SeriesId; readonly from: CivilDate | null }[],
    limit: number,
  ): Promise<ReadonlyMap<SeriesId, readonly UpcomingTurn[]>> {
    const [ids, since] = [of.map(({ id }) => id), of.map(({ from }) => from)];
    const { rows } = await sql<UpcomingTurn & { readonly seriesId: SeriesId }>`
      select o."seriesId", ${UPCOMING.fields('o')} from unnest(${ids}::uuid[], ${since}::date[]) as wanted (id, since), lateral (
        select series_id as "seriesId", ${UPCOMING.select()} from occurrences
        where household_id = ${householdId} and series_id = wanted.id and status = 'TODO' and deleted_at is null
          and date >= coalesce(wanted.since, '-infinity') and ${visibleTo(viewer)}
        order by date, time nulls first, priority, id limit ${limit}
      ) o
    `.execute(this.db);
    const turns = Map.groupBy(rows, ({ seriesId }) => seriesId);
    return new Map(
      [...turns].map(([id, found]) => [id, found.map((row) => UPCOMING.pick(row) as UpcomingTurn)]),
    );
  }

  async findForUpdate(householdId: HouseholdId, id: SeriesId): Promise<SeriesRecord | null> {
    const ofItsTask = sql`task_id = (select task_id from series where ${isSeries(householdId, id)})`;
    const found = await this.#select(
      sql`${SERIES_LOCKED} and ${isSeries(householdId, id)} for no key update`,
      sql`with ${lockSeriesTerms(householdId, ofItsTask)}`,
    );
    return this.journal.locked('series', found)[0] ?? null;
  }

  async findAll(householdId: HouseholdId, ids: readonly SeriesId[]): Promise<readonly SeriesRecord[]> {
    if (ids.length === 0) return [];
    const found = await this.#select(sql`household_id = ${householdId} and id = any(${ids}::uuid[])`);
    return this.journal.locked('series', found);
  }

  async removeAll(householdId: HouseholdId, ids: readonly SeriesId[]): Promise<void> {
    if (ids.length === 0) return;
    const { rows } = await removeSeriesStatement(householdId, sql`s.id = any(${ids}::uuid[])`).execute(
      this.db,
    );
    this.journal.removed('series', rows.map(seriesFromRow));
  }

  async lockAll(householdId: HouseholdId): Promise<void> {
    await sql`with ${lockSeriesTerms(householdId, ALL_SERIES)} select where ${SERIES_LOCKED}`.execute(
      this.db,
    );
  }

  async openForUpdate(
    householdId: HouseholdId,
    member: MemberId,
    { after, limit, rotations = 'all', visibleTo: viewer }: NamingBatch,
  ): Promise<readonly SeriesRecord[]> {
    await this.lockAll(householdId);
    const series = await this.#select(sql`
      household_id = ${householdId} and ended_at is null and (${names(member, rotations)} or ${hasGiven(householdId, member)})
        ${after === null ? sql`` : sql`and id > ${after}`} ${viewer === undefined ? sql`` : sql`and ${visibleTo(viewer)}`}
      order by id limit ${limit}
    `);
    return this.journal.locked('series', series);
  }

  async withPauses(householdId: HouseholdId): Promise<readonly SeriesRecord[]> {
    const series = await this.#select(sql`
      household_id = ${householdId} and ended_at is null and pauses <> '[]' order by id
    `);
    return this.journal.locked('series', series);
  }

  async withShift(householdId: HouseholdId): Promise<readonly SeriesRecord[]> {
    const series = await this.#select(sql`
      household_id = ${householdId} and ended_at is null and shift is not null order by id
    `);
    return this.journal.locked('series', series);
  }

  /**
   * Inserts the task first. Its foreign keys lock the household before the members, in the same order as the deletion
   * of a household.
   */
  async insertWithTask(series: SeriesRecord, rows: readonly Occurrence[] = []): Promise<void> {
    await this.quota.reserve(
      countUsage(rows, [series]),
      countUsage(this.quota.listOwnRows(rows), this.quota.listOwnRows([series])),
    );
    const row = seriesToRow(series);
    const [first = [], ...others] = inPieces(rows);
    const task = sql`
      with task as (
        insert into tasks (household_id, id, visibility, created_by, created_at)
        values (${row.household_id}, ${row.task_id}, ${row.visibility}, ${row.created_by}, ${row.created_at})
        returning id
      )`;
    const itself = sql`
      insert into series (${listColumns(Object.keys(row))}) select ${sql.join(Object.values(row))} from task`;
    const statement =
      first.length === 0
        ? sql`${task} ${itself}`
        : sql`${task}, itself as (${itself} returning id) ${insertAllStatement(first, sql`cross join itself`)}`;
    await withRefusals(TASK_REFUSALS, statement.execute(this.db));
    for (const piece of others) await insertAllStatement(piece).execute(this.db);
    this.journal.inserted('series', [series]);
    // The task is new, so it has no files and no other occurrences. The journal can record the rows as they were
    // passed in.
    this.journal.inserted('occurrence', rows);
  }

  async insertAll(series: readonly SeriesRecord[]): Promise<void> {
    if (series.length === 0) return;
    await this.quota.reserve(countUsage([], series), countUsage([], this.quota.listOwnRows(series)));
    const { rows, columns } = toRecords(series);
    await withRefusals(
      TASK_REFUSALS,
      sql`
        insert into series (${listColumns(columns)}) select ${listColumns(columns, 'r')} from ${rows} r
      `.execute(this.db),
    );
    this.journal.inserted('series', series);
  }

  async saveAll(series: readonly SeriesRecord[]): Promise<void> {
    const before = new Map<SeriesId, SeriesRecord>();
    for (const one of series) {
      const found = this.journal.known('series', one) ?? (await this.findForUpdate(one.householdId, one.id));
      if (found !== null) before.set(one.id, found);
    }
    const known = series.filter(({ id }) => before.has(id));
    if (known.length === 0) return;
    const { rows, columns } = toRecords(known);
    const fields = columns.filter((column) => column !== 'household_id' && column !== 'id');
    await withRefusals(
      TASK_REFUSALS,
      sql`
        update series set (${listColumns(fields)}) = row(${listColumns(fields, 'r')}) from ${rows} r
        where series.household_id = r.household_id and series.id = r.id
          and series.household_id = any(${[...new Set(known.map(({ householdId }) => householdId))]}::uuid[])
      `.execute(this.db),
    );
    for (const one of known) this.journal.note('series', before.get(one.id) ?? null, one);
    const earlier = [...before.values()];
    await this.quota.recordWritten(
      growthBetween(countUsage([], earlier), countUsage([], known)),
      growthBetween(
        countUsage([], this.quota.listOwnRows(earlier)),
        countUsage([], this.quota.listOwnRows(known)),
      ),
    );
  }

  async saveHorizons(
    series: readonly Pick<SeriesRecord, 'householdId' | 'id' | 'horizon' | 'nextIndex'>[],
  ): Promise<void> {
    if (series.length === 0) return;
    const rows = series.map(({ householdId, id, horizon, nextIndex }) => ({
      household_id: householdId,
      id,
      horizon,
      next_index: nextIndex,
    }));
    await sql`
      update series s set horizon = r.horizon, next_index = r.next_index
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (household_id uuid, id uuid, horizon date, next_index integer)
      where s.household_id = r.household_id and s.id = r.id
        and s.household_id = any(${[...new Set(series.map(({ householdId }) => householdId))]}::uuid[])
    `.execute(this.db);
    for (const { householdId, id, horizon, nextIndex } of series) {
      const known = this.journal.known('series', { householdId, id });
      if (known !== undefined) this.journal.note('series', known, { ...known, horizon, nextIndex });
    }
  }

  async dueForHorizon(
    { until, zones }: DueForHorizon,
    after: SeriesKey | null,
    limit: number,
  ): Promise<readonly DueSeries[]> {
    const isDue = sql`
      s.recurrence ->> 'kind' is null and s.horizon < ${until} and h.time_zone = any(${zones})`;
    return this.#due(isDue, after, limit);
  }

  async dueForDraw(day: CivilDate, after: SeriesKey | null, limit: number): Promise<readonly DueSeries[]> {
    const isDue = sql`s.segments #>> '{-1,rotation,drawn,next}' <= ${day}`;
    return this.#due(isDue, after, limit);
  }

  keepingLatest(until: CivilDate, after: SeriesKey | null, limit: number): Promise<readonly DueSeries[]> {
    const keeps = sql`s.missed = 'keepLatest'`;
    return this.#due(keeps, after, limit, sql`${keeps} and ${isOpenOnSeveralDays(until)}`);
  }

  /**
   * Locks the next batch of due series. Returns an empty list if there are no more. If other workers hold a whole
   * batch, the next one is tried.
   *
   * @param isDue the condition for locking a series
   * @param isFound the condition for finding series in all households, before they are locked
   */
  async #due(
    isDue: RawBuilder<unknown>,
    after: SeriesKey | null,
    limit: number,
    isFound = isDue,
  ): Promise<readonly DueSeries[]> {
    const due: DueSeries[] = [];
    const { rows: keys } = await dueStatement(isFound, after, limit).execute(this.db);
    const last = keys.at(-1);
    if (last === undefined) return [];
    for (const [householdId, own] of Map.groupBy(keys, (key) => key.householdId)) {
      const ids = own.map(({ id }) => id);
      const { rows } = await lockDueStatement(householdId, ids, isDue).execute(this.db);
      due.push(...rows.map(toDueSeries));
    }
    if (due.length === 0) return this.#due(isDue, last, limit, isFound);
    this.journal.locked(
      'series',
      due.map(({ series }) => series),
    );
    return due;
  }

  async #select(which: RawBuilder<unknown>, terms = sql``): Promise<readonly SeriesRecord[]> {
    const { rows } = await sql<SeriesTableRow>`
      ${terms} select ${SERIES_COLUMNS} from series s where ${which}
    `.execute(this.db);
    return rows.map(seriesFromRow);
  }
}

/**
 * Returns the series in the form of a single JSON parameter. If each value were a parameter, PostgreSQL would need
 * another query plan for every number of rows.
 */
function toRecords(series: readonly SeriesRecord[]) {
  const records = series.map(seriesToRecord);
  return {
    rows: sql`jsonb_populate_recordset(null::series, ${JSON.stringify(records)}::jsonb)`,
    columns: Object.keys(records[0] ?? {}),
  };
}

function isSeries(householdId: HouseholdId, id: SeriesId): RawBuilder<unknown> {
  return sql`household_id = ${householdId} and id = ${id}`;
}

/** Returns the condition for series of which at least one turn was given to the member, by a swap or by balancing. */
function hasGiven(householdId: HouseholdId, member: MemberId): RawBuilder<unknown> {
  return sql`id in (
    select series_id from occurrences where household_id = ${householdId} and ${member} = any(swapped_to)
    union all
    select series_id from occurrences where household_id = ${householdId} and ${member} = any(balanced_to)
  )`;
}

/**
 * Returns the condition for series that name the member in a rotation or in a pause. It has the same rule as
 * `namedMembers` of the domain. `rotations` says whether all segments of the series are searched or only the latest
 * one.
 */
function names(member: MemberId, rotations: NamingBatch['rotations']): RawBuilder<unknown> {
  return sql`(
    jsonb_path_exists(segments, ${rotations === 'latest' ? NAMED_LATEST : NAMED}, jsonb_build_object('member', ${member}::text))
    or pauses @> jsonb_build_array(jsonb_build_object('assignTo', ${member}::text))
  )`;
}

/**
 * Finds a member's id in the JSON of all rotations. The seed of a shuffled rotation would also match if it were equal
 * to the id. In practice, no seed equals the id of a member.
 */
const NAMED = sql.raw(`'$[*].rotation.** ? (@ == $member)'`);
const NAMED_LATEST = sql.raw(`'$[last].rotation.** ? (@ == $member)'`);
