import { sql, type RawBuilder } from 'kysely';
import type { SeriesKey } from '../../../application/series/ports.js';
import type { RowsWanted } from '../../../application/tasks/ports.js';
import type { RuleDate } from '../../../domain/recurrence/expand.js';
import { fromDayNumber, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, SeriesId, TaskId, MemberId } from '../../../domain/shared/ids.js';
import type { PageRequest, SortKey } from '../../../domain/shared/page.js';
import { visibleTo } from './occurrence-list.js';
import { selectSharingNotes, type RowSharingNotes } from './notes-of-series.js';
import { OCCURRENCE_COLUMNS, ORIGINAL_DATE, type OccurrenceRow } from './table.js';

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

/** As the others, in a series whose rule has several times a day. */
function ofTimes(date: CivilDate): RawBuilder<unknown> {
  return sql`or original_at >= ${date}::date
    or (original_at is not null and date <> original_at::date and date >= ${date})`;
}

/**
 * With `from`, each side of the `or` has an index of its own, so that the finished past of an old series is not
 * read: a row that is dated otherwise than by the rule is in the index of moved rows, and one that an earlier rule has
 * left with a high index in that of indexes.
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
 * Reads what {@link rowsForUpdateStatement} reads, for many series. Each side of its `or` is a query of its own here, because
 * PostgreSQL cannot estimate how few rows lie behind a date that comes from a table, and would read the whole past.
 */
export function rowsOfManyStatement(
  householdId: HouseholdId,
  of: readonly RowsWanted[],
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
