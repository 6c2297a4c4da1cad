import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId, OccurrenceId, SeriesId, TaskId, MemberId } from '../../../domain/shared/ids.js';
import { sameJson } from '../../../domain/shared/json.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { USAGE_BEFORE, type UsageBefore } from '../households/usage.js';
import { listColumns } from '../field-map.js';
import {
  movedToRecord,
  occurrenceToRecord,
  OCCURRENCE_COLUMNS,
  ORIGINAL_DATE,
  type OccurrenceRow,
} from './table.js';
import type { SeriesKey } from '../../../application/series/ports.js';
import type { SeriesRowsRequest } from '../../../application/tasks/ports.js';
import type { RuleDate } from '../../../domain/recurrence/expand.js';
import { fromDayNumber, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { PageRequest, SortKey } from '../../../domain/shared/page.js';
import { visibleTo } from './occurrence-list.js';
import { selectSharingNotes, type RowSharingNotes } from './notes-of-series.js';

/** The id of an updated row, and how much it counted for the limits before the update. */
export type RowBefore = UsageBefore & { readonly id: OccurrenceId };
export const ROW_BEFORE = sql`o.id, ${USAGE_BEFORE}`;

/*
 * Statements on many rows get the rows as one JSON parameter. If each value were a parameter, a year of a daily
 * series would have 19,000 of them, and PostgreSQL would need another query plan for every number of rows.
 */

/**
 * The maximum size of a piece of JSON in characters. Creating a piece takes a few milliseconds, and other requests
 * run while the database works on it.
 */
const PIECE = 1_000_000;
/** The estimated size of a row without its text, in characters. */
const ROW = 1_000;

/**
 * Splits the rows into pieces, each of which gets its own statement. Without this, a hundred rows with the longest
 * texts would be tens of megabytes in one statement.
 */
export function* inPieces(
  occurrences: readonly Occurrence[],
  measure = measureText,
): Generator<readonly Occurrence[]> {
  let [from, length] = [0, 0];
  for (const [at, one] of occurrences.entries()) {
    const own = ROW + measure(one);
    if (at > from && length + own > PIECE) {
      yield occurrences.slice(from, at);
      [from, length] = [at, 0];
    }
    length += own;
  }
  if (from < occurrences.length) yield occurrences.slice(from);
}

function measureText({ title, notes, checklist }: Occurrence): number {
  return checklist.reduce((sum, item) => sum + item.title.length, title.length + (notes?.length ?? 0));
}

/**
 * Separates rows of rules with several times a day from all others. A unique index makes sure that two rows do not
 * have the same place (original date, or original date and time) in a series. The two kinds of rows store their place
 * in different columns.
 */
export function splitByTimedPlace(occurrences: readonly Occurrence[]): readonly (readonly Occurrence[])[] {
  const isTimed = ({ originalTime }: Occurrence) => originalTime !== null;
  return [occurrences.filter((one) => !isTimed(one)), occurrences.filter(isTimed)];
}

/**
 * Inserts those rows whose place in the series is not taken yet, with the number of their task's files. Returns the
 * inserted ones. All rows must be of one {@link splitByTimedPlace kind}.
 *
 * @param after a join with a term of a `with` query. The term returns one row and must run before the insert.
 */
export function insertAllStatement(
  occurrences: readonly Occurrence[],
  after = sql``,
): RawBuilder<{ readonly id: OccurrenceId; readonly attachment_count: number }> {
  const { rows, columns } = toRecords(occurrences);
  const isTimed = occurrences[0]?.originalTime !== null;
  return sql<{ readonly id: OccurrenceId; readonly attachment_count: number }>`
    insert into occurrences (${listColumns(columns)})
    select ${sql.join(columns.map(selectColumn), sql`, `)} from ${rows} r ${after} left join ${filesOf(occurrences)}
    on conflict ${isTimed ? TIMED_PLACE : PLACE} do nothing
    returning id, attachment_count
  `;
}

const PLACE = sql`(household_id, series_id, original_date) where series_id is not null`;
const TIMED_PLACE = sql`(household_id, series_id, original_at) where original_at is not null`;

/**
 * Returns the expression that selects a column of the new row. The number of files is taken from the task of the
 * row.
 */
function selectColumn(column: string): RawBuilder<unknown> {
  if (column !== 'attachment_count') return listColumns([column], 'r');
  return sql`coalesce(files.count, 0)`;
}

function filesOf(occurrences: readonly Occurrence[]): RawBuilder<unknown> {
  return sql`(
    select household_id, task_id, count(*) as count from attachments
    where household_id = any(${householdsOf(occurrences)}::uuid[])
      and task_id = any(${[...new Set(occurrences.map(({ taskId }) => taskId))]}::uuid[]) and sha256 is not null
    group by household_id, task_id
  ) files on files.household_id = r.household_id and files.task_id = r.task_id`;
}

/** Returns true if a change does not touch the text of the row. */
export function keepsText(before: Occurrence | undefined, after: Occurrence): boolean {
  return (
    before !== undefined &&
    before.title === after.title &&
    before.notes === after.notes &&
    sameJson(before.checklist, after.checklist)
  );
}

/**
 * Yields the statements that save the rows. Rows whose text does not change (`isTextKept`) are written without it.
 */
export function* saveAllStatements(
  occurrences: readonly Occurrence[],
  isTextKept: (one: Occurrence) => boolean,
): Generator<RawBuilder<RowBefore>> {
  const { moved = [], written = [] } = Object.groupBy(occurrences, (one) =>
    isTextKept(one) ? 'moved' : 'written',
  );
  for (const piece of inPieces(moved, () => 0)) yield saveAllStatement(piece, movedToRecord);
  for (const piece of inPieces(written)) yield saveAllStatement(piece, occurrenceToRecord);
}

function saveAllStatement(
  occurrences: readonly Occurrence[],
  toRecord: (one: Occurrence) => object,
): RawBuilder<RowBefore> {
  const { rows, columns } = toRecords(occurrences, toRecord);
  const households = sql`any(${householdsOf(occurrences)}::uuid[])`;
  const fields = columns.filter((column) => column !== 'household_id' && column !== 'id');
  return sql<RowBefore>`
    update occurrences set (${listColumns(fields)}) = row(${listColumns(fields, 'r')})
    from ${rows} r join occurrences o on o.household_id = r.household_id and o.id = r.id
    where occurrences.household_id = r.household_id and occurrences.id = r.id
      and occurrences.household_id = ${households} and o.household_id = ${households}
    returning ${ROW_BEFORE}
  `;
}

/**
 * Returns the rows that must leave their place in the series before the update, because another of the rows gets
 * that place. PostgreSQL requires unique places after every statement: see {@link leavePlacesStatement}.
 *
 * @param known returns the current row
 */
export function listLeaving(
  occurrences: readonly Occurrence[],
  known: (one: Occurrence) => Occurrence | undefined,
): readonly Occurrence[] {
  const wanted = new Map<string, OccurrenceId>();
  for (const one of occurrences) if (one.seriesId !== null) wanted.set(toPlace(one), one.id);
  return occurrences.filter((one) => {
    const before = known(one);
    if (before === undefined || before.seriesId === null) return false;
    const taker = wanted.get(toPlace(before));
    return taker !== undefined && taker !== one.id;
  });
}

function toPlace({ householdId, seriesId, originalDate, originalTime }: Occurrence): string {
  return `${householdId} ${seriesId} ${originalDate} ${originalTime}`;
}

/** Moves rows to dates that no rule can have. The same transaction writes their final places afterwards. */
export function leavePlacesStatement(occurrences: readonly Occurrence[]): RawBuilder<unknown> {
  return sql`
    update occurrences set original_date = original_date + ${BEYOND_CALENDAR},
      original_at = original_at + make_interval(days => ${BEYOND_CALENDAR})
    where household_id = any(${householdsOf(occurrences)}::uuid[])
      and id = any(${occurrences.map(({ id }) => id)}::uuid[])
  `;
}

/**
 * Ten thousand years in days. The dates of the application have years with four digits, so a date plus this number
 * is never one of them.
 */
const BEYOND_CALENDAR = sql`3652425`;

/**
 * Returns the households of the rows. Statements name these households, so that Citus asks only the nodes that
 * store them.
 */
function householdsOf(occurrences: readonly Occurrence[]): readonly HouseholdId[] {
  return [...new Set(occurrences.map(({ householdId }) => householdId))];
}

function toRecords(
  occurrences: readonly Occurrence[],
  toRecord: (one: Occurrence) => object = occurrenceToRecord,
) {
  const records = occurrences.map(toRecord);
  return {
    rows: sql`jsonb_populate_recordset(null::occurrences, ${JSON.stringify(records)}::jsonb)`,
    columns: Object.keys(records[0] ?? {}),
  };
}

/**
 * Returns the statement that reads a page of the completed and skipped dates of a repeating task, latest date first.
 * It reads one row more than the limit, to see whether there is a next page.
 */
export function historyStatement(
  householdId: HouseholdId,
  taskId: TaskId,
  viewer: MemberId,
  { limit, after }: PageRequest,
): RawBuilder<OccurrenceRow> {
  return sql<OccurrenceRow>`
    select ${OCCURRENCE_COLUMNS} from occurrences
    where household_id = ${householdId} and task_id = ${taskId} and status in ('DONE', 'SKIPPED')
      and deleted_at is null and series_id is not null and ${visibleTo(viewer)}
      and (not finished_privately or created_by = ${viewer})
      ${after === null ? sql`` : afterInHistory(after)}
    order by ${ORIGINAL_DATE} desc, series_index desc, id limit ${limit + 1}
  `;
}

function afterInHistory([day, index, id]: SortKey): RawBuilder<unknown> {
  const [date, position] = [fromDayNumber(-Number(day)), -Number(index)];
  return sql`and ${ORIGINAL_DATE} <= ${date} and (${ORIGINAL_DATE} < ${date}
    or series_index < ${position} or (series_index = ${position} and id > ${id}))`;
}

/**
 * Returns the conditions that {@link rowsForUpdateStatement} needs in addition if the rule of the series has several
 * times a day.
 */
function ofTimes(date: CivilDate): RawBuilder<unknown> {
  return sql`or original_at >= ${date}::date
    or (original_at is not null and date <> original_at::date and date >= ${date})`;
}

/**
 * Reads and locks all occurrences of a series, or only those that may change if the rule changes from the date `from`
 * on. These are the rows whose original date is not earlier than `from`, open rows, rows that were moved to a date
 * from `from` on, and rows that an earlier rule left with a high `series_index`. There is an index for each of these
 * conditions, so the finished past of an old series is not read.
 */
export function rowsForUpdateStatement(
  householdId: HouseholdId,
  seriesId: SeriesId,
  from: RuleDate | null,
): RawBuilder<OccurrenceRow> {
  const isOfSeries = sql`household_id = ${householdId} and series_id = ${seriesId}`;
  const wanted = ({ date, index, time }: RuleDate) => sql`and (original_date >= ${date}
    or ((status = 'TODO' or date <> original_date) and (status = 'TODO' or date >= ${date}))
    ${time === undefined ? sql`` : ofTimes(date)}
    or (deleted_at is null and series_index >= least(${index}::integer,
      ${time === undefined ? sql`` : sql`(select min(series_index) from occurrences where ${isOfSeries} and original_at >= ${date}::date),`}
      (select min(series_index) from occurrences where ${isOfSeries} and original_date >= ${date}))))`;
  return sql<OccurrenceRow>`
    select ${OCCURRENCE_COLUMNS} from occurrences where ${isOfSeries} ${from === null ? sql`` : wanted(from)}
    order by series_index, id
    for no key update
  `;
}

/**
 * Reads what {@link rowsForUpdateStatement} reads, for many series. Each of its conditions is a query of its own
 * here. PostgreSQL cannot estimate how few rows follow a date that comes from a table, and with `or` it would read
 * the whole past.
 */
export function rowsOfManyStatement(
  householdId: HouseholdId,
  of: readonly SeriesRowsRequest[],
): RawBuilder<RowSharingNotes> {
  const [ids, days, indexes] = [
    of.map(({ id }) => id),
    of.map(({ from }) => from?.date ?? '-infinity'),
    of.map(({ from }) => from?.index ?? 0),
  ];
  const rows = sql`occurrences o on o.household_id = ${householdId} and o.series_id = wanted.id`;
  return sql<RowSharingNotes>`
    with wanted as (
      select id, day, index from unnest(${ids}::uuid[], ${days}::date[], ${indexes}::integer[]) as w (id, day, index)
    ),
    ahead as (
      select o.id, o.series_id, o.series_index from wanted join ${rows} and o.original_date >= wanted.day
      union all
      select o.id, o.series_id, o.series_index from wanted join ${rows} and o.original_at >= wanted.day
    ),
    lowest (id, index) as (
      select wanted.id, least(wanted.index, min(ahead.series_index))
      from wanted left join ahead on ahead.series_id = wanted.id group by wanted.id, wanted.index
    ),
    found as (
      select id from ahead
      union
      select o.id from wanted join ${rows} and (o.status = 'TODO' or o.date <> o.original_date)
        and (o.status = 'TODO' or o.date >= wanted.day)
      union
      select o.id from wanted join ${rows} and o.original_at is not null and o.date <> o.original_at::date
        and o.date >= wanted.day
      union
      select o.id from lowest wanted join ${rows} and o.deleted_at is null and o.series_index >= wanted.index
    )
    select ${selectSharingNotes(householdId, 'occurrences')} from occurrences
    where household_id = ${householdId} and id = any(array(select id from found))
    order by series_index, id
    for no key update
  `;
}

export function livingIndexesStatement(
  of: readonly (SeriesKey & { readonly index: number })[],
): RawBuilder<{ readonly id: SeriesId; readonly index: number }> {
  const [households, series, indexes] = [
    of.map(({ householdId }) => householdId),
    of.map(({ id }) => id),
    of.map(({ index }) => index),
  ];
  return sql<{ readonly id: SeriesId; readonly index: number }>`
    select series_id as id, series_index as index
    from unnest(${households}::uuid[], ${series}::uuid[], ${indexes}::integer[]) as place (household_id, id, index)
      join occurrences o on o.household_id = place.household_id and o.series_id = place.id
        and o.deleted_at is null and o.series_index >= place.index
    where o.household_id = any(${[...new Set(households)]}::uuid[])
  `;
}
